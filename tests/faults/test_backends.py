"""Where workers are: the same bytes everywhere, and a clear word where it cannot be."""

from __future__ import annotations

import importlib.util

import pytest

from balance.errors import RunError, ScenarioError
from balance.simulation import Run, backends, run

pytestmark = pytest.mark.usefixtures("desk")


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        (
            {"backend": "lokey"},
            "--backend lokey: there is no such backend (known: loky, threading, dask); did you mean loky?",
        ),
        ({"backend": "slurm"}, "--backend slurm: there is no such backend (known: loky, threading, dask)"),
        (
            {"backend": "loky", "dask": "tcp://127.0.0.1:1"},
            "--dask tcp://127.0.0.1:1: goes with --backend dask, and found --backend loky",
        ),
    ],
)
def test_a_backend_that_cannot_be_is_named(options: dict, wanted: str, desk) -> None:
    with pytest.raises(ScenarioError) as caught:
        run("three", **options)
    assert str(caught.value) == wanted
    assert not (desk / "reports").exists()


def test_without_dask_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(ScenarioError, match=r"dask is not installed here; pip install 'balance\[dask\]'"):
        run("three", backend="dask")


class TestDask:
    """With the optional extra."""

    @pytest.fixture(autouse=True)
    def _quiet(self, monkeypatch: pytest.MonkeyPatch, many_workers: None) -> None:
        pytest.importorskip("distributed")
        monkeypatch.delenv(backends.SCHEDULER, raising=False)

    @pytest.mark.parametrize("processes", [True, False], ids=["processes", "threads"])
    def test_a_cluster_gives_the_same_bytes(self, processes: bool) -> None:
        from distributed import LocalCluster

        here = {"host": "127.0.0.1", "protocol": "tcp://", "dashboard_address": None}
        with LocalCluster(n_workers=2, threads_per_worker=1, processes=processes, **here) as cluster:
            address = cluster.scheduler_address
            assert address.startswith("tcp://127.0.0.1:")
            far = run("three", dask=address, chunk=45, out="far")
        near = run("three", jobs=1, out="near")
        assert contents(far) == contents(near)

    def test_no_scheduler_is_one_line(self, monkeypatch: pytest.MonkeyPatch, desk) -> None:
        monkeypatch.setattr(backends, "CONNECT_SECONDS", 0.3)
        with pytest.raises(ScenarioError, match=r"--dask tcp://127\.0\.0\.1:1: no dask scheduler answers"):
            run("three", dask="tcp://127.0.0.1:1")
        assert not (desk / "reports").exists()

    def test_no_address_is_one_line(self) -> None:
        with pytest.raises(ScenarioError, match="give the scheduler's address: --dask tcp://HOST:PORT"):
            run("three", backend="dask")

    def test_what_dask_says_is_said_in_words(self) -> None:
        from distributed.client import FutureCancelledError

        gone = backends.trouble(FutureCancelledError("key", "scheduler-connection-lost"), "dask")
        assert isinstance(gone, RunError)
        assert "scheduler is gone" in str(gone)
        assert "no workers" in str(backends.trouble(TimeoutError(), "dask"))
        assert "cannot import the toolkit" in str(backends.trouble(ImportError("no balance"), "dask"))
        assert backends.trouble(ZeroDivisionError(), "dask") is None


def contents(played: Run) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in played.folder.iterdir()}
