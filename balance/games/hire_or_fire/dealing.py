"""Hands, decks, the paper bin (HF-7, HF-10, HF-44): where cards lie, and the luck of their order."""

from __future__ import annotations

from balance.chance import chain, sort_word
from balance.games.hire_or_fire.events import Event, Why
from balance.games.hire_or_fire.state import LOG_MAX
from balance.jit import inline, kernel

# purposes: they name the streams of a deal's luck, and must never change their number
FIRST = 1
JOBS_LUCK = 2
SKILLS_LUCK = 3
LAY = 4
LEAK = 5
NOISE = 6
PICK = 7
LAPSE = 8
JUDGE = 9
APPLY = 10
WHIM = 11
ORDER = 12

JOB_BITS = 8
SKILL_BITS = 7
BUCKETS = 64
BUCKET_SHIFT = 57  # a sort word has 63 bits: the upper six name its bucket


@inline
def log(game, event, seat, a, b, c):
    """An entry of the log, when it is on; what does not fit is counted all the same."""
    if game.log_on:
        if game.log_count < LOG_MAX:
            entry = game.log[game.log_count]
            entry.event = event
            entry.seat = seat
            entry.a = a
            entry.b = b
            entry.c = c
        game.log_count += 1


# ------------------------------------------------------------------------------------------- decks


@inline
def clear_buckets(game):
    """None in any bucket."""
    for i in range(BUCKETS + 1):
        game.bucket[i] = 0


@inline
def sum_buckets(game):
    """From how many are in a bucket to where it begins."""
    for i in range(BUCKETS):
        game.bucket[i + 1] += game.bucket[i]


@inline
def place_of(game, word):
    """The next free place of the bucket of a word."""
    bucket = word >> BUCKET_SHIFT
    place = game.bucket[bucket]
    game.bucket[bucket] += 1
    return place


@kernel
def shuffle_jobs(rules, game):
    """HF-7: order the jobs by a key per card, so that others keep their order when one is added."""
    key = chain(game.luck, JOBS_LUCK)
    clear_buckets(game)
    for card in range(rules.jobs):
        word = sort_word(chain(key, rules.job[card].luck), card, JOB_BITS)
        game.word[card] = word
        game.bucket[(word >> BUCKET_SHIFT) + 1] += 1
    sum_buckets(game)
    for card in range(rules.jobs):
        game.jobs[place_of(game, game.word[card])] = game.word[card]
    for i in range(1, rules.jobs):
        word = game.jobs[i]
        j = i
        while j > 0 and game.jobs[j - 1] > word:
            game.jobs[j] = game.jobs[j - 1]
            j -= 1
        game.jobs[j] = word
    for i in range(rules.jobs):
        game.jobs[i] &= (1 << JOB_BITS) - 1
    game.jobs_size = rules.jobs


@kernel
def shuffle_skills(rules, game):
    """The same for the skill cards."""
    key = chain(game.luck, SKILLS_LUCK)
    clear_buckets(game)
    for card in range(rules.skills):
        word = sort_word(chain(key, rules.skill[card].luck), card, SKILL_BITS)
        game.word[card] = word
        game.bucket[(word >> BUCKET_SHIFT) + 1] += 1
    sum_buckets(game)
    for card in range(rules.skills):
        game.skills[place_of(game, game.word[card])] = game.word[card]
    for i in range(1, rules.skills):
        word = game.skills[i]
        j = i
        while j > 0 and game.skills[j - 1] > word:
            game.skills[j] = game.skills[j - 1]
            j -= 1
        game.skills[j] = word
    for i in range(rules.skills):
        game.skills[i] &= (1 << SKILL_BITS) - 1
    game.skills_size = rules.skills


# ------------------------------------------------------------------------------------------- hands


@kernel
def draw_job(game, seat, why):
    """The next job comes to a hand, which is kept sorted; the deck is not empty."""
    me = game.player[seat]
    game.jobs_size -= 1
    card = game.jobs[game.jobs_size]
    i = me.jobs_size
    while i > 0 and me.jobs[i - 1] > card:
        me.jobs[i] = me.jobs[i - 1]
        me.job_weeks[i] = me.job_weeks[i - 1]
        i -= 1
    me.jobs[i] = card
    me.job_weeks[i] = 0
    me.jobs_size += 1
    log(game, Event.DEALT_JOB, seat, card, why, 0)


@kernel
def draw_skill(game, seat, why):
    """The next skill card comes to a hand."""
    me = game.player[seat]
    game.skills_size -= 1
    card = game.skills[game.skills_size]
    i = me.skills_size
    while i > 0 and me.skills[i - 1] > card:
        me.skills[i] = me.skills[i - 1]
        me.skill_weeks[i] = me.skill_weeks[i - 1]
        i -= 1
    me.skills[i] = card
    me.skill_weeks[i] = 0
    me.skills_size += 1
    log(game, Event.DEALT_SKILL, seat, card, why, 0)


@kernel
def take_job(me, place):
    """Take the job at a place out of a hand, and count how long it was there."""
    card = me.jobs[place]
    row = me.tally.jobs[card]
    row.gone += 1
    row.weeks_held += me.job_weeks[place] + 1
    me.jobs_size -= 1
    for i in range(place, me.jobs_size):
        me.jobs[i] = me.jobs[i + 1]
        me.job_weeks[i] = me.job_weeks[i + 1]
    return card


@kernel
def take_skill(me, place):
    """The same for a skill card."""
    card = me.skills[place]
    row = me.tally.skills[card]
    row.gone += 1
    row.weeks_held += me.skill_weeks[place] + 1
    me.skills_size -= 1
    for i in range(place, me.skills_size):
        me.skills[i] = me.skills[i + 1]
        me.skill_weeks[i] = me.skill_weeks[i + 1]
    return card


@inline
def fill_hand(rules, game, seat, why):
    """HF-10, HF-46, HG-09: draw up to a full hand, or what there is."""
    me = game.player[seat]
    while me.jobs_size < rules.hand_jobs and game.jobs_size > 0:
        draw_job(game, seat, why)
    while me.skills_size < rules.hand_skills and game.skills_size > 0:
        draw_skill(game, seat, why)
    if me.skills_size < rules.hand_skills:
        game.tally.dry = 1


# --------------------------------------------------------------------------------------- paper bin


@kernel
def bin_job(game, card):
    """HF-44: a job never comes back; the bin is kept sorted."""
    i = game.bin_jobs_size
    while i > 0 and game.bin_jobs[i - 1] > card:
        game.bin_jobs[i] = game.bin_jobs[i - 1]
        i -= 1
    game.bin_jobs[i] = card
    game.bin_jobs_size += 1


@kernel
def bin_skill(game, card):
    """The same for a skill card."""
    i = game.bin_skills_size
    while i > 0 and game.bin_skills[i - 1] > card:
        game.bin_skills[i] = game.bin_skills[i - 1]
        i -= 1
    game.bin_skills[i] = card
    game.bin_skills_size += 1


@inline
def deal(rules, game):
    """HF-7, HF-10."""
    shuffle_jobs(rules, game)
    shuffle_skills(rules, game)
    for seat in range(rules.players):
        fill_hand(rules, game, seat, Why.DEAL)
