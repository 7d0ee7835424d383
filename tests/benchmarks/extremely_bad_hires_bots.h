/* Extremely Bad Hires in C: how bots decide. Included by extremely_bad_hires.c.
 *
 * The formulae are those of the toolkit, with the same order of operations: floats must agree to the bit.
 * Terms that are 0 in this card set are left out.
 */

INLINE double text_worth(const Weights *w, const Text *t, double turns) { /* turns: Hire-turns still to be missed */
    double worth = t->gain * w->ambition - t->discard * w->loss;
    worth += t->draw * w->card;
    worth += lesser(t->recover * 2.0, turns) * w->cure;
    worth += lesser(t->reduce, turns) * w->cure;
    worth += t->shield * w->guard;
    worth += (t->harm + t->rob) * w->malice;
    return worth;
}

INLINE double job_worth(const Weights *w, int job, int path, double turns) {
    const Job *j = &JOB[job];
    double worth = w->ambition * j->profit;
    worth += w->benefit * text_worth(w, &j->text[path], turns);
    worth -= w->pain * j->text[path].hurt;
    return worth;
}

static void study(Bot *b, const double *numbers) { /* what hangs on no position is worked out once */
    memcpy(&b->w, numbers, sizeof b->w);
    const Weights *w = &b->w;
    for (int job = 0; job < JOBS; job++) {
        for (int path = 0; path < PATHS; path++) {
            b->job[job][path] = job_worth(w, job, path, 0.0);
            b->stake[job][path] = JOB[job].profit + 0.5 * w->benefit * JOB[job].text[path].gain;
        }
        b->skip[job] = w->caution - w->denial * JOB[job].profit * 0.25;
    }
    for (int i = 0; i < FIXES; i++) b->fix[i] = text_worth(w, &FIX_TEXT[i], 0.0);
    for (int i = 0; i < MAYHEM; i++) {
        const Text *t = &MAYHEM_TEXT[i];
        b->keep_mayhem[i] = w->keep_mayhem + 0.25 * (t->ends + 0.5 * t->remove + 0.5 * t->required) * w->sabotage;
    }
}

/* ------------------------------------------------------------------------------------- one decision */

INLINE void offer(Game *g, int option) { g->option[g->options++] = option; }

static int decide(Game *g, int seat) { /* the first of the best */
    if (g->options == 1) return g->option[0];
    const Weights *w = &g->player[seat].bot->w;
    int best = 0;
    if (w->noise > 0.0) {
        uint64_t key = chain(chain(chain(g->luck, LUCK_BOT), seat), g->decisions);
        double most = -1e300;
        for (int i = 0; i < g->options; i++) {
            double worth = w->judgement != 0.0 ? w->judgement * g->worth[i] : 0.0;
            worth += w->noise * unit(chain(key, g->option[i]));
            if (worth > most) most = worth, best = i;
        }
    } else if (w->judgement != 0.0) {
        double most = w->judgement * g->worth[0];
        for (int i = 1; i < g->options; i++) {
            double worth = w->judgement * g->worth[i];
            if (worth > most) most = worth, best = i;
        }
    }
    g->decisions++;
    if (g->digest) *g->digest = chain(*g->digest, g->option[best] | g->options << 16 | seat << 24);
    return g->option[best];
}

INLINE int thinks(const Game *g, int seat) { /* whether worths must be worked out */
    return g->options > 1 && g->player[seat].bot->w.judgement != 0.0;
}

/* ------------------------------------------------------------------------------------- what things are worth */

static void look_at_staff(Game *g, int seat) {
    for (int q = 0; q < QUALIFICATIONS; q++) g->have[q] = bits(g->player[seat].skill[q]);
}

INLINE int hurt_turns(const Player *p) {
    int turns = 0;
    for (unsigned m = p->hurt; m; m &= m - 1) turns += p->turns[lowest(m)];
    return turns;
}

INLINE int longest_absence(const Player *p) {
    int most = 0;
    for (unsigned m = p->hurt; m; m &= m - 1)
        if (p->turns[lowest(m)] > most) most = p->turns[lowest(m)];
    return most;
}

