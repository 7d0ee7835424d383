/* Extremely Bad Hires in C, for one card set: the rules. See extremely_bad_hires.h. */
#include "extremely_bad_hires.h"

#include "extremely_bad_hires_piles.h"

#include "extremely_bad_hires_bots.h"

/* ---------------------------------------------------------------------------------------------- Profit */

static void settle(Game *g, int seat, int change) { /* EBH-11.7..11.11 */
    Player *p = &g->player[seat];
    int before = p->profit;
    p->profit = before + change > 0 ? before + change : 0;
    if (p->profit == before) return;
    g->still = 0;
    if (p->profit >= TARGET) g->over = 1;
}

/* ------------------------------------------------------------------------------------------------ Hires */

static void enter(Game *g, Player *p, int card) { /* EBH-6.3 */
    int slot = lowest(~p->staff);
    unsigned bit = 1u << slot;
    p->staff |= bit;
    p->entered |= bit;
    p->skill[QUALIFICATION_OF(card >> 1)] |= bit;
    p->card[slot] = card;
    g->moved = 1;
}

static int leave(Game *g, int seat, int slot) { /* EBH-5.15, 6.14 */
    Player *p = &g->player[seat];
    unsigned rest = ~(1u << slot);
    p->staff &= rest;
    p->active &= rest;
    p->hurt &= rest;
    p->entered &= rest;
    p->fresh &= rest;
    p->skill[QUALIFICATION_OF(p->card[slot] >> 1)] &= rest;
    if (seat == g->active) g->crew &= rest;
    g->moved = 1;
    return p->card[slot];
}

static void hurt(Game *g, int seat, unsigned slots, int turns) { /* EBH-10.4..10.6; of the active player */
    Player *p = &g->player[seat];
    p->active &= ~slots;
    p->hurt |= slots;
    p->fresh |= slots;
    for (; slots; slots &= slots - 1) p->turns[lowest(slots)] = turns;
    g->moved = 1;
}

static void back_to_work(Game *g, Player *p, int slot) { /* EBH-10.12 */
    unsigned bit = 1u << slot;
    p->hurt &= ~bit;
    p->fresh &= ~bit;
    p->active |= bit;
    g->moved = 1;
}

/* ------------------------------------------------------------------------------------------------ Fixes */

static int fix_playable(const Game *g, int kind) { /* EBH-9.7; the card itself is in the hand */
    const Player *p = &g->player[g->active];
    if (kind == DOCTORS_NOTE || kind == EARLY_WEEKEND) return p->hurt != 0;
    return kind != DESK_CLEARANCE || p->hand_size > 1;
}

static void offer_fixes(Game *g) {
    if (g->fix_played) return;
    for (uint64_t kinds = kinds_in(g->player[g->active].hand & FIX_CARDS); kinds; kinds &= kinds - 1)
        if (fix_playable(g, lowest(kinds) / 2)) offer(g, O_FIX + lowest(kinds) / 2);
}

static void play_fix(Game *g, int kind) { /* EBH-9.2, 9.7, 9.8 */
    int seat = g->active;
    Player *p = &g->player[seat];
    int card = take_from_hand(p, kind);
    g->fix_played = 1;
    g->moved = 1;
    if (kind == BISCUIT_TIN) {
        draw(g, seat, 2);
    } else if (kind == DOCTORS_NOTE) {
        back_to_work(g, p, pick_hire(g, seat, seat, p->hurt, 1));
    } else if (kind == EARLY_WEEKEND) {
        int slot = pick_hire(g, seat, seat, p->hurt, 1);
        if (p->turns[slot] > 1) p->turns[slot]--;
        else back_to_work(g, p, slot);
        draw(g, seat, 1);
    } else if (kind == ROUNDING_ERROR) {
        settle(g, seat, 1);
    } else if (kind == LOCKED_DOOR) {
        p->cancels++;
    } else {
        discard(p, take_from_hand(p, pick_discard(g, seat)));
        draw(g, seat, 3);
    }
    discard(p, card);
}

