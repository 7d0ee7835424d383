"""What a player of Hire or Fire cannot know, dealt anew: for the test that nobody looks at it.

What may stand here: `permute_hidden`, and what it deals. Paper bin, boards and folders on the table are open
(HF-19, HF-32, HF-44); so is what everybody has won and played up to last week (HG-13).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from balance.games.hire_or_fire.places import IN_FOLDER, KINDS, folder, lay, offer, pile
from balance.games.hire_or_fire.state import Offers, Phase, SelfHire, Talk
from balance.games.hire_or_fire.words import applicant

if TYPE_CHECKING:
    import numpy as np

    from balance.games.interface import Match

PLANS = ("plan_week", "plan_job", "plan_strength", "plan_weakness")
SCRATCH = ("fit", "weight", "subset", "chance", "word", "bucket")
REVEALED = (Phase.LATE, Phase.OVER)


def permute_hidden(match: Match, seat: int, rng: np.random.Generator) -> Match:
    """A copy in which everything hidden from that seat is dealt anew, and nothing else.

    Cards that it cannot see change places among themselves, as many in each place as before. Folders on the
    table keep their places and what they say; who of the others wrote which is dealt anew, but for a folder
    that this hirer can tell (HG-14). What bots have noted is forgotten.
    """
    other = match.copy()
    game, rules = other.state[0], other.tables[0]
    others = [p for p in range(int(game["players"])) if p != seat]
    for kind in KINDS:
        _deal(game, kind, others, rng, offers_hidden=rules["reading"]["offers"] == Offers.HIDDEN)
    for player in others:
        me = game["player"][player]
        _put_aside(me, rng)
        if game["phase"] not in REVEALED and me["salary"] >= 0:
            _salary(me, rng)
    if game["phase"] == Phase.HIRE:
        _authors(game, seat, others, rng)
        _hired(game, rules, others, rng)
    for me in game["player"]:
        for plan in PLANS:
            me[plan] = 0
    for scratch in SCRATCH:
        game[scratch] = 0
    game["log"][: int(game["log_count"])] = 0  # for transcripts, not for bots
    return other


def _deal(game: Any, kind: str, others: list[int], rng: np.random.Generator, *, offers_hidden: bool) -> None:
    """Another order of the deck, other hands, other offers and folders where they are not yet shown."""
    hide_offers = game["phase"] == Phase.OFFER and offers_hidden
    hide_folders = not game["laid_size"] and game["phase"] != Phase.OVER
    players = [game["player"][player] for player in others]
    cards = pile(game, kind)
    for me in players:
        cards += pile(me, kind)
        cards += offer(me, kind) if hide_offers else []
        cards += folder(me, kind) if hide_folders else []
    dealt = iter(rng.permutation(cards).tolist())
    lay(game, kind, [next(dealt) for _ in pile(game, kind)])
    for me in players:
        lay(me, kind, sorted(next(dealt) for _ in pile(me, kind)))
        if hide_offers and offer(me, kind):
            me["offer"] = next(dealt)
        if hide_folders:
            _fill(me, kind, [next(dealt) for _ in folder(me, kind)])


def _fill(me: Any, kind: str, cards: list[int]) -> None:
    """Put other cards into a folder, in the slots that are filled (one card may fill both halves)."""
    slots = [slot for slot in IN_FOLDER[kind] if me[slot] >= 0]
    for number, slot in enumerate(slots):
        me[slot] = cards[min(number, len(cards) - 1)]


def _put_aside(me: Any, rng: np.random.Generator) -> None:
    """Other cards of the hand are put aside, as many of each kind."""
    for kind in KINDS:
        aside = int(me[f"put_{kind}"]).bit_count()
        places = rng.choice(int(me[f"{kind}_size"]), aside, replace=False).tolist()
        me[f"put_{kind}"] = sum(1 << place for place in places)


def _salary(me: Any, rng: np.random.Generator) -> None:
    """Another of the salary cards that this player can still have in the folder."""
    held = int(me["salaries"]) | 1 << int(me["salary"])
    numbers = [number for number in range(held.bit_length()) if held >> number & 1]
    me["salary"] = rng.choice(numbers)
    me["salaries"] = held & ~(1 << int(me["salary"]))


def _authors(game: Any, seat: int, others: list[int], rng: np.random.Generator) -> None:
    """Other authors of the folders on the table that this player cannot place."""
    hint = int(game["player"][seat]["hint"])
    places = [
        place
        for place in range(int(game["laid_size"]))
        if place != hint and int(game["laid"][place]) in others
    ]
    authors = [int(game["laid"][place]) for place in places]
    slots = [slot for kind in KINDS for slot in IN_FOLDER[kind]]
    says = [[int(game["player"][author][slot]) for slot in slots] for author in authors]
    for place, author, said in zip(places, rng.permutation(authors).tolist(), says, strict=True):
        game["laid"][place] = author
        for slot, card in zip(slots, said, strict=True):
            game["player"][author][slot] = card


def _hired(game: Any, rules: Any, others: list[int], rng: np.random.Generator) -> None:
    """Other choices of the others, and another idea which of them can tell the author of a folder."""
    players = int(game["players"])
    laid = game["laid"][:players].tolist()
    own_too = rules["reading"]["self_hire"] == SelfHire.ALLOWED
    for player in others:
        me = game["player"][player]
        if me["hired"] >= 0:
            me["hired"] = rng.choice([place for place in range(players) if own_too or laid[place] != player])
        if rules["reading"]["talk"] == Talk.LEAKS:
            meant = laid.index(applicant(player, int(game["offset"]), players))
            me["hint"] = meant if rng.random() < 0.5 else -1
