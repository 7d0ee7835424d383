"""Which salary card to play for a chance of a match (M-6): a sequential assignment problem."""

from __future__ import annotations

import math

from balance.jit import inline, kernel


@inline
def logistic(x):
    """1 / (1 + exp(-x)), for any x."""
    if x >= 0.0:
        return 1.0 / (1.0 + math.exp(-x))
    e = math.exp(x)
    return e / (1.0 + e)


@kernel
def ranked(rules, unused, weeks_left, i):
    """The i-th smallest (from 1) of the salary cards worth playing: the highest, one for each week left."""
    skip = 0
    for card in range(rules.salaries):
        skip += (unused >> card) & 1
    skip = max(0, skip - weeks_left)
    for card in range(rules.salaries):
        if (unused >> card) & 1:
            if skip > 0:
                skip -= 1
            else:
                i -= 1
                if i == 0:
                    return card
    return rules.salaries - 1


@kernel
def by_thresholds(rules, unused, weeks_left, chance):
    """M-6, Derman, Lieberman and Ross 1972: the salary card for a match with that chance."""
    count = 0
    for card in range(rules.salaries):
        count += (unused >> card) & 1
    count = min(count, weeks_left)
    i = 1
    for place in range(count - 1):
        if rules.thresholds[count].at[place] < chance:
            i += 1
    return ranked(rules, unused, weeks_left, i)
