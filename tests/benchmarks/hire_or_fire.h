/* Hire or Fire in C: the tables it reads, a game in play, the luck that both share.
 *
 * Written from the rules and the model of judgement (docs/hire_or_fire_rules.md), for any card set: the tables
 * of rules and fits, and the weights of bots, come from Python as they are there. It is the speed that a good C
 * program reaches, and a second opinion on every decision. What both must share is the contract: numbers of
 * options, names of luck, the formulae of the bots. Nothing is counted.
 */
#ifndef HIRE_OR_FIRE_H
#define HIRE_OR_FIRE_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define INLINE static inline __attribute__((always_inline))

enum { SEATS = 6, JOBS = 240, SKILLS = 120, TRAITS = 32, HAND = 8, SALARIES = 6, GRID = 33, NORMALS = 1024 };
enum { FOLDERS = HAND * HAND }; /* jobs and strengths of a hand; times HAND weaknesses */
enum { NORMAL_SHIFT = 54 };     /* the ten upper bits of a key name a quantile */
enum { BUCKETS = 64, BUCKET_SHIFT = 57, JOB_BITS = 8, SKILL_BITS = 7 };

/* streams of a deal's luck */
enum { FIRST = 1, JOB_DECK, SKILL_DECK, LAY, LEAK, NOISE, PICK, LAPSE, JUDGE, APPLY, WHIM, ORDER };

/* an option is one of these * 256 + its argument */
enum { OFFER = 1, SWAP_JOB, SWAP_SKILL, DRAW, JOB, STRENGTH, WEAKNESS, SALARY, HIRE, PASS };

/* ---------------------------------------------------------------- what Python hands over, as it lies there */

typedef struct {
    int64_t luck, traits;
    double crowd, reach, keep, share[TRAITS];
} JobCard;

typedef struct {
    int64_t luck, strength_traits, weakness_traits;
    double keep_strength, keep_weakness;
} SkillCard;

typedef struct { double job[GRID], strength[GRID], weakness[GRID]; } Excess;

typedef struct {
    int64_t players, weeks, hand_jobs, hand_skills, swap_cards, salaries, salary[SALARIES], bonus, compensation,
        compensation_stock, jobs, skills;
    double leak_chance;
    struct {
        int64_t self_hire, one_card, halves, folder_closed, offers_up, in_turn, no_reserve, first_in_turn, leaks,
            repeat;
    } reading; /* 1: the other position of the switch */
    double private_noise, cover, nothing_below, excess_low, excess_step, mean_keep_job, mean_keep_strength,
        mean_keep_weakness, chance_base, chance_slope;
    double thresholds[SALARIES + 1][SALARIES];
    double normal[NORMALS];
    JobCard job[JOBS];
    SkillCard skill[SKILLS];
    double job_fit[JOBS][JOBS], strength_fit[SKILLS][JOBS], weakness_fit[SKILLS][JOBS];
    Excess excess[JOBS];
} Rules;

typedef struct {
    double judgement, whim, level, tau, tau_spread, lapse, contrast, sharp, blur, blur_spread, clarity, decoy, saving,
        distinct, reach, swap_cost, swap_next, order, confidence, boldness;
} Weights;

typedef struct { int64_t key, bot[SEATS]; } Deal;

typedef struct { int64_t decisions, money[SEATS], bonuses[SEATS], compensations[SEATS], share[SEATS]; uint64_t digest; } Row;

/* -------------------------------------------------------------------------------------------- worked out */

typedef struct { /* what one job on offer makes of all cards: one row each, close together */
    double job[JOBS], strength[SKILLS], weakness[SKILLS];
} Offer;

typedef struct {
    Rules r;
    Offer offer[JOBS];
    uint64_t job_step[JOBS], skill_step[SKILLS]; /* the cards' words, ready for a chain */
    double log_of[SEATS];                        /* log n */
} Tables;

typedef struct {
    Weights w;
    double sharp, width; /* of the noise when it judges; and when it composes, without spread */
    int level, order;
    int plain; /* bounds hold: no factor is below 0 */
} Bot;

typedef struct { /* what is drawn from: by buckets, each put in order only as far as it is drawn */
    int size;
    uint8_t start[BUCKETS];
    uint64_t word[JOBS];
} Deck;

typedef struct {
    int jobs_size, skills_size;
    uint8_t jobs[HAND], skills[HAND];
    int salaries, swapped, put_jobs, put_skills;
    int offer, job, strength, weakness, salary, hired, hint;
    int money, bonuses, compensations;
    double width, tau;
    const Bot *bot;
    const Offer *row; /* of its offer */
    uint64_t step;    /* of its offer */
} Player;

typedef struct {
    const Tables *t;
    uint64_t luck;
    int players, week, first, offset, tokens, decisions;
    double eta;
    uint64_t *digest;
    int laid[SEATS];
    double fit[SEATS][SEATS]; /* of the folder of a seat to the offer of a seat */
    Deck jobs, skills;
    Player player[SEATS];
} Game;

/* -------------------------------------------------------------------------------------------------- luck */

#define GOLDEN 0x9E3779B97F4A7C15u

INLINE uint64_t step_of(uint64_t word) { return (word * 2 + 1) * GOLDEN; }

INLINE uint64_t chain_step(uint64_t key, uint64_t step) {
    uint64_t z = key + step;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

INLINE uint64_t chain(uint64_t key, uint64_t word) { return chain_step(key, step_of(word)); }

INLINE int below(uint64_t key, int n) { return (int)(((key >> 32) * (uint64_t)n) >> 32); }

INLINE double unit(uint64_t key) { return (double)(key >> 11) * (1.0 / 9007199254740992.0); }

INLINE double normal(const Tables *t, uint64_t key) { return t->r.normal[key >> NORMAL_SHIFT]; }

INLINE uint64_t stream(const Game *g, int purpose, int seat) { /* of a seat in this week */
    return chain(chain(chain(g->luck, purpose), g->week), seat);
}

INLINE int bits(unsigned set) { return __builtin_popcount(set); }
INLINE double lesser(double a, double b) { return b < a ? b : a; }
INLINE double greater(double a, double b) { return b > a ? b : a; }
INLINE int target_of(const Game *g, int seat) { return (seat - g->offset + g->players) % g->players; }

INLINE double spread(double width, double z) { return exp(lesser(20.0, greater(-20.0, width * z))); }

INLINE void decided(Game *g, int seat, int verb, int argument) {
    g->decisions++;
    if (g->digest) *g->digest = chain(*g->digest, (uint64_t)(verb * 256 + argument) | (uint64_t)seat << 16);
}

#endif