INLINE double hire_worth(const Game *g, const Player *p, int kind, int at_hand) {
    const Weights *w = &p->bot->w;
    int q = QUALIFICATION_OF(kind), have = g->have[q] - at_hand;
    double worth = w->hire - w->crowd * (bits(p->staff) - at_hand) + w->taste[q];
    if (have <= 0) {
        worth += w->variety;
        if (q == QUALIFICATION_ASKED(g->job)) worth += w->match;
    }
    return worth;
}

INLINE double fix_text_worth(const Player *p, int fix) {
    const Bot *b = p->bot;
    if (fix != DOCTORS_NOTE - FIRST_FIX && fix != EARLY_WEEKEND - FIRST_FIX) return b->fix[fix];
    return p->hurt ? text_worth(&b->w, &FIX_TEXT[fix], hurt_turns(p)) : b->fix[fix];
}

static double card_worth(const Game *g, const Player *p, int kind) {
    const Bot *b = p->bot;
    if (kind >= FIRST_FIX) return b->w.keep_fix + 0.25 * fix_text_worth(p, kind - FIRST_FIX);
    if (kind >= FIRST_MAYHEM) return b->keep_mayhem[kind - FIRST_MAYHEM];
    double worth = b->w.keep_hire + 0.5 * hire_worth(g, p, kind, 0);
    if (bits(p->staff) >= STAFF) worth -= 0.5 * b->w.loyalty;
    return worth;
}

INLINE double spare_copy(const Player *p, int kind) {
    return (p->hand >> 2 * kind & 3) == 3 ? p->bot->w.spare : 0.0;
}

static double fix_worth(const Player *p, int kind, int late) {
    const Weights *w = &p->bot->w;
    double worth = fix_text_worth(p, kind - FIRST_FIX);
    if (kind == DOCTORS_NOTE || kind == EARLY_WEEKEND) worth += 0.25 * w->cure * longest_absence(p);
    return late ? worth - w->salvage : worth - w->thrift;
}

INLINE double crew_threat(const Game *g) {
    double found = 0.0;
    for (int seat = 0; seat < g->players; seat++) {
        if (seat == g->active) continue;
        double cards = g->player[seat].hand_size * MAYHEM_SHARE;
        found += cards / (1.0 + cards);
    }
    const Player *p = &g->player[g->active];
    found *= p->bot->w.fear;
    return greater(0.0, greater(0.0, found - p->cancels));
}

/* --------------------------------------------------------------------------------------------- Mayhem */

INLINE int crew_counts(const Game *g) { return bits(g->crew & g->player[g->active].active); }
INLINE int required_now(const Game *g) { return g->required > 1 ? g->required : 1; }

INLINE double sinks(int spare, const Text *t) {
    if (t->ends) return 1.0;
    double blow = t->remove + t->required;
    if (blow <= 0.0) return 0.0;
    if (blow > spare) return 1.0;
    return 0.25 * blow / (1.0 + spare);
}

static void weigh_mayhem(Game *g, int seat) {
    const Player *target = &g->player[g->active];
    const Bot *b = g->player[seat].bot;
    const Weights *w = &b->w;
    int best_other = 0, profit = JOB[g->job].profit, spare = crew_counts(g) - required_now(g);
    for (int other = 0; other < g->players; other++)
        if (other != g->active && g->player[other].profit > best_other) best_other = g->player[other].profit;
    double focus = greater(0.0, 1.0 + w->leader * (target->profit - best_other) / TARGET);
    double late = w->deference * (g->players - 2 - g->opponent);
    g->worth[0] = w->hold;
    for (int i = 1; i < g->options; i++) {
        const Text *t = &MAYHEM_TEXT[(g->option[i] & 1023) - FIRST_MAYHEM];
        double worth = w->strip;
        if (target->cancels == 0) {
            double chance = sinks(spare, t);
            worth = chance * b->stake[g->job][g->path] * w->sabotage * focus;
            if (target->profit + profit >= TARGET) worth += chance * w->block;
            worth += (t->hurt + t->rob + t->harm) * w->malice;
            worth += t->draw * w->card;
        }
        g->worth[i] = worth - late;
    }
}

