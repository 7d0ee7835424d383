/* Hire or Fire in C: what an applicant puts into a folder (M-5), and what to ask for it (M-6).
 *
 * Of all the folders that a hand can make, only those that could be the best are worked out. What a folder says
 * to n other offers, (1/k) log mean exp(k G), lies between the most it says to any of them and log(n)/k less; and
 * private noise lies between the first and the last quantile. So each folder has an upper bound for its worth.
 */

#define MARGIN 1e-9 /* of bounds, for rounding */

typedef struct { int n, who[SEATS], own; } Offers; /* the target first; own: place of the own offer */

typedef struct { int a, b, c; double appeal; } Plan; /* places in the hand; appeal: worked out with it, or NAN */

static double cover(const Rules *r, int job, int strength, int weakness, int offered) {
    uint64_t touched = r->job[job].traits | r->skill[strength].strength_traits | r->skill[weakness].weakness_traits;
    double total = 0.0;
    for (touched &= r->job[offered].traits; touched; touched &= touched - 1)
        total += r->job[offered].share[__builtin_ctzll(touched)];
    return total;
}

static Offers offers_of(const Game *g, int seat) {
    Offers o = {.n = 1, .who = {target_of(g, seat)}};
    for (int other = 0; other < g->players; other++) {
        if (other == o.who[0]) continue;
        if (other == seat) o.own = o.n;
        o.who[o.n++] = other;
    }
    return o;
}

/* (1/k) log mean exp(k G(A, v)) of the offers but the target's and that at `skip` */
static double others_see(const double *seen, int offers, int skip, double sharp) {
    double most = -INFINITY, total = 0.0;
    int n = 0;
    for (int i = 1; i < offers; i++) {
        if (i == skip) continue;
        most = greater(most, seen[i]);
        n++;
    }
    for (int i = 1; i < offers; i++)
        if (i != skip) total += exp(sharp * (seen[i] - most));
    return most + log(total / n) / sharp;
}

typedef struct { /* a hand, and what its cards say to each offer */
    const Game *g;
    const Player *me;
    Offers o;
    int seat;
    double low, saving; /* log(n)/k of the other offers; weight of keeping cards */
    uint64_t step[SEATS];
    double job[SEATS][HAND], strength[SEATS][HAND], weakness[SEATS][HAND];
    double keep_job[HAND], keep_strength[HAND], keep_weakness[HAND];
    uint64_t skill_step[HAND];
} Desk;

/* G of a folder to each offer from `from` on */
INLINE void see(const Desk *d, int a, int b, int c, uint64_t key, double *seen) {
    const Rules *r = &d->g->t->r;
    const Player *me = d->me;
    for (int i = 0; i < d->o.n; i++) {
        double fit = d->job[i][a] + d->strength[i][b] + d->weakness[i][c];
        if (r->cover != 0.0)
            fit += r->cover *
                   cover(r, me->jobs[a], me->skills[b], me->skills[c], d->g->player[d->o.who[i]].offer);
        seen[i] = fit + me->width * normal(d->g->t, chain_step(key, d->step[i]));
    }
}

static void lay_desk(const Game *g, int seat, Desk *d) {
    const Tables *t = g->t;
    const Player *me = &g->player[seat];
    d->g = g;
    d->me = me;
    d->seat = seat;
    d->o = offers_of(g, seat);
    d->low = t->log_of[d->o.n - 1] / me->bot->sharp;
    d->saving = g->eta * me->bot->w.saving;
    for (int i = 0; i < d->o.n; i++) {
        const Player *of = &g->player[d->o.who[i]];
        d->step[i] = of->step;
        for (int a = 0; a < me->jobs_size; a++) d->job[i][a] = of->row->job[me->jobs[a]];
        for (int s = 0; s < HAND; s++) { /* beyond the hand: any skill, never looked at */
            d->strength[i][s] = of->row->strength[me->skills[s]];
            d->weakness[i][s] = of->row->weakness[me->skills[s]];
        }
    }
    for (int a = 0; a < me->jobs_size; a++) d->keep_job[a] = t->r.job[me->jobs[a]].keep;
    for (int s = 0; s < HAND; s++) {
        d->keep_strength[s] = t->r.skill[me->skills[s]].keep_strength;
        d->keep_weakness[s] = t->r.skill[me->skills[s]].keep_weakness;
        d->skill_step[s] = t->skill_step[me->skills[s]];
    }
}

