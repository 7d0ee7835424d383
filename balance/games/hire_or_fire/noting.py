"""What is counted of what bots see and think, while many games are played (`play.play_games`)."""

from __future__ import annotations

import math

from balance.games.hire_or_fire.applying import appeal
from balance.games.hire_or_fire.counting import ppm
from balance.games.hire_or_fire.exchange import can_put, can_put_job, can_put_skill
from balance.games.hire_or_fire.hiring import judge, level_of, look, precision
from balance.games.hire_or_fire.offering import job_gain, skill_gain
from balance.games.hire_or_fire.salaries import logistic
from balance.games.hire_or_fire.seating import applicant_of, target_of
from balance.games.hire_or_fire.state import LEVELS, Phase
from balance.jit import inline, kernel

NATS = math.log(2.0)  # in a bit


@inline
def note(rules, game, bot):
    """Before the decider's bot decides."""
    if game.phase == Phase.JOB:
        note_hand(rules, game, game.decider)
    elif game.phase == Phase.SALARY:
        note_chance(rules, game, bot, game.decider)
    elif game.phase == Phase.HIRE:
        note_judgement(rules, game, bot, game.decider)


@kernel
def note_hand(rules, game, seat):
    """Whether an exchange would gain something this week, on average; and whether it was made."""
    me = game.player[seat]
    row = me.tally.weeks[game.week]
    if me.put_jobs + me.put_skills > 0:
        return
    if me.swapped or not can_put(rules, game, me):
        if me.swapped and row.kept:
            row.kept = 0
            me.tally.kept -= 1
        return
    if not can_put_skill(rules, game, me):
        me.tally.swaps_short += 1
        game.tally.dry = 1
    offered = game.player[target_of(game, seat)].offer
    useful = False
    if can_put_job(rules, game, me):
        for place in range(me.jobs_size):
            useful = useful or job_gain(rules, me, offered, place) > 0.0
    if can_put_skill(rules, game, me):
        for place in range(me.skills_size):
            useful = useful or skill_gain(rules, me, offered, place) > 0.0
    if useful:
        row.useful = 1
        row.kept = 1
        me.tally.useful += 1
        me.tally.kept += 1


@kernel
def note_chance(rules, game, bot, seat):
    """p-hat of the folder just made."""
    me = game.player[seat]
    row = me.tally.weeks[game.week]
    x = appeal(rules, game, bot, seat)
    chance = logistic(rules.chance_base + rules.chance_slope * x)
    me.chances[game.week] = chance
    row.appeal_ppm += ppm(x)
    row.chance_ppm += ppm(chance)
    me.tally.chance_ppm += ppm(chance)


@kernel
def note_judgement(rules, game, bot, seat):
    """The ladder: the chance of finding the right folder at each level; how undecided the hirer is."""
    me = game.player[seat]
    count = game.players - 1
    tau = precision(rules, game, bot, seat)
    right = 0
    for place in range(game.laid_size):
        author = game.laid[place]
        if author == applicant_of(game, seat):
            break
        right += int(author != seat)
    look(rules, game, bot, seat)
    own = level_of(bot)
    for level in range(LEVELS):
        judge(game, bot, count, level, tau)
        me.tally.ladder_ppm[level] += ppm(game.chance[right])
        if level == own:
            entropy = 0.0
            for folder in range(count):
                if game.chance[folder] > 0.0:
                    entropy = entropy - game.chance[folder] * math.log(game.chance[folder])
            me.tally.entropy_ppm += ppm(entropy / NATS)
            me.tally.jobs[me.offer].entropy_ppm += ppm(entropy / NATS)
