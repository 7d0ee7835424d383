"""A company's board: money, buildings, capacity, score. Small rules that all other parts use."""

from __future__ import annotations

from balance.jit import inline, kernel


@inline
def earn(me, amount):
    """Money in."""
    me.cash += amount
    me.tally.money_in += amount


@inline
def spend(me, amount):
    """Money out."""
    me.cash -= amount
    me.tally.money_out += amount


@inline
def level_of(rules, seat, kind, level):
    """The numbers of a building at a level (1 = as bought)."""
    return rules.table[seat].kind[kind].level[level - 1]


@inline
def operating_count(me):
    """Buildings at work."""
    n = 0
    for i in range(me.building_count):
        n += me.building[i].operating
    return n


@inline
def capacity(rules, game, seat):
    """HB-51, HB-52: shields a company can hold charged."""
    me = game.company[seat]
    total = rules.table[seat].base_capacity
    for i in range(me.building_count):
        b = me.building[i]
        total += b.operating * level_of(rules, seat, b.kind, b.level).capacity
    return total


@kernel
def score(rules, game, seat):
    """HB-69..72, HA-44: printed values, disabled ones divided and rounded down, and money left."""
    me = game.company[seat]
    total = me.cash // rules.dollars_per_point
    for i in range(me.building_count):
        b = me.building[i]
        if b.operating:
            total += level_of(rules, seat, b.kind, b.level).value
        else:
            total += level_of(rules, seat, b.kind, b.level).scrap
    return total


@inline
def twin_before(me, slot):
    """Whether an earlier building is the same in every respect, so that one option stands for both."""
    b = me.building[slot]
    if me.owned[b.kind] == 1:
        return False
    for i in range(slot):
        o = me.building[i]
        if o.kind == b.kind and o.level == b.level and o.operating == b.operating and o.used == b.used:
            return True
    return False


@inline
def can_activate(rules, seat, b):
    """HB-21, HB-24, HB-42: at work, not used this turn, and of a kind that does something (1 or 0)."""
    return b.operating & (1 - b.used) & level_of(rules, seat, b.kind, b.level).acts
