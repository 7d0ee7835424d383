/* Hire or Fire in C: decks and hands, the job to offer, the exchange. */

/* ------------------------------------------------------------------------------------------------- decks */

static void shuffle(Deck *d, uint64_t key, const uint64_t *steps, int cards, int card_bits) { /* HF-7 */
    uint64_t words[JOBS];
    int count[BUCKETS] = {0}, at = 0;
    for (int card = 0; card < cards; card++)
        words[card] = chain_step(key, steps[card]) >> (card_bits + 1) << card_bits | (uint64_t)card;
    for (int card = 0; card < cards; card++) count[words[card] >> BUCKET_SHIFT]++;
    for (int i = 0; i < BUCKETS; i++) {
        d->start[i] = at;
        at += count[i];
        count[i] = d->start[i];
    }
    for (int card = 0; card < cards; card++) d->word[count[words[card] >> BUCKET_SHIFT]++] = words[card];
    d->size = cards;
}

INLINE int draw(Deck *d, int card_bits) { /* the highest word left: it lies in the last bucket */
    int last = --d->size, most = last;
    uint64_t word = d->word[last];
    for (int i = d->start[word >> BUCKET_SHIFT]; i < last; i++) {
        if (d->word[i] > word) {
            word = d->word[i];
            most = i;
        }
    }
    d->word[most] = d->word[last];
    return word & ((1u << card_bits) - 1);
}

INLINE void insert(uint8_t *hand, int *size, int card) {
    int i = (*size)++;
    for (; i > 0 && hand[i - 1] > card; i--) hand[i] = hand[i - 1];
    hand[i] = card;
}

INLINE int take(uint8_t *hand, int *size, int place) {
    int card = hand[place];
    --*size;
    for (int i = place; i < *size; i++) hand[i] = hand[i + 1];
    return card;
}

static void fill_hand(Game *g, Player *p) { /* HF-10, HF-46, HG-09 */
    while (p->jobs_size < g->t->r.hand_jobs && g->jobs.size) insert(p->jobs, &p->jobs_size, draw(&g->jobs, JOB_BITS));
    while (p->skills_size < g->t->r.hand_skills && g->skills.size)
        insert(p->skills, &p->skills_size, draw(&g->skills, SKILL_BITS));
}

/* ------------------------------------------------------------------------------------------------ offers */

static uint64_t whims_of(const Game *g, int seat, int verb) { return chain(stream(g, WHIM, seat), verb); }

static void post(Game *g, int seat, int turn) { /* HF-19 */
    const Tables *t = g->t;
    Player *p = &g->player[seat];
    const Weights *w = &p->bot->w;
    double saving = g->eta * w->saving, best = 0.0;
    uint64_t whims = w->whim != 0.0 ? whims_of(g, seat, OFFER) : 0;
    int chosen = 0;
    for (int place = 0; place < p->jobs_size; place++) {
        int job = p->jobs[place];
        const JobCard *card = &t->r.job[job];
        double worth = w->reach * card->reach - w->distinct * card->crowd - saving * card->keep;
        if (t->r.reading.in_turn && turn) {
            double most = g->player[g->first].row->job[job];
            for (int i = 1; i < turn; i++) most = greater(most, g->player[(g->first + i) % g->players].row->job[job]);
            worth -= w->distinct * most;
        }
        worth *= w->judgement;
        if (w->whim != 0.0) worth += w->whim * normal(t, chain_step(whims, t->job_step[job]));
        if (!place || worth > best) {
            chosen = place;
            best = worth;
        }
    }
    decided(g, seat, OFFER, chosen);
    p->offer = take(p->jobs, &p->jobs_size, chosen);
    p->row = &t->offer[p->offer];
    p->step = t->job_step[p->offer];
}

/* -------------------------------------------------------------------------------------------- exchanging */

INLINE int left_in(const Game *g, const Deck *d, int a_week) { /* HG-09: what an exchange may draw */
    const Rules *r = &g->t->r;
    return r->reading.no_reserve ? d->size : d->size - ((int)r->weeks - 1 - g->week) * g->players * a_week;
}

INLINE int can_put_job(const Game *g, const Player *p) {
    int put = bits(p->put_jobs);
    return p->jobs_size > put && left_in(g, &g->jobs, 2) > put;
}

INLINE int can_put_skill(const Game *g, const Player *p) {
    int put = bits(p->put_skills);
    return p->skills_size > put && left_in(g, &g->skills, g->t->r.reading.one_card ? 1 : 2) > put;
}

INLINE int can_begin(const Game *g, const Player *p) {
    return !p->swapped && g->t->r.swap_cards && (can_put_job(g, p) || can_put_skill(g, p));
}

typedef struct { double value[HAND], rest[2], excess[2]; int top; } Ranked;

/* What cards of a hand are worth for an offer; the best of those not put aside, for exchanging any other of them
 * ([0]) and for exchanging the best itself ([1]); and what a drawn card exceeds that by on average. */
