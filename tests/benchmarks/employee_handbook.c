/* Employee Handbook in C: the rules, the choice of bots, and the functions that Python calls.
 *
 * cc -O3 -march=native -ffp-contract=off -shared -fPIC (see c_oracle.py). Clause ids as in
 * docs/employee_handbook_rules.md.
 */
#include "employee_handbook.h"
#include "employee_handbook_bots.h"

#define INLINE static inline __attribute__((always_inline))

INLINE void say(Game *g, int event, int seat, int a, int b, int c) {
    if (!g->log) return;
    if (g->lines < g->lines_max) g->log[g->lines] = (Line){event, seat, a, b, c};
    g->lines++;
}

INLINE void earn(Company *me, int amount) {
    me->cash += amount;
    me->count->money_in += amount;
}

INLINE void spend(Company *me, int amount) {
    me->cash -= amount;
    me->count->money_out += amount;
}

#include "employee_handbook_piles.h"

/* --------------------------------------------------------------------------------- buildings, points */

static void set_working(const Rules *r, Game *g, int seat, Plot *b, int on) {
    Company *me = &g->company[seat];
    int change = on - b->on;
    b->on = on;
    me->working += change;
    me->room += change * level_of(r, seat, b)->room; /* HB-52, HA-47 */
}

static int charge(Company *me, int shields) { /* HB-53, HA-17 */
    int gained = larger(0, smaller(shields, me->room - me->charged));
    me->charged += gained;
    me->count->shields_charged += gained;
    return gained;
}

static int points(const Rules *r, const Game *g, int seat) { /* HB-69..72, HA-44 */
    const Company *me = &g->company[seat];
    int total = me->cash / r->dollars;
    for (int i = 0; i < me->plots; i++) {
        const Level *l = level_of(r, seat, &me->plot[i]);
        total += me->plot[i].on ? l->value : l->scrap;
    }
    return total;
}

/* --------------------------------------------------------------------------- turns, rounds, beginning */

static void begin_turn(const Rules *r, Game *g) {
    int seat = (g->round + g->half) % 2 ? g->first : 1 - g->first; /* HB-4, D-1 */
    const Firm *f = &r->firm[seat];
    Company *me = &g->company[seat];
    int income = f->income; /* HB-11, HB-45 */
    for (int i = 0; i < me->plots; i++) {
        Plot *b = &me->plot[i];
        b->used = b->pending = 0;
        b->ready = b->on;
        if (b->on) { /* HB-12, HB-42 */
            int amount = level_of(r, seat, b)->income;
            income += amount;
            b->earned += amount;
        }
    }
    earn(me, income);
    g->seat = seat;
    g->debt = f->owed + me->queued_draws; /* HB-26, HB-28, HA-35 */
    me->queue = me->queued_draws = 0;
    g->required_done = g->pending = 0;
    g->optional = f->free_draws; /* HB-15 */
    g->actions = f->actions;     /* HB-13 */
    g->phase = BUSINESS;
    me->count->rounds[g->round - 1].turns++;
    say(g, E_TURN, seat, g->round, income, g->debt);
}

static void begin(const Rules *r, Game *g, uint64_t luck, GameRow *game_row, SeatRow *seat_rows) {
    memset(game_row, 0, sizeof *game_row);
    memset(seat_rows, 0, SEATS * sizeof *seat_rows);
    memset(g->company, 0, sizeof g->company);
    g->count = game_row;
    g->luck = luck;
    g->lines = 0;
    g->round = 1;
    g->half = g->era = g->size = g->order_at = g->order_of = 0;
    g->reshuffles = g->shuffles = g->returns = g->decisions = 0;
    g->leader = -1;
    g->first = r->reading.fixed_opener ? 0 : below(chain(luck, LUCK_FIRST), 2); /* HA-03 */
    for (int s = 0; s < SEATS; s++) { /* HB-7..10, HA-01 */
        Company *me = &g->company[s];
        const Firm *f = &r->firm[s];
        me->count = seat_rows + s;
        me->charged = f->charged;
        me->room = f->room;
        earn(me, f->cash + (s == g->first ? 0 : f->second_cash)); /* HA-07 */
        for (int kind = 0; kind < f->kinds; kind++)
            for (int i = 0; i < f->plots[kind]; i++) {
                Plot *b = &me->plot[me->plots++];
                *b = (Plot){.kind = kind, .level = 1};
                set_working(r, g, s, b, 1);
                me->owns[kind]++;
            }
        for (int kind = 0; kind < r->cards; kind++) {
            me->hand[kind] = f->hand[kind];
            me->hand_size += f->hand[kind];
            if (f->hand[kind]) me->holds |= 1u << kind;
        }
    }
    g->company[g->first].count->opened = 1;
    fresh_pile(r, g);
    begin_turn(r, g);
}

