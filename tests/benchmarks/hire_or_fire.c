/* Hire or Fire in C: the rules. See hire_or_fire.h. */
#include "hire_or_fire.h"

#include "hire_or_fire_hands.h"

#include "hire_or_fire_folders.h"

#include "hire_or_fire_hirers.h"

/* ---------------------------------------------------------------------------------------------- the week */

static void begin_week(Game *g) { /* HF-14, HF-17, HD-1, HD-2, HG-10, HG-18 */
    const Rules *r = &g->t->r;
    if (g->week && r->reading.first_in_turn) g->first = (g->first + 1) % g->players;
    else g->first = below(chain(chain(g->luck, FIRST), g->week), g->players);
    g->tokens = (g->tokens + 1) % g->players;
    if (!g->tokens && !r->reading.repeat) g->tokens = 1;
    if (g->tokens) g->offset = g->tokens;
    g->eta = r->weeks > 1 ? (double)(r->weeks - 1 - g->week) / (double)(r->weeks - 1) : 0.0;
    for (int seat = 0; seat < g->players; seat++) {
        g->player[seat].swapped = 0;
        g->player[seat].hint = -1;
    }
}

static void lay_out(Game *g) { /* HF-30..32, HG-14 */
    const Rules *r = &g->t->r;
    uint64_t key = chain(chain(g->luck, LAY), g->week);
    int64_t word[SEATS];
    for (int seat = 0; seat < g->players; seat++) {
        int64_t mine = (int64_t)chain(key, seat);
        int i = seat;
        for (; i > 0 && word[i - 1] > mine; i--) {
            word[i] = word[i - 1];
            g->laid[i] = g->laid[i - 1];
        }
        word[i] = mine;
        g->laid[i] = seat;
    }
    if (!r->reading.leaks) return;
    for (int place = 0; place < g->players; place++) {
        int hirer = target_of(g, g->laid[place]);
        if (unit(stream(g, LEAK, hirer)) < r->leak_chance) g->player[hirer].hint = place;
    }
}

static void pay(Game *g) { /* HF-35..42 */
    const Rules *r = &g->t->r;
    int tokens[SEATS] = {0};
    for (int seat = 0; seat < g->players; seat++) tokens[g->player[seat].hired]++;
    for (int place = 0; place < g->players; place++) {
        int seat = g->laid[place];
        Player *me = &g->player[seat], *employer = &g->player[target_of(g, seat)];
        if (employer->hired == place) {
            me->money += r->salary[me->salary];
            employer->money += r->bonus;
            employer->bonuses++;
        } else if (tokens[place]) {
            me->money += r->compensation;
            me->compensations++;
        }
    }
}

static void play_week(Game *g) {
    const Rules *r = &g->t->r;
    int n = g->players, seat;
    begin_week(g);
    for (int turn = 0; turn < n; turn++) post(g, (g->first + turn) % n, turn);
    for (int turn = 0; turn < n; turn++) {
        seat = (g->first + turn) % n;
        exchange(g, seat, g->player[target_of(g, seat)].offer);
        make_folder(g, seat);
    }
    lay_out(g);
    weigh_folders(g);
    for (int turn = 0; turn < n; turn++) hire(g, (g->first + turn) % n);
    pay(g);
    if (!r->reading.folder_closed) {
        for (int turn = 0; turn < n; turn++) {
            seat = (g->first + turn) % n;
            if (!can_begin(g, &g->player[seat])) continue;
            if (!exchange(g, seat, -1)) decided(g, seat, PASS, 0);
        }
    }
    g->week++;
    if (g->week == r->weeks) return;
    for (int turn = 0; turn < n; turn++) fill_hand(g, &g->player[(g->first + turn) % n]);
}

/* ------------------------------------------------------------------------------------------------ a game */

static unsigned most_of(const Game *g, unsigned among, int what) {
    int best = -1;
    unsigned found = 0;
    for (int seat = 0; seat < g->players; seat++) {
        const Player *p = &g->player[seat];
        int mine = what == 0 ? p->money : what == 1 ? p->bonuses : p->compensations;
        if (!(among >> seat & 1) || mine < best) continue;
        found = mine > best ? 1u << seat : found | 1u << seat;
        best = mine;
    }
    return found;
}

