/* Employee Handbook in C: what a company can know of the pile, and how bots decide.
 *
 * The formulae are those of the toolkit, with the same order of operations: floats must agree to the bit.
 */
#ifndef EMPLOYEE_HANDBOOK_BOTS_H
#define EMPLOYEE_HANDBOOK_BOTS_H

#include "employee_handbook.h"

#define FAR 1e9

typedef struct {
    double judgement, noise, patience, haste, action, money, foresight, income, industry, insurance, safety,
        caution, greed, malice, dread, guile, upkeep, curiosity, overtime, reshuffle, escape, tactic, variety;
    double taste[KINDS], keep[CARDS];
} Bot;

typedef struct { /* of one bot, company and era */
    int ready;
    double gain, point, wound, repair, recharge;
    double repair_price, recharge_price; /* weighed with money */
    double rate[DEEDS], cover[DEEDS], stake[DEEDS], deal[DEEDS], more_rate[DEEDS], more_cover[DEEDS],
        shields[DEEDS];
} View;

typedef struct { double left, base, next, bare, shield, cost; } Mind;

/* ------------------------------------------------------------------------------------------ knowledge */

static void end_inspections(const Rules *r, Game *g) { /* HB-64, HA-40 */
    if (!r->reading.no_memory) return;
    for (int s = 0; s < SEATS; s++) {
        Company *me = &g->company[s];
        for (int i = 0; i < me->known_to; i++)
            if (me->by_look[i]) me->known[i] = me->by_look[i] = 0;
    }
}

static void forget_positions(Company *me) {
    memset(me->known, 0, sizeof me->known);
    memset(me->by_look, 0, sizeof me->by_look);
    me->known_to = 0;
}

static void pile_shuffled(Game *g) {
    for (int s = 0; s < SEATS; s++) {
        g->company[s].windows = 0;
        forget_positions(&g->company[s]);
    }
}

static void drop_window(Company *me, int at) {
    me->windows--;
    for (int i = at; i < me->windows; i++) me->window[i] = me->window[i + 1];
}

static void card_taken(const Rules *r, Game *g, int kind) {
    end_inspections(r, g);
    for (int s = 0; s < SEATS; s++) {
        Company *me = &g->company[s];
        int surprise = r->hazard[kind] && me->known[0] != kind + 1;
        if (me->known_to > 0) {
            me->known_to--;
            memmove(me->known, me->known + 1, NEAR - 1);
            memmove(me->by_look, me->by_look + 1, NEAR - 1);
            me->known[NEAR - 1] = me->by_look[NEAR - 1] = 0;
        }
        if (me->windows == 0) continue;
        if (surprise) { /* the one with the fewest places left is the likeliest */
            int least = 0;
            for (int i = 1; i < me->windows; i++)
                if (me->window[i] < me->window[least]) least = i;
            drop_window(me, least);
        }
        for (int i = me->windows - 1; i >= 0; i--)
            if (--me->window[i] == 0) drop_window(me, i);
    }
}

static void hazard_placed(const Rules *r, Game *g, int position, int kind, int within) { /* HB-35 */
    Company *me = &g->company[g->seat], *rival = &g->company[1 - g->seat];
    end_inspections(r, g);
    memmove(me->known + position, me->known + position - 1, NEAR - position);
    memmove(me->by_look + position, me->by_look + position - 1, NEAR - position);
    me->known[position - 1] = kind + 1;
    me->by_look[position - 1] = 0;
    me->known_to = smaller(larger(me->known_to + 1, position), NEAR);
    for (int i = 0; i < me->windows; i++) me->window[i]++;
    forget_positions(rival);
    for (int i = 0; i < WINDOWS; i++) rival->window[i]++; /* those in use, and harmless others */
    if (rival->windows < WINDOWS) rival->window[rival->windows++] = within;
}

static double hazard_chance(const Rules *r, const Game *g, int position) {
    const Company *me = &g->company[g->seat];
    if (position > g->size) return 0.0;
    if (position <= NEAR && me->known[position - 1]) return r->hazard[me->known[position - 1] - 1];
    int unknown = g->size - me->windows, hazards = g->hazards - me->windows;
    for (int i = 0; i < me->known_to; i++)
        if (me->known[i]) {
            unknown--;
            hazards -= r->hazard[me->known[i] - 1];
        }
    double safe = 1.0;
    if (hazards > 0 && unknown > 0) {
        double share = (double)hazards / unknown;
        safe = 1.0 - (share < 1.0 ? share : 1.0);
    }
    for (int i = 0; i < me->windows; i++)
        if (position <= me->window[i]) {
            int places = me->window[i];
            for (int q = 0; q < smaller(me->window[i], me->known_to); q++) places -= me->known[q] != 0;
            if (places > 0) safe *= 1.0 - 1.0 / places;
        }
    return 1.0 - safe;
}

/* --------------------------------------------------------------------------- what things are worth */

