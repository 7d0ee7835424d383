/* Extremely Bad Hires in C, for the one card set of the folder hires: its cards, a game in play.
 *
 * Written from the rules and from that folder's texts, as a C program for just this card set would be: the
 * numbers and effects of its cards are code, sets of cards and Hires are bits. It is the speed a good C program
 * reaches, and a second opinion on every decision. What both must share is the contract: numbers of
 * options, names of luck, the formulae of the bots. Nothing is counted.
 */
#ifndef EXTREMELY_BAD_HIRES_H
#define EXTREMELY_BAD_HIRES_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define INLINE static inline __attribute__((always_inline))

enum { SEATS = 4, STAFF = 6, DECK = 40, QUALIFICATIONS = 4, BIT_COPIES = 2 };
enum { TARGET = 20, OPENING = 5, HIRE_PLAYS = 2, HAND = 7, MAX_ROUNDS = 100, STILL_ROUNDS = 30 };

/* Company cards, in the order of the files; a card is kind * 2 + copy, a set of cards one word */
enum {
    SOCKET_WHISPERER, FAX_SHEPHERD, PIXEL_PLUMBER, PLASTER_INTERN, COUGH_AUDITOR, RETIRED_PATIENT,
    STAPLE_COLLECTOR, FORM_DESIGNER, COPY_OF_A_CLERK, DRIZZLE_PLANNER, FOG_MANAGER, SUNDAY_METEOROLOGIST,
    RECALLED_TO_DESK, PAPER_CUT, SECOND_SIGNATURE, FIRE_DRILL, PARKING_FINE, BORROWED_STAPLER,
    BISCUIT_TIN, DOCTORS_NOTE, EARLY_WEEKEND, ROUNDING_ERROR, LOCKED_DOOR, DESK_CLEARANCE, KINDS
};
enum { HIRES = 12, FIRST_MAYHEM = 12, FIRST_FIX = 18, MAYHEM = 6, FIXES = 6 };

static const char *const NAMES[KINDS] = {
    "socket_whisperer", "fax_shepherd", "pixel_plumber", "plaster_intern", "cough_auditor", "retired_patient",
    "staple_collector", "form_designer", "copy_of_a_clerk", "drizzle_planner", "fog_manager",
    "sunday_meteorologist", "recalled_to_desk", "paper_cut", "second_signature", "fire_drill", "parking_fine",
    "borrowed_stapler", "biscuit_tin", "doctors_note", "early_weekend", "rounding_error", "locked_door",
    "desk_clearance"};
static const uint8_t COPIES[KINDS] = {2, 2, 1, 2, 2, 1, 2, 2, 1, 2, 2, 1, 2, 2, 2, 1, 2, 1, 2, 2, 2, 1, 2, 1};
#define QUALIFICATION_OF(kind) ((kind) / 3)
#define MAYHEM_SHARE 0.25

#define ONE_EACH 0x555555555555u /* the lower bit of every kind */
#define HIRE_CARDS 0xFFFFFFu
#define MAYHEM_CARDS (0xFFFull << 2 * FIRST_MAYHEM)
#define FIX_CARDS (0xFFFull << 2 * FIRST_FIX)

enum {
    LABEL_THE_SOCKETS, UNTANGLE_THE_BASEMENT, REBOOT_THE_LOBBY, MIGRATE_THE_FAX, CANTEEN_INSPECTION,
    FIRST_AID_FOR_THE_LIFT, QUARANTINE_THE_FRIDGE, TASTE_THE_EVIDENCE, SHRED_THE_ARCHIVE,
    ALPHABETISE_THE_STAIRS, AUDIT_THE_AUDITORS, MINUTES_OF_NOTHING, FORECAST_THE_BUDGET, VENTILATE_THE_VAULT,
    UMBRELLA_TENDER, MOVE_THE_WEATHERCOCK, JOBS
};
enum { UNQUALIFIED, QUALIFIED, PATHS };

