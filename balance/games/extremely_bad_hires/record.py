"""The record of one game in play. What is public, and who may look at the rest, stands beside each field."""

from __future__ import annotations

import numpy as np

from balance.games.extremely_bad_hires.counts import GAME_TALLY, TALLY
from balance.games.extremely_bad_hires.state import (
    BINDINGS,
    DECK_MAX,
    LASTING,
    LOG_MAX,
    LOOK_MAX,
    LOOPS,
    NEEDS_AT_ONCE,
    OPTIONS_MAX,
    QUALIFICATIONS,
    SEATS,
    SLOTS,
    STACK,
    STAFF,
    I,
)

HIRED = np.dtype(  # a Hire in a staff; public
    [
        ("card", I),  # kind * 64 + copy; -1: the space is free
        ("uid", I),  # which arrival it is, over the whole game
        ("qualification", I),  # printed
        ("skills", I),  # all its Qualifications, as bits
        ("status", I),  # Status
        ("entered", I),  # 1: came this turn and may not be sent (EBH-6.3)
        ("played", I),  # 1: came by a normal play (O-09)
        ("harm", I),  # Harm
        ("n", I),  # turns left, for Harm.TIMED
        ("fresh", I),  # 1: hurt in its owner's running turn
        ("lock", I),  # 1: cannot recover another way
        ("since", I),  # number of the effect that hurt it (O-26)
        ("clock", I),  # seat whose turn or Fix ends it (O-11)
        ("by_source", I),  # Source that hurt it
        ("by_card", I),  # and the kind of card or Job
        ("by_seat", I),  # and whose card it was
    ]
)

PLAYER = np.dtype(
    [
        ("profit", I),  # public
        ("deck_size", I),  # public
        ("deck", I, (DECK_MAX,)),  # hidden from all; the next card is the last entry
        ("discard_size", I),
        ("discard", I, (DECK_MAX,)),  # public, in any order
        ("hand_size", I),  # public
        ("hand", I, (DECK_MAX,)),  # private; sorted, so that equal kinds stand together
        ("staff_size", I),
        ("staff", HIRED, (STAFF,)),
        ("turns", I),  # own turns begun
        ("shuffles", I),  # of the own deck so far (names the next one's luck)
        ("randoms", I),  # random discards so far (names the next one's luck)
        ("tally", TALLY),
    ]
)

ATTEMPT = np.dtype(
    [
        ("running", I),
        ("job", I),  # its kind
        ("path", I),  # Path, locked at Clock-In
        ("crew", I),  # mask of the active player's slots
        ("sent", I),  # Hires at Clock-In
        ("sent_as", I, (STAFF,)),  # their Qualifications then, as bits
        ("raw", I),  # Required Hires before the floor
        ("set_to", I),  # last number it was set to (O-28); -1: none
        ("added", I),  # sum of what was added
        ("opponent", I),  # how many opponents have acted
        ("opponent_plays", I),  # Mayhem played by the one who acts
        ("fix_asked", I),  # 1: the active player was asked for a Fix before this opponent
        ("profit", I, (SEATS,)),  # what completing it brings beside the printed Profit
        ("ending", I),  # End; 0: not ended early
        ("met", I),  # Mayhem played against it
        ("met_kind", I, (SEATS,)),  # by which opponent: kind + 1 (0: none)
        ("surplus", I),  # Hires beyond Required Hires at Clock-In (for counting)
        ("before", I),  # Profit of the active player before its settlement
    ]
)

LASTING_ROW = np.dtype(  # public
    [
        ("kind", I),  # Lasting
        ("what", I),
        ("hire", I),  # seat * STAFF + slot; -1: none
        ("uid", I),
        ("player", I),  # whom it is about, or who made it (LATER: `of`)
        ("owner", I),  # whose turns end it
        ("until", I),  # Until
        ("clock", I),  # own turn starts or ends still to come before it ends
        ("count", I),
        ("age", I),  # oldest first (O-16)
        # delayed effects only
        ("controller", I),
        ("source", I),
        ("card", I),
        ("pc", I),
        ("when", I),
        ("bound", I, (BINDINGS,)),
        ("bound_uid", I, (BINDINGS,)),
    ]
)

LOOP = np.dtype(
    [
        ("todo", I),  # mask of seats, or of Hires, still to come
        ("place", I),  # of the instruction that began it
    ]
)

FRAME = np.dtype(  # the effect that resolves, and where it stands
    [
        ("on", I),
        ("role", I),  # Role
        ("source", I),  # Source
        ("card", I),  # kind of card, or of Job
        ("code", I),  # the Company card in play, kind * 64 + copy; -1: none
        ("controller", I),
        ("pc", I),
        ("effect", I),  # number of this effect
        ("cancelled", I),
        ("recovery", I),  # 1: a recovery-type Fix
        ("mode", I),
        ("bound", I, (BINDINGS,)),  # a set of Hires as a mask, a card, a seat; -1: nothing
        ("bound_uid", I, (BINDINGS,)),  # uid, where one Hire is bound
        ("done", I, (SLOTS,)),
        ("pending", I, (SEATS,)),  # running settlement
        ("loops", I),
        ("loop", LOOP, (LOOPS,)),
        ("step", I),  # inside an instruction: 0 at its beginning
        ("picked", I),  # inside an instruction: mask of Hires picked
        ("left", I),  # inside an instruction: how many are still to be picked
        ("taken", I),  # inside an instruction: a card picked, cards discarded ...
        ("answer", I),  # what was chosen just now; -1: nothing, -2: stop
        ("used", I),  # mask of Hires that are targets or costs of this play
        ("need", I),  # targets and costs met so far
        ("stack", I, (STACK,)),  # of numbers
        ("steps", I),  # instructions of this effect so far
    ]
)