/* ------------------------------------------------------------------------------------------ preparation */

static void offer_hires(Game *g) { /* EBH-4.6, 6.2, 6.9..6.13 */
    if (g->hires_played == HIRE_PLAYS) return;
    const Player *p = &g->player[g->active];
    unsigned leaving = 0, signs[STAFF];
    int full = bits(p->staff) == STAFF;
    if (full) {
        for (int slot = 0; slot < STAFF; slot++) {
            int twin = 0;
            signs[slot] = sign_of(g, g->active, slot);
            for (int i = 0; i < slot; i++) twin |= signs[i] == signs[slot];
            if (!twin) leaving |= 1u << slot;
        }
        leaving &= p->active;
    }
    for (uint64_t kinds = kinds_in(p->hand & HIRE_CARDS); kinds; kinds &= kinds - 1) {
        int option = O_HIRE + lowest(kinds) / 2 * 8;
        if (!full) offer(g, option + 7);
        for (unsigned m = leaving; m; m &= m - 1) offer(g, option + lowest(m));
    }
}

static void prepare(Game *g) {
    int seat = g->active;
    Player *p = &g->player[seat];
    const Weights *w = &p->bot->w;
    while (!g->over) {
        g->options = 0;
        offer(g, O_DONE);
        offer_hires(g);
        offer_fixes(g);
        if (thinks(g, seat)) {
            look_at_staff(g, seat);
            g->worth[0] = 0.0;
            for (int i = 1; i < g->options; i++) {
                int option = g->option[i], of = option & 1023;
                if (option >= O_FIX) {
                    g->worth[i] = fix_worth(p, of, 0);
                    continue;
                }
                double worth = hire_worth(g, p, of / 8, 0);
                if (of % 8 != 7) worth += w->crowd - w->loyalty - hire_worth(g, p, p->card[of % 8] >> 1, 1);
                g->worth[i] = worth;
            }
        }
        int option = decide(g, seat), of = option & 1023;
        if (option == O_DONE) return;
        if (option >= O_FIX) {
            play_fix(g, of);
            continue;
        }
        if (of % 8 != 7) discard(p, leave(g, seat, of % 8));
        enter(g, p, take_from_hand(p, of / 8));
        g->hires_played++;
    }
}

static void recover(Game *g) { /* the Recovery Window */
    int seat = g->active;
    g->options = 0;
    offer(g, O_DONE);
    offer_fixes(g);
    if (thinks(g, seat)) {
        g->worth[0] = 0.0;
        for (int i = 1; i < g->options; i++) g->worth[i] = fix_worth(&g->player[seat], g->option[i] & 1023, 1);
    }
    int option = decide(g, seat);
    if (option != O_DONE) play_fix(g, option & 1023);
}

/* ------------------------------------------------------------------------------------------------ crews */

static uint8_t LOWEST_OF[64][64]; /* whether a set is the lowest members of another */

static unsigned send(Game *g) { /* EBH-7.2..7.12; the crew, or 0 */
    int seat = g->active;
    const Player *p = &g->player[seat];
    const Job *job = &JOB[g->job];
    unsigned ready = p->active & ~p->entered, match = p->skill[QUALIFICATION_ASKED(g->job)], same[QUALIFICATIONS];
    int sames = 0, least[PATHS];
    for (int path = 0; path < PATHS; path++) {
        least[path] = job->required + job->change[path];
        if (least[path] < 1) least[path] = 1;
    }
    for (int q = 0; q < QUALIFICATIONS; q++) {
        unsigned alike = ready & p->skill[q];
        if (alike & (alike - 1)) same[sames++] = alike;
    }
    g->options = 0;
    offer(g, O_SKIP);
    for (unsigned crew = -ready & ready; crew; crew = (crew - ready) & ready) {
        int size = bits(crew), good = size <= job->crew_max && size >= least[(crew & match) != 0];
        for (int i = 0; good && i < sames; i++) good = LOWEST_OF[same[i]][crew & same[i]];
        if (good) offer(g, O_CREW + crew);
    }
    if (thinks(g, seat)) {
        const Bot *b = p->bot;
        const Weights *w = &b->w;
        double worth[PATHS][STAFF + 1], danger = crew_threat(g);
        for (int path = 0; path < PATHS; path++) {
            double whole = b->job[g->job][path];
            if (p->hurt && job->text[path].recover > 0.0) whole = job_worth(w, g->job, path, hurt_turns(p));
            if (p->profit + job->profit >= TARGET) whole += w->block;
            for (int size = least[path]; size <= STAFF; size++) {
                double spare = greater(0.0, w->cushion * (size - least[path]));
                double sure = 1.0 / (1.0 + danger / (1.0 + spare));
                worth[path][size] = sure * whole - w->exposure * size;
            }
        }
        g->worth[0] = b->skip[g->job];
        for (int i = 1; i < g->options; i++) {
            unsigned crew = g->option[i] & 1023;
            g->worth[i] = worth[(crew & match) != 0][bits(crew)];
        }
    }
    int option = decide(g, seat);
    return option == O_SKIP ? 0 : option & 1023;
}

