"""Bots: one decision kernel, driven by named weights (card_data/extremely_bad_hires/bots.yaml).

Each option gets a worth in points of Profit from what its player may know; the best is taken. A test permutes
everything that is hidden and demands the same choice.
"""

from __future__ import annotations

from balance.chance import chain, unit
from balance.games.extremely_bad_hires.appraisal import (
    best_other,
    card_worth,
    copies_held,
    hire_worth,
    job_worth,
    longest_absence,
    missing_turns,
    profile_worth,
    sinks,
    threat,
    waiting_hires,
)
from balance.games.extremely_bad_hires.lasting import cancellers
from balance.games.extremely_bad_hires.options import matching
from balance.games.extremely_bad_hires.piles import BOT_LUCK, COPIES
from balance.games.extremely_bad_hires.staff import at, in_crew, qualifications, wanted
from balance.games.extremely_bad_hires.state import (
    STAFF,
    VERB,
    Deck,
    Op,
    Path,
    Phase,
    Pick,
    Role,
    Status,
    Verb,
)
from balance.jit import bits, inline, kernel, lowest


@kernel
def decide(rules, game, w):
    """The option with the highest worth; noise from a stream of this decision."""
    best = 0
    most = -1e300
    key = 0
    if w.noise > 0.0:
        key = chain(chain(chain(game.luck, BOT_LUCK), game.decider), game.decisions)
    if w.judgement != 0.0:
        game.mind.turns_of = -1
        if game.phase == Phase.CREW:
            think_of_crews(rules, game, w)
        else:
            think_of_staff(rules, game)
    for i in range(game.option_count):
        option = game.option[i]
        worth = 0.0
        if w.judgement != 0.0:
            worth = w.judgement * worth_of(rules, game, w, option)
        if w.noise > 0.0:
            worth += w.noise * unit(chain(key, option))
        if worth > most:
            most = worth
            best = option
    return best


@kernel
def staffed(game):
    """The active player's slots that hold a Hire."""
    found = 0
    for slot in range(STAFF):
        found |= int(game.player[game.active].staff[slot].card >= 0) << slot
    return found


@kernel
def worth_of(rules, game, w, option):
    """The worth of one option."""
    verb = option // VERB
    argument = option % VERB
    phase = game.phase
    seat = game.decider
    if phase == Phase.CREW:
        if verb == Verb.SKIP:
            return w.caution - w.denial * rules.job[game.job].profit * 0.25
        return crew_worth(rules, game, w, argument)
    if phase == Phase.MAYHEM:
        if verb == Verb.PASS:
            return w.hold
        return mayhem_worth(rules, game, w, argument)
    if verb == Verb.DONE or verb == Verb.STOP:
        return 0.0
    if verb == Verb.HIRE:
        return hiring_worth(rules, game, w, seat, argument)
    if verb == Verb.FIX:
        return fix_worth(rules, game, w, seat, argument)
    if verb == Verb.PICK:
        return pick_worth(rules, game, w, seat, argument)
    if verb == Verb.CARD or verb == Verb.FILE:
        return hand_worth(rules, game, w, seat, argument)
    if verb == Verb.LOOKED:
        if game.look_deck == Deck.JOB:
            return -w.ambition * rules.job[argument].profit
        return card_worth(rules, game, w, seat, argument)
    if verb == Verb.PLAYER:
        return game.player[argument].profit + 0.0
    if verb == Verb.OPTION:
        return option_worth(rules, game, w, seat, argument)
    if verb == Verb.YES:
        return w.optional
    return 0.0


# ------------------------------------------------------------------------------------------- attempts


@kernel
def think_of_staff(rules, game):
    """The Qualifications in the decider's staff."""
    game.mind.hires_known = 0
    have = game.mind.have
    for i in range(rules.qualifications):
        have[i] = 0
    me = game.player[game.decider]
    for slot in range(STAFF):
        if me.staff[slot].card >= 0:
            skills = me.staff[slot].skills
            while skills != 0:
                have[lowest(skills)] += 1
                skills &= skills - 1


@kernel
def think_of_crews(rules, game, w):
    """What does not depend on the crew is worked out once: the worth of the Job and the danger, by path."""
    m = game.mind
    m.crews_known = 0
    job = rules.job[game.job]
    m.match = matching(rules, game, staffed(game))
    danger = threat(rules, game, w, game.active)
    for path in range(2):
        way = job.path[path]
        m.worth[path] = job_worth(rules, game, w, game.job, path, game.active)
        if game.player[game.active].profit + job.profit >= rules.target:
            m.worth[path] += w.block
        m.danger[path] = max(0.0, danger - way.profile.shield)


@kernel
def crew_worth(rules, game, w, crew):
    """EBH-7.2: sending these Hires: the Job's worth, the danger of Mayhem, what Hires are exposed to."""
    m = game.mind
    path = Path.UNQUALIFIED + 0
    if crew & m.match:
        path = Path.QUALIFIED + 0
    size = bits(crew)
    place = path * 8 + size
    if (m.crews_known >> place) & 1:
        return m.crews[place]
    m.crews_known |= 1 << place
    spare = size - max(rules.min_required, rules.job[game.job].path[path].required)
    sure = 1.0 / (1.0 + m.danger[path] / (1.0 + max(0.0, w.cushion * spare)))
    m.crews[place] = sure * m.worth[path] - w.exposure * size
    return m.crews[place]


# --------------------------------------------------------------------------------------- Hires, Fixes


