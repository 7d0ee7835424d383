"""The C oracle, compiled once; without a C compiler its tests are skipped, but never in CI."""

from __future__ import annotations

import pytest

from tests.benchmarks import c_oracle


@pytest.fixture(autouse=True, scope="session")
def compiled() -> None:
    """Compile, or say why not."""
    if why := c_oracle.missing():
        pytest.skip(why)
    c_oracle.library()
