/* Employee Handbook in C: options, bots that choose among them, many games. Included by employee_handbook.c. */

static void perform(const Rules *r, Game *g, int option) {
    int argument = option & 255;
    SeatRow *t = g->company[g->seat].count;
    g->decisions++;
    say(g, E_CHOICE, g->seat, option, 0, 0);
    switch (option & ~255) {
    case DRAW:
        t->optional_offered += g->debt == 0;
        draw(r, g);
        break;
    case BANK:
        t->optional_offered += g->optional > 0;
        bank(r, g);
        break;
    case END_BUSINESS:
        say(g, E_END_BUSINESS, g->seat, g->actions, 0, 0);
        end_business(r, g);
        break;
    case BUY: buy(r, g, argument); break;
    case UPGRADE: upgrade(r, g, argument); break;
    case REPAIR: repair(r, g, argument); break;
    case RECHARGE: recharge(r, g); break;
    case ACTIVATE: activate(r, g, argument); break;
    case PLAY: play(r, g, argument); break;
    case PLACE: place(r, g, argument); break;
    case DISABLE: disable(r, g, argument); break;
    case NAME:
        t->names++;
        gain(r, g, argument);
        if (--g->to_name == 0) go_on(r, g);
        break;
    case ORDER: put_in_order(r, g, argument); break;
    case MOVE: move_disablement(r, g, argument >> 4, argument & 15); break;
    }
}

/* One walk over the options of a decision, made into two functions by the compiler: with `list` they are
 * written down, without they are weighed as they come, and the best is kept (the first of equals). */
typedef struct {
    uint16_t *list;
    int n, option;
    double best, judgement, width, haste;
    uint64_t key;
} Pick;

INLINE int alike_before(const Company *me, int slot) {
    if (me->owns[me->plot[slot].kind] == 1) return 0;
    for (int i = 0; i < slot; i++)
        if (!memcmp(&me->plot[i], &me->plot[slot], 4)) return 1;
    return 0;
}

INLINE void weigh(Pick *p, int wanted, int option, double worth) { /* without a branch to mispredict */
    worth *= p->judgement;
    if (p->width > 0.0) worth += p->width * unit(chain(p->key, option));
    if (option == END_BUSINESS) worth -= p->haste;
    int better = wanted & (worth > p->best);
    p->best = better ? worth : p->best;
    p->option = better ? option : p->option;
}

#define OFFER_IF(wanted, option, worth)              \
    do {                                             \
        if (list) {                                  \
            p->list[p->n] = (option);                \
            p->n += (wanted);                        \
        } else {                                     \
            if (!thought) think(r, g, w, a, &m);     \
            thought = 1;                             \
            weigh(p, (wanted), (option), (worth));   \
        }                                            \
    } while (0)
#define OFFER(option, worth) OFFER_IF(1, option, worth)

INLINE int playable(const Rules *r, const Game *g, int kind) { /* HB-54..59, HA-34, HA-36 */
    const Company *me = &g->company[g->seat];
    int effect = r->card[kind].effect;
    if (effect == CANCEL_DRAW) return can_cancel(r, g);
    if (g->phase != BUSINESS || g->actions == 0) return 0;
    if (effect == OVERTIME)
        return (g->round < r->rounds || g->half == 0) &&
               g->company[1 - g->seat].queue < r->firm[1 - g->seat].orders;
    if (effect == MOVE_DISABLEMENT) return me->working > 0 && me->working < me->plots;
    return 1;
}

