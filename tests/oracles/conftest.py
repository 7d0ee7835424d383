"""The C oracle, compiled once; without a C compiler its tests are skipped, but never in CI."""

from __future__ import annotations

import os

import pytest

from tests.benchmarks import c_oracle


@pytest.fixture(autouse=True, scope="session")
def compiled() -> None:
    """Compile, or say why not."""
    if c_oracle.compiler() is None and os.environ.get("CI", "").lower() != "true":
        pytest.skip("no C compiler here (cc, gcc or clang): the C oracle cannot be asked")
    c_oracle.library()