/* what a text does, for bots: the numbers that occur in this card set */
typedef struct {
    double gain, draw, discard, recover, reduce, shield, hurt, rob, harm, remove, required;
    int ends;
} Text;

typedef struct {
    const char *name;
    int copies, required, profit, crew_max;
    int change[PATHS]; /* of Required Hires at Clock-In */
    Text text[PATHS];
} Job;

static const Job JOB[JOBS] = {
    [LABEL_THE_SOCKETS] = {"label_the_sockets", 3, 1, 1, 6, {0, 0}, {{0}, {.gain = 1}}},
    [UNTANGLE_THE_BASEMENT] =
        {"untangle_the_basement", 2, 2, 2, 6, {0, 0}, {{.hurt = 1, .remove = 1}, {.recover = 1}}},
    [REBOOT_THE_LOBBY] =
        {"reboot_the_lobby", 2, 3, 4, 6, {1, -1}, {{.required = 1}, {.hurt = 1, .remove = 1, .required = -1}}},
    [MIGRATE_THE_FAX] =
        {"migrate_the_fax", 3, 2, 3, 6, {0, 0}, {{.gain = -0.5, .hurt = 0.5, .remove = 0.5}, {.gain = 0.5, .draw = 1}}},
    [CANTEEN_INSPECTION] = {"canteen_inspection", 3, 1, 1, 2, {0, 0}, {{0}, {.draw = 1, .recover = 1}}},
    [FIRST_AID_FOR_THE_LIFT] =
        {"first_aid_for_the_lift", 2, 3, 4, 6, {0, 0}, {{.gain = -1, .hurt = 1, .remove = 1}, {.draw = 1}}},
    [QUARANTINE_THE_FRIDGE] = {"quarantine_the_fridge", 2, 2, 3, 6, {0, 0}, {{.hurt = 1, .remove = 1}, {0}}},
    [TASTE_THE_EVIDENCE] =
        {"taste_the_evidence", 3, 2, 2, 6, {0, 0}, {{.gain = -0.5, .hurt = 1, .remove = 0.5}, {.draw = 0.5, .recover = 0.5}}},
    [SHRED_THE_ARCHIVE] = {"shred_the_archive", 3, 1, 1, 6, {0, 0}, {{.hurt = 1, .remove = 1}, {.draw = 1}}},
    [ALPHABETISE_THE_STAIRS] =
        {"alphabetise_the_stairs", 2, 2, 3, 6, {1, -1}, {{.required = 1}, {.required = -1}}},
    [AUDIT_THE_AUDITORS] = {"audit_the_auditors", 2, 3, 4, 6, {0, 0}, {{.hurt = 2, .remove = 1}, {0}}},
    [MINUTES_OF_NOTHING] = {"minutes_of_nothing", 3, 2, 2, 6, {0, 0}, {{.gain = -1}, {.draw = 2}}},
    [FORECAST_THE_BUDGET] = {"forecast_the_budget", 3, 2, 2, 6, {1, 0}, {{.required = 1}, {.draw = 2}}},
    [VENTILATE_THE_VAULT] =
        {"ventilate_the_vault", 2, 3, 5, 4, {0, 0}, {{.hurt = 2, .remove = 1}, {.hurt = 1, .remove = 1}}},
    [UMBRELLA_TENDER] = {"umbrella_tender", 3, 1, 2, 6, {0, 0}, {{.gain = -2}, {0}}},
    [MOVE_THE_WEATHERCOCK] =
        {"move_the_weathercock", 2, 4, 6, 6, {0, -1}, {{.hurt = 2, .remove = 2}, {.required = -1}}},
};
#define QUALIFICATION_ASKED(job) ((job) / 4)
#define JOB_COPIES 4 /* a Job card is kind * 4 + copy */