/* ----------------------------------------------------------------------------------------------- Mayhem */

static void play_mayhem(Game *g, int seat, int kind) { /* EBH-8.5, 8.15 */
    Player *p = &g->player[seat], *target = &g->player[g->active];
    int card = take_from_hand(p, kind), slot = 0;
    g->moved = 1;
    if (kind == RECALLED_TO_DESK) slot = pick_hire(g, seat, g->active, g->crew, 0);
    if (kind == PAPER_CUT) slot = pick_hire(g, seat, g->active, g->crew & ~target->hurt, 0);
    if (target->cancels) {
        target->cancels--;
    } else if (kind == RECALLED_TO_DESK) {
        target->hand |= 1ull << leave(g, g->active, slot);
        target->hand_size++;
    } else if (kind == PAPER_CUT) {
        hurt(g, g->active, 1u << slot, 1);
    } else if (kind == SECOND_SIGNATURE) {
        g->required++;
    } else if (kind == FIRE_DRILL) {
        g->ended = 1;
    } else if (kind == PARKING_FINE) {
        settle(g, g->active, -1);
    } else {
        discard_random(g, g->active);
        draw(g, seat, 1);
    }
    discard(p, card);
}

static void mayhem(Game *g) { /* EBH-8.1..8.7 */
    for (g->opponent = 0; g->opponent < g->players - 1 && !g->ended; g->opponent++) {
        int seat = (g->active + 1 + g->opponent) % g->players;
        g->options = 0;
        offer(g, O_PASS);
        for (uint64_t kinds = kinds_in(g->player[seat].hand & MAYHEM_CARDS); kinds; kinds &= kinds - 1) {
            int kind = lowest(kinds) / 2;
            if (kind == RECALLED_TO_DESK && !g->crew) continue;
            if (kind == PAPER_CUT && !(g->crew & ~g->player[g->active].hurt)) continue;
            offer(g, O_MAYHEM + kind);
        }
        if (thinks(g, seat)) weigh_mayhem(g, seat);
        int option = decide(g, seat);
        if (option != O_PASS) play_mayhem(g, seat, option & 1023);
    }
}

/* ------------------------------------------------------------------------------------------------- Jobs */

static void hurt_crew(Game *g, int by, int count, int turns) { /* somebody picks participating Hires */
    unsigned can = g->crew & ~g->player[g->active].hurt, picked = 0;
    for (; count > 0 && can; count--) {
        if (bits(can) <= count) {
            picked |= can;
            break;
        }
        unsigned bit = 1u << pick_hire(g, by, g->active, can, 0);
        picked |= bit;
        can &= ~bit;
    }
    if (picked) hurt(g, g->active, picked, turns);
}

static void recover_one(Game *g, int seat) {
    Player *p = &g->player[seat];
    if (p->hurt) back_to_work(g, p, pick_hire(g, seat, seat, p->hurt, 1));
}

INLINE int can_draw(const Player *p) { return p->deck_size > 0 || p->discard; }