@kernel
def hiring_worth(rules, game, w, seat, argument):
    """EBH-6.3, 6.10: a Hire played, perhaps for one dismissed."""
    worth = hire_worth(rules, game, w, seat, argument // 8, 0)
    slot = argument % 8
    if slot != 7:
        gone = at(game, seat * STAFF + slot).card // COPIES
        worth += w.crowd - w.loyalty - hire_worth(rules, game, w, seat, gone, 1)
    return worth


@kernel
def fix_worth(rules, game, w, seat, kind):
    """EBH-9: a Fix now, above what it must be worth in this window."""
    card = rules.kind[kind]
    worth = profile_worth(rules, game, w, card.profile, seat)
    worth += waiting_hires(game, seat) * w.cure
    if card.profile.recover + card.profile.reduce > 0.0:
        worth += 0.25 * w.cure * longest_absence(game, seat)
    if game.phase == Phase.RECOVERY:
        return worth - w.salvage
    return worth - w.thrift


# -------------------------------------------------------------------------------------------- Mayhem


@kernel
def mayhem_worth(rules, game, w, kind):
    """EBH-8: what a Mayhem denies the active player and brings its own."""
    p = rules.kind[kind].profile
    target = game.player[game.active]
    job = rules.job[game.attempt.job]
    stake = job.profit + 0.5 * w.benefit * job.path[game.attempt.path].profile.gain
    worth = 0.0
    if cancellers(game, game.active) > 0:
        worth = w.strip
    else:
        chance = sinks(rules, game, p)
        focus = 1.0 + w.leader * (target.profit - best_other(game, game.active)) / rules.target
        worth = chance * stake * w.sabotage * max(0.0, focus)
        worth += max(0.0, -p.job_profit) * w.sabotage * (1.0 - chance)
        if target.profit + job.profit >= rules.target:
            worth += chance * w.block
        worth += (p.hurt + p.rob + p.harm + p.ban) * w.malice
        worth += p.gain * w.ambition + p.draw * w.card
    left = game.players - 2 - game.attempt.opponent
    return worth - p.discard * w.loss - p.lose_staff * w.hire - w.deference * left


# ---------------------------------------------------------------------------------- choices in effects


@kernel
def op_on(rules, game):
    """The operation that the Hires or the card being picked are meant for."""
    ins = rules.code[game.frame.pc]
    if ins.op != Op.TARGET and ins.op != Op.CHOOSE:
        return ins.op
    pc = game.frame.pc + 1
    while rules.code[pc].op != Op.END:
        later = rules.code[pc]
        if later.op >= Op.DRAW and later.who >= 0:
            selector = rules.selector[later.who]
            if selector.pick == Pick.BOUND and selector.binding == ins.binding:
                return later.op
        pc += 1
    return ins.op


@inline
def helps(op):
    """Whether an operation is good for the Hire it happens to."""
    return (
        op == Op.RECOVER
        or op == Op.REDUCE
        or op == Op.PROTECT
        or op == Op.ACTIVATE
        or op == Op.QUALIFY
        or op == Op.ENLIST
    )


@kernel
def standing(rules, game, w, place):
    """What a Hire is worth to its owner just now."""
    seat = place // STAFF
    hire = at(game, place)
    kind = hire.card // COPIES
    worth = 1.0 + w.taste[rules.kind[kind].qualification]
    own = qualifications(game, place)
    if (own >> wanted(rules, game)) & 1:
        worth += w.match
    if seat == game.decider and game.mind.have[rules.kind[kind].qualification] <= 1:
        worth += w.variety
    if in_crew(game, place):
        worth += 0.25
    if hire.status == Status.INCAPACITATED:
        worth -= 0.5
    elif hire.status == Status.INACTIVE:
        worth -= 0.25
    return worth


@kernel
def pick_worth(rules, game, w, seat, place):
    """A Hire picked: good things for own Hires, bad ones for those of others, the least of evils at home."""
    op = op_on(rules, game)
    worth = standing(rules, game, w, place)
    if helps(op):
        if op == Op.RECOVER or op == Op.REDUCE:
            worth += w.cure * missing_turns(game, place)
        if op == Op.PROTECT and in_crew(game, place):
            worth += 1.0
        if place // STAFF != seat:
            return -worth
        return worth
    if place // STAFF == seat:
        return -worth
    if op == Op.WORSEN:
        worth += w.malice * missing_turns(game, place)
    return worth


@kernel
def hand_worth(rules, game, w, seat, kind):
    """A card picked from a hand or a pile: taken if it helps, given up if it does not."""
    worth = card_worth(rules, game, w, seat, kind)
    if game.phase == Phase.FILE:
        return worth
    if game.phase == Phase.LIMIT:
        return spare_copy(game, w, seat, kind) - worth
    op = op_on(rules, game)
    if game.asked_hand != seat or op == Op.ENLIST or op == Op.TAKE_BACK:
        return worth
    worth = spare_copy(game, w, seat, kind) - worth
    if game.asked_stop:
        worth += w.card
    return worth


@kernel
def spare_copy(game, w, seat, kind):
    """What giving up a further copy costs less."""
    if copies_held(game.player[seat], kind) > 1:
        return w.spare
    return 0.0


@kernel
def option_worth(rules, game, w, seat, option):
    """An option of a choose-one, or a mode: its profile, for or against its controller."""
    ins = rules.code[game.frame.pc]
    p = rules.choice[ins.choice + option].profile
    you = game.frame.controller
    worth = profile_worth(rules, game, w, p, you) - w.pain * p.hurt
    if game.frame.role == Role.MAYHEM and you != game.active:
        worth = profile_worth(rules, game, w, p, you) + w.malice * p.hurt
        worth += sinks(rules, game, p) * w.sabotage * rules.job[game.attempt.job].profit
    if you != seat:
        return -worth
    return worth
