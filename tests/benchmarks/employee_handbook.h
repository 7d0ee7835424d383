/* Employee Handbook in C: what the tables, a game in play and the counters look like.
 *
 * Written from the clauses of docs/employee_handbook_rules.md, apart from the toolkit's own rules: it is an
 * oracle for them, and the speed a good C program reaches. It reads the validated card model, not the
 * toolkit's tables. What both must share is the contract: numbers of options and events, names of luck,
 * the formulae of the bots.
 */
#ifndef EMPLOYEE_HANDBOOK_H
#define EMPLOYEE_HANDBOOK_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SEATS = 2, KINDS = 8, LEVELS = 3, SPACES = 12, CARDS = 16, PILE = 256 };
enum { ERAS = 8, ROUNDS = 16, AGES = 8, NEAR = 8, WINDOWS = 4, DEEDS = KINDS * LEVELS };

enum { MONEY, TACTIC, HAZARD };
enum { NO_EFFECT, INSPECT, OVERTIME, SHUFFLE, CANCEL_DRAW, REORDER, MOVE_DISABLEMENT };
enum { NO_GAIN, GAIN_RANDOM, GAIN_CHOOSE, GAIN_INSPECT, GAIN_REORDER };
enum { BUSINESS, DRAWING, PLACING, DISABLING, NAMING, ORDERING, MOVING, OVER };

/* an option is one of these with its argument in the low byte */
enum {
    END_BUSINESS = 0 << 8, BUY = 1 << 8, UPGRADE = 2 << 8, REPAIR = 3 << 8, RECHARGE = 4 << 8,
    ACTIVATE = 5 << 8, PLAY = 6 << 8, DRAW = 7 << 8, BANK = 8 << 8, PLACE = 9 << 8, DISABLE = 10 << 8,
    NAME = 11 << 8, ORDER = 12 << 8, MOVE = 13 << 8
};

enum {
    E_FRESH_DECK, E_TURN, E_END_BUSINESS, E_BUY, E_UPGRADE, E_REPAIR, E_RECHARGE, E_ACTIVATE, E_PLAY,
    E_MONEY, E_TACTIC, E_SURPLUS, E_BLOCK, E_PLACE, E_EXPLODE, E_SALVAGE, E_DISABLE, E_VOID_DRAW, E_BANK,
    E_GAIN, E_GAIN_SURPLUS, E_RESHUFFLE, E_INSPECT, E_MOVE, E_SCORE, E_ORDER, E_RETURN, E_SEEN, E_LOSS,
    E_CHOICE, E_SHIELDS
};

/* streams of a deal's luck */
enum { LUCK_FIRST = 1, LUCK_DECK, LUCK_RESHUFFLE, LUCK_REORGANIZE, LUCK_GAIN, LUCK_RETURN, LUCK_BOT, LUCK_PLACE };

/* ------------------------------------------------------------------------------------------ card data */

typedef struct {
    int cost, value, income, draws, pay, gain, gains, room, shields, payout;
    int acts;  /* an activation does something */
    int scrap; /* points when disabled */
} Level;

typedef struct { int limit, levels; Level level[LEVELS]; } Kind;

typedef struct { /* one company's numbers, in the order of the model's fields */
    int income, actions, owed, free_draws, repair, recharge, loss, hand_limit, surplus, orders, space, room,
        within, second_cash;
    int cash, charged, plots[KINDS], hand[CARDS]; /* at the start */
    int kinds;
    unsigned acting; /* kinds that can be activated, as bits */
    Kind kind[KINDS];
} Firm;

typedef struct { uint64_t luck; int family, pays, effect, amount; } Card;

typedef struct { int round, copies[CARDS]; } Era;

typedef struct { /* alternative readings of the rules: 0 is the one in use */
    int fixed_opener;    /* HA-03 */
    int add_hazards;     /* HA-05 */
    int pays_at_once;    /* HA-09 */
    int factory;         /* HA-11: 0 when banked, 1 at once, 2 never */
    int repair_shields;  /* HA-18 */
    int hazard_back;     /* HA-25 */
    int blast_order;     /* HA-31: 0 loss first, 1 salvage first, 2 disable first */
    int protected_draw;  /* HA-37 */
    int no_memory;       /* HA-40 */
    int rival_salvage;   /* HA-46 */
} Readings;

