"""Calibration from records: known constants are found again, rivals are told apart, files are whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pytest
import yaml
from typer.testing import CliRunner

from balance import games
from balance.__main__ import app
from balance.errors import CardDataError, RecordsError
from balance.experiments import constants, fitting
from balance.experiments.fitting import decisions_of
from balance.experiments.playtests import playtest
from balance.games.records import ChoiceData, ChoiceModel, Constant, Outcomes, Question, Ratings
from balance.simulation.places import card_folder
from balance.statistics import ChoiceSets, conditional_logit, softmax_choice
from tests.games.hire_or_fire.playtests import GAME, MESSY, TIDY, shipped

if TYPE_CHECKING:
    from pathlib import Path

OFF = games.get(GAME)
TAU = 3.0
KNOWN = (
    ("base.tau", TAU),
    ("base.tau_spread", 0),
    ("base.lapse", 0),
    ("base.blur_spread", 0),
    ("model.noise.private", 0),
    ("model.noise.shared", 0),
)


def made(folder: Path, *overrides, count=40, players=5, bot="reader", leave_out=("hands", "exchanges")):
    """Records of games whose hirers have known constants; and the card data they were played with."""
    cards = shipped(*KNOWN, *overrides)
    playtest(OFF, cards, [bot], folder, games=count, players=players, seed=6, leave_out=leave_out)
    return cards, folder


@pytest.fixture(scope="module")
def readers(tmp_path_factory):
    """40 games at tables of five; hirers of level 2 without private noise."""
    return made(tmp_path_factory.mktemp("readers"), ("base.level", 2))


@pytest.fixture(scope="module")
def pool(readers):
    """The decisions of those games as level 2 sees them, the game of each, and the truth."""
    cards, folder = readers
    question = OFF.choice_data(cards, folder).questions[0]
    sets, _ = decisions_of(question.models[1])
    weights = cards.model.model.weights
    truth = TAU * np.array([weights.job, weights.strength, weights.weakness, weights.cover, 1.0])
    return sets, pd.factorize(np.array(question.games))[0], truth


@pytest.fixture(scope="module")
def found(readers):
    return fitting.fit(OFF, *readers)


def rival(found, name, question="hires"):
    answer = next(answer for answer in found.answers if answer.question.id == question)
    return next(rival for rival in answer.rivals if rival.model.id == name)


# ------------------------------------------------------------------------------- known constants


def test_the_engines_hirers_are_found_again(found, pool):
    table = rival(found, "L2").fit.table()
    assert ((table["low"] <= pool[2]) & (pool[2] <= table["high"])).all()
    assert table["standard_error"].max() < 0.8
    assert found.games == found.groups == 40


def test_coverage_of_the_intervals(pool):
    """400 repeats of 20 games: choices drawn anew by the logit itself, so that the truth is known."""
    sets, game, truth = pool
    rng = np.random.default_rng(7)
    hits = []
    for _ in range(400):
        some = sets.take(np.isin(game, rng.choice(40, 20, replace=False)))
        table = conditional_logit(softmax_choice(some, truth, rng.random(some.count))).table()
        hits.append((table["low"] <= truth) & (truth <= table["high"]))
    coverage = np.mean(hits, axis=0)
    assert ((coverage >= 0.90) & (coverage <= 0.98)).all(), coverage


def test_errors_shrink_as_they_should(pool):
    """M-7: about 0.5 and 0.7 with five games, half of that with twenty, for fit and contrast alone."""
    sets, game, truth = pool
    x = np.column_stack([sets.x[:, :4] @ (truth[:4] / TAU), sets.x[:, 4]])
    two = ChoiceSets(("fit", "contrast"), x, sets.place, sets.starts, sets.option, sets.chosen, sets.options)
    rng = np.random.default_rng(8)
    errors = {}
    for size in (5, 20):
        tables = []
        for _ in range(30):
            some = two.take(np.isin(game, rng.choice(40, size, replace=False)))
            drawn = softmax_choice(some, [TAU, TAU], rng.random(some.count))
            tables.append(conditional_logit(drawn).table()["standard_error"].to_numpy())
        errors[size] = np.mean(tables, axis=0)
    assert errors[5] == pytest.approx([0.5, 0.75], abs=0.15)
    assert errors[20] == pytest.approx(errors[5] / 2, rel=0.15)


def test_private_noise_makes_what_is_found_smaller(tmp_path):
    """M-7: tau 6 with private noise 0.3 reads as about 3.2; neither is in the hires alone."""
    cards, folder = made(tmp_path, ("base.level", 2), ("base.tau", 6), ("model.noise.private", 0.3), count=60)
    question = OFF.choice_data(cards, folder).questions[0]
    sets, _ = decisions_of(question.models[1])
    weights = cards.model.model.weights
    parts = np.array([weights.job, weights.strength, weights.weakness, weights.cover])
    x = np.column_stack([sets.x[:, :4] @ parts, sets.x[:, 4]])
    two = ChoiceSets(("fit", "contrast"), x, sets.place, sets.starts, sets.option, sets.chosen, sets.options)
    table = conditional_logit(two).table()
    assert table["value"].to_numpy() == pytest.approx([3.2, 3.1], abs=0.5)
    assert (table["high"] < 5).all()
    caveats = fitting.fit(OFF, cards, folder).caveats
    assert "It is less than base.tau (now 6) times the weight" in caveats[0]


def test_applicants_by_the_logit_itself(tmp_path):
    """Fit 5, clarity 0.8, decoy 0.4, saving 0.5 of fit: the ratios are found again."""
    cards, folder = made(tmp_path, count=12, players=6, leave_out=())
    data = OFF.choice_data(cards, folder)
    model = data.questions[-1].models[0]
    sets, _ = decisions_of(model)
    rng = np.random.default_rng(9)
    drawn = softmax_choice(sets, 5 * np.array([1, 0.8, 0.4, 0.5]), rng.random(sets.count))
    fit = conditional_logit(drawn)
    for term, truth in (("clarity", 0.8), ("decoy", 0.4), ("saving", 0.5)):
        assert fit.ratio({term: 1}, {"fit": 1}).contains(truth), term
    less = fit.ratio({"decoy": 1, "clarity": -1}, {"fit": 1})
    assert less.contains(-0.4)
    apart = fit.ratio({"decoy": 1}, {"fit": 1})
    assert less.half_width < 0.8 * apart.half_width
    assert fit.correlation("clarity", "decoy") > 0.6


# ----------------------------------------------------------------------------------------- rivals


def level(found):
    answer = found.answers[0]
    return answer.best.model.id


def test_readers_are_told_from_those_who_look_at_one_offer(found, tmp_path):
    """L2 judged by what it foretells; hirers of level 1 are not taken for it."""
    assert level(found) in ("L2", "L3")
    assert rival(found, "L2").over_first.low > 0
    assert rival(found, "L2").foretold.value > rival(found, "L1").foretold.value
    assert "; beyond doubt better than L1" in found.answers[0].because
    plain = fitting.fit(OFF, *made(tmp_path, ("base.level", 1), bot="reader"))
    assert rival(plain, "L2").over_first.low < 0
    assert rival(plain, "L3").over_first.high < 0
    assert rival(plain, "L1").over_blind.low > 0
    assert "beyond doubt better than L3" in plain.answers[0].because


def test_solvers_are_told_from_readers(tmp_path):
    cards, folder = made(tmp_path, ("base.tau", 6), bot="solver", players=6)
    found = fitting.fit(OFF, cards, folder)
    assert level(found) == "L3"
    assert rival(found, "L3").over_first.low > 0
    job = rival(found, "L3").fit.estimate({"job": 1})
    assert job.contains(6 * cards.model.model.weights.job)


def test_a_true_model_is_as_sure_as_people_are(found):
    assert rival(found, "L2").slope.contains(1)
    assert rival(found, "L2").fit.per_decision > rival(found, "L2").foretold.value


def test_blind_hirers_give_no_constants(tmp_path):
    found = fitting.fit(OFF, *made(tmp_path, bot="random", count=20))
    assert found.answers[0].because == "foretells best, and no better than blind choice"
    assert [c for c in found.constants if c.path.startswith(("base", "model"))] == []
    assert "not told from 0" in " ".join(found.caveats)
    assert constants.overrides(found) == []
    assert "overrides: {}" in constants.text(found)


def test_one_game_can_be_fitted_and_not_judged():
    found = fitting.fit(OFF, shipped(), MESSY)
    assert found.groups == 1
    assert all(rival.foretold is None for answer in found.answers for rival in answer.rivals)
    assert found.answers[0].best.model.id == "L1"
    assert "nothing is left to foretell" in found.answers[0].because
    assert any("too narrow" in note for note in found.notes)


def test_lapse_and_prior(readers):
    cards, folder = readers
    plain, lapse, prior = (
        rival(fitting.fit(OFF, cards, folder, **more), "L2").fit.estimate({"job": 1}).value
        for more in ({}, {"lapse": 0.1}, {"prior": 0.5})
    )
    assert lapse > plain > prior > 0


def test_separated_records_want_a_prior(tmp_path):
    """Two games of hirers that never err: level 1 has no finite coefficients, and is not judged."""
    cards, folder = made(tmp_path, ("base.level", 1), ("base.tau", 500), count=2)
    plain = rival(fitting.fit(OFF, cards, folder), "L1")
    assert plain.fit is None
    assert "foretells the choices without exception" in plain.why
    found = fitting.fit(OFF, cards, folder, prior=5.0)
    assert rival(found, "L1").fit.estimate({"job": 1}).value > 1
    assert any("held towards 0" in note for note in found.notes)


def test_no_model_that_can_be_fitted(tmp_path):
    sure = Invented()
    model = sure.data.questions[0].models[0]
    sides = model.covariates.reshape(60, 2)
    model.rank[:] = (sides == sides.max(axis=1, keepdims=True)).ravel()
    with pytest.raises(RecordsError, match=r"no model can be fitted: .* without exception.*give a prior"):
        fitting.fit(sure, None, tmp_path)
    assert fitting.fit(sure, None, tmp_path, prior=1.0).answers[0].best is not None
    model.covariates[:] = 1.0
    with pytest.raises(RecordsError, match="no covariate differs between options"):
        fitting.fit(sure, None, tmp_path)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"prior": 0.0}, "--prior: found 0, allowed: a number above 0"),
        ({"prior": float("nan")}, "--prior: found nan"),
        ({"lapse": 1.0}, "--lapse: found 1, allowed: a number from 0 to below 1"),
        ({"lapse": -0.1}, "--lapse: found -0.1"),
    ],
)
def test_settings_that_cannot_be(more, message):
    with pytest.raises(RecordsError, match=message):
        fitting.fit(OFF, shipped(), TIDY, **more)


# ------------------------------------------------------------------------------ outcomes and ratings


class Invented:
    """A game that has nothing but data to fit."""

    info = OFF.info

    def __init__(self, **more):
        decision = np.repeat(np.arange(60), 2)
        rng = np.random.default_rng(10)
        x = rng.normal(size=(120, 1))
        rank = np.zeros((60, 2), int)
        chosen = (rng.random(60) < 1 / (1 + np.exp(x[1::2, 0] - x[::2, 0]))).astype(int)
        rank[np.arange(60), 1 - chosen] = 1
        model = ChoiceModel("M", "one", ("x",), decision, np.tile([0, 1], 60), rank.ravel(), x)
        self.names = tuple(f"g{n // 3}" for n in range(60))
        question = Question("q", "Asking", "answer", (model,), self.names, self.names)
        groups = {name: name for name in self.names}
        self.data = ChoiceData(
            (question,), groups, False, lambda _v: (), lambda _v, a: (f"agree {a}",), **more
        )

    def choice_data(self, cards, folder):
        return self.data


def test_agreement_of_raters_beyond_the_model(tmp_path):
    """Shared variance 1, private 3, and what tags say on top of it: the intraclass correlation is 1/4."""
    rng = np.random.default_rng(11)
    items, raters = 400, 4
    said = rng.normal(size=items)
    scores = 2 * said[:, None] + rng.normal(size=(items, 1)) + 3**0.5 * rng.normal(size=(items, raters))
    scores += np.arange(raters) * 5  # some rate higher: no disagreement
    ratings = Ratings(
        "",
        tuple(np.repeat([f"i{n}" for n in range(items)], raters)),
        tuple([f"r{n}" for n in range(raters)] * items),
        scores.ravel(),
        np.repeat(said, raters),
    )
    found = fitting.fit(Invented(ratings=ratings), None, tmp_path)
    assert found.beyond == pytest.approx(1 / 4, abs=0.05)
    assert found.agreement == pytest.approx(5 / 8, abs=0.05)
    assert found.caveats == (f"agree {found.beyond}",)
    lonely = Ratings("", ("a", "b"), ("r", "r"), np.array([1.0, 2.0]), np.zeros(2))
    assert fitting.fit(Invented(ratings=lonely), None, tmp_path).beyond is None


def test_outcomes_by_stake(tmp_path):
    """Chance 0.2 + 0.1 a step: the step is found, and so are the shares."""
    rng = np.random.default_rng(12)
    stake, left = rng.integers(1, 5, 4000), rng.integers(1, 5, 4000)
    hit = (rng.random(4000) < 0.1 + 0.1 * stake).astype(int)
    names = Invented().names
    told = Outcomes("", "$", stake * 1000, left, hit, tuple(names[n % 60] for n in range(4000)))
    found = fitting.fit(Invented(outcomes=told), None, tmp_path)
    assert found.steps.contains(0.1)
    assert found.steps.half_width < 0.03
    whole = found.outcomes[found.outcomes["left"] == 0]
    assert whole["stake"].tolist() == [1000, 2000, 3000, 4000]
    assert whole["value"].to_numpy() == pytest.approx([0.2, 0.3, 0.4, 0.5], abs=0.05)
    assert whole["n"].sum() == 4000
    assert len(found.outcomes) == 20


# ------------------------------------------------------------------------------------ the file


def test_constants_can_be_played_with(found, readers, tmp_path):
    """The file's overrides are taken by the card data, and say what was found."""
    path = constants.write(found, tmp_path / "deep" / "constants.yaml")
    told = yaml.safe_load(path.read_text())
    assert told["game"] == GAME
    assert told["from"] == {"games": 40, "groups": 40, "hires": 800}
    cards = OFF.load(card_folder(GAME), list(told["overrides"].items()))
    assert cards.model.bots["people"].weights["level"] == int(level(found)[1:])
    assert cards.model.model.noise.private == 0
    assert cards.model.base["tau"] == pytest.approx(TAU, rel=0.3)
    said = {constant.path: constant.value for constant in found.constants}
    assert cards.model.model.weights.strength == pytest.approx(said["model.weights.strength"], rel=1e-3)
    low, high = told["intervals"]["base.tau"]
    assert low < cards.model.base["tau"] < high
    assert float(OFF.bot(cards, "people")["tau"]) == cards.model.base["tau"]
    assert "--set base.tau=" in path.read_text()
    again = constants.text(found)
    assert again == path.read_text()