static void appraise(const Rules *r, int seat, int era, const Bot *w, View *a) {
    const Firm *f = &r->firm[seat];
    double total = 0.0;
    int harmless = 0, cards = 0, hazards = 0;
    for (int c = 0; c < r->cards; c++) {
        int n = r->era[era].copies[c];
        cards += n;
        if (r->card[c].family == MONEY) total += n * r->card[c].pays;
        if (r->card[c].family == TACTIC) total += n * w->tactic;
        if (r->card[c].family == HAZARD) hazards += n;
        else harmless += n;
    }
    a->ready = 1;
    a->gain = harmless ? total / harmless : 0.0;
    a->point = 1.0 / r->dollars;
    a->wound = (f->loss + f->repair) * a->point + 1.0;
    a->repair = f->repair * a->point + w->action;
    a->recharge = f->recharge * a->point + w->action;
    a->repair_price = w->money * f->repair * a->point;
    a->recharge_price = w->money * f->recharge * a->point;
    double safe = 1.0 - (double)hazards / larger(1, cards);
    for (int kind = 0; kind < f->kinds; kind++)
        for (int rank = 0; rank < f->kind[kind].levels; rank++) {
            const Level *l = &f->kind[kind].level[rank];
            int k = kind * LEVELS + rank;
            double output = w->income * l->income, active = l->draws * a->gain * safe;
            if (r->reading.factory != 2) active += l->pay;
            if (l->gain == GAIN_RANDOM || l->gain == GAIN_CHOOSE) active += l->gains * w->tactic;
            else if (l->gain) active += w->tactic * 0.5;
            if (active > 0.0) {
                double net = active - w->action * r->dollars;
                output += w->industry * (net > 0.0 ? net : 0.0);
            }
            a->rate[k] = w->foresight * (output * a->point) + w->safety * l->room * 0.15;
            a->cover[k] = w->insurance * l->payout * 0.5 * a->point;
            a->stake[k] = l->value - l->scrap;
            a->shields[k] = l->shields;
            a->deal[k] = l->value - w->money * l->cost * a->point - w->patience;
            a->more_rate[k] = a->rate[k];
            a->more_cover[k] = a->cover[k];
            if (rank) {
                a->deal[k] += 0.5 * w->taste[kind] - l[-1].value;
                a->more_rate[k] -= a->rate[k - 1];
                a->more_cover[k] -= a->cover[k - 1];
            } else {
                a->deal[k] += w->taste[kind];
            }
        }
}

static inline int deed(const Plot *b) { return b->kind * LEVELS + b->level - 1; }

static inline double idle(const View *a, double left, const Plot *b) {
    return a->stake[deed(b)] + left * a->rate[deed(b)];
}

static inline double keep_worth(const View *a, double left, double idle_worth) {
    if (left == 0.0) return idle_worth;
    double repaired = a->repair + 0.05 * idle_worth;
    return repaired < idle_worth ? repaired : idle_worth;
}

static double blast_damage(const Rules *r, const Game *g, const View *a, double left) { /* HB-38..41 */
    const Company *me = &g->company[g->seat];
    double least = FAR, salvage = 0.0, damage = 0.0;
    for (int i = 0; i < me->plots; i++)
        if (me->plot[i].on) {
            double w = idle(a, left, &me->plot[i]);
            if (w < least) least = w;
            salvage += a->cover[deed(&me->plot[i])];
        }
    if (least < FAR) damage = keep_worth(a, left, least);
    double money = smaller(r->firm[g->seat].loss, me->cash) + g->pending;
    money += (g->debt + 0.5 * g->optional) * a->gain;
    return money * a->point - 2.0 * salvage + damage;
}

static void think(const Rules *r, const Game *g, const Bot *w, const View *a, Mind *m) {
    const Firm *f = &r->firm[g->seat];
    int charged = g->company[g->seat].charged, business = g->phase == BUSINESS;
    double spent = 0.0;
    m->left = r->rounds - g->round;
    m->base = g->size ? (double)g->hazards / g->size : 0.0;
    m->next = hazard_chance(r, g, 1);
    if (charged > 0 || business) {
        double meet = (m->left + 1.0) * (f->owed + 0.75 * f->free_draws) * m->base;
        double again = meet / (1.0 + meet);
        m->bare = meet - charged > 0.0 ? meet - charged : 0.0;
        spent = w->safety * a->wound;
        for (int i = 0; i < charged; i++) spent *= again;
        m->shield = spent * again;
    }
    if (charged > 0) m->cost = (spent < a->recharge ? spent : a->recharge) - 0.4 * w->malice;
    else if (m->next > 0.0 || business) m->cost = blast_damage(r, g, a, m->left);
    else m->cost = 0.0;
}

static inline double rival_damage(const Rules *r, const Game *g, const View *a) {
    const Firm *f = &r->firm[1 - g->seat];
    if (g->company[1 - g->seat].charged > 0) return f->recharge * a->point;
    return (f->loss + f->repair) * a->point + 1.0;
}

static int pile_ends(const Rules *r, const Game *g) { /* D-9 */
    if (g->half == 0) return 0;
    if (g->round == r->rounds) return 1;
    return !r->reading.add_hazards && g->era + 1 < r->eras && r->era[g->era + 1].round == g->round + 1;
}

