"""Stopping at a precision: the same place for any chunk size, and said so."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from balance.errors import ScenarioError
from balance.simulation import run, stopping
from balance.statistics.sequential import sequence_half_width

pytestmark = pytest.mark.usefixtures("desk")


def write(until: str, name: str = "until") -> None:
    text = Path("scenarios/three.yaml").read_text().replace("games: 270", until)
    Path(f"scenarios/{name}.yaml").write_text(text.replace("[bold, calm, dull]", "[bold, dull]"))


def test_a_run_stops_at_the_same_look_for_any_chunk_size() -> None:
    write("until: {win_share: 0.05, margin: 0.6}")
    runs = [run("until", out=f"c{chunk}", chunk=chunk, jobs=1) for chunk in (150, 333, 4000)]
    assert runs[0].manifest["stopped"]["by"] == "precision"
    for other in runs[1:]:
        assert other.manifest == runs[0].manifest


def test_what_is_judged_is_the_mean_over_deals() -> None:
    write("until: {win_share: 0.05, margin: 0.6, sixes: 0.1}")
    played = run("until")
    deals = played.manifest["deals"]
    assert deals in stopping.looks(10**6)
    facts = {(fact["measure"], fact["bot"]): fact for fact in played.manifest["stopped"]["judged"]}
    assert set(facts) == {("win_share", "bold"), ("win_share", "dull"), ("margin", None), ("sixes", None)}
    means = played.games.groupby("deal")["margin"].mean()
    assert facts["margin", None]["value"] == pytest.approx(means.mean())
    wanted = sequence_half_width(means.std(), deals)
    assert facts["margin", None]["half_width"] == pytest.approx(float(wanted))
    mine = played.seats[(played.seats["bot"] == "bold") & (played.seats["opponent"] != "bold")]
    assert facts["win_share", "bold"]["value"] == pytest.approx(mine["win_share"].mean())
    ratio = played.seats["faces.six"].sum() / played.seats["score"].sum()
    assert facts["sixes", None]["value"] == pytest.approx(ratio)


def test_the_limit_of_games_ends_a_run_and_is_named() -> None:
    write("until: {win_share: 0.0001}\nmax_games: 1201")
    stopped = run("until").manifest["stopped"]
    assert (stopped["by"], stopped["deals"]) == ("max_games", 301)
    assert "before the precision" in stopping.in_words(stopped)


def test_looks_do_not_depend_on_anything_else() -> None:
    assert stopping.looks(1000) == [200, 300, 450, 675, 1000]
    assert stopping.looks(50) == [50]
    assert np.all(np.diff(stopping.looks(10**6)) > 0)


def test_win_share_needs_different_bots() -> None:
    write("until: {win_share: 0.1}")
    path = Path("scenarios/until.yaml")
    path.write_text(path.read_text().replace("matrix: [bold, dull]", "list: [[bold, bold]]"))
    with pytest.raises(ScenarioError, match="different bots"):
        run("until")