static void close_round(const Rules *r, Game *g) {
    int score[SEATS];
    for (int s = 0; s < SEATS; s++) {
        Company *me = &g->company[s];
        RoundRow *row = &me->count->rounds[g->round - 1];
        row->score = score[s] = points(r, g, s);
        row->cash = me->cash;
        row->buildings = me->plots;
        row->disabled = me->plots - me->working;
        row->charged = me->charged;
        me->blasts = 0;
    }
    int lead = score[0] - score[1], leader = lead > 0 ? 0 : lead < 0 ? 1 : g->leader;
    g->count->lead[g->round - 1] = lead;
    g->count->lead_changes += g->leader >= 0 && leader != g->leader;
    g->leader = leader;
}

static void close_books(const Rules *r, Game *g) { /* HB-5, HB-6, HB-69..73 */
    g->phase = OVER;
    for (int s = 0; s < SEATS; s++) {
        Company *me = &g->company[s];
        SeatRow *t = me->count;
        t->score = points(r, g, s);
        t->cash_left = me->cash;
        t->cash_points = me->cash / r->dollars;
        t->shields_left = me->charged;
        t->tactics_left = me->hand_size;
        for (int i = 0; i < me->plots; i++) {
            const Plot *b = &me->plot[i];
            const Level *l = level_of(r, s, b);
            t->owned[b->kind]++;
            t->points[b->kind] += b->on ? l->value : l->scrap;
            if (!b->on) t->lost_points += l->value - l->scrap;
            if (b->round) {
                t->earned[b->kind] += b->earned;
                t->repaid[b->kind] += b->earned >= b->paid;
            }
        }
        say(g, E_SCORE, s, t->score, me->cash, 0);
    }
    GameRow *row = g->count;
    row->rounds = g->round;
    row->turns = 2 * g->round;
    row->opener = g->first;
    row->decisions = g->decisions;
    row->reshuffles = g->reshuffles;
    row->margin = abs(g->company[0].count->score - g->company[1].count->score);
}

static void end_turn(const Rules *r, Game *g) { /* HB-2..4, HB-16, HB-40, HB-66, HB-67, HB-73 */
    g->company[g->seat].count->draws_lost += g->debt;
    if (g->half == 0) {
        g->half = 1;
        begin_turn(r, g);
        return;
    }
    close_round(r, g);
    if (g->round == r->rounds) {
        g->pending = g->debt = 0;
        close_books(r, g);
        return;
    }
    g->round++;
    g->half = 0;
    if (g->era + 1 < r->eras && r->era[g->era + 1].round == g->round) {
        g->era++;
        fresh_pile(r, g);
    }
    begin_turn(r, g);
}

/* ------------------------------------------------------------------------------------------- business */

static void end_business(const Rules *r, Game *g) { /* HB-14, HA-08 */
    Company *me = &g->company[g->seat];
    SeatRow *t = me->count;
    unsigned could = 0, did = 0;
    t->actions_unused += g->actions;
    g->phase = DRAWING;
    for (int i = 0; i < me->plots; i++) {
        const Plot *b = &me->plot[i];
        if (!(r->firm[g->seat].acting >> b->kind & 1)) continue;
        if (b->used) did |= 1u << b->kind;
        if (b->ready && b->on && level_of(r, g->seat, b)->acts) could |= 1u << b->kind;
    }
    could |= did;
    for (; could; could &= could - 1) {
        int kind = __builtin_ctz(could);
        t->could_activate[kind]++;
        t->activated_turns[kind] += did >> kind & 1;
    }
}

static void go_on(const Rules *r, Game *g) { /* HB-13 */
    g->phase = BUSINESS;
    if (g->actions == 0) end_business(r, g);
}

INLINE void use_action(Game *g) {
    g->actions--;
    g->company[g->seat].count->actions_used++;
}

static void pay_at_once(Game *g, Plot *b, int amount) {
    earn(&g->company[g->seat], amount);
    b->earned += amount;
    say(g, E_MONEY, g->seat, -1, amount, 1);
}

