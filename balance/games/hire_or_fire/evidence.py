"""Records of real games as decisions that a model of judgement can be fitted to (M-7).

hires          L1: fit to the own offer. L2: and what a folder says to other offers. L3: all ways in which
               folders could belong to offers. A hirer has the folders of the others before her, and the
               offers but that which her own folder answers.
rankings       the same where hirers ranked folders
applications   every folder that the noted hand could have made

Covariates come from tags alone: shared links are the model's dice, and nobody threw them at a real table.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.cards.paths import shown_file
from balance.errors import RecordsError
from balance.games.hire_or_fire import fits, identified
from balance.games.hire_or_fire.reader import MOMENTS
from balance.games.hire_or_fire.words import count
from balance.games.records import ChoiceData, ChoiceModel, Outcomes, Question, Ratings

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from balance.cards import CardSet
    from balance.games.hire_or_fire.cards import CardData
    from balance.games.hire_or_fire.reader import Card
    from balance.games.hire_or_fire.records import RecordedGame, Records, Week
    from balance.games.records import Verdict

PARTS = ("job", "strength", "weakness", "cover")
CONTRAST = "contrast"
WEEK_END = MOMENTS.index("week_end")
APPLYING = ("fit", "clarity", "decoy", "saving")


class Associations:
    """What cards say to offers, by their tags alone: the covariates of folders."""

    def __init__(self, model: CardData) -> None:
        """Work out the tables once."""
        judged = model.model
        silent = judged.noise.model_copy(update={"shared": 0.0})
        even = judged.weights.model_copy(update={"job": 1.0, "strength": 1.0, "weakness": 1.0})
        plain = judged.model_copy(update={"noise": silent, "weights": even})
        weighed = fits.work_out(
            model.model_copy(update={"model": judged.model_copy(update={"noise": silent})})
        )
        found = fits.work_out(model.model_copy(update={"model": plain}))
        self.tables = (found.job, found.strength, found.weakness)
        self.keep = (weighed.keep_job, weighed.keep_strength, weighed.keep_weakness)
        self.share = found.share
        traits, skills = list(model.traits), model.skills.values()
        self.touched = (
            fits.tag_matrix([job.tags for job in model.jobs.values()], traits) > 0,
            fits.tag_matrix([skill.strength.tags for skill in skills], traits) > 0,
            fits.tag_matrix([skill.weakness.tags for skill in skills], traits) > 0,
        )
        weights = judged.weights
        self.weights = np.array([weights.job, weights.strength, weights.weakness, weights.cover])
        self.sharp = model.base.get("sharp", 1.0)
        self.weeks = model.frame.weeks
        self.one_card = model.skills_a_week() == 1

    def of(self, folders: np.ndarray, offers: np.ndarray) -> np.ndarray:
        """Folders x offers x parts: associations of job, strength, weakness, and cover.

        folders: rows of job, strength, weakness; offers: jobs.
        """
        found = [table[folders[:, [n]], offers] for n, table in enumerate(self.tables)]
        touched = np.logical_or.reduce([self.touched[n][folders[:, n]] for n in range(3)])
        found.append(touched.astype(float) @ self.share[offers].T)
        return np.stack(found, axis=-1)

    def others(self, fit: np.ndarray) -> np.ndarray:
        """M of M-4: the soft mean over the last axis, (1/k) log mean exp(k F)."""
        most = fit.max(axis=-1, keepdims=True)
        mean = np.exp(self.sharp * (fit - most)).mean(axis=-1)
        result: np.ndarray = most[..., 0] + np.log(mean) / self.sharp
        return result


class _Decisions:
    """Rows of one model, gathered decision by decision."""

    def __init__(self) -> None:
        self.parts: dict[str, list[np.ndarray]] = defaultdict(list)
        self.count = 0

    def add(self, covariates: np.ndarray, option: Iterable[int], rank: np.ndarray) -> None:
        """A decision: its rows, the option of each, its rank."""
        self.parts["decision"].append(np.full(len(covariates), self.count))
        self.parts["option"].append(np.array(list(option)))
        self.parts["rank"].append(rank)
        self.parts["covariates"].append(covariates)
        self.count += 1

    def model(self, name: str, text: str, terms: tuple[str, ...]) -> ChoiceModel:
        """All of them."""
        joined = {key: np.concatenate(rows) for key, rows in self.parts.items()}
        return ChoiceModel(name, text, terms, **joined)


def choice_data(cards: CardSet, records: Records) -> ChoiceData:
    """Everything that can be fitted to the records of a folder."""
    known = Associations(cards.model)
    notes: list[str] = []
    questions = [
        _hires(known, records, notes),
        _rankings(known, records),
        _applications(known, records, notes),
    ]
    found = tuple(question for question in questions if question is not None)
    if not found:
        raise RecordsError(f"{shown_file(records.folder)}: found no hire of somebody else's folder to fit")
    sizes = {len(game.players) for game in records.games}
    base: Mapping[str, float] = cards.model.base
    weights = cards.model.model.weights
    about = identified.About(
        games=len(records.games),
        hires=sum(len(week.hires) for game in records.games for week in game.weeks),
        sizes=tuple(sorted(sizes)),
        jobs=len(cards.model.jobs),
        skills=len(cards.model.skills),
        private=cards.model.model.noise.private,
        shared=cards.model.model.noise.shared,
        parts=(weights.job, weights.strength, weights.weakness),
        tau=base.get("tau"),
        grouped=records.grouped,
        groups=len({game.group for game in records.games}),
    )

    def constants(verdicts: Mapping[str, Verdict]) -> list[Any]:
        return identified.constants(verdicts, about)

    def caveats(verdicts: Mapping[str, Verdict], agreement: float | None) -> list[str]:
        return identified.caveats(verdicts, agreement, about)

    return ChoiceData(
        found,
        {game.name: game.group for game in records.games},
        records.grouped,
        constants,
        caveats,
        _outcomes(cards.model, records),
        _ratings(known, records),
        tuple(notes),
    )


# -------------------------------------------------------------------------------------------- hiring


def _folders(week: Week) -> np.ndarray:
    """Job, strength and weakness of each player."""
    return np.array([(folder.job, folder.strength, folder.weakness) for folder in week.folders])


def _sides(week: Week, hirer: int) -> tuple[list[int], list[int]]:
    """Authors of the folders that may be hers, and owners of the offers they may answer, the own first."""
    authors = [seat for seat in range(len(week.folders)) if seat != hirer]
    answered = week.folders[hirer].target
    return authors, [hirer, *(seat for seat in authors if seat != answered)]


def _judged(known: Associations, week: Week, hirer: int) -> tuple[list[int], np.ndarray]:
    """Authors; and authors x offers x parts, the own offer first."""
    authors, offers = _sides(week, hirer)
    table = known.of(_folders(week)[authors], np.array([week.offers[seat] for seat in offers]))
    return authors, table


def _with_contrast(known: Associations, table: np.ndarray) -> np.ndarray:
    """Covariates of L2: those of L1, and less of what a folder says to other offers."""
    others = known.others(table[:, 1:] @ known.weights)
    return np.column_stack([table[:, 0], -others])


def _bijections(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Covariates of every way in which folders answer offers; and the folder that answers the own."""
    size = len(table)
    ways = np.array(list(permutations(range(size))))  # way, offer -> folder
    return table[ways, np.arange(size)].sum(axis=1), ways[:, 0]


