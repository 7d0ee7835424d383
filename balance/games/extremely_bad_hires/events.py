"""What the log of a game can say: kernels write it, `transcripts.py` reads it.

`seat` is whom the line is about, unless said otherwise. Words of the comments: a *card* is
`kind * 64 + copy`, a *kind* the number of a kind of Company card, a *Job* the number of a kind of Job, a
*place* `seat * STAFF + slot` of a Hire in a staff (it names the owner, so `seat` is not read with it).
What is not named is not read: write 0.
"""

from __future__ import annotations

from enum import IntEnum


class Event(IntEnum):
    """What the log can say (arguments a, b, c)."""

    # setup and turns
    START = 0  # seat moves first: players, target Profit
    SHUFFLE = 1  # a deck is made new: cards in it, Deck, why (Shuffled); seat: its owner (Deck.JOB: -1)
    TURN = 2  # turn from 1, round from 1
    WORKS = 3  # an Inactive Hire becomes Active at the start of the turn (T1): place, kind
    DRAW = 4  # card, why (Drawn)
    NO_DRAW = 5  # a card that could not be drawn: deck and pile are empty (EBH-5.5)
    # decisions and plays
    CHOICE = 6  # before the effects of a decision; only where somebody was asked: the option taken, more of
    #   it, Phase; seat: the decider. More: PICK the kind of the Hire; HIRE the kind dismissed or -1; CARD,
    #   FILE the seat whose hand or pile; LOOKED the Deck; NEXT kind (or Job) * 4 + Source; else 0
    HIRE = 7  # played: card, place
    DISMISS = 8  # leaves the staff for the pile: card, place, 1: for room (EBH-6.10), 0: by an effect
    FIX = 9  # played: card, Window
    MAYHEM = 10  # played: card
    MODE = 11  # mode of the card in play, asked or not: number from 0, its entry in RULES.choice
    TARGET = 12  # declared at play, each of them, asked or not: place, card or seat; kind (of a place) or
    #   whose (of a card) or 0; pool (0 Hires, 1 hand, 2 discard pile, 4 players); seat: who chose
    COST = 13  # a cost begins to be paid (what it takes follows in its own lines): Op
    SKIP = 14  # no attempt: Job, 1: there was a legal crew, 0: nobody could be sent
    CREW = 15  # clocks in: Job, Path, Required Hires (floor included); the Hires follow, each in a SENT
    SENT = 16  # place, kind, 1: has the Job's Qualification
    PASS = 17  # an opponent plays no Mayhem, asked or not
    CANCELLED = 18  # the Mayhem just played by seat: kind, what that shield has left
    CHECK = 19  # staffing check of seat: Hires that count, Required Hires
    ENDED = 20  # the attempt is over and the Job not completed: End, Job
    RESOLVE = 21  # the Job begins to resolve: Job, Path
    COMPLETED = 22  # before its settlement: Job, printed Profit, what job_profit adds for seat
    WAITING = 23  # a waiting effect comes: kind or Job, Source, At; seat: its controller
    # effects
    DISCARD = 24  # from the hand to the pile: card, why (Discarded)
    TAKE_BACK = 25  # out of the discard pile: card, Zone
    EXCHANGE = 26  # card given, card taken
    LOOK = 27  # seat looks: Deck, cards
    SEEN = 28  # each card looked at, next one first: card (of the Job Deck: Job * 64 + copy), Deck
    KEPT = 29  # of these: card, Deck, Zone
    PUT = 30  # the others, in order (any_order: first the one on top): card, Deck, Rest
    REVEAL = 31  # seat's cards are shown: 0 hand, 1 top of the deck; cards
    SHOWN = 32  # each: card
    HURT = 33  # Incapacitated: place, kind, Harm + 8 * lock + 16 * turns
    BACK = 34  # Incapacitated no more, Active: place, kind, why (Back)
    REDUCED = 35  # place, kind, turns left (1 or more)
    WORSENED = 36  # place, kind, the condition now, as for HURT
    COUNTED = 37  # countdown: place, kind, turns left (1 or more; at 0: BACK)
    SPARED = 38  # a protection stopped an effect on it: place, kind, Shield
    PROTECT = 39  # place, kind, Shield * 8 + Until
    RETURN = 40  # to its owner's hand: card, place
    UNASSIGN = 41  # leaves the crew: place, kind
    ENLIST = 42  # enters the staff by an effect: card, place, Zone it came from
    ACTIVATE = 43  # by an effect: place, kind
    QUALIFY = 44  # place, kind, Qualification * 8 + Until
    REQUIRED = 45  # the number given, 1: set, 0: added; Required Hires now
    SHIELD = 46  # seat's next Mayhem is cancelled: how many, Until
    END_ATTEMPT = 47  # the attempt will end after this effect
    DROP_JOB = 48  # the Active Job will go or goes: Job
    JOB_PROFIT = 49  # to be added for seat if the Job is completed: number
    GAIN = 50  # to the settlement of seat: number
    LOSE = 51  # from it: number
    FORBID = 52  # Ban * 8 + Until; place or -1; kind. Without a place, seat is forbidden
    ALLOW = 53  # seat may: Leave, Until, how many
    LATER = 54  # an effect is set up: At, whose (seat); seat: its controller
    OPTION = 55  # of a choose-one, asked or not: number from 0, its entry in RULES.choice; seat: chooser
    VOID = 56  # an instruction that was impossible: Op
    EXPIRED = 57  # something that lasted is over: Lasting * 64 + what; place or -1; kind or 0
    # the rest of the turn
    SETTLE = 58  # Profit: change (floor not yet applied), total now; only where the change is not 0
    FILE_JOB = 59  # the Active Job goes to its pile: Job
    JOB = 60  # a Job is revealed as the Active Job: Job, cards left in the Job Deck
    REACHED = 61  # seat has reached the target and the round is finished first (V-01): total
    STALL = 62  # the game ends without a winner: Stop, Active Job
    WINNER = 63  # total, how many share the win
    SCORE = 64  # of every seat when the game is over: total


class Shuffled(IntEnum):
    """Why a deck was shuffled."""

    SETUP = 0
    RECYCLE = 1  # EBH-5.4, 5.7: the pile became the deck
    EFFECT = 2


class Drawn(IntEnum):
    """Why a card was drawn."""

    OPENING = 0
    START = 1  # of the turn
    EFFECT = 2


class Discarded(IntEnum):
    """Why a hand card was discarded."""

    EFFECT = 0
    RANDOM = 1
    LIMIT = 2


class Back(IntEnum):
    """Why a Hire is no longer Incapacitated, as `TALLY.ends` counts it."""

    COUNT = 0
    RECOVER = 1
    REDUCE = 2
    ANY_FIX = 3