static void buy(const Rules *r, Game *g, int kind) { /* HB-17, HB-23, HB-53 */
    Company *me = &g->company[g->seat];
    const Level *l = &r->firm[g->seat].kind[kind].level[0];
    Plot *b = &me->plot[me->plots++];
    *b = (Plot){.kind = kind, .level = 1, .round = g->round, .paid = l->cost};
    me->owns[kind]++;
    set_working(r, g, g->seat, b, 1);
    spend(me, l->cost);
    me->count->bought[kind]++;
    if (!me->count->first_round[kind]) me->count->first_round[kind] = g->round;
    say(g, E_BUY, g->seat, kind, l->cost, charge(me, l->shields));
    if (r->reading.pays_at_once && l->income) pay_at_once(g, b, l->income); /* HA-09 */
    use_action(g);
    go_on(r, g);
}

static void tell_shields(Game *g, int gained) {
    if (gained) say(g, E_SHIELDS, g->seat, gained, g->company[g->seat].charged, 0);
}

static void upgrade(const Rules *r, Game *g, int slot) { /* HB-18, HB-50, HB-53, HA-16 */
    Company *me = &g->company[g->seat];
    Plot *b = &me->plot[slot];
    const Level *old = level_of(r, g->seat, b), *l = old + 1;
    b->level++;
    me->room += l->room - old->room;
    spend(me, l->cost);
    b->paid += l->cost;
    me->count->upgraded[b->kind]++;
    say(g, E_UPGRADE, g->seat, b->kind, b->level, l->cost);
    tell_shields(g, charge(me, l->shields));
    if (r->reading.pays_at_once && l->income > old->income) pay_at_once(g, b, l->income - old->income);
    use_action(g);
    go_on(r, g);
}

static void repair(const Rules *r, Game *g, int slot) { /* HB-19, HB-44, HA-18 */
    Company *me = &g->company[g->seat];
    Plot *b = &me->plot[slot];
    spend(me, r->firm[g->seat].repair);
    set_working(r, g, g->seat, b, 1);
    me->count->repairs++;
    say(g, E_REPAIR, g->seat, b->kind, b->level, r->firm[g->seat].repair);
    if (r->reading.repair_shields) tell_shields(g, charge(me, level_of(r, g->seat, b)->shields));
    use_action(g);
    go_on(r, g);
}

static void recharge(const Rules *r, Game *g) { /* HB-20 */
    Company *me = &g->company[g->seat];
    spend(me, r->firm[g->seat].recharge);
    charge(me, 1);
    me->count->recharges++;
    say(g, E_RECHARGE, g->seat, r->firm[g->seat].recharge, me->charged, 0);
    use_action(g);
    go_on(r, g);
}

static void gain(const Rules *r, Game *g, int kind) { /* HB-32, HA-13, HA-14 */
    Company *me = &g->company[g->seat];
    const Firm *f = &r->firm[g->seat];
    me->gains++;
    if (me->hand_size >= f->hand_limit) {
        earn(me, f->surplus);
        me->count->surplus_tactics++;
        say(g, E_GAIN_SURPLUS, g->seat, f->surplus, 0, 0);
        return;
    }
    me->hand[kind]++;
    me->holds |= 1u << kind;
    me->hand_size++;
    say(g, E_GAIN, g->seat, kind, 0, 0);
}

static void gain_by_chance(const Rules *r, Game *g) {
    if (!r->tactics) return;
    int pick = below(chain(chain(chain(g->luck, LUCK_GAIN), g->seat), g->company[g->seat].gains), r->tactics);
    for (int kind = 0; kind < r->cards; kind++)
        if (r->card[kind].family == TACTIC && pick-- == 0) gain(r, g, kind);
}

static int look(Game *g, int cards) { /* HB-63, HA-28, HA-33 */
    Company *me = &g->company[g->seat];
    int n = smaller(smaller(cards, g->size), NEAR);
    me->known_to = larger(me->known_to, n);
    say(g, E_INSPECT, g->seat, n, 0, 0);
    for (int i = 0; i < n; i++) {
        int kind = g->pile[g->size - 1 - i] >> 8;
        me->known[i] = kind + 1;
        me->by_look[i] = 1;
        say(g, E_SEEN, g->seat, kind, i + 1, 0);
    }
    for (int i = me->windows - 1; i >= 0; i--)
        if (me->window[i] <= n) drop_window(me, i);
    return n;
}

