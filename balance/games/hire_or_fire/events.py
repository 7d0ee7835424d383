"""What the log can say."""

from __future__ import annotations

from enum import IntEnum


class Event(IntEnum):
    """An entry of the log: (event, seat, a, b, c)."""

    CHOICE = 1  # a: option, b: phase, c: a card or number that the option is about (see `rules.about`)
    WEEK = 2  # seat: first to deliver, a: week from 1, b: places to the right one applies to
    DEALT_JOB = 3  # a: job drawn, b: why (Why)
    DEALT_SKILL = 4  # a: skill card drawn, b: why
    BINNED_JOB = 5  # a: job to the paper bin by an exchange
    BINNED_SKILL = 6
    OFFERED = 7  # the offers are revealed, one entry each; a: job
    LAID = 8  # a folder is laid out; seat: its author, a: place, b: 1 if its hirer can tell (HG-14)
    PAID = 9  # result of an applicant; a: Result, b: $ earned as applicant, c: number of the salary card
    BONUS = 10  # seat: hirer, a: applicant, b: $
    SCORE = 11  # at the end; a: money, b: bonuses, c: compensations
    WINS = 12  # a: How, b: win share in millionths


class Why(IntEnum):
    """Why a card is drawn."""

    DEAL = 0
    SWAP = 1
    REFILL = 2


class Result(IntEnum):
    """How an application ended."""

    FLOP = 0  # HF-42
    COMPENSATION = 1  # HF-39
    MATCH = 2  # HF-36


class How(IntEnum):
    """What settled the win."""

    MONEY = 0
    BONUSES = 1
    COMPENSATIONS = 2
    SHARED = 3