LOG = np.dtype([("event", I), ("seat", I), ("a", I), ("b", I), ("c", I)])

MIND = np.dtype(  # what a bot has worked out for the decision at hand; no part of the position
    [
        ("match", I),
        ("worth", np.float64, (2,)),
        ("danger", np.float64, (2,)),
        ("crews_known", I),  # bits: the crews of `crews` that are worked out
        ("crews", np.float64, (16,)),  # worth by path * 8 + Hires sent
        ("hires_known", I),  # bits: the same of `hires`
        ("hires", np.float64, (2 * QUALIFICATIONS,)),  # worth by Qualification * 2 + 1 if in the staff
        ("turns_of", I),  # the player of `turns`; -1: none
        ("turns", np.float64),  # Hire-turns that this player's staff will still miss
        ("have", I, (QUALIFICATIONS,)),  # Hires of the decider's staff with each Qualification
    ]
)

GAME = np.dtype(
    [
        ("luck", I),  # key of the deal
        ("phase", I),  # Phase
        ("decider", I),  # the seat that is asked
        ("players", I),
        ("first", I),  # moved first
        ("active", I),  # the active player
        ("turn", I),  # turns begun so far, from 1
        ("round", I),  # of this turn, from 1
        ("window", I),  # Window
        ("stage", I),  # where the turn goes on after an effect (turns.py)
        ("hires_played", I),
        ("fixes_played", I),
        ("attempts_made", I),
        ("noted", I),  # 1, 2: the cards held in this Preparation, Recovery Window are counted
        ("replaced", I),  # 1: no more replacement of a full staff to be counted in this window
        ("plays", I),  # cards played and attempts this turn (for the bound)
        ("completed", I),  # 1: a Job was completed this turn
        ("moved", I),  # 1: something happened this turn (freeze)
        ("idle", I),  # turns in a row in which nothing happened
        ("progress", I),  # 1: a total has changed in this turn
        ("still", I),  # turns in a row without a change of Profit
        ("over_target", I),  # 1: somebody has reached the target, and the round is finished (V-01)
        ("uids", I),  # arrivals so far
        ("effects", I),  # effects begun so far
        ("job", I),  # kind of the Active Job
        ("job_card", I),  # and which copy: kind * 64 + copy
        ("job_since", I),  # turn in which it was revealed
        ("jobs_size", I),
        ("jobs", I, (DECK_MAX,)),  # the Job Deck; hidden; the next card is the last entry
        ("job_discard_size", I),
        ("job_discard", I, (DECK_MAX,)),  # public
        ("job_shuffles", I),
        ("look_size", I),  # cards being looked at, next one first; for the looker only
        ("look", I, (LOOK_MAX,)),
        ("looker", I),
        ("look_deck", I),  # Deck
        ("asked_hand", I),  # Phase.CARD: whose hand is picked from
        ("asked_type", I),  # Phase.CARD, FILE, LOOKED: CardType
        ("asked_qualification", I),  # the same: -1 any
        ("asked_mask", I),  # Phase.HIRE: candidates; PLAYER, OPTION: seats or options as bits
        ("asked_stop", I),  # 1: may stop
        ("need_mask", I, (NEEDS_AT_ONCE,)),  # scratch: what could meet each requirement of a play
        ("need_count", I, (NEEDS_AT_ONCE,)),
        ("random_picks", I),  # random choices so far (names the next one's luck)
        ("lasting_size", I),
        ("ages", I),
        ("lasting", LASTING_ROW, (LASTING,)),
        ("attempt", ATTEMPT),
        ("frame", FRAME),
        ("mind", MIND),
        ("decisions", I),  # taken so far (names the luck of bots)
        ("leader", I),  # the last sole leader, -1: none yet
        ("half_seen", I),  # 1: somebody has reached half the target
        ("behind", I),  # mask of players a quarter of the target behind then
        ("close_turn", I),  # turn in which three quarters were reached; 0: not yet
        ("tally", GAME_TALLY),
        ("option_count", I),
        ("log_on", I),
        ("log_count", I),
        ("player", PLAYER, (SEATS,)),
        ("option", I, (OPTIONS_MAX,)),
        ("log", LOG, (LOG_MAX,)),
    ]
)

BEFORE_PLAYERS = int(GAME.fields["player"][1])  # type: ignore[index]  # a structured type has fields
PLAYER_BYTES = PLAYER.itemsize
"""What a new game clears: the bytes before the players, and those of each player in it."""