static double place_worth(const Rules *r, const Game *g, const Bot *w, const View *a, int position) { /* D-10 */
    const Company *me = &g->company[g->seat], *rival = &g->company[1 - g->seat];
    const Firm *own = &r->firm[g->seat], *theirs = &r->firm[1 - g->seat];
    double cost = me->charged > 0 ? own->recharge * a->point : a->wound;
    if (position <= g->debt) return -w->dread * cost;
    if (pile_ends(r, g)) return 0.0;
    int rest = position - g->debt;
    if (g->half == 1) { /* the company at turn moves next again (D-1) */
        int forced = own->owed + me->queued_draws;
        if (rest <= forced) return -w->dread * cost;
        rest -= forced;
    }
    int forced = theirs->owed + rival->queued_draws;
    double share = rest <= forced ? 1.0 : rest <= forced + theirs->free_draws ? 0.7 : 0.4;
    return w->malice * share * rival_damage(r, g, a);
}

static inline double reach_worth(const View *a, const Mind *m, int k) {
    return a->deal[k] + m->left * a->more_rate[k] + m->bare * a->more_cover[k] + m->shield * a->shields[k];
}

static double activate_worth(const Rules *r, const Game *g, const Bot *w, const View *a, const Mind *m,
                             const Plot *b) {
    const Level *l = level_of(r, g->seat, b);
    double worth = 0.0;
    if (l->gain == GAIN_RANDOM || l->gain == GAIN_CHOOSE) worth += l->gains * w->tactic * a->point;
    else if (l->gain) worth += w->curiosity * 0.3;
    if (l->draws > 0 || l->pay > 0) {
        double danger = hazard_chance(r, g, g->debt + 1), pay = l->pay * a->point;
        if (r->reading.factory == 2) pay = 0.0;
        else if (r->reading.factory == 0 && g->company[g->seat].charged == 0)
            for (int i = 0; i < g->debt + l->draws; i++) pay *= 1.0 - danger;
        double cost = w->caution * danger * m->cost;
        worth += pay + l->draws * ((1.0 - danger) * a->gain * a->point - cost);
    }
    return w->industry * worth - w->patience;
}

static inline double draw_worth(const Bot *w, const View *a, const Mind *m) { /* S-15 */
    double worth = (1.0 - m->next) * a->gain * a->point;
    if (m->next > 0.0) worth -= w->caution * m->next * m->cost;
    return worth;
}

static double overtime_worth(const Rules *r, const Game *g, const View *a, const Mind *m, int amount) {
    int at = g->debt; /* D-11 */
    if (g->half == 1) at = pile_ends(r, g) ? NEAR : at + r->firm[g->seat].owed;
    at += r->firm[1 - g->seat].owed + g->company[1 - g->seat].queued_draws;
    double worth = 0.0;
    for (int extra = 1; extra <= amount; extra++) {
        double danger = at + extra <= NEAR ? hazard_chance(r, g, at + extra) : m->base;
        worth += danger * rival_damage(r, g, a) - (1.0 - danger) * a->gain * a->point;
    }
    return worth;
}

static double move_worth(const Game *g, const View *a, double left) { /* HA-39 */
    const Company *me = &g->company[g->seat];
    double best = 0.0;
    for (int out = 0; out < me->plots; out++)
        for (int into = 0; into < me->plots; into++)
            if (!me->plot[out].on && me->plot[into].on) {
                double gain = idle(a, left, &me->plot[out]) - idle(a, left, &me->plot[into]);
                if (gain > best) best = gain;
            }
    return best;
}

static double play_worth(const Rules *r, const Game *g, const Bot *w, const View *a, const Mind *m, int kind) {
    const Card *c = &r->card[kind];
    double keep = m->left == 0.0 ? 0.0 : w->keep[kind];
    if (c->effect == CANCEL_DRAW) {
        if (g->phase == BUSINESS) return -FAR;
        return -w->escape * c->amount * draw_worth(w, a, m) - keep;
    }
    keep += w->patience;
    switch (c->effect) {
    case INSPECT:
        if (g->company[g->seat].known[0]) return -FAR;
        return w->curiosity * m->cost * (2.0 * m->next < 1.0 ? 2.0 * m->next : 1.0) - keep;
    case OVERTIME:
        return w->overtime * w->malice * overtime_worth(r, g, a, m, c->amount) - keep;
    case SHUFFLE:
        if (m->next <= m->base) return -keep;
        return w->reshuffle * ((m->next - m->base) * larger(1, g->debt)) * m->cost - keep;
    case REORDER:
        return w->reshuffle * m->next * (m->cost + w->malice * rival_damage(r, g, a)) - keep;
    case MOVE_DISABLEMENT:
        return move_worth(g, a, m->left) - keep;
    default:
        return -FAR;
    }
}

static double order_worth(const Rules *r, const Game *g, const Bot *w, const View *a, int position) {
    int kind = g->company[g->seat].known[position - 1] - 1; /* HA-39 */
    if (r->hazard[kind]) return place_worth(r, g, w, a, g->order_at);
    if (g->order_at <= g->debt + g->optional) return (r->card[kind].pays + 0.1) * a->point;
    return -r->card[kind].pays * a->point;
}

#endif
