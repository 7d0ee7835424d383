"""The instructions of the card language: what each takes, what it does, where it may stand."""

from __future__ import annotations

from balance.games.extremely_bad_hires.language import (
    BANS,
    CLOCK_IN,
    COST,
    EFFECTS,
    HARM_MEANING,
    HARMS,
    LEAVES,
    NUMBER_MAX,
    SHOWN,
    TYPES,
    UNTIL_ALL,
    UNTIL_TURNS,
    Key,
    Word,
    words,
)
from balance.games.extremely_bad_hires.state import LOOK_MAX, At, Deck, Op, Rest, Shield, Worsen, Zone

# ------------------------------------------------------------------ keys used often
_YOU = Key("players", "whose", "you")
_WHO = Key("hires", "which Hires", needed=True)
_DO = Key("block", "what then happens", needed=True)
_AS = Key("name", "the name it gets; used as $name", needed=True)


def _count(meaning: str) -> Key:
    return Key("number", meaning, 1)


def _by(meaning: str = "who picks", default: str | None = None) -> Key:
    return Key("chooser", meaning, default)


OPS: dict[str, Word] = {
    # ---------------------------------------------------------------- cards
    "draw": Word(
        Op.DRAW,
        "draw from the top of the own deck; an empty deck is made anew from the discard pile",
        {"count": _count("how many"), "player": _YOU},
        short="count",
        counts="cards drawn",
    ),
    "discard": Word(
        Op.DISCARD,
        "discard chosen hand cards; fewer if there are fewer",
        {
            "count": Key("amount", "how many", 1),
            "player": _YOU,
            "type": Key("word", "only that kind of card", "any", words=TYPES),
            "by": _by("who chooses the cards (left out: the player who discards)"),
        },
        places=(COST, EFFECTS),
        short="count",
        counts="cards discarded",
    ),
    "discard_random": Word(
        Op.DISCARD_RANDOM,
        "discard random hand cards",
        {
            "count": _count("how many"),
            "player": _YOU,
            "type": Key("word", "only that kind of card", "any", words=TYPES),
        },
        places=(COST, EFFECTS),
        short="count",
        counts="cards discarded",
    ),
    "cycle": Word(
        Op.CYCLE,
        "discard up to so many cards, then draw as many as were discarded",
        {
            "count": _count("how many at most"),
            "player": _YOU,
            "by": _by("who chooses the cards (left out: the player who discards)"),
        },
        short="count",
        counts="cards discarded",
    ),
    "take_back": Word(
        Op.TAKE_BACK,
        "a card leaves a discard pile",
        {
            "card": Key("card", "which", needed=True),
            "to": Key("word", "where it goes", "hand", words=words(Zone, "hand", "deck_top", "deck_bottom")),
        },
        counts="1 if it happened",
    ),
    "exchange": Word(
        Op.EXCHANGE,
        "a hand card and a card of the discard pile change places; both are chosen first",
        {
            "give": Key("card", "the hand card", needed=True),
            "take": Key("card", "the card of the discard pile", needed=True),
        },
        counts="1 if it happened",
    ),
    "look": Word(
        Op.LOOK,
        "look at the top cards of a deck in private",
        {
            "deck": Key("word", "the own Company Deck or the Job Deck", "own", words=words(Deck)),
            "count": Key("number", "how many", 1, low=1, high=LOOK_MAX),
            "keep": Key("keep", "take out so many of them: count (1), to (hand), type (any)"),
            "rest": Key("word", "what becomes of the others", "same_order", words=words(Rest)),
            "by": Key("player", "who looks", "you"),
        },
        short="count",
        counts="cards looked at",
    ),
    "reveal": Word(
        Op.REVEAL,
        "show cards to all; nothing moves",
        {
            "what": Key("word", "the hand, or the top of the own deck", "hand", words=SHOWN),
            "player": _YOU,
            "count": _count("of `top`: how many"),
        },
        counts="cards shown",
    ),
    "shuffle": Word(
        Op.SHUFFLE,
        "shuffle a deck",
        {
            "deck": Key("word", "the own Company Deck or the Job Deck", "own", words=words(Deck)),
            "with_discard": Key("flag", "put its discard pile in first", False),
        },
        counts="1",
    ),
    # ---------------------------------------------------------------- Hires
    "incapacitate": Word(
        Op.INCAPACITATE,
        "Hires become Incapacitated; nothing happens to those that are, or are protected",
        {
            "who": _WHO,
            "turns": Key(
                "number", "for so many of its owner's turns (left out: the number of game.yaml)", low=1
            ),
            "until": Key("word", f"instead of turns; {HARM_MEANING}", words=HARMS),
            "no_other_recovery": Key("flag", "no effect can recover or reduce it", False),
        },
        places=(COST, EFFECTS),
        counts="Hires",
    ),
    "recover": Word(Op.RECOVER, "Hires become Active at once", {"who": _WHO}, counts="Hires"),
    "reduce": Word(
        Op.REDUCE,
        "take turns off an Incapacitation; at 0 the Hire is Active",
        {"who": _WHO, "by": Key("number", "turns", 1, low=1)},
        counts="Hires",
    ),
    "worsen": Word(
        Op.WORSEN,
        "change the Incapacitation of a Hire that has one",
        {
            "who": _WHO,
            "mode": Key(
                "word", "add turns, put another in its place, start it anew", "extend", words=words(Worsen)
            ),
            "turns": Key("number", "turns (left out: the number of game.yaml)", low=1),
            "until": Key("word", "for replace, instead of turns", words=HARMS),
        },
        counts="Hires",
    ),
    "protect": Word(
        Op.PROTECT,
        "Hires are safe from exactly that",
        {
            "who": _WHO,
            "from": Key("word", "from what", needed=True, words=words(Shield)),
            "until": Key("word", "how long", "attempt", words=UNTIL_ALL),
        },
        places=(CLOCK_IN, EFFECTS),
        counts="Hires",
    ),
    "return_hire": Word(
        Op.RETURN_HIRE,
        "Hires leave the staff for their owner's hand",
        {"who": _WHO},
        places=(COST, EFFECTS),
        counts="Hires",
    ),
    "unassign": Word(
        Op.UNASSIGN, "Hires stop participating and stay in the staff", {"who": _WHO}, counts="Hires"
    ),
    "dismiss": Word(
        Op.DISMISS,
        "Hires leave the staff for their owner's discard pile",
        {"who": _WHO},
        places=(COST, EFFECTS),
        counts="Hires",
    ),
    "enlist": Word(
        Op.ENLIST,
        "a Hire of the hand or the discard pile enters the staff, Inactive, if there is room",
        {"card": Key("card", "which", needed=True)},
        counts="1 if it happened",
    ),
    "activate": Word(Op.ACTIVATE, "Inactive Hires become Active", {"who": _WHO}, counts="Hires"),
    "qualify": Word(
        Op.QUALIFY,
        "Hires have a further Qualification",
        {
            "who": _WHO,
            "qualification": Key("qualification", "which", needed=True),
            "until": Key("word", "how long", "end_of_turn", words=UNTIL_TURNS),
        },
        counts="Hires",
    ),
    # ---------------------------------------------------------------- attempt and Job
    "required": Word(
        Op.REQUIRED,
        "change the Required Hires of this attempt",
        {
            "by": Key("number", "add so many (below 0: fewer)", low=-NUMBER_MAX),
            "set": Key("number", "make it so many"),
        },
        places=(CLOCK_IN, EFFECTS),
        short="by",
        counts="1 if it happened",
    ),
    "cancel_next_mayhem": Word(
        Op.CANCEL_NEXT_MAYHEM,
        "the next Mayhem against the own crew does nothing",
        {
            "count": _count("how many Mayhem"),
            "player": Key("player", "whose crew", "you"),
            "until": Key("word", "how long", "attempt", words=UNTIL_ALL),
        },
        places=(CLOCK_IN, EFFECTS),
        counts="1",
    ),
    "end_attempt": Word(
        Op.END_ATTEMPT,
        "once this effect is over the attempt ends, uncompleted",
        {},
        counts="1 if an attempt was running",
    ),
    "drop_job": Word(
        Op.DROP_JOB,
        "the Active Job goes to the Job discard pile, the next one is revealed; a running attempt ends",
        {},
        counts="1",
    ),
    "job_profit": Word(
        Op.JOB_PROFIT,
        "if this Job is completed, that much Profit is added to its settlement",
        {
            "by": Key("number", "how much (below 0: a loss)", needed=True, low=-NUMBER_MAX),
            "player": Key("players", "whose Profit", "ap"),
        },
        places=(CLOCK_IN, EFFECTS),
        short="by",
        counts="1",
    ),
    # ---------------------------------------------------------------- Profit
    "gain": Word(
        Op.GAIN,
        "gain Profit, settled at the end of the effect",
        {"count": _count("how much"), "player": _YOU},
        short="count",
        counts="Profit gained",
    ),
    "lose": Word(
        Op.LOSE,
        "lose Profit, settled at the end of the effect",
        {"count": _count("how much"), "player": _YOU},
        places=(COST, EFFECTS),
        short="count",
        counts="Profit really lost",
    ),
    # ---------------------------------------------------------------- control
    "choose": Word(
        Op.CHOOSE,
        "choose Hires or a card now, for instructions that follow; keys of a selector beside `as`",
        {"as": _AS},
        counts="Hires or cards chosen",
    ),
    "choose_player": Word(
        Op.CHOOSE_PLAYER,
        "choose a player now",
        {
            "as": _AS,
            "from": Key("group", "among whom", "opponents"),
            "by": _by("who chooses", "you"),
        },
        counts="1",
    ),
    "choose_one": Word(
        Op.CHOOSE_ONE,
        "choose one of the options that can be done; without one nothing happens",
        {"by": _by("who chooses", "you"), "options": Key("options", "two or more", needed=True)},
    ),
    "if": Word(
        None,
        "do it if the condition holds, else do the other",
        {
            "when": Key("condition", "the condition", needed=True),
            "do": _DO,
            "else": Key("block", "what happens otherwise"),
        },
    ),
    "may": Word(
        Op.MAY,
        "do it or leave it",
        {"by": _by("who says", "you"), "do": _DO},
        counts="1 if it was done",
    ),
    "each": Word(
        Op.EACH_PLAYER,
        "once for each, from the active player in turn order",
        {"over": Key("over", "for whom", needed=True), "as": _AS, "do": _DO},
    ),
    "later": Word(
        Op.LATER,
        "set up an effect that comes later, with its own settlement (job_step2: in that of the Job)",
        {
            "at": Key(
                "word",
                "when; after_job: once a Job is completed this turn; job_step2: in this turn's Job",
                needed=True,
                words=words(At),
            ),
            "of": Key("player", "whose turn, and who resolves it", "you"),
            "when": Key("condition", "tested when it comes"),
            "do": _DO,
        },
    ),
    "forbid": Word(
        Op.FORBID,
        "something cannot be done",
        {
            "what": Key("word", "what", needed=True, words=BANS),
            "player": Key("players", "who cannot (left out: ap on a Mayhem, else you)"),
            "who": Key("hires", "instead of a player, for recover, dismiss, send: these Hires"),
            "until": Key("word", "how long", "end_of_turn", words=UNTIL_TURNS),
        },
        places=(CLOCK_IN, EFFECTS),
        counts="1",
    ),
    "allow": Word(
        Op.ALLOW,
        "a stated exception; `override` lifts a prohibition",
        {
            "what": Key("allowance", "what", needed=True, words=LEAVES),
            "player": Key("players", "who may", "you"),
            "who": Key("hires", "instead of a player, to override recover, dismiss, send: these Hires"),
            "until": Key("word", "how long", "end_of_turn", words=UNTIL_TURNS),
        },
        places=(CLOCK_IN, EFFECTS),
        counts="1",
    ),
}
"""Every instruction of the language."""