static void finish(const Game *g, Row *row) { /* HF-49, HF-50, HG-16 */
    unsigned winners = (1u << g->players) - 1;
    for (int what = 0; what < 3 && bits(winners) > 1; what++) winners = most_of(g, winners, what);
    for (int seat = 0; seat < g->players; seat++) {
        const Player *p = &g->player[seat];
        row->money[seat] = p->money;
        row->bonuses[seat] = p->bonuses;
        row->compensations[seat] = p->compensations;
        row->share[seat] = winners >> seat & 1 ? (int64_t)floor(1.0 / bits(winners) * 1e6 + 0.5) : 0;
    }
    row->decisions = g->decisions;
}

static void set_up(Game *g, const Bot *bots, const Deal *deal) { /* HF-7..10 */
    const Tables *t = g->t;
    g->luck = deal->key;
    g->week = g->first = g->offset = g->tokens = g->decisions = 0;
    shuffle(&g->jobs, chain(g->luck, JOB_DECK), t->job_step, t->r.jobs, JOB_BITS);
    shuffle(&g->skills, chain(g->luck, SKILL_DECK), t->skill_step, t->r.skills, SKILL_BITS);
    for (int seat = 0; seat < g->players; seat++) {
        Player *p = &g->player[seat];
        const Bot *b = &bots[deal->bot[seat]];
        memset(p, 0, sizeof *p);
        p->bot = b;
        p->salaries = (1 << t->r.salaries) - 1;
        p->width = b->width;
        p->tau = b->w.tau;
        if (b->w.blur_spread != 0.0)
            p->width *= spread(-b->w.blur_spread, normal(t, chain(chain(g->luck, APPLY), seat)));
        if (b->w.tau_spread != 0.0)
            p->tau *= spread(b->w.tau_spread, normal(t, chain(chain(g->luck, JUDGE), seat)));
        fill_hand(g, p);
    }
}

/* ------------------------------------------------------------------------------------- what Python calls */

static void study_tables(Tables *t, const Rules *r) {
    t->r = *r;
    for (int v = 0; v < r->jobs; v++) {
        Offer *o = &t->offer[v];
        for (int j = 0; j < r->jobs; j++) o->job[j] = r->job_fit[j][v];
        for (int s = 0; s < r->skills; s++) {
            o->strength[s] = r->strength_fit[s][v];
            o->weakness[s] = r->weakness_fit[s][v];
        }
        t->job_step[v] = step_of(r->job[v].luck);
    }
    for (int s = 0; s < r->skills; s++) t->skill_step[s] = step_of(r->skill[s].luck);
    for (int n = 1; n < SEATS; n++) t->log_of[n] = log(n);
}

static void study_bot(Bot *b, const Weights *w, const Rules *r) {
    int level = (int)(w->level + 0.5);
    b->w = *w;
    b->sharp = greater(w->sharp, 1e-6);
    b->width = r->private_noise * w->blur;
    b->level = level < 0 ? 0 : level > 3 ? 3 : level;
    b->order = (int)(w->order + 0.5);
    b->plain = w->judgement >= 0.0 && w->clarity >= 0.0 && w->decoy >= 0.0 && b->width >= 0.0 && r->cover == 0.0;
}

/* Play deals with bots (rows of weights); the CPU seconds it took. */
double fire_play(const Rules *rules, const Weights *weights, int64_t bots, const Deal *deals, int64_t games, Row *rows,
                 int64_t digests) {
    Tables *t = calloc(1, sizeof *t);
    Bot *known = malloc(bots * sizeof *known);
    Game *g = calloc(1, sizeof *g);
    struct timespec from, to;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    study_tables(t, rules);
    for (int i = 0; i < bots; i++) study_bot(&known[i], &weights[i], rules);
    g->t = t;
    g->players = rules->players;
    for (int64_t i = 0; i < games; i++) {
        rows[i].digest = 0;
        g->digest = digests ? &rows[i].digest : NULL;
        set_up(g, known, &deals[i]);
        while (g->week < rules->weeks) play_week(g);
        finish(g, &rows[i]);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    free(t);
    free(known);
    free(g);
    return (to.tv_sec - from.tv_sec) + (to.tv_nsec - from.tv_nsec) * 1e-9;
}

/* Sizes of what both lay out the same: 0 the rules, 1 the weights, 2 a deal, 3 a row. */
int64_t fire_size(int64_t what) {
    return what == 0 ? sizeof(Rules) : what == 1 ? sizeof(Weights) : what == 2 ? sizeof(Deal) : sizeof(Row);
}
