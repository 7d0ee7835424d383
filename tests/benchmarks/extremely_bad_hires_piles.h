/* Extremely Bad Hires in C: hands, decks, piles. Included by extremely_bad_hires.c. */

static uint64_t WORD[KINDS], JOB_WORD[JOBS]; /* the word that names the luck of a kind's copy 0 */

static uint32_t crc32(const char *text) {
    uint32_t crc = ~0u;
    for (; *text; text++) {
        crc ^= (uint8_t)*text;
        for (int i = 0; i < 8; i++) crc = crc >> 1 ^ (0xEDB88320u & -(crc & 1));
    }
    return ~crc;
}

/* Order cards by key. Key and card in one word, thrown into buckets, then inserted. */
static void sort_cards(uint8_t *cards, const uint64_t *words, int n) {
    enum { BUCKETS = 32, SHIFT = 58 };
    uint64_t spread[DECK];
    uint8_t start[BUCKETS + 1] = {0};
    for (int i = 0; i < n; i++) start[(words[i] >> SHIFT) + 1]++;
    for (int i = 0; i < BUCKETS; i++) start[i + 1] += start[i];
    for (int i = 0; i < n; i++) spread[start[words[i] >> SHIFT]++] = words[i];
    for (int i = 1; i < n; i++) {
        uint64_t word = spread[i];
        int j = i;
        for (; j > 0 && spread[j - 1] > word; j--) spread[j] = spread[j - 1];
        spread[j] = word;
    }
    for (int i = 0; i < n; i++) cards[i] = spread[i] & 63;
}

static void shuffle_deck(Game *g, int seat, uint64_t cards) { /* EBH-5.1, 5.4 */
    Player *p = &g->player[seat];
    uint64_t words[DECK], key = chain(chain(chain(g->luck, LUCK_DECK), seat), p->shuffles++);
    int n = 0;
    for (; cards; cards &= cards - 1) {
        int card = lowest(cards);
        words[n++] = chain(key, WORD[card >> 1] + (card & 1)) >> 14 << 13 | card;
    }
    sort_cards(p->deck, words, p->deck_size = n);
}

static void shuffle_jobs(Game *g, uint64_t cards) { /* EBH-5.3, 5.7 */
    uint64_t words[DECK], key = chain(chain(g->luck, LUCK_JOBS), g->job_shuffles++);
    int n = 0;
    for (; cards; cards &= cards - 1) {
        int card = lowest(cards);
        words[n++] = chain(key, JOB_WORD[card >> 2] + (card & 3)) >> 14 << 13 | card;
    }
    sort_cards(g->jobs, words, g->jobs_size = n);
}

static void reveal_job(Game *g) { /* EBH-5.7, 5.17 */
    if (g->jobs_size == 0) {
        shuffle_jobs(g, g->job_discard);
        g->job_discard = 0;
    }
    g->job_card = g->jobs[--g->jobs_size];
    g->job = g->job_card / JOB_COPIES;
}

static void draw(Game *g, int seat, int cards) { /* EBH-5.4, 5.5, 12.4 */
    Player *p = &g->player[seat];
    for (; cards > 0; cards--) {
        if (p->deck_size == 0) {
            if (!p->discard) return;
            shuffle_deck(g, seat, p->discard);
            p->discard = 0;
        }
        p->hand |= 1ull << p->deck[--p->deck_size];
        p->hand_size++;
        g->moved = 1;
    }
}

INLINE int take_from_hand(Player *p, int kind) { /* the lowest copy */
    int card = lowest(p->hand >> 2 * kind & 3) + 2 * kind;
    p->hand &= ~(1ull << card);
    p->hand_size--;
    return card;
}

INLINE void discard(Player *p, int card) { p->discard |= 1ull << card; }

/* the kinds in a set of cards, each once: walk it from the lowest bit, lowest(kinds) / 2 is the kind */
INLINE uint64_t kinds_in(uint64_t cards) { return (cards | cards >> 1) & ONE_EACH; }

static void discard_random(Game *g, int seat) { /* EBH-12.6, 14.2: the smallest key goes */
    Player *p = &g->player[seat];
    uint64_t key = chain(chain(chain(g->luck, LUCK_RANDOM_DISCARD), seat), p->randoms++), least = ~0ull;
    for (uint64_t cards = p->hand; cards; cards &= cards - 1) {
        int card = lowest(cards);
        uint64_t word = chain(key, WORD[card >> 1] + (card & 1)) >> 14 << 13 | card;
        if (word < least) least = word;
    }
    if (!p->hand) return;
    int card = least & 63;
    p->hand &= ~(1ull << card);
    p->hand_size--;
    discard(p, card);
    g->moved = 1;
}
