"""What is counted in a game: the rows that the kernels fill."""

from __future__ import annotations

import numpy as np

from balance.games.extremely_bad_hires.state import (
    CARD_KINDS,
    JOB_KINDS,
    MET,
    POINTS,
    QUALIFICATIONS,
    ROUNDS,
    SEATS,
    SURPLUS,
    I,
)

ROUND_ROW = np.dtype(  # per player and round
    [
        ("turns", I),
        ("attempts", I),
        ("completed", I),
        ("profit", I),  # change of Profit in the own turn
        ("other_profit", I),  # change of Profit in turns of others
        ("mayhem", I),  # Mayhem met
    ]
)

JOB_ROW = np.dtype(  # per player who faced or attempted it, and Job
    [
        ("faced", I),  # turns in which it was Active at D2
        ("no_crew", I),  # of those, without a legal crew
        ("skipped", I),  # of those, left although a crew was there
        ("attempts", I),
        ("qualified", I),  # attempts on the Qualification path
        ("unqualified", I),  # and on the other path
        ("completed", I),
        ("completed_qualified", I),
        ("completed_unqualified", I),
        ("ended_mayhem", I),
        ("ended_short", I),
        ("ended_own", I),
        ("ended_removed", I),
        ("met", I),  # Mayhem played against its attempts
        ("profit", I),  # Profit of the attempting player settled by it
        ("profit_qualified", I),
        ("profit_unqualified", I),
        ("lost_turns", I),  # Hire-turns lost through it
        ("match", I),  # turns at D2 with an Active Hire of its Qualification
        ("left", I),  # times it left the Active position in this player's turn
        ("dwell", I),  # turns from its reveal until then: 1 if the next player completed it
        ("stalled", I),  # games given up while it was Active, in this player's turn
    ]
)

QUALIFICATION_ROW = np.dtype(  # per player and Qualification: the same of all Jobs that ask for it
    [
        ("faced", I),
        ("match", I),
        ("attempts", I),
        ("qualified", I),
        ("completed", I),
        ("profit", I),
    ]
)

CARD_ROW = np.dtype(  # per owner and Company card
    [
        ("in_deck", I),  # copies in the deck (the same in every game of a seat)
        ("drawn", I),  # times it reached the hand
        ("held", I),  # chances to play it while in hand: windows (Hire, Fix), opportunities (Mayhem)
        ("legal", I),  # of those, legal
        ("played", I),
        ("cancelled", I),
        ("failed", I),  # Mayhem: attempts that it met and that were not completed
        ("ended", I),  # Mayhem: attempts that it ended itself
        ("lost_turns", I),  # Hire-turns lost through it (Mayhem, Fix), or by it (Hires)
        ("sent", I),  # Hires: times sent
        ("recovered", I),  # Fix: Hires it brought back
        ("met_profit", I),  # Mayhem: change of the attempting player's Profit over the attempts it met
        ("early", I),  # 1: reached the hand by the early round
        ("early_won", I),  # the win share in millionths, if so
        ("other", I),  # 1: in the deck, and did not
        ("other_won", I),
    ]
)

TALLY = np.dtype(  # per player
    [
        ("score", I),  # final Profit
        ("win_share_ppm", I),
        ("order", I),  # 0: moved first
        ("turns", I),
        ("attempts", I),
        ("attempts_qualified", I),
        ("completed", I),
        ("completed_qualified", I),
        ("ended_mayhem", I),
        ("ended_short", I),
        ("ended_own", I),
        ("ended_removed", I),
        ("no_crew", I),  # turns at D2 with nothing but to skip
        ("skips", I),  # turns skipped although a crew was there
        ("surplus_sum", I),
        ("surplus", I, (SURPLUS,)),  # attempts by Hires sent beyond Required Hires
        ("surplus_completed", I, (SURPLUS,)),
        ("by_met", I, (MET,)),  # attempts by the Mayhem that met them and was not cancelled
        ("by_met_completed", I, (MET,)),
        ("by_met_profit", I, (MET,)),  # change of own Profit from Clock-In to their end
        ("own_profit", I),  # changes of Profit in own turns
        ("other_profit", I),  # in turns of others
        ("lost_to_others", I),  # Profit lost in turns or by cards of others
        ("active", I),  # Hires in staff at D2, by status
        ("inactive", I),
        ("incapacitated", I),
        ("sent", I),  # Hires sent
        ("hires_played", I),
        ("dismissals", I),  # replacements (EBH-6.10)
        ("full_preps", I),  # Preparation Windows begun with a full staff
        ("replaced_preps", I),  # of those, with a replacement
        ("stuck_preps", I),  # of those, without an Active Hire (14.11)
        ("preps", I),
        ("fix_chances", I),  # Preparation and Recovery Windows with a legal Fix
        ("fixes", I),
        ("fixes_early", I),  # played in Preparation
        ("mayhem_chances", I),  # opportunities with a legal Mayhem
        ("mayhem", I),  # played
        ("mayhem_cancelled", I),
        ("mayhem_on_leader", I),  # played against the sole leader
        ("mayhem_met", I),  # played against own attempts
        ("leader_attempts", I),  # own attempts as the sole leader
        ("lost_turns", I),  # owner turns a Hire missed at D2 through Incapacitation
        ("lost_by_kind", I, (5,)),  # by Harm (0 unused)
        ("lost_by_source", I, (3,)),  # by Source
        ("hurt", I),  # Hires Incapacitated
        ("ends", I, (6,)),  # ends of Incapacitation: count, recover, reduce, any Fix, left, never
        ("hand_sum", I),  # hand size at T18 before discarding, over own turns
        ("hand_turns", I),  # turns that came to T18
        ("limit_discards", I),
        ("limit_by_type", I, (3,)),  # by CardType
        ("drawn", I),
        ("recycled", I),  # times the own discard pile was shuffled into a deck
        ("laid_off", I),  # Hires returned, dismissed by effects
        ("rounds", ROUND_ROW, (ROUNDS,)),
        ("jobs", JOB_ROW, (JOB_KINDS,)),
        ("qualifications", QUALIFICATION_ROW, (QUALIFICATIONS,)),
        ("cards", CARD_ROW, (CARD_KINDS,)),
    ]
)

GAME_TALLY = np.dtype(
    [
        ("players", I),
        ("turns", I),
        ("rounds", I),  # turns / players, rounded up
        ("stalled", I),  # Stop
        ("stalled_job", I),  # Active Job at the stop + 1; 0: not stalled
        ("opener", I),
        ("winner", I),  # seat; -1: none, or shared
        ("margin", I),  # winner's Profit less the best other; 0 when stalled
        ("overshoot", I),  # winner's Profit less the target
        ("lead_changes", I),  # turn ends at which the sole leader is another than the last one
        ("trailing", I),  # 1: at half the target somebody trailed by a quarter of it or more
        ("comeback", I),  # 1: such a player won
        ("closing", I),  # turns from three quarters of the target to the end; -1: never reached
        ("decisions", I),  # with two options or more
        ("instructions", I),  # executed
        ("plays", I),  # cards played
        ("job_recycled", I),
        ("choices", I, (POINTS,)),  # decisions at D1..D12
        ("options", I, (POINTS,)),  # sum of the number of options there
        ("leader", I, (ROUNDS,)),  # seat that leads alone after each round; -1: none, or not reached
        ("lead", I, (ROUNDS,)),  # best total less the second best after each round
        ("standing", I, (SEATS,)),  # final Profit by seat
    ]
)
