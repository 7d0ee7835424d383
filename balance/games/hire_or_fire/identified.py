"""What a fit to real games says of the card data: constants with intervals, and what cannot be told (M-7)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from balance.games.hire_or_fire.words import count
from balance.games.records import Constant

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from balance.games.records import Verdict

TOGETHER = 0.9
"""Two coefficients whose errors go together like this are told apart only weakly."""
SIGHTINGS = 10
CLOSE = 0.1
"""A share of a value: an interval of plus or minus so much is called close."""
LINKS = 3  # cards of a folder, each with a shared link (M-3)
PARTS = ("strength", "weakness", "cover")
PLAYER = "bots.people.weights."
"""What people do at choice makes a bot; how well they judge holds for all."""


@dataclass(frozen=True)
class About:
    """What the records and the card data are."""

    games: int
    hires: int
    sizes: tuple[int, ...]  # numbers of players
    jobs: int
    skills: int
    private: float
    shared: float
    parts: tuple[float, float, float]  # weights of job, strength, weakness
    tau: float | None
    grouped: bool
    groups: int


# ----------------------------------------------------------------------------------------- constants


def constants(verdicts: Mapping[str, Verdict], about: About) -> list[Constant]:
    """Values of the card data.

    Those of hirers come together or not at all: one alone would not foretell what was found. Of those of
    applicants what is too vague is left as it is.
    """
    applying = [constant for constant in _applying(verdicts.get("applications")) if known(constant)]
    return [*_hiring(verdicts.get("hires"), about), *applying]


def known(constant: Constant) -> bool:
    """Whether an interval leaves anything of a value: not wider to each side than the value, or 1, is."""
    if constant.low is None or constant.high is None:
        return True
    return (constant.high - constant.low) / 2 <= max(abs(constant.high + constant.low) / 2, 1.0)


def sure(found: Any) -> bool:
    """Whether an estimate is above 0 beyond doubt."""
    return bool(found.low > 0)


def _hiring(verdict: Verdict | None, about: About) -> Iterator[Constant]:
    if verdict is None or "job" not in verdict.fit.terms or about.parts[0] <= 0:
        return
    fit, scale = verdict.fit, about.parts[0]
    tau = fit.estimate({"job": 1 / scale})
    if not sure(tau):
        return
    yield Constant(PLAYER + "level", float(verdict.model[1:]), None, None, verdict.because)
    yield _constant("base.tau", tau, f"with model.weights.job at {scale:g}; holds all noise")
    yield Constant("model.noise.private", 0.0, None, None, "its noise is in tau: see what can be told")
    yield Constant("base.lapse", fit.lapse, None, None, "as given to the fit")
    for term in PARTS:
        if term in fit.terms:
            found = fit.ratio({term: scale}, {"job": 1})
            yield _constant(f"model.weights.{term}", found, "against the job")
    if "contrast" in fit.terms:
        found = fit.ratio({"contrast": scale}, {"job": 1})
        yield _constant(PLAYER + "contrast", found, "other offers, against the own")


def _applying(verdict: Verdict | None) -> Iterator[Constant]:
    if verdict is None or "fit" not in verdict.fit.terms or not sure(verdict.fit.estimate({"fit": 1})):
        return
    fit = verdict.fit
    if weakly(verdict):
        both = fit.ratio({"clarity": 1, "decoy": -1}, {"fit": 1})
        yield _constant(PLAYER + "clarity", both, "less decoy: the two are told apart only weakly")
        yield Constant(PLAYER + "decoy", 0.0, None, None, "in clarity")
    else:
        for term in ("clarity", "decoy"):
            if term in fit.terms:
                yield _constant(PLAYER + term, fit.ratio({term: 1}, {"fit": 1}), "against fit")
    if "saving" in fit.terms:
        yield _constant(PLAYER + "saving", fit.ratio({"saving": 1}, {"fit": 1}), "against fit")


def weakly(verdict: Verdict) -> bool:
    """Whether clarity and decoy can hardly be told apart."""
    fit = verdict.fit
    there = {"clarity", "decoy"} <= set(fit.terms)
    return there and abs(fit.correlation("clarity", "decoy")) > TOGETHER


def _constant(path: str, found: Any, about: str) -> Constant:
    """An estimate as a value that the card data can hold: nothing below 0."""
    constant = Constant(path, max(0.0, found.value), found.low, found.high, about)
    odd = "; estimated below 0" if found.value < 0 else "" if known(constant) else "; vague"
    return replace(constant, about=about + odd)


# ------------------------------------------------------------------------------------------- caveats


def caveats(verdicts: Mapping[str, Verdict], agreement: float | None, about: About) -> list[str]:
    """What can be told from these records and what cannot, with their own numbers."""
    hires, applying = verdicts.get("hires"), verdicts.get("applications")
    found = [*_scale(hires, agreement, about), *_size(hires, about), _cards(about), _groups(about)]
    found += _bluff(applying, about) if applying is not None else ()
    vague = [constant.path for constant in _applying(applying) if not known(constant)]
    if vague:
        found.append(f"Left as the card data has it, as too little is known: {', '.join(vague)}.")
    return found


def _scale(hires: Verdict | None, agreement: float | None, about: About) -> Iterator[str]:
    """Point 1: only weight over noise."""
    if hires is not None and "job" in hires.fit.terms:
        job = hires.fit.estimate({"job": 1})
        now = f" (now {about.tau:g})" if about.tau is not None else ""
        yield (
            "Hires tell how much an association weighs against noise, not noise itself: here"
            f" {job.value:.2f} for"
            f" the job ({job.low:.2f} to {job.high:.2f}). It is less than base.tau{now} times the weight"
            " where"
            f" people see folders differently: the more private noise (now {about.private:g}), the smaller"
            " what"
            " is found. Use the constants below together, with model.noise.private at 0, or choose a noise"
            " and"
            " raise tau until simulated records give the same number."
        )
    if agreement is None:
        yield (
            "How much of the noise is shared (puns that everybody gets) and how much private is not in hires:"
            " let several people judge the same folder for the same offer (ratings.csv)."
        )
    elif 0 < agreement < 1:
        ratio = (LINKS * (1 - agreement) / agreement) ** 0.5
        yield (
            f"Raters agree beyond tags: intraclass correlation {agreement:.2f}. So private noise is about"
            f" {ratio:.1f} times the shared noise of one link; the card data has"
            f" {_over(about.private, about.shared)}."
        )
    else:
        yield (
            f"Raters do not agree beyond tags (intraclass correlation {agreement:.2f}): no sign of shared"
            " links"
            " between cards, or too few ratings."
        )


def _over(private: float, shared: float) -> str:
    return f"{private / shared:.1f} times" if shared > 0 else "no shared noise"


def _size(hires: Verdict | None, about: About) -> Iterator[str]:
    """Point 2: how many games make the deck known."""
    if hires is None or "job" not in hires.fit.terms:
        return
    job = hires.fit.estimate({"job": 1})
    half = (job.high - job.low) / 2
    so_far = (
        f"From {count(about.games, 'game')} with {count(about.hires, 'hire')} the weight of the job is known"
    )
    if not sure(job):
        yield f"{so_far} to plus or minus {half:.2f} and not told from 0: play more before using any of this."
        return
    need = about.games * (half / (CLOSE * job.value)) ** 2
    yield (
        f"{so_far} to plus or minus {half:.2f}, which is {half / job.value:.0%} of it. Four times as many"
        f" games halve that; within {CLOSE:.0%} takes about {max(1, round(need)):,} games."
    )


def _cards(about: About) -> str:
    """Point 3: single cards are out of reach."""
    folders = about.hires / about.games
    job, half = folders / about.jobs, folders / about.skills
    return (
        f"Single cards are out of reach at the table: a given job is offered {job:.2f} times per game, a"
        " given"
        f" strength or weakness shown {half:.2f} times. {SIGHTINGS} sightings take {SIGHTINGS / job:,.0f} and"
        f" {SIGHTINGS / half:,.0f} games; in these records there are {job * about.games:.1f} and"
        f" {half * about.games:.1f}. A quiz (one offer, some folders, one click) can be aimed at chosen"
        " cards."
    )


def _groups(about: About) -> str:
    """Point 4: groups and shared noise."""
    shared = "Friends share jokes that others do not: that looks like shared links."
    if not about.grouped:
        return (
            f"{shared} The records do not say who played with whom (groups.csv), so each game counts as a"
            " group"
            " of its own, and intervals are too narrow if the same people played several."
        )
    if about.groups < 2:
        return f"{shared} All games here are of one group: what holds for others is unknown."
    return (
        f"{shared} {count(about.groups, 'group')} here; models were compared on groups that the fit had"
        " not seen."
    )


def _bluff(applying: Verdict, about: About) -> Iterator[str]:
    """Clarity and decoy of applicants."""
    fit = applying.fit
    if not {"fit", "clarity", "decoy"} <= set(fit.terms):
        return
    together = fit.correlation("clarity", "decoy")
    one = " With three players they rest on one offer." if 3 in about.sizes else ""
    if weakly(applying):
        both = fit.ratio({"decoy": 1, "clarity": -1}, {"fit": 1})
        yield (
            "Clarity and decoy of applicants are told apart only weakly (errors correlate"
            f" {together:.2f}): decoy"
            f" less clarity is {both.value:.2f} ({both.low:.2f} to {both.high:.2f}).{one}"
        )
    else:
        yield (
            f"Clarity and decoy of applicants can be told apart here (errors correlate {together:.2f}).{one}"
        )