INLINE void walk(const Rules *r, Game *g, const Bot *w, const View *a, Pick *p, int list) {
    const Company *me = &g->company[g->seat];
    const Firm *f = &r->firm[g->seat];
    int thought = 0, cash = me->cash;
    Mind m;
    switch (g->phase) {
    case BUSINESS: /* HB-13, HB-17..24, HB-48, HB-49, HA-15, HA-17, HA-19 */
        if (list) p->list[p->n++] = END_BUSINESS;
        else weigh(p, 1, END_BUSINESS, 0.0);
        if (g->actions > 0) {
            if (!list) think(r, g, w, a, &m);
            thought = 1;
            if (me->plots < f->space)
                for (int kind = 0; kind < f->kinds; kind++) {
                    const Kind *k = &f->kind[kind];
                    int can = (cash >= k->level[0].cost) & (me->owns[kind] < k->limit);
                    double at_once = (g->actions > 1) & k->level[0].acts ? w->industry * 0.5 : 0.0;
                    OFFER_IF(can, BUY | kind, reach_worth(a, &m, kind * LEVELS) - w->crowding * me->owns[kind] + at_once);
                }
            for (int slot = 0; slot < me->plots; slot++) {
                const Plot *b = &me->plot[slot];
                const Kind *k = &f->kind[b->kind];
                if (alike_before(me, slot)) continue;
                if (!b->on) {
                    if (cash < f->repair) continue;
                    OFFER(REPAIR | slot, w->upkeep * idle(a, m.left, b) - a->repair_price - w->patience);
                    continue;
                }
                int more = b->level < k->levels, can = more & (cash >= k->level[b->level - 1 + more].cost);
                OFFER_IF(can, UPGRADE | slot, reach_worth(a, &m, deed(b) + more));
                if (!b->used && k->level[b->level - 1].acts)
                    OFFER(ACTIVATE | slot, activate_worth(r, g, w, a, &m, b));
            }
            if (cash >= f->recharge && me->charged < me->room) {
                int owed = larger(1, g->debt);
                OFFER(RECHARGE, m.shield + w->safety * 1.5 * m.next * owed - a->recharge_price - w->patience);
            }
        }
        for (uint32_t held = me->holds; held; held &= held - 1) {
            int kind = __builtin_ctz(held);
            if (playable(r, g, kind)) OFFER(PLAY | kind, play_worth(r, g, w, a, &m, kind));
        }
        return;
    case DRAWING: /* HB-14..16, HA-20, HA-21 */
        if (g->debt == 0) {
            if (g->optional > 0) OFFER(DRAW, draw_worth(w, a, &m) + w->greed);
            if (list) p->list[p->n++] = BANK;
            else weigh(p, 1, BANK, 0.0);
            return;
        }
        if (list) p->list[p->n++] = DRAW;
        else weigh(p, 1, DRAW, 0.0);
        for (uint32_t held = me->holds; held; held &= held - 1) {
            int kind = __builtin_ctz(held);
            if (playable(r, g, kind)) OFFER(PLAY | kind, play_worth(r, g, w, a, &m, kind));
        }
        return;
    default: m.left = r->rounds - g->round, thought = 1;
    }
    switch (g->phase) {
    case PLACING: /* HB-35, HA-24 */
        for (int i = 1; i <= smaller(f->within, g->size + 1); i++) OFFER(PLACE | i, place_worth(r, g, w, a, i));
        return;
    case DISABLING: /* HB-39 */
        for (int i = 0; i < me->plots; i++)
            if (me->plot[i].on && !alike_before(me, i))
                OFFER(DISABLE | i, -keep_worth(a, m.left, idle(a, m.left, &me->plot[i])));
        return;
    case NAMING: /* HA-13 */
        for (int kind = 0; kind < r->cards; kind++)
            if (r->card[kind].family == TACTIC) OFFER(NAME | kind, w->keep[kind] - w->variety * me->hand[kind]);
        return;
    case ORDERING: /* HA-39; equal cards are one option */
        for (int i = g->order_at, seen = 0; i <= g->order_of; i++) {
            if (!(seen >> me->known[i - 1] & 1)) OFFER(ORDER | i, order_worth(r, g, w, a, i));
            seen |= 1 << me->known[i - 1];
        }
        return;
    case MOVING: /* HA-39 */
        for (int out = 0; out < me->plots; out++)
            for (int into = 0; into < me->plots; into++)
                if (!me->plot[out].on && me->plot[into].on && !alike_before(me, out) && !alike_before(me, into))
                    OFFER(MOVE | out << 4 | into,
                          idle(a, m.left, &me->plot[out]) - idle(a, m.left, &me->plot[into]));
    }
}

static int list_options(const Rules *r, Game *g, uint16_t *list) {
    Pick p = {.list = list};
    static const Bot nobody;
    static const View nothing;
    walk(r, g, &nobody, &nothing, &p, 1);
    return p.n;
}

static uint64_t choice_key(const Game *g) {
    if (g->phase == PLACING)
        return chain(chain(chain(g->luck, LUCK_PLACE), g->seat), g->round * 65536 + g->blocked);
    return chain(chain(chain(g->luck, LUCK_BOT), g->seat), g->decisions);
}

static int decide(const Rules *r, Game *g, const Bot *w, View *a) {
    Pick p = {.best = -2.0 * FAR, .option = -1, .judgement = w->judgement, .haste = w->haste};
    p.width = w->noise + (g->phase == PLACING ? w->guile : 0.0);
    if (w->judgement == 0.0) { /* no need to weigh */
        uint16_t list[256];
        int n = list_options(r, g, list);
        if (n == 1) return list[0];
        if (p.width > 0.0) p.key = choice_key(g);
        for (int i = 0; i < n; i++) weigh(&p, 1, list[i], 0.0);
        return p.option;
    }
    if (p.width > 0.0) p.key = choice_key(g);
    if (!a->ready) appraise(r, g->seat, g->era, w, a);
    walk(r, g, w, a, &p, 0);
    return p.option;
}

/* ----------------------------------------------------------------------------- what Python calls */

typedef struct { uint64_t luck; int64_t bot[SEATS]; } Job;

