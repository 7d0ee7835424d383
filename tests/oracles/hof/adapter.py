"""The engine's records in the referee's words: tables as data, options as tuples, a position as plain lists.

Nothing here decides anything: it only reads the layout of `state.py` and `record.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from balance.games.hire_or_fire.state import SWITCHES, TRAITS, Phase, Verb
from tests.oracles.hof.things import Data, Job, Skill

if TYPE_CHECKING:
    import numpy as np

    from tests.oracles.hof.things import Player, Table

FRAME = ("weeks", "hand_jobs", "hand_skills", "swap_cards", "bonus", "compensation", "leak_chance")
MODEL = (
    "private_noise",
    "cover",
    "excess_low",
    "excess_step",
    "mean_keep_job",
    "mean_keep_strength",
    "mean_keep_weakness",
    "chance_base",
    "chance_slope",
)


def data(rules: np.void) -> Data:
    """What the tables say."""
    jobs, skills = int(rules["jobs"]), int(rules["skills"])
    frame = {name: rules[name].item() for name in FRAME}
    frame["salaries"] = rules["salary"][: int(rules["salaries"])].tolist()
    readings = {
        name: positions(int(rules["reading"][name])).name.lower() for name, positions in SWITCHES.items()
    }
    return Data(
        int(rules["players"]),
        frame,
        readings,
        [_job(rules, n) for n in range(jobs)],
        [_skill(rules, n) for n in range(skills)],
        {name: float(rules[name]) for name in MODEL},
        {k: row["at"].tolist() for k, row in enumerate(rules["thresholds"])},
        rules["normal"].tolist(),
    )


def traits(mask: int) -> set[int]:
    return {t for t in range(TRAITS) if mask >> t & 1}


def _job(rules: np.void, n: int) -> Job:
    card, jobs = rules["job"][n], int(rules["jobs"])
    excess = {what: rules["excess"][n][what].tolist() for what in ("job", "strength", "weakness")}
    return Job(
        int(card["luck"]),
        traits(int(card["traits"])),
        float(card["crowd"]),
        float(card["reach"]),
        float(card["keep"]),
        dict(enumerate(card["share"].tolist())),
        rules["job_fit"][n]["to"][:jobs].tolist(),
        excess,
    )


def _skill(rules: np.void, n: int) -> Skill:
    card, jobs, halves = rules["skill"][n], int(rules["jobs"]), ("strength", "weakness")
    return Skill(
        int(card["luck"]),
        {half: traits(int(card[f"{half}_traits"])) for half in halves},
        {half: float(card[f"keep_{half}"]) for half in halves},
        {half: rules[f"{half}_fit"][n]["to"][:jobs].tolist() for half in halves},
    )


# ------------------------------------------------------------------------------------------- options


def option(rules: np.void, game: np.void, code: int) -> tuple[Any, ...]:
    """A code of the engine as the referee says it."""
    verb, argument = Verb(code // 256), code % 256
    me = game["player"][int(game["decider"])]
    match verb:
        case Verb.OFFER | Verb.SWAP_JOB | Verb.JOB:
            return verb.name.lower(), int(me["jobs"][argument])
        case Verb.SWAP_SKILL | Verb.STRENGTH | Verb.WEAKNESS:
            return verb.name.lower(), int(me["skills"][argument])
        case Verb.SALARY:
            return "salary", int(rules["salary"][argument])
        case Verb.HIRE:
            return "hire", int(game["laid"][argument])
    return (verb.name.lower(),)


def phase_word(phase: int) -> str:
    return Phase(phase).name.lower()


# ----------------------------------------------------------------------------------------- positions


def position(rules: np.void, game: np.void) -> dict[str, Any]:
    """What lies on the table, in the engine's record."""
    players, laid = int(game["players"]), game["laid"][: int(game["laid_size"])].tolist()
    won = sum(int(game["player"][seat]["won"]).bit_count() for seat in range(players))
    return {
        "week": int(game["week"]),
        "first": int(game["first"]),
        "target": [(seat - int(game["offset"])) % players for seat in range(players)],
        "job deck": game["jobs"][: int(game["jobs_size"])].tolist(),
        "skill deck": game["skills"][: int(game["skills_size"])].tolist(),
        "bin": [
            game["bin_jobs"][: int(game["bin_jobs_size"])].tolist(),
            game["bin_skills"][: int(game["bin_skills_size"])].tolist(),
            int(game["bin_salaries"]),
        ],
        "laid": laid,
        "won": won,
        "players": [_seat(rules, game["player"][seat], laid) for seat in range(players)],
    }


def _seat(rules: np.void, me: np.void, laid: list[int]) -> dict[str, Any]:
    def cards(name: str) -> list[int]:
        return me[name][: int(me[f"{name}_size"])].tolist()

    def bits(mask: int, of: list[int]) -> list[int]:
        return [one for place, one in enumerate(of) if mask >> place & 1]

    kit = rules["salary"][: int(rules["salaries"])].tolist()
    parts = [int(me[name]) for name in ("offer", "job", "strength", "weakness")]
    salary = int(me["salary"])
    return {
        "jobs": cards("jobs"),
        "skills": cards("skills"),
        "salaries": bits(int(me["salaries"]), kit),
        "won": bits(int(me["won"]), kit),
        "exchanged": bool(me["swapped"]),
        "aside": [
            bits(int(me["put_jobs"]), cards("jobs")),
            bits(int(me["put_skills"]), cards("skills")),
        ],
        "parts": [None if part < 0 else part for part in parts],
        "salary": None if salary < 0 else kit[salary],
        "hired": laid[int(me["hired"])] if int(me["hired"]) >= 0 else None,
        "hint": laid[int(me["hint"])] if laid and int(me["hint"]) >= 0 else None,
        "matched": bool(me["matched"]),
        "money": int(me["money"]),
        "bonuses": int(me["bonuses"]),
        "compensations": int(me["compensations"]),
    }


def referee_position(g: Table) -> dict[str, Any]:
    """The same of the referee."""
    return {
        "week": g.week,
        "first": g.first,
        "target": list(g.target),
        "job deck": list(g.job_deck),
        "skill deck": list(g.skill_deck),
        "bin": [sorted(g.bin_jobs), sorted(g.bin_skills), len(g.bin_salaries)],
        "laid": list(g.laid),
        "won": sum(len(player.won) for player in g.players),
        "players": [_player(g, player) for player in g.players],
    }


def _player(g: Table, me: Player) -> dict[str, Any]:
    return {
        "jobs": list(me.jobs),
        "skills": list(me.skills),
        "salaries": list(me.salaries),
        "won": sorted(me.won),
        "exchanged": me.exchanged,
        "aside": [sorted(me.aside_jobs), sorted(me.aside_skills)],
        "parts": [me.offer, me.job, me.strength, me.weakness],
        "salary": me.salary,
        "hired": me.hired,
        "hint": g.target.index(me.seat) if me.knows else None,
        "matched": me.matched,
        "money": me.money,
        "bonuses": me.bonuses,
        "compensations": me.compensations,
    }