def _hires(known: Associations, records: Records, notes: list[str]) -> Question | None:
    levels = (_Decisions(), _Decisions(), _Decisions())
    games: list[str] = []
    players: list[str] = []
    own = 0
    for game, week in _weeks(records):
        for hirer, chosen in enumerate(week.hires):
            if chosen == hirer:
                own += 1
                continue
            authors, table = _judged(known, week, hirer)
            rank = np.array([int(author == chosen) for author in authors])
            levels[0].add(table[:, 0], range(len(authors)), rank)
            levels[1].add(_with_contrast(known, table), range(len(authors)), rank)
            sums, folder = _bijections(table)
            levels[2].add(sums, folder, rank[folder])
            games.append(game.name)
            players.append(game.players[hirer])
    if own:
        notes.append(f"{count(own, 'hire')} of the own folder left out: it says nothing of judging.")
    if not games:
        return None
    models = (
        levels[0].model("L1", "fit to the own offer", PARTS),
        levels[1].model("L2", "and contrast with other offers", (*PARTS, CONTRAST)),
        levels[2].model("L3", "all ways in which folders could belong to offers", PARTS),
    )
    return Question("hires", "Hiring", "hire", models, tuple(games), tuple(players))


def _rankings(known: Associations, records: Records) -> Question | None:
    levels = (_Decisions(), _Decisions())
    games: list[str] = []
    players: list[str] = []
    for game, week in _weeks(records):
        for hirer, order in week.rankings.items():
            authors, table = _judged(known, week, hirer)
            rank = np.array([order.index(author) + 1 if author in order else 0 for author in authors])
            levels[0].add(table[:, 0], range(len(authors)), rank)
            levels[1].add(_with_contrast(known, table), range(len(authors)), rank)
            games.append(game.name)
            players.append(game.players[hirer])
    if not games:
        return None
    models = (
        levels[0].model("L1", "fit to the own offer", PARTS),
        levels[1].model("L2", "and contrast with other offers", (*PARTS, CONTRAST)),
    )
    return Question("rankings", "Ranking folders", "ranking", models, tuple(games), tuple(players))