static const Text MAYHEM_TEXT[MAYHEM] = {
    {.remove = 1}, {.hurt = 1, .remove = 1}, {.required = 1}, {.ends = 1}, {.harm = 1}, {.draw = 1, .rob = 1}};
static const Text FIX_TEXT[FIXES] = {
    {.draw = 2}, {.recover = 1}, {.draw = 1, .reduce = 1}, {.gain = 1}, {.shield = 1}, {.draw = 3, .discard = 1}};

/* the two options of the Jobs that let somebody choose */
static const Text FAX_BAD[2] = {{.hurt = 1, .remove = 1}, {.gain = -1}}, FAX_GOOD[2] = {{.draw = 2}, {.gain = 1}};
static const Text TASTE_BAD[2] = {{.hurt = 2, .remove = 1}, {.gain = -1}};
static const Text TASTE_GOOD[2] = {{.recover = 1}, {.draw = 1}};

/* an option is one of these with its argument in the ten low bits */
enum {
    O_DONE = 0 << 10, O_HIRE = 1 << 10, O_FIX = 2 << 10, O_SKIP = 3 << 10, O_CREW = 4 << 10, O_PASS = 5 << 10,
    O_MAYHEM = 6 << 10, O_PICK = 8 << 10, O_CARD = 9 << 10, O_OPTION = 13 << 10
};

/* streams of a deal's luck */
enum { LUCK_FIRST = 1, LUCK_DECK, LUCK_JOBS, LUCK_RANDOM_DISCARD, LUCK_RANDOM_PICK, LUCK_BOT };

/* --------------------------------------------------------------------------------------------- a game */

typedef struct {
    double judgement, noise, ambition, benefit, pain, caution, fear, cushion, exposure, denial, hire, crowd, variety,
        match, loyalty, thrift, salvage, cure, card, loss, guard, roster, liberty, insight, sabotage, malice,
        leader, block, hold, strip, deference, keep_hire, keep_mayhem, keep_fix, spare, optional;
    double taste[QUALIFICATIONS];
} Weights;

typedef struct { /* a bot, and what of its worths hangs on no position */
    Weights w;
    double job[JOBS][PATHS], fix[FIXES], keep_mayhem[MAYHEM], deed[MAYHEM], stake[JOBS][PATHS];
    double skip[JOBS];
} Bot;

typedef struct {
    int profit, hand_size, deck_size, shuffles, randoms, cancels;
    uint64_t hand, discard; /* sets of cards */
    uint8_t deck[DECK];     /* the next card is the last */
    /* the staff: sets of slots, and what each slot holds */
    unsigned staff, active, hurt, entered, fresh, skill[QUALIFICATIONS];
    uint8_t card[STAFF], turns[STAFF];
    const Bot *bot;
} Player;

typedef struct {
    uint64_t luck;
    int players, active, turn, decisions, still, idle, moved, over;
    int job, job_card, jobs_size, job_shuffles;
    uint64_t job_discard;
    uint8_t jobs[DECK];
    /* the turn, the attempt */
    int hires_played, fix_played, path, required, ended, opponent;
    unsigned crew;
    /* the decision */
    int options;
    int option[128];
    double worth[128];
    int have[QUALIFICATIONS];
    uint64_t *digest;
    Player player[SEATS];
} Game;

INLINE uint64_t chain(uint64_t key, uint64_t word) {
    uint64_t z = key + (word * 2 + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

INLINE int below(uint64_t key, int n) { return (int)(((key >> 32) * (uint64_t)n) >> 32); }

INLINE double unit(uint64_t key) { return (double)(key >> 11) * (1.0 / 9007199254740992.0); }

INLINE int lowest(uint64_t set) { return __builtin_ctzll(set); }
INLINE int bits(uint64_t set) { return __builtin_popcountll(set); }
INLINE double lesser(double a, double b) { return a < b ? a : b; }
INLINE double greater(double a, double b) { return a > b ? a : b; }

#endif
