/* Employee Handbook in C: the draw pile and the discard pile. Included by employee_handbook.c. */

/* Sort the pile by the luck of each card. Key and card in one word, thrown into buckets, then inserted. */
static void sort_pile(Game *g, const uint64_t *words) {
    enum { BUCKETS = 32, SHIFT = 58 };
    uint64_t spread[PILE], sorted[PILE];
    uint16_t start[BUCKETS + 1] = {0};
    int n = g->size;
    for (int i = 0; i < n; i++) start[(words[i] >> SHIFT) + 1]++;
    for (int i = 0; i < BUCKETS; i++) start[i + 1] += start[i];
    for (int i = 0; i < n; i++) spread[start[words[i] >> SHIFT]++] = words[i];
    for (int i = 0; i < n; i++) {
        uint64_t word = spread[i];
        int j = i;
        for (; j > 0 && sorted[j - 1] > word; j--) sorted[j] = sorted[j - 1];
        sorted[j] = word;
    }
    for (int i = 0; i < n; i++) g->pile[i] = sorted[i] & 4095;
}

static void shuffle(const Rules *r, Game *g, int stream, int occasion) {
    uint64_t words[PILE], key = chain(chain(g->luck, stream), occasion);
    for (int i = 0; i < g->size; i++) {
        int card = g->pile[i];
        words[i] = chain(key, r->word[card >> 8] + (card & 255)) >> 13 << 12 | card;
    }
    sort_pile(g, words);
    end_inspections(r, g);
    pile_shuffled(g);
}

static void fresh_pile(const Rules *r, Game *g) { /* HB-65..67, HA-05 */
    const Era *era = &r->era[g->era];
    if (g->era == 0 || !r->reading.add_hazards) {
        memset(g->discard, 0, sizeof g->discard);
        g->discards = 0;
        g->size = r->deck_size[g->era];
        g->hazards = r->deck_hazards[g->era];
        memcpy(g->pile, r->deck[g->era], g->size * sizeof *g->pile);
    } else {
        for (int kind = 0; kind < r->cards; kind++) {
            if (!r->hazard[kind]) continue;
            int here = 0, copy = r->era[g->era - 1].copies[kind];
            for (int i = 0; i < g->size; i++) here += g->pile[i] >> 8 == kind;
            for (; here < era->copies[kind]; here++, copy++) {
                g->pile[g->size++] = kind << 8 | (copy & 255);
                g->hazards++;
            }
        }
    }
    g->taken = 0;
    shuffle(r, g, LUCK_DECK, g->era);
    say(g, E_FRESH_DECK, -1, g->era, g->size, g->hazards);
}

static void reuse_discards(const Rules *r, Game *g) { /* HB-68, HA-28 */
    for (int kind = 0; kind < r->cards; kind++) {
        for (int copy = 0; copy < g->discard[kind]; copy++) g->pile[g->size++] = kind << 8 | (copy & 255);
        if (r->hazard[kind]) g->hazards += g->discard[kind];
        g->discard[kind] = 0;
    }
    g->discards = 0;
    shuffle(r, g, LUCK_RESHUFFLE, g->reshuffles++);
    say(g, E_RESHUFFLE, -1, g->size, g->hazards, 0);
}

INLINE void discard(Game *g, int kind) { /* HA-27 */
    g->discard[kind]++;
    g->discards++;
}

static void put_hazard(Game *g, int card, int position) { /* HB-36: position 1 is the next card */
    int at = g->size + 1 - position;
    memmove(g->pile + at + 1, g->pile + at, (g->size - at) * sizeof *g->pile);
    g->pile[at] = card;
    g->size++;
    g->hazards++;
    g->taken--;
}