typedef struct { Rules rules; Game game; int bots; Bot bot[]; } Oracle;

#define READ(field) (field) = (int)*at++

/* The card model as a flat list, in the order in which c_oracle.py writes it. */
void *oracle_new(const int64_t *at, const double *weights, int64_t bots) {
    Oracle *o = calloc(1, sizeof *o + bots * sizeof(Bot));
    Rules *r = &o->rules;
    READ(r->rounds), READ(r->dollars), READ(r->divisor), READ(r->age_bin);
    for (int *switched = &r->reading.fixed_opener; switched <= &r->reading.rival_salvage;) READ(*switched++);
    READ(r->cards);
    for (int c = 0; c < r->cards; c++) {
        Card *k = &r->card[c];
        k->luck = *at++;
        READ(k->family), READ(k->pays), READ(k->effect), READ(k->amount);
        r->hazard[c] = k->family == HAZARD;
        r->tactics += k->family == TACTIC;
        r->word[c] = k->luck * 256;
    }
    READ(r->eras);
    for (int e = 0; e < r->eras; e++) {
        READ(r->era[e].round);
        for (int c = 0; c < r->cards; c++) {
            READ(r->era[e].copies[c]);
            for (int copy = 0; copy < r->era[e].copies[c]; copy++) r->deck[e][r->deck_size[e]++] = c << 8 | copy;
            if (r->hazard[c]) r->deck_hazards[e] += r->era[e].copies[c];
        }
    }
    for (int s = 0; s < SEATS; s++) {
        Firm *f = &r->firm[s];
        for (int *value = &f->income; value <= &f->charged;) READ(*value++);
        READ(f->kinds);
        for (int k = 0; k < f->kinds; k++) {
            READ(f->plots[k]), READ(f->kind[k].limit), READ(f->kind[k].levels);
            for (int l = 0; l < f->kind[k].levels; l++) {
                Level *v = &f->kind[k].level[l];
                for (int *value = &v->cost; value <= &v->payout;) READ(*value++);
                v->acts = v->draws > 0 || v->pay > 0 || v->gain != NO_GAIN; /* HB-21 */
                f->acting |= (unsigned)v->acts << k;
                v->scrap = v->value / r->divisor;                            /* HB-43, HB-70 */
            }
        }
        for (int c = 0; c < r->cards; c++) READ(f->hand[c]);
    }
    o->bots = bots;
    memcpy(o->bot, weights, bots * sizeof(Bot));
    return o;
}

void oracle_free(void *oracle) { free(oracle); }

int64_t oracle_size(int64_t what) { return what == 0 ? sizeof(GameRow) : what == 1 ? sizeof(SeatRow) : sizeof(Line); }

/* Play the jobs; CPU seconds of this thread. With a log, `ends[i]` is where the lines of game i end. */
double oracle_play(void *oracle, const Job *jobs, int64_t n, GameRow *game_rows, SeatRow *seat_rows, Line *log,
                   int64_t log_max, int64_t *ends) {
    Oracle *o = oracle;
    const Rules *r = &o->rules;
    Game *g = &o->game;
    struct timespec from, to;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
    View *views = calloc(o->bots * SEATS * ERAS, sizeof *views);
    int64_t used = 0;
    for (int64_t i = 0; i < n; i++) {
        g->log = log ? log + used : NULL;
        g->lines_max = log_max - used;
        begin(r, g, jobs[i].luck, game_rows + i, seat_rows + SEATS * i);
        while (g->phase != OVER) {
            int bot = jobs[i].bot[g->seat];
            perform(r, g, decide(r, g, &o->bot[bot], &views[(bot * SEATS + g->seat) * ERAS + g->era]));
        }
        if (log) {
            used = smaller(used + g->lines, log_max);
            ends[i] = used;
        }
    }
    free(views);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
    return (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
}

static int64_t count_ways(const Rules *r, Game *g, int depth) {
    uint16_t list[256];
    if (depth == 0 || g->phase == OVER) return 1;
    int n = list_options(r, g, list);
    int64_t ways = 0;
    for (int i = 0; i < n; i++) {
        Game next = *g;
        perform(r, &next, list[i]);
        ways += count_ways(r, &next, depth - 1);
    }
    return ways;
}

/* Sequences of so many decisions from the position after `done` of them; shorter ones that end the game too. */
int64_t oracle_ways(void *oracle, uint64_t luck, const int64_t *options, int64_t done, int64_t depth) {
    Oracle *o = oracle;
    GameRow game_row;
    SeatRow seat_rows[SEATS];
    o->game.log = NULL;
    begin(&o->rules, &o->game, luck, &game_row, seat_rows);
    for (int64_t i = 0; i < done; i++) perform(&o->rules, &o->game, (int)options[i]);
    return count_ways(&o->rules, &o->game, (int)depth);
}