typedef struct { uint64_t key[FOLDERS][HAND]; double bound[FOLDERS][HAND], whim[FOLDERS][HAND]; } Heap;

/* The upper bound of every folder, before the noise about other offers is drawn. */
static void bound_all(const Desk *d, Heap *h) {
    const Game *g = d->g;
    const Tables *t = g->t;
    const Player *me = d->me;
    const Weights *w = &me->bot->w;
    int one = t->r.reading.one_card, n = d->o.n;
    uint64_t root = stream(g, NOISE, d->seat), whims = w->whim != 0.0 ? whims_of(g, d->seat, JOB) : 0;
    double least = me->width * t->r.normal[0] - d->low, highest = me->width * t->r.normal[NORMALS - 1];
    for (int a = 0; a < me->jobs_size; a++) {
        uint64_t key_a = chain_step(root, t->job_step[me->jobs[a]]);
        uint64_t whim_a = chain_step(whims, t->job_step[me->jobs[a]]);
        for (int b = 0; b < me->skills_size; b++) {
            int f = a * HAND + b;
            uint64_t key_b = chain_step(key_a, d->skill_step[b]);
            double other[HAND], rival[HAND], base = d->job[0][a] + d->strength[0][b];
            for (int c = 0; c < HAND; c++) other[c] = rival[c] = -INFINITY;
            for (int i = 1; i < n; i++) {
                double part = d->job[i][a] + d->strength[i][b];
                for (int c = 0; c < HAND; c++) other[c] = greater(other[c], part + d->weakness[i][c]);
                if (i == d->o.own) continue;
                for (int c = 0; c < HAND; c++) rival[c] = greater(rival[c], part + d->weakness[i][c]);
            }
            double keep = d->keep_job[a] + d->keep_strength[b];
            for (int c = 0; c < HAND; c++) {
                uint64_t key = chain_step(key_b, d->skill_step[c]);
                double seen = base + d->weakness[0][c] + me->width * normal(t, chain_step(key, d->step[0]));
                double worth = seen - w->clarity * (other[c] + least) + w->decoy * (rival[c] + highest);
                h->key[f][c] = key;
                h->bound[f][c] = w->judgement * (worth - d->saving * (keep + d->keep_weakness[c]));
            }
            if (w->whim != 0.0) {
                uint64_t whim_b = chain_step(whim_a, d->skill_step[b]);
                for (int c = 0; c < HAND; c++) {
                    h->whim[f][c] = w->whim * normal(t, chain_step(whim_b, d->skill_step[c]));
                    h->bound[f][c] += h->whim[f][c];
                }
            }
            for (int c = 0; c < HAND; c++) {
                if (!me->bot->plain) h->bound[f][c] = INFINITY;
                if (c >= me->skills_size || (c == b) != one) h->bound[f][c] = -INFINITY;
            }
        }
    }
}

/* What a folder is worth to its author; or less than `best`, if it cannot reach that. */
static double worth_of(const Desk *d, const Heap *h, int a, int b, int c, double best) {
    const Bot *bot = d->me->bot;
    const Weights *w = &bot->w;
    int f = a * HAND + b;
    double seen[SEATS], most = -INFINITY, rival = -INFINITY;
    see(d, a, b, c, h->key[f][c], seen);
    double keep = d->keep_job[a] + d->keep_strength[b] + d->keep_weakness[c];
    double whim = w->whim != 0.0 ? h->whim[f][c] : 0.0;
    if (bot->plain) {
        for (int i = 1; i < d->o.n; i++) {
            most = greater(most, seen[i]);
            if (i != d->o.own) rival = greater(rival, seen[i]);
        }
        double bound = seen[0] - w->clarity * (most - d->low) + w->decoy * rival - d->saving * keep;
        if (w->judgement * bound + whim < best) return -INFINITY;
    }
    double worth = w->saving != 0.0 ? seen[0] - d->saving * keep : seen[0];
    if (w->clarity != 0.0) worth -= w->clarity * others_see(seen, d->o.n, 0, bot->sharp);
    if (w->decoy != 0.0) worth += w->decoy * others_see(seen, d->o.n, d->o.own, bot->sharp);
    worth *= w->judgement;
    return w->whim != 0.0 ? worth + whim : worth;
}