static int resolve(Game *g) { /* the Job's text; returns what it adds to its Profit */
    int you = g->active, left = (you + 1) % g->players, good = g->path == QUALIFIED;
    Player *p = &g->player[you];
    int can_hurt = (g->crew & ~p->hurt) != 0;
    switch (g->job) {
    case LABEL_THE_SOCKETS:
        return good;
    case UNTANGLE_THE_BASEMENT:
        if (good) recover_one(g, you);
        else hurt_crew(g, you, 1, 1);
        return 0;
    case REBOOT_THE_LOBBY:
        if (good) hurt_crew(g, you, 1, 1);
        return 0;
    case MIGRATE_THE_FAX:
        if (good) {
            if (pick_option(g, you, can_draw(p) | 2, FAX_GOOD)) return 1;
            draw(g, you, 2);
            return 0;
        }
        if (pick_option(g, you, can_hurt | 2, FAX_BAD)) return -1;
        hurt_crew(g, you, 1, 1);
        return 0;
    case CANTEEN_INSPECTION:
        if (!good) return 0;
        recover_one(g, you);
        draw(g, you, 1);
        return 0;
    case FIRST_AID_FOR_THE_LIFT:
        if (good) {
            draw(g, you, 1);
            return 0;
        }
        hurt_crew(g, left, 1, 1);
        return -1;
    case QUARANTINE_THE_FRIDGE:
        if (!good) hurt_crew(g, you, 1, 1);
        return 0;
    case TASTE_THE_EVIDENCE:
        if (good) {
            unsigned can = (p->hurt != 0) | (unsigned)can_draw(p) << 1;
            if (!can) return 0;
            if (pick_option(g, you, can, TASTE_GOOD)) draw(g, you, 1);
            else recover_one(g, you);
            return 0;
        }
        if (pick_option(g, left, can_hurt | 2, TASTE_BAD)) return -1;
        hurt_crew(g, you, 1, 2);
        return 0;
    case SHRED_THE_ARCHIVE:
        if (good) draw(g, you, 1);
        else hurt_crew(g, you, 1, 1);
        return 0;
    case AUDIT_THE_AUDITORS:
        if (!good) hurt_crew(g, left, 1, 2);
        return 0;
    case MINUTES_OF_NOTHING:
        if (!good) return -1;
        draw(g, you, 2);
        return 0;
    case FORECAST_THE_BUDGET:
        if (good) draw(g, you, 2);
        return 0;
    case VENTILATE_THE_VAULT:
        hurt_crew(g, good ? left : you, 1, good ? 1 : 2);
        return 0;
    case UMBRELLA_TENDER:
        return good ? 0 : -2;
    case MOVE_THE_WEATHERCOCK:
        if (!good) hurt_crew(g, you, 2, 1);
        return 0;
    default: /* ALPHABETISE_THE_STAIRS */
        return 0;
    }
}

static void attempt(Game *g, unsigned crew) { /* EBH-7.12, 8.17, 8.18, 11.4, 11.5 */
    const Job *job = &JOB[g->job];
    g->crew = crew;
    g->path = (crew & g->player[g->active].skill[QUALIFICATION_ASKED(g->job)]) ? QUALIFIED : UNQUALIFIED;
    g->required = job->required + job->change[g->path];
    g->ended = 0;
    g->moved = 1;
    mayhem(g);
    if (!g->ended && crew_counts(g) >= required_now(g)) {
        settle(g, g->active, resolve(g) + job->profit);
        if (!g->over) {
            g->job_discard |= 1ull << g->job_card;
            reveal_job(g);
        }
    }
    g->crew = 0;
}

/* ------------------------------------------------------------------------------------------------ turns */

static void count_down(Game *g, Player *p) { /* EBH-10.6, T17 */
    for (unsigned m = p->hurt; m; m &= m - 1) {
        int slot = lowest(m);
        g->moved = 1;
        if (p->fresh >> slot & 1) p->fresh &= ~(1u << slot);
        else if (--p->turns[slot] == 0) back_to_work(g, p, slot);
    }
}

