"""The records of Extremely Bad Hires: the tables of the rules, and one game in play.

All numbers int64. `RULES` is what card data compiles to: numbers, readings, kinds of cards, decks, and one
integer program for all card texts (`CODE` with its selectors, conditions and numbers). `GAME` is one game:
the rules change it, bots and words read it. Names and texts live in the card data, never here.

A Hire in a staff is named by its place, `seat * STAFF + slot`; a set of Hires is a mask of such bits. A slot
keeps its Hire until that leaves; `uid` tells whether the Hire that was meant is still there. A card of a
Company Deck is `kind * 64 + copy`, unique for its owner; a Job card the same.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

I = np.int64

# ------------------------------------------------------------------ capacities of the records
# Not game numbers: the size of the drawers. The loader refuses card data that would not fit.
SEATS = 4
STAFF = 6
CARD_KINDS = 80
JOB_KINDS = 56
DECK_MAX = 60  # a hand fits in one word of bits
QUALIFICATIONS = 12
CODE_MAX = 2048
SELECTORS = 768
CONDITIONS = 384
NUMBERS = 768
OPTIONS_OF = 8  # options of one choose-one, modes of one card
CHOICES = 128  # all of those together
BINDINGS = 8
SLOTS = 16  # instructions with an id in one card
LOOPS = 4
LASTING = 32
LOOK_MAX = 16
NEEDS_AT_ONCE = 8  # targets and costs of one card
STACK = 8
ROUNDS = 40  # rounds that are counted apart; the last one is open
POINTS = 13  # decision points D1..D12 (0 is unused)
SURPLUS = 3  # Hires sent beyond Required Hires: 0, 1, 2 or more
MET = 3  # Mayhem that met an attempt: 0, 1, 2 or more
OPTIONS_MAX = 512
LOG_MAX = 12288


class CardType(IntEnum):
    """What kind of Company card it is (ANY: in selectors only)."""

    HIRE = 0
    MAYHEM = 1
    FIX = 2
    ANY = 3


class Status(IntEnum):
    """EBH-6.4."""

    INACTIVE = 0
    ACTIVE = 1
    INCAPACITATED = 2


class Harm(IntEnum):
    """EBH-10.5: the kinds of Incapacitation."""

    NONE = 0
    TIMED = 1
    NEXT_END = 2  # until the end of the owner's next turn
    FIX = 3  # until the owner plays a Fix
    RECOVERY_FIX = 4  # indefinite: a Fix must be used on the Hire


class Path(IntEnum):
    """EBH-7.7, 7.8."""

    UNQUALIFIED = 0
    QUALIFIED = 1


class Source(IntEnum):
    """What kind of effect resolves. A delayed effect has the source of the card that made it."""

    MAYHEM = 0
    FIX = 1
    JOB = 2


class Window(IntEnum):
    """The step of a turn (EBH-4.1)."""

    START = 0  # T3: effects at the start of a turn
    PREPARATION = 1
    CREW = 2
    MAYHEM = 3
    RESOLVE = 4  # T10
    STEP_TWO = 5  # T11
    AFTER_JOB = 6
    RECOVERY = 7
    END = 8  # T16: effects at the end of a turn
    HAND = 9  # T18


class Phase(IntEnum):
    """What is asked of the decider. NONE only inside the kernels."""

    NONE = 0
    PREPARATION = 1  # D1: a Hire, a Fix, or done
    CREW = 2  # D2: a crew, or skip
    MAYHEM = 3  # D3: a Mayhem, or pass
    RECOVERY = 4  # D8: a Fix, or done
    FIX_WINDOW = 5  # D12: a Fix in the Mayhem Window, or done (O-44)
    LIMIT = 6  # D9: a hand card to discard
    HIRE = 7  # D4, D5: a Hire in a staff (or stop, where fewer may be taken)
    CARD = 8  # D6: a hand card (or stop)
    FILE = 9  # D7: a card of a Company discard pile
    LOOKED = 10  # D7: a card among those looked at
    PLAYER = 11  # D11
    OPTION = 12  # D5: an option of a choose-one, or a mode at play
    MAY = 13  # D5: yes or no
    ORDER = 14  # D10: which of the own waiting effects comes next
    OVER = 15


class Verb(IntEnum):
    """An option is `verb * 1024 + argument`."""

    DONE = 0  # leave the window
    HIRE = 1  # kind * 8 + 7, or + the slot of the Active Hire dismissed for it
    FIX = 2  # kind
    SKIP = 3
    CREW = 4  # mask of own slots
    PASS = 5
    MAYHEM = 6  # kind
    STOP = 7  # enough picked
    PICK = 8  # seat * STAFF + slot
    CARD = 9  # kind, from a hand
    FILE = 10  # kind, from a discard pile
    LOOKED = 11  # kind (of Company card or Job)
    PLAYER = 12  # seat
    OPTION = 13  # number, from 0
    YES = 14
    NO = 15
    NEXT = 16  # place in `lasting`


VERB = 1024


class Stop(IntEnum):
    """Why a game ended without a winner (O-36)."""

    NONE = 0
    MAX_ROUNDS = 1
    NO_PROGRESS = 2
    FROZEN = 3
    FAULT = 4  # a drawer was full, or an effect ran too long: a defect, not a result


class Stage(IntEnum):
    """Where a turn goes on when no effect resolves and nobody is asked (turns.py)."""

    TURN_START = 0
    START_EFFECTS = 1
    PREPARATION = 2
    CREW = 3
    MAYHEM = 4
    CHECK = 5
    STEP_TWO = 6
    SETTLE = 7
    AFTER_JOB = 8
    RECOVERY = 9
    END_EFFECTS = 10
    COUNTDOWN = 11
    LIMIT = 12
    PASS_ON = 13


class Role(IntEnum):
    """What the resolving effect is part of: says what follows it."""

    FIX = 0
    MAYHEM = 1
    CLOCK_IN = 2
    JOB = 3
    STEP_TWO = 4
    WAITING = 5


class End(IntEnum):
    """How an attempt ended."""

    COMPLETED = 0
    MAYHEM = 1  # ended by a Mayhem
    SHORT = 2  # staffing check
    OWN = 3  # the Job's own effect
    REMOVED = 4  # the Active Job was taken away


# ------------------------------------------------------------------ the card language


class Op(IntEnum):
    """Instructions. What each needs stands in `effects.py`; what a card may say, in `language.py`."""

    END = 0  # the program is over
    # play: what comes before the effect
    TARGET = 1  # bind Hires or a card or a player chosen at play (O-22)
    MODE = 2  # choose one of the modes, go to its place
    BEGIN = 3  # costs are paid: a cancelled Mayhem ends here (EBH-8.15)
    # control
    CHOOSE = 4  # bind Hires or a card when reached
    CHOOSE_PLAYER = 5
    CHOOSE_ONE = 6
    JUMP = 7
    UNLESS = 8  # jump unless the condition holds
    MAY = 9  # jump unless the player wants to
    EACH_PLAYER = 10
    EACH_HIRE = 11
    NEXT = 12  # end of a loop's body
    LATER = 13  # set up a delayed effect and jump over its body
    # cards
    DRAW = 20
    DISCARD = 21
    DISCARD_RANDOM = 22
    CYCLE = 23
    TAKE_BACK = 24
    EXCHANGE = 25
    LOOK = 26
    REVEAL = 27
    SHUFFLE = 28
    # Hires
    INCAPACITATE = 30
    RECOVER = 31
    REDUCE = 32
    WORSEN = 33
    PROTECT = 34
    RETURN_HIRE = 35
    UNASSIGN = 36
    DISMISS = 37
    ENLIST = 38
    ACTIVATE = 39
    QUALIFY = 40
    # attempt and Job
    REQUIRED = 50
    CANCEL_NEXT_MAYHEM = 51
    END_ATTEMPT = 52
    DROP_JOB = 53
    JOB_PROFIT = 54
    # Profit
    GAIN = 60
    LOSE = 61
    # prohibitions and exceptions
    FORBID = 70
    ALLOW = 71


class Who(IntEnum):
    """Players, as `who + 16 * argument`; argument: a binding (OWNER, BOUND)."""

    YOU = 0  # the controller
    AP = 1
    LEFT = 2  # of AP
    RIGHT = 3  # of AP
    OWNER = 4  # of the bound Hire; as a chooser: of the staff picked from
    BOUND = 5
    OPPONENTS = 6  # all but you; these three only where several are meant
    OTHERS = 7  # all but AP
    ALL = 8
    RANDOM = 9  # as a chooser only
    UNNAMED = 10  # as a chooser only: nobody is named (O-12)


class Pick(IntEnum):
    """Where a Hire selector looks."""

    PARTICIPATING = 0
    SENT = 1  # for counting only (O-39)
    STAFF = 2  # of `player`
    ANY_STAFF = 3
    BOUND = 4  # the Hires of a binding
    HAND = 5  # card selectors: zone
    DISCARD = 6


class Where(IntEnum):
    """Bits: what a Hire must be to be picked. All given must hold."""

    ACTIVE = 1
    INACTIVE = 2
    INCAPACITATED = 4
    TIMED = 8
    INDEFINITE = 16
    CAN_INCAPACITATE = 32
    RECOVERABLE = 64
    MATCHING = 128
    NOT_MATCHING = 256
    QUALIFICATION = 512  # the selector's `qualification`
    PARTICIPATING = 1024
    NOT_PARTICIPATING = 2048
    CAN_RETURN = 4096  # added by the compiler where the effect returns
    CAN_REDUCE = 8192  # added where the effect reduces and is no declared target (O-25)
    CAN_DISMISS = 16384  # added where the effect dismisses


class Count(IntEnum):
    """How many of the candidates."""

    EXACT = 0
    ALL = 1
    UP_TO = 2


class Number(IntEnum):
    """Steps of a number, in postfix order: values are pushed, MIN, MAX, ADD take the last two."""

    CONST = 0  # a
    COUNT = 1  # a: selector
    DONE = 2  # a: slot
    HAND = 3  # a: player
    MIN = 4
    MAX = 5
    ADD = 6
    PROFIT = 7  # a: player
    REQUIRED = 8  # a: 0 printed, 1 current


class Test(IntEnum):
    """Leaves of a condition; after a leaf comes `yes` or `no`: another leaf, or TRUE or FALSE."""

    PATH = 0  # a: Path
    WINDOW = 1  # a: mask of 1 << Window
    COUNT = 2  # a: selector; low, high
    HAND = 3  # a: player; low, high
    PROFIT = 4  # a: player; low, high
    REQUIRED = 5  # low, high
    DID = 6  # a: slot; low
    COMPLETED = 7  # a Job was completed this turn
    PLAYERS = 8  # low, high
    JOB = 9  # a: qualification
    DECK = 10  # a: player, or -1 the Job Deck; low, high


TRUE, FALSE = -1, -2
NO_LIMIT = 1 << 30


class Until(IntEnum):
    """When a lasting effect ends; in the order of length (the longer of two equal ones stays)."""

    ATTEMPT = 0  # of this turn; with the turn, if there is none
    END_OF_TURN = 1  # the running turn
    START_OF_NEXT_TURN = 2  # of the player it belongs to
    END_OF_NEXT_TURN = 3
    SPENT = 4


class At(IntEnum):
    """When a delayed effect comes."""

    END_OF_TURN = 0  # the running turn
    START_OF_NEXT_TURN = 1  # of its player
    AFTER_JOB = 2  # once a Job is completed this turn
    JOB_STEP2 = 3  # in this turn's attempt, in the Job's settlement


class Lasting(IntEnum):
    """Kinds of lasting things."""

    PROTECT = 0  # what: Shield; hire
    CANCEL = 1  # player, count
    QUALIFY = 2  # what: qualification; hire
    FORBID = 3  # what: Ban; player or hire
    ALLOW = 4  # what: Leave; player, count
    LATER = 5  # what: At; player


class Shield(IntEnum):
    """What a protection stops."""

    JOB_INCAPACITATION = 0
    MAYHEM_TARGET = 1
    MAYHEM = 2
    INCAPACITATION = 3
    RETURN = 4


class Ban(IntEnum):
    """What can be forbidden."""

    RAISE_REQUIRED = 0
    LOWER_REQUIRED = 1
    PLAY_MAYHEM = 2
    PLAY_FIX = 3
    DRAW = 4
    RECOVER = 5
    DISMISS = 6
    SEND = 7


class Leave(IntEnum):
    """What can be allowed; OVERRIDE + Ban lifts that prohibition."""

    EXTRA_FIX = 0
    EXTRA_HIRE = 1
    EXTRA_ATTEMPT = 2
    FIX_IN_MAYHEM_WINDOW = 3
    OVERRIDE = 8


class Worsen(IntEnum):
    """How `worsen` changes an Incapacitation."""

    EXTEND = 0
    REPLACE = 1
    RESET = 2


class Deck(IntEnum):
    """Which deck `look` and `shuffle` mean."""

    OWN = 0
    JOB = 1


class Rest(IntEnum):
    """What becomes of looked-at cards that are not kept."""

    SAME_ORDER = 0
    ANY_ORDER = 1
    BOTTOM = 2
    DISCARD = 3


class Zone(IntEnum):
    """Where a card goes."""

    HAND = 0
    DECK_TOP = 1
    DECK_BOTTOM = 2
    DISCARD = 3


# ------------------------------------------------------------------ readings of open questions


class LateSeats(IntEnum):
    """O-04."""

    NONE = 0
    EXTRA_CARD = 1


class NextEnd(IntEnum):
    """O-08: when "until the end of the next turn" ends."""

    COUNTDOWN = 0
    EFFECTS = 1


class Arrivals(IntEnum):
    """O-09: which Inactive Hires become Active at the start."""

    ALL = 0
    PLAYED_ONLY = 1


class FreshRecovery(IntEnum):
    """O-10: a Hire played and recovered in the same turn."""

    WAITS = 0
    MAY_WORK = 1


class Whose(IntEnum):
    """O-11: whose turn or Fix "your" means in a condition set by a Mayhem."""

    OWNER = 0
    PLAYER = 1


class NoChooser(IntEnum):
    """O-12."""

    CONTROLLER = 0
    ATTEMPTING = 1


class MassMayhem(IntEnum):
    """O-13: what "cannot be targeted by Mayhem" stops."""

    CHOICE_ONLY = 0
    ALL = 1


class CancelledCost(IntEnum):
    """O-14."""

    PAID = 0
    KEPT = 1


class Tie(IntEnum):
    """O-18."""

    TURN_ORDER = 0
    HIGHEST = 1
    SHARED = 2


class OneOf(IntEnum):
    """O-19: when an option of a choose-one can be taken."""

    PART = 0
    WHOLE = 1


class TooFew(IntEnum):
    """O-20: fewer than the number asked for, in a resolving effect."""

    TAKE_ALL = 0
    NONE = 1


class BlockedChoice(IntEnum):
    """O-21: whether a choice is limited to what the effect can do."""

    LIMITED = 0
    FREE = 1


class TargetsWhen(IntEnum):
    """O-22."""

    PLAY = 0
    REACHED = 1


class MassFix(IntEnum):
    """O-24: whether a Fix that recovers all is used on each."""

    COUNTS = 0
    DOES_NOT = 1


class ReduceWaiting(IntEnum):
    """O-25: whether a reducing Fix may be aimed at a Hire that waits for a Fix."""

    ALLOWED = 0
    NOT_ALLOWED = 1


class RequiredOrder(IntEnum):
    """O-28."""

    IN_ORDER = 0
    SETS_FIRST = 1


class FailedProfit(IntEnum):
    """O-37."""

    SETTLES = 0
    LOST = 1


class HurtCrew(IntEnum):
    """O-38: whether "participating" speaks of Incapacitated participants."""

    INCLUDED = 0
    LEFT_OUT = 1


class EqualTurns(IntEnum):
    """V-01: whether the round is finished before somebody wins."""

    AT_ONCE = 0
    FINISH_ROUND = 1


SWITCHES: dict[str, type[IntEnum]] = {
    "late_seats": LateSeats,
    "next_end": NextEnd,
    "arrivals": Arrivals,
    "fresh_recovery": FreshRecovery,
    "whose": Whose,
    "no_chooser": NoChooser,
    "mass_mayhem": MassMayhem,
    "cancelled_cost": CancelledCost,
    "tie": Tie,
    "one_of": OneOf,
    "too_few": TooFew,
    "blocked_choice": BlockedChoice,
    "targets_when": TargetsWhen,
    "mass_fix": MassFix,
    "reduce_waiting": ReduceWaiting,
    "required_order": RequiredOrder,
    "failed_profit": FailedProfit,
    "hurt_crew": HurtCrew,
    "equal_turns": EqualTurns,
}
"""Switch -> its positions, as `readings.yaml` names them in small letters."""

READINGS = np.dtype([(name, I) for name in SWITCHES])

# ------------------------------------------------------------------ tables

SELECTOR = np.dtype(
    [
        ("pick", I),  # Pick
        ("player", I),  # Who: whose staff, hand or pile
        ("where", I),  # bits of Where
        ("qualification", I),  # -1: any
        ("type", I),  # CardType, for cards
        ("binding", I),  # Pick.BOUND
        ("count", I),  # Count
        ("number", I),  # into NUMBER: how many (EXACT, UP_TO)
        ("by", I),  # Who: the chooser
    ]
)

CONDITION = np.dtype([("test", I), ("a", I), ("low", I), ("high", I), ("yes", I), ("no", I)])

NUMBER = np.dtype([("kind", I), ("a", I), ("last", I)])  # last: 1 at the end of a number

INSTRUCTION = np.dtype(
    [
        ("op", I),
        ("slot", I),  # where `done` is counted; -1: nowhere
        ("needs", I),  # slot that must have been done; -1: none
        ("needs_least", I),
        ("when", I),  # into CONDITION; -1: always
        ("who", I),  # into SELECTOR: Hires, or the card; -1: none
        ("other", I),  # a second selector (EXCHANGE: take; LOOK: keep)
        ("player", I),  # Who
        ("number", I),  # into NUMBER: how many; -1: none
        ("count", I),  # Count, for cards in hand
        (
            "what",
            I,
        ),  # see effects.py: CardType, Shield, Ban, Leave, Deck, Zone, qualification, Worsen, At ...
        ("until", I),  # Until; or Harm for INCAPACITATE and WORSEN
        # lock, `set` not `by`, with_discard, Rest, what reveal shows; EACH_PLAYER: 1 for a group's
        ("extra", I),
        ("by", I),  # Who: the chooser
        ("binding", I),  # TARGET, CHOOSE, CHOOSE_PLAYER, EACH
        ("jump", I),  # place to go on
        ("choice", I),  # CHOOSE_ONE, MODE: first of its `choice` entries
        ("choices", I),  # and how many
        ("cost", I),  # 1: part of a cost
    ]
)

PROFILE = np.dtype(  # what a text does, in round numbers, for bots (worked out on loading)
    [
        (name, np.float64)
        for name in (
            "gain",  # Profit to the controller
            "harm",  # Profit lost by AP or all others
            "draw",  # cards to the controller
            "discard",  # cards lost by the controller, costs included
            "rob",  # cards lost by AP (Mayhem)
            "gift",  # cards or Profit to others
            "hurt",  # Hire-turns lost by the crew
            "remove",  # crew members that no longer count
            "required",  # change of Required Hires
            "ends",  # 1: ends the attempt
            "drops",  # 1: takes the Active Job away
            "job_profit",  # change of the Job's Profit
            "recover",  # own Hires recovered
            "reduce",  # turns taken off
            "shield",  # Mayhem cancelled, Hires protected
            "staff",  # Hires enlisted, activated, qualified
            "lose_staff",  # own Hires dismissed or returned or hurt
            "ban",  # things forbidden to others
            "more",  # extra Fix, Hire, attempt
            "look",  # cards looked at, reveals, shuffles
        )
    ]
)

CHOICE = np.dtype(  # an option of a choose-one, or a mode: code from first to before last
    [("first", I), ("last", I), ("requires", I), ("profile", PROFILE)]
)

KIND = np.dtype(  # a Company card
    [
        ("luck", I),  # names the copies' keys; from the card's id, so stable when cards are added
        ("type", I),  # CardType
        ("qualification", I),  # Hires
        ("windows", I),  # mask of 1 << Window in which it may be played
        ("requires", I),  # CONDITION
        ("code", I),  # first instruction: targets, costs, BEGIN, effects, END
        ("first_need", I),  # NEED entries: what must be there to play it
        ("needs", I),
        ("modes", I),  # number of modes; the MODE instruction is the first one
        ("recovery", I),  # 1: a recovery-type Fix (EBH-10.22)
        ("profile", PROFILE),
    ]
)

NEED = np.dtype(  # one requirement of a play: a target or a cost
    [
        ("selector", I),  # -1: Profit
        ("number", I),  # how many, or how much Profit
        ("mode", I),  # -1: always; else only in that mode
        ("pool", I),  # 0 Hires, 1 cards in hand, 2 discard pile, 3 Profit, 4 players
    ]
)
NEEDS = 256

PATH = np.dtype(
    [
        ("clock_in", I),  # first instruction
        ("resolve", I),
        ("fixed", I),  # 1: `required` below holds whatever the crew
        ("required", I),  # Required Hires at Clock-In
        ("profile", PROFILE),
    ]
)

JOB = np.dtype(
    [
        ("luck", I),
        ("qualification", I),
        ("required", I),  # printed
        ("profit", I),  # printed
        ("crew_min", I),
        ("crew_max", I),
        ("path", PATH, (2,)),  # by Path
    ]
)

DECK_LIST = np.dtype([("copies", I, (CARD_KINDS,))])

RULES = np.dtype(
    [
        ("players", I),
        ("target", I),
        ("opening_hand", I),
        ("start_draw", I),
        ("hire_plays", I),
        ("fix_plays", I),
        ("attempts", I),
        ("mayhem_plays", I),
        ("staff_limit", I),  # at most STAFF
        ("hand_limit", I),
        ("incapacitated_turns", I),
        ("start_profit", I),
        ("min_required", I),
        ("max_rounds", I),
        ("no_progress_rounds", I),
        ("plays_per_turn", I),
        ("early_round", I),  # a card reached the hand early: by the end of this round
        ("reading", READINGS),
        ("qualifications", I),
        ("kinds", I),
        ("kind", KIND, (CARD_KINDS,)),
        ("jobs", I),
        ("job", JOB, (JOB_KINDS,)),
        ("job_copies", I, (JOB_KINDS,)),
        ("deck", DECK_LIST, (SEATS,)),  # each player's Company Deck
        ("deck_size", I, (SEATS,)),
        ("mayhem_share", np.float64, (SEATS,)),  # Mayhem in it, as a share; worked out on loading
        ("job_deck_size", I),
        ("code_size", I),
        ("code", INSTRUCTION, (CODE_MAX,)),
        ("selector", SELECTOR, (SELECTORS,)),
        ("condition", CONDITION, (CONDITIONS,)),
        ("number", NUMBER, (NUMBERS,)),
        ("choice", CHOICE, (CHOICES,)),
        ("need", NEED, (NEEDS,)),
    ]
)