/* ------------------------------------------------------------------------------------ choices in effects */

INLINE double standing(const Game *g, int seat, int owner, int slot) {
    const Player *p = &g->player[owner];
    const Weights *w = &g->player[seat].bot->w;
    int q = QUALIFICATION_OF(p->card[slot] >> 1);
    double worth = 1.0 + w->taste[q];
    if (q == QUALIFICATION_ASKED(g->job)) worth += w->match;
    if (seat == owner && g->have[q] <= 1) worth += w->variety;
    if (owner == g->active && g->crew >> slot & 1) worth += 0.25;
    if (p->hurt >> slot & 1) worth -= 0.5;
    else if (!(p->active >> slot & 1)) worth -= 0.25;
    return worth;
}

/* two Hires with the same sign are the same option */
INLINE unsigned sign_of(const Game *g, int owner, int slot) {
    const Player *p = &g->player[owner];
    unsigned hurt = p->hurt >> slot & 1, sign = QUALIFICATION_OF(p->card[slot] >> 1);
    sign |= (p->active >> slot & 1) << 2 | hurt << 3 | (p->entered >> slot & 1) << 4;
    if (owner == g->active) sign |= (g->crew >> slot & 1) << 5;
    if (hurt) sign |= (p->fresh >> slot & 1) << 6 | p->turns[slot] << 8;
    return sign;
}

/* The Hire that a player picks out of some (at least one) of a staff. */
static int pick_hire(Game *g, int seat, int owner, unsigned slots, int cures) {
    if (!(slots & (slots - 1))) return lowest(slots);
    unsigned signs[STAFF];
    g->options = 0;
    for (unsigned m = slots; m; m &= m - 1) {
        int slot = lowest(m), twin = 0;
        signs[g->options] = sign_of(g, owner, slot);
        for (int i = 0; i < g->options; i++) twin |= signs[i] == signs[g->options];
        if (!twin) offer(g, O_PICK + owner * STAFF + slot);
    }
    if (thinks(g, seat)) {
        const Player *p = &g->player[owner];
        look_at_staff(g, seat);
        for (int i = 0; i < g->options; i++) {
            int slot = g->option[i] - O_PICK - owner * STAFF;
            double worth = standing(g, seat, owner, slot);
            if (cures) worth += g->player[seat].bot->w.cure * (p->hurt >> slot & 1 ? p->turns[slot] : 0);
            else if (seat == owner) worth = -worth;
            g->worth[i] = worth;
        }
    }
    return decide(g, seat) - O_PICK - owner * STAFF;
}

/* The option of a Job that a player chooses: the first or the second; can: those that do something. */
static int pick_option(Game *g, int seat, unsigned can, const Text *texts) {
    g->options = 0;
    for (int i = 0; i < 2; i++)
        if (can >> i & 1) offer(g, O_OPTION + i);
    if (thinks(g, seat)) {
        const Weights *w = &g->player[seat].bot->w;
        int turns = hurt_turns(&g->player[g->active]);
        for (int i = 0; i < 2; i++) {
            double worth = text_worth(w, &texts[i], turns) - w->pain * texts[i].hurt;
            g->worth[i] = seat == g->active ? worth : -worth;
        }
    }
    return decide(g, seat) - O_OPTION;
}

/* The card that a player gives up. */
static int pick_discard(Game *g, int seat) {
    const Player *p = &g->player[seat];
    g->options = 0;
    for (uint64_t kinds = kinds_in(p->hand); kinds; kinds &= kinds - 1) offer(g, O_CARD + lowest(kinds) / 2);
    if (thinks(g, seat)) {
        look_at_staff(g, seat);
        for (int i = 0; i < g->options; i++) {
            int kind = g->option[i] - O_CARD;
            g->worth[i] = spare_copy(p, kind) - card_worth(g, p, kind);
        }
    }
    return decide(g, seat) - O_CARD;
}
