/* Employee Handbook in C: drawing, blocks, explosions, the bank. Included by employee_handbook.c. */

static void lose(const Rules *r, Game *g) { /* HB-38, HA-30 */
    Company *me = &g->company[g->seat];
    int loss = smaller(r->firm[g->seat].loss, me->cash);
    spend(me, loss);
    me->count->explosion_loss += loss;
    say(g, E_LOSS, g->seat, loss, 0, 0);
}

static void salvage(const Rules *r, Game *g) { /* HB-41, D-2, HA-46 */
    int seat = r->reading.rival_salvage ? 1 - g->seat : g->seat, total = 0;
    Company *owner = &g->company[seat];
    if (g->company[g->seat].blasts > 1) return;
    for (int i = 0; i < owner->plots; i++)
        if (owner->plot[i].on) {
            int payout = level_of(r, seat, &owner->plot[i])->payout;
            owner->plot[i].earned += payout;
            total += payout;
        }
    if (!total) return;
    earn(owner, total);
    owner->count->salvage_received += total;
    say(g, E_SALVAGE, seat, total, 0, 0);
}

static void settle(const Rules *r, Game *g) { /* HA-31 */
    if (r->reading.blast_order == 1) salvage(r, g);
    lose(r, g);
    if (r->reading.blast_order != 1) salvage(r, g);
}

static void explode(const Rules *r, Game *g, int card, int required) { /* HB-38..41, HA-11, HA-25, HA-32 */
    Company *me = &g->company[g->seat];
    me->blasts++;
    me->count->explosions++;
    me->count->pay_lost += g->pending;
    g->pending = 0;
    say(g, E_EXPLODE, g->seat, card >> 8, 0, required);
    if (r->reading.hazard_back) {
        int where = below(chain(chain(g->luck, LUCK_RETURN), g->returns++), g->size + 1);
        put_hazard(g, card, where + 1);
        end_inspections(r, g);
        pile_shuffled(g);
        say(g, E_RETURN, g->seat, card >> 8, 0, 0);
    } else {
        discard(g, card >> 8);
    }
    if (r->reading.blast_order != 2 || !me->working) settle(r, g);
    if (me->working) g->phase = DISABLING;
    else end_turn(r, g);
}

static void disable(const Rules *r, Game *g, int slot) { /* HB-39, HB-40, HB-42 */
    Company *me = &g->company[g->seat];
    Plot *b = &me->plot[slot];
    set_working(r, g, g->seat, b, 0);
    me->count->disablings++;
    me->count->disabled[b->kind]++;
    say(g, E_DISABLE, g->seat, b->kind, b->level, 0);
    if (r->reading.blast_order == 2) settle(r, g);
    end_turn(r, g);
}

static void place(const Rules *r, Game *g, int position) { /* HB-35..37, HA-24, HA-43 */
    Company *me = &g->company[g->seat];
    int within = smaller(r->firm[g->seat].within, g->size + 1);
    put_hazard(g, g->blocked, position);
    hazard_placed(r, g, position, g->blocked >> 8, within);
    me->count->placements++;
    me->count->placed_at[position - 1]++;
    g->phase = DRAWING;
    say(g, E_PLACE, g->seat, position, 0, 0);
}

static void draw(const Rules *r, Game *g) { /* HB-14, HB-15, HB-29..34, HA-21, HA-23 */
    Company *me = &g->company[g->seat];
    const Firm *f = &r->firm[g->seat];
    SeatRow *t = me->count;
    RoundRow *row = &t->rounds[g->round - 1];
    int required = g->debt > 0;
    if (required) {
        g->debt--;
        g->required_done++;
    } else {
        g->optional--;
    }
    if (g->size == 0 && g->discards) reuse_discards(r, g);
    if (g->size == 0) { /* HA-28 */
        end_inspections(r, g);
        say(g, E_VOID_DRAW, g->seat, 0, 0, required);
        return;
    }
    AgeRow *age = &t->ages[smaller(g->taken / r->age_bin, AGES - 1)];
    int danger = 1000000 * g->hazards / g->size;
    if (required) t->required_draws++;
    else t->optional_draws++, row->optional++;
    row->draws++;
    row->danger_ppm += danger;
    age->draws++;
    age->danger_ppm += danger;
    int card = g->pile[--g->size], kind = card >> 8;
    const Card *c = &r->card[kind];
    g->taken++;
    g->hazards -= r->hazard[kind];
    card_taken(r, g, kind);
    if (c->family == MONEY) { /* HB-29, HB-30 */
        earn(me, c->pays);
        discard(g, kind);
        say(g, E_MONEY, g->seat, kind, c->pays, required);
    } else if (c->family == TACTIC && me->hand_size < f->hand_limit) { /* HB-31 */
        me->hand[kind]++;
        me->holds |= 1u << kind;
        me->hand_size++;
        say(g, E_TACTIC, g->seat, kind, 0, required);
    } else if (c->family == TACTIC) { /* HB-32, HA-14 */
        earn(me, f->surplus);
        t->surplus_tactics++;
        discard(g, kind);
        say(g, E_SURPLUS, g->seat, kind, f->surplus, required);
    } else {
        t->hazards++;
        row->hazards++;
        age->hazards++;
        if (me->charged > 0) { /* HB-34, HA-45 */
            me->charged--;
            t->blocks++;
            row->blocks++;
            g->blocked = card;
            g->phase = PLACING;
            say(g, E_BLOCK, g->seat, kind, me->charged, required);
        } else {
            row->explosions++;
            age->explosions++;
            explode(r, g, card, required);
        }
    }
}

static void bank(const Rules *r, Game *g) { /* HB-16, HA-11, HA-20 */
    Company *me = &g->company[g->seat];
    if (g->pending) {
        earn(me, g->pending);
        me->count->factory_received += g->pending;
        for (int i = 0; i < me->plots; i++) me->plot[i].earned += me->plot[i].pending;
    }
    say(g, E_BANK, g->seat, g->pending, 0, 0);
    end_turn(r, g);
}