def test_nothing_is_written_where_the_card_data_refuses(found, tmp_path):
    spoiled = fitting.Calibration(
        **{
            **{name: getattr(found, name) for name in found.__dataclass_fields__},
            "constants": (Constant("base.tau", -5.0, None, None, "cannot be"),),
        }
    )
    path = tmp_path / "constants.yaml"
    path.write_text("before")
    with pytest.raises(CardDataError, match="tau"):
        constants.write(spoiled, path)
    assert path.read_text() == "before"
    assert [p.name for p in tmp_path.iterdir()] == ["constants.yaml"]


def balance(*words):
    return CliRunner().invoke(app, list(words))


def test_the_command_says_it_all(tmp_path):
    out = tmp_path / "c.yaml"
    done = balance("fit", GAME, str(TIDY), "--out", str(out), "--prior", "10", "--lapse", "0.02")
    assert done.exit_code == 0, done.output
    for words in (
        "20 recorded games of 10 groups",
        "L2: and contrast with other offers",
        "over blind, 95 %",
        "log-likelihood per decision in sample: ",
        "What can be told, and what cannot",
        "to play with them: balance run hire_or_fire_baseline --set",
        f"constants: {out}",
    ):
        assert words in done.output, words
    told = yaml.safe_load(out.read_text())
    assert told["settings"] == {"prior": 10, "lapse": 0.02}
    assert told["overrides"]["base.lapse"] == 0.02


def test_wrong_records_write_nothing(tmp_path):
    done = balance("fit", GAME, str(tmp_path), "--out", str(tmp_path / "c.yaml"))
    assert done.exit_code == 2
    assert "offers.csv: there is no such file" in done.output
    assert list(tmp_path.iterdir()) == []