typedef struct {
    int rounds, dollars, divisor, age_bin;
    Readings reading;
    int cards, tactics, eras;
    Card card[CARDS];
    uint8_t hazard[CARDS];
    Era era[ERAS];
    Firm firm[SEATS];
    int deck_size[ERAS], deck_hazards[ERAS];
    uint16_t deck[ERAS][PILE]; /* cards of a fresh deck */
    uint64_t word[CARDS];      /* the word that names the luck of a kind's copy 0 */
} Rules;

/* ------------------------------------------------------------------------------------------- counters */

typedef struct {
    int32_t draws, hazards, explosions, blocks, danger_ppm, turns, score, cash, buildings, disabled, charged,
        optional;
} RoundRow;

typedef struct { int32_t draws, hazards, explosions, danger_ppm; } AgeRow;

typedef struct { /* what is counted of a company; names as in the toolkit */
    int32_t score, cash_left, cash_points, lost_points, money_in, money_out, required_draws, optional_draws,
        optional_offered, hazards, blocks, explosions, explosion_loss, salvage_received, factory_received,
        pay_lost, draws_lost, shields_charged, shields_left, repairs, recharges, actions_used,
        actions_unused, placements, disablings, names, orderings, surplus_tactics, tactics_left, opened;
    int32_t bought[KINDS], upgraded[KINDS], activated[KINDS], could_activate[KINDS], activated_turns[KINDS],
        first_round[KINDS], owned[KINDS], points[KINDS], repaid[KINDS], earned[KINDS], disabled[KINDS];
    int32_t played[CARDS], placed_at[NEAR];
    RoundRow rounds[ROUNDS];
    AgeRow ages[AGES];
} SeatRow;

typedef struct {
    int32_t rounds, turns, opener, margin, lead_changes, decisions, reshuffles, lead[ROUNDS];
} GameRow;

typedef struct { int32_t event, seat, a, b, c; } Line;

/* --------------------------------------------------------------------------------------------- a game */

typedef struct {
    uint8_t kind, level, on, used; /* two buildings alike in these four are one option */
    uint8_t ready;                 /* worked when the turn began */
    uint8_t round;                 /* bought in; 0: there from the start */
    int32_t paid, earned, pending;
} Plot;

typedef struct {
    int cash, charged;
    int room, working;  /* shields that fit, buildings at work: kept up, not counted anew */
    int queue, queued_draws, blasts, plots, hand_size, gains;
    uint32_t holds;     /* kinds of tactics in hand, as bits */
    uint8_t hand[CARDS], owns[KINDS];
    int known_to, windows;
    uint8_t known[NEAR];     /* kind + 1 of the next cards, 0: unknown */
    uint8_t by_look[NEAR];   /* known from an inspection */
    uint8_t window[WINDOWS]; /* a hazard of the rival lies within so many cards */
    Plot plot[SPACES];
    SeatRow *count;
} Company;

typedef struct {
    uint64_t luck;
    int phase, seat, first, round, half, era;
    int actions, debt, required_done, optional, pending;
    int size, hazards, taken; /* of the pile; taken since it was fresh */
    int discards, blocked, to_name, order_at, order_of;
    int reshuffles, shuffles, returns, decisions, leader;
    uint16_t discard[CARDS];
    uint16_t pile[PILE]; /* kind * 256 + copy; the next card is the last */
    Company company[SEATS];
    GameRow *count;
    Line *log;
    int64_t lines, lines_max;
} Game;

static inline uint64_t chain(uint64_t key, uint64_t word) {
    uint64_t z = key + (word * 2 + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static inline int below(uint64_t key, int n) { return (int)(((key >> 32) * (uint64_t)n) >> 32); }

static inline double unit(uint64_t key) { return (double)(key >> 11) * (1.0 / 9007199254740992.0); }

static inline int smaller(int a, int b) { return a < b ? a : b; }
static inline int larger(int a, int b) { return a > b ? a : b; }

static inline const Level *level_of(const Rules *r, int seat, const Plot *b) {
    return &r->firm[seat].kind[b->kind].level[b->level - 1];
}

#endif