static void rank(const Rules *r, Ranked *k, const double *row, const uint8_t *hand, int size, int put,
                 const double *excess) {
    int found = 0;
    k->rest[0] = k->rest[1] = r->excess_low;
    for (int i = 0; i < size; i++) {
        double value = k->value[i] = row[hand[i]];
        if (put >> i & 1) continue;
        if (!found || value > k->rest[0]) {
            if (found) k->rest[1] = k->rest[0];
            k->rest[0] = value;
            k->top = i;
        } else if (found == 1 || value > k->rest[1]) {
            k->rest[1] = value;
        }
        found++;
    }
    for (int i = 0; i < 2; i++) {
        double x = lesser(GRID - 1.0, greater(0.0, (k->rest[i] - r->excess_low) / r->excess_step));
        int at = x < GRID - 2 ? (int)x : GRID - 2;
        k->excess[i] = excess[at] + (x - at) * (excess[at + 1] - excess[at]);
    }
}

INLINE double gain_of(const Ranked *k, double gain, int place) { /* added to the gain of another half */
    int own = place == k->top;
    return gain + k->excess[own] + k->rest[own] - greater(k->rest[own], k->value[place]);
}

static int to_put(const Game *g, int seat, int offered) { /* the option of the best card to put aside; 0: none */
    const Tables *t = g->t;
    const Rules *r = &t->r;
    const Player *p = &g->player[seat];
    const Weights *w = &p->bot->w;
    double later = w->swap_next * g->eta, best = 0.0;
    int chosen = 0;
    if (can_put_job(g, p)) {
        uint64_t whims = w->whim != 0.0 ? whims_of(g, seat, SWAP_JOB) : 0;
        Ranked k;
        if (offered >= 0) rank(r, &k, t->offer[offered].job, p->jobs, p->jobs_size, p->put_jobs, r->excess[offered].job);
        for (int place = 0; place < p->jobs_size; place++) {
            if (p->put_jobs >> place & 1) continue;
            int job = p->jobs[place];
            double worth = later * (r->mean_keep_job - r->job[job].keep);
            if (offered >= 0) worth = gain_of(&k, 0.0, place) + worth;
            worth *= w->judgement;
            if (w->whim != 0.0) worth += w->whim * normal(t, chain_step(whims, t->job_step[job]));
            if (worth > w->swap_cost && (!chosen || worth > best)) {
                chosen = SWAP_JOB * 256 + place;
                best = worth;
            }
        }
    }
    if (can_put_skill(g, p)) {
        uint64_t whims = w->whim != 0.0 ? whims_of(g, seat, SWAP_SKILL) : 0;
        double mean = r->mean_keep_strength + r->mean_keep_weakness;
        Ranked strength, weakness;
        if (offered >= 0) {
            const Offer *o = &t->offer[offered];
            const Excess *x = &r->excess[offered];
            rank(r, &strength, o->strength, p->skills, p->skills_size, p->put_skills, x->strength);
            rank(r, &weakness, o->weakness, p->skills, p->skills_size, p->put_skills, x->weakness);
        }
        for (int place = 0; place < p->skills_size; place++) {
            if (p->put_skills >> place & 1) continue;
            int skill = p->skills[place];
            double worth = later * (mean - (r->skill[skill].keep_strength + r->skill[skill].keep_weakness));
            if (offered >= 0) worth = gain_of(&weakness, gain_of(&strength, 0.0, place), place) + worth;
            worth *= w->judgement;
            if (w->whim != 0.0) worth += w->whim * normal(t, chain_step(whims, t->skill_step[skill]));
            if (worth > w->swap_cost && (!chosen || worth > best)) {
                chosen = SWAP_SKILL * 256 + place;
                best = worth;
            }
        }
    }
    return chosen;
}

static int exchange(Game *g, int seat, int offered) { /* HF-21; offered: the job to answer, -1: none; 1: exchanged */
    Player *p = &g->player[seat];
    if (p->swapped) return 0;
    int put = 0, option;
    while (put < g->t->r.swap_cards && (option = to_put(g, seat, offered))) {
        if (option >> 8 == SWAP_JOB) p->put_jobs |= 1 << (option & 255);
        else p->put_skills |= 1 << (option & 255);
        decided(g, seat, option >> 8, option & 255);
        put++;
    }
    if (!put) return 0;
    decided(g, seat, DRAW, 0);
    int jobs = bits(p->put_jobs), skills = bits(p->put_skills);
    for (int place = p->jobs_size - 1; place >= 0; place--)
        if (p->put_jobs >> place & 1) take(p->jobs, &p->jobs_size, place);
    for (int place = p->skills_size - 1; place >= 0; place--)
        if (p->put_skills >> place & 1) take(p->skills, &p->skills_size, place);
    while (jobs--) insert(p->jobs, &p->jobs_size, draw(&g->jobs, JOB_BITS));
    while (skills--) insert(p->skills, &p->skills_size, draw(&g->skills, SKILL_BITS));
    p->put_jobs = p->put_skills = 0;
    p->swapped = 1;
    return 1;
}
