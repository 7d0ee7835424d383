"""The names a user may rely on."""

from __future__ import annotations

import balance


def test_public_names():
    assert balance.__all__ == ["BalanceError", "__version__", "get_game", "open_run", "run", "write_report"]
    for name in balance.__all__:
        assert getattr(balance, name) is not None