static void ordered(const Rules *r, Game *g) { /* HA-29: the deck has changed */
    Company *rival = &g->company[1 - g->seat];
    end_inspections(r, g);
    rival->windows = 0;
    forget_positions(rival);
    go_on(r, g);
}

static void look_and_order(const Rules *r, Game *g, int cards) { /* HA-13, HA-39 */
    g->order_of = look(g, cards);
    g->order_at = 1;
    if (g->order_of > 1) g->phase = ORDERING;
    else ordered(r, g);
}

static void put_in_order(const Rules *r, Game *g, int position) {
    Company *me = &g->company[g->seat];
    int from = g->size - position, to = g->size - g->order_at, card = g->pile[from];
    int known = me->known[position - 1];
    memmove(g->pile + from, g->pile + from + 1, (to - from) * sizeof *g->pile);
    g->pile[to] = card;
    memmove(me->known + g->order_at, me->known + g->order_at - 1, position - g->order_at);
    me->known[g->order_at - 1] = known;
    me->count->orderings++;
    say(g, E_ORDER, g->seat, card >> 8, g->order_at++, 0);
    if (g->order_at == g->order_of) ordered(r, g);
}

static void activate(const Rules *r, Game *g, int slot) { /* HB-21, HB-24, HB-27, HA-11..13 */
    Company *me = &g->company[g->seat];
    Plot *b = &me->plot[slot];
    const Level *l = level_of(r, g->seat, b);
    b->used = 1;
    g->debt += l->draws;
    me->count->activated[b->kind]++;
    say(g, E_ACTIVATE, g->seat, b->kind, b->level, l->draws);
    if (l->pay && r->reading.factory == 0) {
        b->pending = l->pay;
        g->pending += l->pay;
    } else if (l->pay && r->reading.factory == 1) {
        me->count->factory_received += l->pay;
        pay_at_once(g, b, l->pay);
    }
    use_action(g);
    if (l->gain == GAIN_CHOOSE) {
        g->to_name = l->gains;
        g->phase = NAMING;
    } else if (l->gain == GAIN_REORDER) {
        look_and_order(r, g, l->gains);
    } else {
        if (l->gain == GAIN_INSPECT) look(g, l->gains);
        for (int i = 0; l->gain == GAIN_RANDOM && i < l->gains; i++) gain_by_chance(r, g);
        go_on(r, g);
    }
}

INLINE int can_cancel(const Rules *r, const Game *g) { /* HB-57..59, HA-37 */
    int kept = r->reading.protected_draw ? larger(0, r->firm[g->seat].owed - g->required_done) : 0;
    return g->debt > kept;
}

static void play(const Rules *r, Game *g, int kind) { /* HB-22, HB-54..59, HA-27 */
    Company *me = &g->company[g->seat], *rival = &g->company[1 - g->seat];
    const Card *c = &r->card[kind];
    if (--me->hand[kind] == 0) me->holds &= ~(1u << kind);
    me->hand_size--;
    discard(g, kind);
    me->count->played[kind]++;
    say(g, E_PLAY, g->seat, kind, 0, 0);
    if (c->effect == CANCEL_DRAW) {
        for (int i = 0; i < c->amount; i++) g->debt -= can_cancel(r, g);
        return;
    }
    use_action(g);
    if (c->effect == REORDER) {
        look_and_order(r, g, c->amount);
        return;
    }
    if (c->effect == MOVE_DISABLEMENT) {
        g->phase = MOVING;
        return;
    }
    if (c->effect == INSPECT) look(g, c->amount);
    if (c->effect == SHUFFLE) shuffle(r, g, LUCK_REORGANIZE, g->shuffles++); /* HA-39 */
    if (c->effect == OVERTIME) { /* HB-55, HB-56, HA-41 */
        rival->queue++;
        rival->queued_draws += c->amount;
    }
    go_on(r, g);
}

static void move_disablement(const Rules *r, Game *g, int out, int into) { /* HA-39 */
    Company *me = &g->company[g->seat];
    set_working(r, g, g->seat, &me->plot[out], 1);
    set_working(r, g, g->seat, &me->plot[into], 0);
    me->charged = smaller(me->charged, me->room);
    say(g, E_MOVE, g->seat, me->plot[out].kind, me->plot[into].kind, 0);
    go_on(r, g);
}

#include "employee_handbook_draws.h"
#include "employee_handbook_play.h"
