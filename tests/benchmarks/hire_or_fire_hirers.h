/* Hire or Fire in C: how hirers judge folders (M-4), and pick. */

static void weigh_folders(Game *g) { /* the fit of every folder to every offer, noise apart */
    const Rules *r = &g->t->r;
    for (int author = 0; author < g->players; author++) {
        const Player *a = &g->player[author];
        for (int seat = 0; seat < g->players; seat++) {
            const Offer *o = g->player[seat].row;
            double fit = o->job[a->job] + o->strength[a->strength] + o->weakness[a->weakness];
            if (r->cover != 0.0)
                fit += r->cover * cover(r, a->job, a->strength, a->weakness, g->player[seat].offer);
            g->fit[author][seat] = fit;
        }
    }
}

static uint64_t folder_key(const Tables *t, uint64_t key, const Player *author) {
    key = chain_step(key, t->job_step[author->job]);
    key = chain_step(key, t->skill_step[author->strength]);
    return chain_step(key, t->skill_step[author->weakness]);
}

/* (1/k) log mean exp(k G(A, v)) of the other offers, whose G are `seen` */
INLINE double contrast(const double *seen, int n, double sharp) {
    double most = seen[0], total = 0.0;
    for (int i = 1; i < n; i++) most = greater(most, seen[i]);
    if (n == 1) return most;
    for (int i = 0; i < n; i++) total += exp(sharp * (seen[i] - most));
    return most + log(total / n) / sharp;
}

static void posterior(const double seen[SEATS][SEATS], int n, double tau, double *worth) { /* L3 */
    double weight[SEATS][SEATS], subset[1 << (SEATS - 1)], total = 0.0;
    for (int v = 0; v < n; v++) {
        double most = tau * seen[0][v];
        for (int a = 1; a < n; a++) most = greater(most, tau * seen[a][v]);
        for (int a = 0; a < n; a++) weight[a][v] = exp(tau * seen[a][v] - most);
    }
    int all = (1 << n) - 1;
    subset[0] = 1.0;
    for (int set = 1; set < all; set++) {
        int v = bits(set);
        double sum = 0.0;
        for (int rest = set; rest; rest &= rest - 1) {
            int a = __builtin_ctz(rest);
            sum += subset[set ^ 1 << a] * weight[a][v];
        }
        subset[set] = sum;
    }
    for (int a = 0; a < n; a++) {
        worth[a] = weight[a][0] * subset[all ^ 1 << a];
        total += worth[a];
    }
    for (int a = 0; a < n; a++) worth[a] = log(greater(total > 0.0 ? worth[a] / total : 1.0 / n, 1e-300));
}

/* tau U of each foreign folder, in the order they lie */
static void appraise(const Game *g, int seat, double *worth) {
    const Tables *t = g->t;
    const Player *me = &g->player[seat];
    const Bot *b = me->bot;
    int target = target_of(g, seat), count = g->players - 1, others = 1, offers[SEATS], n = 0;
    uint64_t key = stream(g, NOISE, seat);
    double seen[SEATS][SEATS], width = b->width;
    offers[0] = seat;
    for (int other = 0; b->level > 1 && other < g->players; other++)
        if (other != seat && other != target) offers[others++] = other;
    for (int place = 0; place < g->players; place++) {
        int author = g->laid[place];
        if (author == seat) continue;
        uint64_t mine = folder_key(t, key, &g->player[author]);
        for (int i = 0; i < others; i++)
            seen[n][i] = g->fit[author][offers[i]] + width * normal(t, chain_step(mine, g->player[offers[i]].step));
        n++;
    }
    if (b->level == 3) {
        posterior(seen, count, me->tau, worth);
        return;
    }
    for (int a = 0; a < count; a++) {
        double u = seen[a][0];
        if (b->level == 2) u -= b->w.contrast * contrast(&seen[a][1], count - 1, b->sharp);
        worth[a] = me->tau * u;
    }
}

static int picked(const Game *g, int seat) {
    const Tables *t = g->t;
    const Player *me = &g->player[seat];
    if (me->hint >= 0) return me->hint; /* HG-14 */
    int blind = me->bot->level == 0 || unit(stream(g, LAPSE, seat)) < me->bot->w.lapse, chosen = -1, n = 0;
    double worth[SEATS], best = 0.0;
    int64_t luckiest = 0;
    uint64_t key = stream(g, PICK, seat);
    if (!blind) appraise(g, seat, worth);
    for (int place = 0; place < g->players; place++) {
        if (g->laid[place] == seat) continue;
        uint64_t luck = folder_key(t, key, &g->player[g->laid[place]]);
        if (blind) {
            if (chosen >= 0 && (int64_t)luck <= luckiest) continue;
            luckiest = (int64_t)luck;
        } else {
            double gumbel = -log(-log(unit(luck) * (1.0 - 0x1p-30) + 0x1p-31)), mine = worth[n++] + gumbel;
            if (chosen >= 0 && mine <= best) continue;
            best = mine;
        }
        chosen = place;
    }
    return chosen;
}

static void hire(Game *g, int seat) { /* HF-34 */
    g->player[seat].hired = picked(g, seat);
    decided(g, seat, HIRE, g->player[seat].hired);
}
