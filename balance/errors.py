"""Every error the toolkit raises on purpose.

BalanceError                    exit code 2, one message, no traceback
├── CardDataError               a YAML file or an override is wrong: file, line, column, what is allowed
├── ScenarioError               a scenario asks for something that does not exist
├── RunError                    a run folder cannot be read, or holds another run
├── RecordsError                a record of a real game is wrong: file, row, column, what is allowed
└── IllegalOption               an option that is not offered was applied to a state
"""

from __future__ import annotations


class BalanceError(Exception):
    """Something the user can mend; the message says what, where and how."""

    exit_code = 2


class CardDataError(BalanceError):
    """Card data, rule numbers or bots are wrong."""


class ScenarioError(BalanceError):
    """A scenario file or a command line option is wrong."""


class RunError(BalanceError):
    """A run folder is missing, damaged, or holds another run."""


class RecordsError(BalanceError):
    """Records of real games are wrong, or say too little for what is asked of them."""


class IllegalOption(BalanceError, ValueError):  # noqa: N818  (what it is, not what it is a kind of)
    """An option that the rules do not offer in this state."""
