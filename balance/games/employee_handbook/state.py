"""The records of Employee Handbook: the tables of the rules, and one game in play.

Two nested NumPy records, all numbers int64. `RULES` is what card data compiles to (one `TABLE` per
company, so that one company can be given another price). `GAME` is one game: the rules change it,
bots and words read it. Text of a building, a card or a plan lives in the card data, never here.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

I = np.int64

# ------------------------------------------------------------------ capacities of the records
# Not game numbers: the size of the drawers. The loader refuses card data that would not fit.
SEATS = 2
BUILDING_KINDS = 8
LEVELS = 3
SPACES = 12
CARD_KINDS = 16
DECK_MAX = 256
COPIES_MAX = 200
ERAS = 8
ROUNDS = 16
AGE_BINS = 8
KNOWN_MAX = 8
WINDOWS = 4
HANDS = 9  # sizes of a hand that are counted apart; the last one is open
CHAINS = 6  # the same for how often one hazard was blocked
OPTIONS_MAX = 128
LOG_MAX = 2048
BUCKETS = 16


class Family(IntEnum):
    """What kind of card it is."""

    MONEY = 0
    TACTIC = 1
    HAZARD = 2


class Effect(IntEnum):
    """What playing a tactic does."""

    NONE = 0
    INSPECT = 1
    OVERTIME = 2
    SHUFFLE = 3
    CANCEL_DRAW = 4
    REORDER = 5
    MOVE_DISABLEMENT = 6


class Gain(IntEnum):
    """What activating a building yields beside draws and pay (HA-13)."""

    NONE = 0
    RANDOM = 1
    CHOOSE = 2
    INSPECT = 3
    REORDER = 4


class Phase(IntEnum):
    """Who may do what: the decision points."""

    BUSINESS = 0
    DRAW = 1
    PLACE = 2
    DISABLE = 3
    NAME_TACTIC = 4
    ORDER = 5
    MOVE = 6
    OVER = 7


class Verb(IntEnum):
    """An option is `verb * 256 + argument`."""

    END_BUSINESS = 0
    BUY = 1
    UPGRADE = 2
    REPAIR = 3
    RECHARGE = 4
    ACTIVATE = 5
    PLAY = 6
    DRAW = 7
    BANK = 8
    PLACE = 9
    DISABLE = 10
    NAME = 11
    ORDER = 12
    MOVE = 13


class Event(IntEnum):
    """What the log can say (arguments a, b, c)."""

    FRESH_DECK = 0  # era, deck size, hazards
    TURN = 1  # round, income, draws owed
    END_BUSINESS = 2  # actions left
    BUY = 3  # building kind, price, shields gained
    UPGRADE = 4  # building kind, new level, price
    REPAIR = 5  # building kind, level, price
    RECHARGE = 6  # price, charged now
    ACTIVATE = 7  # building kind, level, draws added
    PLAY = 8  # card kind
    MONEY = 9  # card kind (-1: paid at once by a building), amount, required (1) or optional (0)
    TACTIC = 10  # card kind, -, required or optional
    SURPLUS = 11  # card kind, amount, required or optional
    BLOCK = 12  # card kind, charged shields left, required or optional
    PLACE = 13  # position
    EXPLODE = 14  # card kind, -, required or optional
    SALVAGE = 15  # amount
    DISABLE = 16  # building kind, level
    VOID_DRAW = 17  # -, -, required or optional
    BANK = 18  # pending pay received
    GAIN = 19  # card kind
    GAIN_SURPLUS = 20  # amount
    RESHUFFLE = 21  # deck size, hazards
    INSPECT = 22  # cards seen
    MOVE = 23  # building kind repaired, building kind disabled
    SCORE = 24  # score, cash
    ORDER = 25  # card kind, position it is put at
    RETURN = 26  # an exploded hazard went back into the deck (HA-25)
    SEEN = 27  # card kind, position
    LOSS = 28  # money lost to an explosion
    CHOICE = 29  # the option taken (what follows is its effect)
    SHIELDS = 30  # shields that an upgrade or a repair brought, charged now


# ------------------------------------------------------------------ readings of open questions


class Opener(IntEnum):
    """HA-03: who opens round 1."""

    RANDOM = 0
    FIXED = 1


class FreshDeck(IntEnum):
    """HA-05: what a fresh deck is."""

    REPLACE = 0
    ADD = 1


class WorkshopPay(IntEnum):
    """HA-09: when a Workshop bought now pays first."""

    NEXT_TURN = 0
    AT_ONCE = 1


class FactoryPay(IntEnum):
    """HA-11: when an activated Factory pays."""

    BANK = 0
    IMMEDIATE = 1
    NONE = 2


class RepairShield(IntEnum):
    """HA-18: whether repairing a Chamber brings a shield."""

    NONE = 0
    INCLUDED = 1


class ExplodedHazard(IntEnum):
    """HA-25: where an exploded hazard goes."""

    DISCARD = 0
    BACK = 1


class ExplosionOrder(IntEnum):
    """HA-31: the order of things inside an explosion."""

    LOSS_FIRST = 0
    SALVAGE_FIRST = 1
    DISABLE_FIRST = 2


class Cancel(IntEnum):
    """HA-37: whether Shutdown can cancel the basic draw."""

    ANY = 0
    ADDED_ONLY = 1


class Memory(IntEnum):
    """HA-40: whether an inspector may remember."""

    FREE = 0
    NONE = 1


class SalvagePays(IntEnum):
    """HA-46: whose explosion a Salvage Yard pays for."""

    OWN = 0
    RIVAL = 1


READINGS = np.dtype(
    [
        ("opener", I),  # Opener
        ("fresh_deck", I),  # FreshDeck
        ("workshop_pay", I),  # WorkshopPay
        ("factory_pay", I),  # FactoryPay
        ("repair_shield", I),  # RepairShield
        ("exploded_hazard", I),  # ExplodedHazard
        ("explosion_order", I),  # ExplosionOrder
        ("cancel", I),  # Cancel
        ("memory", I),  # Memory
        ("salvage_pays", I),  # SalvagePays
    ]
)

# ------------------------------------------------------------------ tables

LEVEL = np.dtype(
    [
        ("cost", I),  # $ to buy (level 1) or to upgrade to this level
        ("value", I),  # printed points
        ("income", I),  # $ at the start of each own turn
        ("draws", I),  # required draws added when activated
        ("pay", I),  # $ earned by an activation
        ("gain", I),  # Gain: what an activation yields
        ("gain_count", I),  # tactics gained, or cards looked at
        ("capacity", I),  # shields of capacity added in all at this level
        ("shields", I),  # shields charged on reaching this level
        ("payout", I),  # $ on the owner's first unshielded explosion of a round
        ("acts", I),  # 1: an activation does something; worked out on loading
        ("scrap", I),  # points when disabled (HB-70): value / divisor, rounded down; worked out on loading
    ]
)

BUILDING_KIND = np.dtype([("limit", I), ("levels", I), ("level", LEVEL, (LEVELS,))])

TABLE = np.dtype(  # one per company
    [
        ("basic_income", I),
        ("actions", I),
        ("required_draws", I),
        ("optional_draws", I),
        ("repair_cost", I),
        ("recharge_cost", I),
        ("explosion_loss", I),
        ("hand_limit", I),
        ("surplus_pay", I),  # $ for a tactic beyond the hand limit
        ("queue_limit", I),  # Overtime Orders queued against this company
        ("space", I),
        ("base_capacity", I),
        ("place_within", I),  # a blocked hazard returns to one of the next so many positions
        ("second_player_cash", I),  # HA-07
        ("kinds", I),
        ("kind", BUILDING_KIND, (BUILDING_KINDS,)),
    ]
)

CARD_KIND = np.dtype(
    [
        ("luck", I),  # names the copies' shuffle keys; from the card's id, so stable when cards are added
        ("family", I),  # Family
        ("pays", I),  # $ when drawn
        ("effect", I),  # Effect when played
        ("amount", I),  # cards seen, draws added, draws cancelled
    ]
)

ERA = np.dtype([("round", I), ("copies", I, (CARD_KINDS,))])

BUILDING = np.dtype(
    [
        ("kind", I),
        ("level", I),  # 1..LEVELS
        ("operating", I),
        ("used", I),  # activated this turn
        ("round", I),  # bought in
        ("paid", I),  # $ spent on it (price, upgrades), for payback
        ("earned", I),  # $ it has brought in
        ("pending", I),  # $ to come when this turn is banked
        ("ready", I),  # operating when this turn began
    ]
)

# ------------------------------------------------------------------ what is counted

ROUND_ROW = np.dtype(  # per company and round
    [
        ("draws", I),
        ("hazards", I),
        ("explosions", I),
        ("blocks", I),
        ("danger_ppm", I),  # sum over draws of the public ratio hazards / deck, in millionths
        ("turns", I),
        ("score", I),  # after the round
        ("cash", I),
        ("buildings", I),
        ("disabled", I),
        ("charged", I),
        ("optional", I),  # optional draws taken
        ("open", I),  # times one could be taken or left, and it was a real choice (`choices.py`)
    ]
)

PLACE_ROW = np.dtype(  # hazards put back at one position and drawn again, by the half of the round (D-10)
    [
        ("early", I),  # put back in the first turn of a round
        ("early_rival", I),  # of those, how many the rival drew
        ("late", I),  # put back in the second turn
        ("late_rival", I),
    ]
)

AGE_ROW = np.dtype([("draws", I), ("hazards", I), ("explosions", I), ("danger_ppm", I)])

TALLY = np.dtype(  # per company
    [
        ("score", I),
        ("cash_left", I),
        ("cash_points", I),
        ("lost_points", I),  # by disabled buildings
        ("money_in", I),
        ("money_out", I),
        ("required_draws", I),  # cards taken
        ("optional_draws", I),
        ("optional_offered", I),  # times an optional draw could be taken or left
        ("optional_open", I),  # of those, how many were a real choice (`choices.py`)
        ("clear_stop", I),  # and in how many stopping was right whatever is at stake; drawing in the rest
        ("hazards", I),
        ("blocks", I),
        ("explosions", I),
        ("explosion_loss", I),
        ("salvage_received", I),
        ("factory_received", I),
        ("pay_lost", I),  # pending Factory pay lost to explosions
        ("draws_lost", I),  # required draws cancelled by explosions
        ("shields_charged", I),
        ("shields_left", I),
        ("repairs", I),
        ("recharges", I),
        ("actions_used", I),
        ("actions_unused", I),
        ("placements", I),
        ("disablings", I),
        ("names", I),
        ("orderings", I),
        ("surplus_tactics", I),
        ("tactics_left", I),
        ("opened", I),  # 1: moved first in round 1
        ("exploded_rounds", I),  # bit r - 1: exploded in round r (D-2)
        ("early", I),  # hazards it put back in the first turn of a round that were drawn again
        ("early_rival", I),  # of those, how many the rival drew
        ("late", I),  # the same for the second turn
        ("late_rival", I),
        ("bought", I, (BUILDING_KINDS,)),
        ("upgraded", I, (BUILDING_KINDS,)),
        ("activated", I, (BUILDING_KINDS,)),
        ("could_activate", I, (BUILDING_KINDS,)),  # turns that began with one ready, or used one
        ("activated_turns", I, (BUILDING_KINDS,)),  # of those, turns with at least one activation
        ("first_round", I, (BUILDING_KINDS,)),  # of the first purchase; 0 = never
        ("owned", I, (BUILDING_KINDS,)),  # at the end
        ("points", I, (BUILDING_KINDS,)),  # at the end
        ("repaid", I, (BUILDING_KINDS,)),  # of those bought, how many earned their price
        ("earned", I, (BUILDING_KINDS,)),
        ("disabled", I, (BUILDING_KINDS,)),  # times one was disabled
        ("played", I, (CARD_KINDS,)),
        ("placed_at", I, (KNOWN_MAX,)),  # placements at position 1, 2, ...
        ("hands", I, (HANDS,)),  # turns that ended with 0, 1, ... tactics in hand
        ("chain", I, (CHAINS,)),  # hazards that exploded or vanished here after 0, 1, ... blocks
        ("rounds", ROUND_ROW, (ROUNDS,)),
        ("ages", AGE_ROW, (AGE_BINS,)),
        ("places", PLACE_ROW, (KNOWN_MAX,)),
    ]
)

GAME_TALLY = np.dtype(
    [
        ("rounds", I),
        ("turns", I),
        ("opener", I),  # seat that moved first in round 1
        ("margin", I),  # absolute difference of the scores
        ("lead_changes", I),
        ("decisions", I),
        ("reshuffles", I),
        ("longest_chain", I),  # blocks of the hazard that was blocked most often
        ("lead", I, (ROUNDS,)),  # score of seat 0 minus score of seat 1 after each round
    ]
)

# ------------------------------------------------------------------ one game

MIND = np.dtype(  # what a bot has worked out for the decision at hand; no part of the position
    [
        ("left", np.float64),  # own turns after this one
        ("base", np.float64),  # chance of a hazard when no order is known
        ("next", np.float64),  # chance that the next card is one, for all it knows
        ("bare", np.float64),  # hazards it expects in the rest of the game, beyond its charged shields
        ("spent", np.float64),  # points of the last of its charged shields
        ("shield", np.float64),  # points of one more charged shield
        ("cost", np.float64),  # points that drawing a hazard now costs
    ]
)

COMPANY = np.dtype(
    [
        ("cash", I),
        ("charged", I),  # charged shields; public
        ("queue", I),  # Overtime Orders waiting for this company's next turn; public
        ("queued_draws", I),  # the draws they add
        ("exploded", I),  # unshielded explosions this round
        ("building_count", I),
        ("hand_size", I),  # public
        ("gains", I),  # tactics made by own buildings so far (names the next one's luck)
        ("owned", I, (BUILDING_KINDS,)),  # buildings of each kind, disabled ones included (HA-15)
        ("building", BUILDING, (SPACES,)),  # public
        ("hand", I, (CARD_KINDS,)),  # private: copies of each kind
        ("seen_count", I),  # private: cards of the inspection that still holds
        ("seen", I, (KNOWN_MAX,)),  # private: their kinds, next card first
        ("known", I, (KNOWN_MAX,)),  # private: 1 + kind of the next cards it can know; 0 = unknown
        ("known_how", I, (KNOWN_MAX,)),  # private: 1 inspected, 2 placed by itself
        ("known_to", I),  # private: the highest position it knows; 0 = none
        ("windows", I),  # rival's placed hazards it has not met: how many
        ("window", I, (WINDOWS,)),  # each lies within so many next cards
        ("mind", MIND),  # scratch of the bot that plays this company
        ("tally", TALLY),
    ]
)

PLANT = np.dtype(  # a blocked hazard that lies in the deck; for counting only, no company may look
    [
        ("card", I),  # kind * 256 + copy
        ("seat", I),  # who blocked it last
        ("half", I),  # in which turn of the round
        ("position", I),  # where it was put
        ("blocks", I),  # how often it has been blocked
    ]
)

LOG = np.dtype([("event", I), ("seat", I), ("a", I), ("b", I), ("c", I)])

RULES = np.dtype(
    [
        ("rounds", I),
        ("dollars_per_point", I),
        ("disabled_divisor", I),
        ("age_bin", I),  # cards per bin of deck age
        ("age_step", np.float64),  # 1 / age_bin; worked out on loading, as a product is faster
        ("hazard_cost_low", I),  # $ that a hazard may cost a company, and that a tactic may be worth:
        ("hazard_cost_high", I),  # an optional draw right or wrong at both ends is no choice
        ("tactic_value_low", I),
        ("tactic_value_high", I),
        ("reading", READINGS),
        ("card_kinds", I),
        ("card", CARD_KIND, (CARD_KINDS,)),
        ("eras", I),
        ("era", ERA, (ERAS,)),
        ("table", TABLE, (SEATS,)),
        ("fresh", COMPANY, (SEATS,)),  # the opening position of each company
    ]
)

GAME = np.dtype(
    [
        ("luck", I),  # key of the deal
        ("phase", I),  # Phase
        ("active", I),  # the company that decides
        ("first", I),  # opened round 1
        ("round", I),  # 1..rounds
        ("half", I),  # 0: first turn of the round, 1: second
        ("era", I),  # index of the deck in use
        ("actions_left", I),
        ("debt", I),  # required draws outstanding
        ("required_done", I),  # required draws made this turn
        ("optional_left", I),
        ("pending", I),  # Factory pay to come when the turn is banked
        ("deck_size", I),  # public
        ("deck_hazards", I),  # public
        ("deck_money", I),  # $ on the money cards in the deck; public, as every drawn card is seen (HA-42)
        ("deck_tactics", I),  # public
        ("deck", I, (DECK_MAX,)),  # hidden; card = kind * 256 + copy; the next card is the last entry
        ("discard_size", I),
        ("discard", I, (CARD_KINDS,)),  # public: copies of each kind
        ("placing", I),  # the blocked hazard in hand (Phase.PLACE), else -1
        ("blocked", I),  # how often it has been blocked
        ("named_left", I),  # tactics still to be named (Phase.NAME_TACTIC)
        ("order_at", I),  # Phase.ORDER: position being filled, from 1
        ("order_of", I),  # Phase.ORDER: cards looked at
        ("removed", I),  # cards taken from the deck since it was fresh: its age
        ("made", I),  # cards brought into the game so far (decks, gains)
        ("gone", I),  # cards taken out of it (old decks)
        ("reshuffles", I),
        ("reorganizations", I),
        ("returns", I),
        ("decisions", I),  # decisions taken so far (names the luck of bots)
        ("leader", I),  # -1 level, else the seat that led when somebody last did
        ("company", COMPANY, (SEATS,)),
        ("tally", GAME_TALLY),
        ("plants", I),
        ("plant", PLANT, (DECK_MAX,)),
        ("scratch", I, (DECK_MAX,)),  # of the shuffle
        ("bucket", I, (BUCKETS + 1,)),  # of the shuffle
        ("option_count", I),
        ("option", I, (OPTIONS_MAX,)),
        ("log_on", I),
        ("log_count", I),
        ("log", LOG, (LOG_MAX,)),
    ]
)