def _weeks(records: Records) -> Iterable[tuple[RecordedGame, Week]]:
    for game in records.games:
        for week in game.weeks:
            yield game, week


# ----------------------------------------------------------------------------------------- applying


def _applications(known: Associations, records: Records, notes: list[str]) -> Question | None:
    rows = _Decisions()
    games: list[str] = []
    players: list[str] = []
    left = 0
    for game in records.games:
        for number, week in enumerate(game.weeks):
            for seat in week.hands:
                hand = _composing(week, seat)
                if hand is None:
                    left += 1
                    continue
                time = (known.weeks - 1 - number) / (known.weeks - 1) if known.weeks > 1 else 0.0
                folders, chosen = _possible(known, hand, week, seat)
                rows.add(_applying(known, folders, week, seat, time), range(len(folders)), chosen)
                games.append(game.name)
                players.append(game.players[seat])
    if left:
        notes.append(f"{count(left, 'application')} left out: the cards drawn in exchange are not noted.")
    if not games:
        return None
    model = rows.model("A", "fit, clarity, decoy and saving", APPLYING)
    return Question("applications", "Applying", "application", (model,), tuple(games), tuple(players))


def _composing(week: Week, seat: int) -> dict[str, list[int]] | None:
    """The hand from which a folder was made; None where draws are not noted."""
    hand: list[Card] = list(week.hands[seat])
    exchange = week.exchanges.get(seat)
    if exchange is not None and exchange.moment < WEEK_END:
        if None in exchange.drawn:
            return None
        hand = [card for card in hand if card not in exchange.out]
        hand += [card for card in exchange.drawn if card is not None]
    hand.remove(("jobs", week.offers[seat]))
    return {kind: sorted(card for what, card in hand if what == kind) for kind in ("jobs", "skills")}


def _possible(
    known: Associations, hand: dict[str, list[int]], week: Week, seat: int
) -> tuple[np.ndarray, np.ndarray]:
    """Every folder that the hand can make, and 1 for the one that was made."""
    made = week.folders[seat]
    skills = hand["skills"]
    pairs = [(s, s) for s in skills] if known.one_card else list(permutations(skills, 2))
    folders = np.array([(job, *pair) for job in hand["jobs"] for pair in pairs])
    chosen = (folders == (made.job, made.strength, made.weakness)).all(axis=1)
    return folders, chosen.astype(int)


def _applying(known: Associations, folders: np.ndarray, week: Week, seat: int, time: float) -> np.ndarray:
    """Covariates of M-5: fit to the target, m over the other offers, m' without the own, cards worth keeping.

    Signs are those of what a player would want: clarity is less of m, saving less of what could be kept.
    """
    target = week.folders[seat].target
    other = [number for number in range(len(week.offers)) if number not in (target, seat)]
    offers = np.array([week.offers[number] for number in (target, seat, *other)])
    fit = known.of(folders, offers) @ known.weights
    keep = sum(table[folders[:, n]] for n, table in enumerate(known.keep))
    return np.column_stack([fit[:, 0], -known.others(fit[:, 1:]), known.others(fit[:, 2:]), -time * keep])


# -------------------------------------------------------------------------------- salaries and ratings


def _outcomes(model: CardData, records: Records) -> Outcomes:
    """Salary cards, weeks left, and whether there was a match (M-6, M-7)."""
    rows = [
        (
            model.frame.salaries[folder.salary],
            model.frame.weeks - number,
            int(week.hires[folder.target] == seat),
            game.name,
        )
        for game in records.games
        for number, week in enumerate(game.weeks)
        for seat, folder in enumerate(week.folders)
    ]
    stake, left, hit, games = zip(*rows, strict=True)
    return Outcomes(
        "Salary cards and matches", "$", np.array(stake), np.array(left), np.array(hit), tuple(games)
    )


def _ratings(known: Associations, records: Records) -> Ratings | None:
    """Ratings, with what the tags say of the same folder and offer."""
    if not records.ratings:
        return None
    items, expected = [], []
    for rating in records.ratings:
        game = records.games[rating.game]
        folders = _folders(game.weeks[rating.week - 1])[[rating.seat]]
        fit = known.of(folders, np.array([rating.offer])) @ known.weights
        items.append(f"{game.name}/{rating.week}/{rating.seat}/{rating.offer}")
        expected.append(float(fit[0, 0]))
    return Ratings(
        "Ratings of folders",
        tuple(items),
        tuple(rating.rater for rating in records.ratings),
        np.array([rating.score for rating in records.ratings]),
        np.array(expected),
    )