/* The best folder; of equal ones the first, in the order of job, strength, weakness. */
static Plan compose(const Desk *d, const Heap *h) {
    int jobs = d->me->jobs_size, skills = d->me->skills_size, from = 0;
    double high = -INFINITY;
    for (int a = 0; a < jobs; a++)
        for (int b = 0; b < skills; b++)
            for (int c = 0; c < HAND; c++)
                if (h->bound[a * HAND + b][c] > high) {
                    high = h->bound[a * HAND + b][c];
                    from = (a * HAND + b) * HAND + c;
                }
    int chosen = from;
    double best = worth_of(d, h, from / FOLDERS, from / HAND % HAND, from % HAND, -INFINITY), floor = best;
    floor -= MARGIN * (1.0 + fabs(best));
    for (int a = 0; a < jobs; a++)
        for (int b = 0; b < skills; b++) {
            const double *bound = h->bound[a * HAND + b];
            for (int c = 0; c < skills; c++) {
                if (bound[c] < floor || bound[c] == -INFINITY) continue;
                int at = (a * HAND + b) * HAND + c;
                double worth = at == from ? -INFINITY : worth_of(d, h, a, b, c, floor);
                if (worth > best || (worth == best && at < chosen)) {
                    chosen = at;
                    best = worth;
                    floor = best - MARGIN * (1.0 + fabs(best));
                }
            }
        }
    return (Plan){chosen / FOLDERS, chosen / HAND % HAND, chosen % HAND, 0.0};
}

/* ------------------------------------------------------------------------------------------------ salary */

static int ranked(const Rules *r, int unused, int weeks_left, int i) { /* of the highest, one for each week left */
    for (int skip = bits(unused) - weeks_left; skip > 0; skip--) unused &= unused - 1;
    for (; i > 1 && unused; i--) unused &= unused - 1;
    return unused ? __builtin_ctz(unused) : (int)r->salaries - 1;
}

static int salary_for(const Game *g, int seat, double appeal) {
    const Rules *r = &g->t->r;
    const Player *p = &g->player[seat];
    const Bot *b = p->bot;
    int left = (int)r->weeks - g->week, count = bits(p->salaries), i = 1;
    if (count > left) count = left;
    if (b->order <= 0) {
        double x = r->chance_base + r->chance_slope * b->w.confidence * appeal + b->w.boldness, e;
        double chance = x >= 0.0 ? 1.0 / (1.0 + exp(-x)) : (e = exp(x), e / (1.0 + e));
        for (int k = 0; k < count - 1; k++) i += r->thresholds[count][k] < chance;
    } else if (b->order == 2) {
        i = count;
    } else if (b->order > 2) {
        i = 1 + below(stream(g, ORDER, seat), count);
    }
    return ranked(r, p->salaries, left, i);
}

static void make_folder(Game *g, int seat) { /* HF-23..27 */
    Player *p = &g->player[seat];
    Desk desk;
    Heap heap;
    int one = g->t->r.reading.one_card;
    lay_desk(g, seat, &desk);
    bound_all(&desk, &heap);
    Plan plan = compose(&desk, &heap);
    double appeal = 0.0;
    if (p->bot->order <= 0) {
        double seen[SEATS];
        see(&desk, plan.a, plan.b, plan.c, heap.key[plan.a * HAND + plan.b][plan.c], seen);
        appeal = seen[0] - others_see(seen, desk.o.n, 0, p->bot->sharp);
    }
    decided(g, seat, JOB, plan.a);
    decided(g, seat, STRENGTH, plan.b);
    if (!one) decided(g, seat, WEAKNESS, plan.c - (plan.c > plan.b));
    p->job = p->jobs[plan.a];
    p->strength = p->skills[plan.b];
    p->weakness = p->skills[plan.c];
    take(p->jobs, &p->jobs_size, plan.a);
    take(p->skills, &p->skills_size, plan.b);
    if (!one) take(p->skills, &p->skills_size, plan.c - (plan.c > plan.b));
    p->salary = salary_for(g, seat, appeal);
    p->salaries ^= 1 << p->salary;
    decided(g, seat, SALARY, p->salary);
}