static void turn(Game *g) {
    Player *p = &g->player[g->active];
    g->turn++;
    g->hires_played = g->fix_played = g->moved = 0;
    unsigned waiting = p->staff & ~p->active & ~p->hurt;
    if (waiting) g->moved = 1;
    p->active |= waiting;
    p->entered = 0;
    draw(g, g->active, 1);
    prepare(g);
    if (g->over) return;
    unsigned crew = send(g);
    if (crew) attempt(g, crew);
    if (g->over) return;
    recover(g);
    if (g->over) return;
    count_down(g, p);
    while (p->hand_size > HAND) discard(p, take_from_hand(p, pick_discard(g, g->active)));
    g->still++;
    g->idle = g->moved ? 0 : g->idle + 1;
    if (g->turn >= MAX_ROUNDS * g->players || g->still >= STILL_ROUNDS * g->players || g->idle >= g->players)
        g->over = 1;
    g->active = (g->active + 1) % g->players;
}

static void play(Game *g, uint64_t luck) {
    uint64_t all = 0, jobs = 0;
    for (int kind = 0; kind < KINDS; kind++) all |= (uint64_t)((1 << COPIES[kind]) - 1) << 2 * kind;
    for (int kind = 0; kind < JOBS; kind++) jobs |= (uint64_t)((1 << JOB[kind].copies) - 1) << JOB_COPIES * kind;
    g->luck = luck;
    g->active = below(chain(luck, LUCK_FIRST), g->players);
    g->turn = g->decisions = g->still = g->idle = g->over = g->job_shuffles = 0;
    g->job_discard = g->crew = 0;
    for (int seat = 0; seat < g->players; seat++) {
        Player *p = &g->player[seat];
        memset(p, 0, offsetof(Player, bot));
        shuffle_deck(g, seat, all);
        draw(g, seat, OPENING);
    }
    shuffle_jobs(g, jobs);
    reveal_job(g);
    while (!g->over) turn(g);
}

/* --------------------------------------------------------------------------------- what Python calls */

typedef struct { int64_t key, bot[SEATS]; } Deal;
typedef struct { int64_t decisions, turns, profit[SEATS]; uint64_t digest; } Row;

static void make_ready(void) {
    for (int kind = 0; kind < KINDS; kind++) WORD[kind] = (uint64_t)crc32(NAMES[kind]) * 64;
    for (int kind = 0; kind < JOBS; kind++) JOB_WORD[kind] = (uint64_t)crc32(JOB[kind].name) * 64;
    for (unsigned of = 0; of < 64; of++)
        for (unsigned set = 0; set < 64; set++) {
            unsigned above = of & ~set;
            LOWEST_OF[of][set] = !(set & ~of) && (!above || !set || set < (above & -above));
        }
}

/* Play deals of so many players with bots (rows of weights); the CPU seconds it took. */
double hires_play(const double *weights, int64_t bots, const Deal *deals, int64_t games, int64_t players, Row *rows,
                  int64_t digests) {
    make_ready();
    Bot *known = malloc(bots * sizeof *known);
    Game *g = calloc(1, sizeof *g);
    struct timespec from, to;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    for (int i = 0; i < bots; i++) study(&known[i], weights + i * (sizeof(Weights) / sizeof(double)));
    g->players = players;
    for (int64_t i = 0; i < games; i++) {
        Row *row = &rows[i];
        row->digest = 0;
        g->digest = digests ? &row->digest : NULL;
        for (int seat = 0; seat < players; seat++) g->player[seat].bot = &known[deals[i].bot[seat]];
        play(g, deals[i].key);
        row->decisions = g->decisions;
        row->turns = g->turn;
        for (int seat = 0; seat < players; seat++) row->profit[seat] = g->player[seat].profit;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    free(known);
    free(g);
    return (to.tv_sec - from.tv_sec) + (to.tv_nsec - from.tv_nsec) * 1e-9;
}

int64_t hires_weights(void) { return sizeof(Weights) / sizeof(double); }
