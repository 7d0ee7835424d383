"""The conditional logit against statsmodels, numbers known by hand, and planted values."""

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import approx_fprime
from statsmodels.discrete.conditional_models import ConditionalLogit

from balance.statistics import (
    Separated,
    calibration_slope,
    choice_sets,
    conditional_logit,
    held_out,
    log_likelihood_slopes,
    log_likelihoods,
    option_chances,
    ranking_sets,
    softmax_choice,
)

TRUTH = np.array([1.2, -0.7])


def blank(generator, count=150, terms=2, sizes=(2, 6)):
    """Decisions of different sizes, the first option chosen in each."""
    size = generator.integers(*sizes, size=count)
    place = np.repeat(np.arange(count), size)
    x = pd.DataFrame(generator.normal(size=(len(place), terms)), columns=list("abcdef")[:terms])
    return choice_sets(place, np.diff(place, prepend=-1) != 0, x)


def sample(generator, count=150, lapse=0.0, **more):
    sets = blank(generator, count, **more)
    return softmax_choice(sets, TRUTH, generator.random(count), lapse)


def in_several_ways(generator, count=300, terms=2):
    """Options of one to three rows each; the chosen option by the sum over its rows."""
    rows = []
    for decision in range(count):
        for option in range(3):
            rows += [(decision, option)] * int(generator.integers(1, 4))
    frame = pd.DataFrame(rows, columns=["decision", "option"])
    x = pd.DataFrame(generator.normal(size=(len(rows), terms)), columns=list("ab")[:terms])
    sets = choice_sets(frame["decision"], frame["option"] == 0, x, frame["option"] + 3 * frame["decision"])
    return softmax_choice(sets, TRUTH, generator.random(count))


# ------------------------------------------------------------------------------------------ oracles


def test_statsmodels_agrees():
    sets = sample(np.random.default_rng(0))
    ours = conditional_logit(sets)
    theirs = ConditionalLogit(sets.chosen.astype(int), sets.x, groups=sets.place).fit(
        method="newton", disp=False
    )
    assert ours.coefficients == pytest.approx(theirs.params, abs=1e-7)
    assert ours.log_likelihood == pytest.approx(theirs.llf)
    table = ours.table()
    assert table["standard_error"].to_numpy() == pytest.approx(theirs.bse, rel=1e-6)
    assert table["p"].to_numpy() == pytest.approx(theirs.pvalues, rel=1e-4)
    assert table[["low", "high"]].to_numpy() == pytest.approx(theirs.conf_int(), rel=1e-6)


@pytest.mark.parametrize("lapse", [0.0, 0.15])
@pytest.mark.parametrize("make", [sample, in_several_ways])
def test_gradient_and_information_are_the_numeric_ones(make, lapse):
    sets = make(np.random.default_rng(1))
    at = np.array([0.8, -0.4])

    def total(values):
        return float(log_likelihoods(sets, values, lapse).sum())

    slopes = log_likelihood_slopes(sets, at, lapse)
    assert slopes.shape == (sets.count, 2)
    assert slopes.sum(axis=0) == pytest.approx(approx_fprime(at, total, 1e-7), rel=1e-4)
    fit = conditional_logit(sets, lapse=lapse, prior=3.0)
    step = 1e-5
    bend = [
        (
            log_likelihood_slopes(sets, fit.coefficients + step * unit, lapse)
            - log_likelihood_slopes(sets, fit.coefficients - step * unit, lapse)
        ).sum(axis=0)
        / (2 * step)
        for unit in np.eye(2)
    ]
    assert np.linalg.inv(fit.covariance) == pytest.approx(np.eye(2) / 9 - np.array(bend), rel=1e-5)
    assert log_likelihood_slopes(sets, fit.coefficients, lapse).sum(axis=0) == pytest.approx(
        fit.coefficients / 9, abs=1e-4
    )


def test_an_option_in_several_ways_is_the_sum_of_them():
    """Two ways with the same covariates weigh twice: chances 2 : 1, whatever the value is called."""
    x = pd.DataFrame({"a": [1.0, 1.0, 1.0]})
    sets = choice_sets([0, 0, 0], [True, True, False], x, options=["x", "x", "y"])
    assert sets.options.tolist() == [2]
    assert log_likelihoods(sets, [5.0]) == pytest.approx([np.log(2 / 3)])
    lapsed = log_likelihoods(sets, [5.0], 0.1)
    assert lapsed == pytest.approx([np.log(0.1 / 2 + 0.9 * 2 / 3)])


def test_two_options_and_one_covariate_are_a_coin():
    """30 of 40 take the one that has it: log odds log 3, standard error 1 / sqrt(40 * 3/4 * 1/4)."""
    decision = np.repeat(np.arange(40), 2)
    chosen = np.tile([True, False], 40)
    x = pd.DataFrame({"has": np.where(np.arange(80) < 60, [1, 0] * 40, [0, 1] * 40).astype(float)})
    fit = conditional_logit(choice_sets(decision, chosen, x))
    assert fit.coefficients == pytest.approx([np.log(3)], rel=1e-6)
    assert fit.table()["standard_error"][0] == pytest.approx((40 * 3 / 16) ** -0.5, rel=1e-6)
    assert fit.log_likelihood == pytest.approx(30 * np.log(0.75) + 10 * np.log(0.25))
    assert fit.per_decision == pytest.approx(fit.log_likelihood / 40)


def test_clusters_of_copies_count_once():
    """Every decision told five times: the information grows fivefold, the sandwich does not move."""
    generator = np.random.default_rng(2)
    once = sample(generator, 200)
    frame = pd.DataFrame(once.x, columns=once.terms)
    places = np.concatenate([once.place + once.count * copy for copy in range(5)])
    many = choice_sets(places, np.tile(once.chosen, 5), pd.concat([frame] * 5, ignore_index=True))
    single = conditional_logit(once, clusters=np.arange(200))
    five = conditional_logit(many, clusters=np.tile(np.arange(200), 5))
    assert five.coefficients == pytest.approx(single.coefficients)
    assert five.covariance == pytest.approx(single.covariance)
    assert conditional_logit(many).covariance == pytest.approx(conditional_logit(once).covariance / 5)
    assert five.freedom == 199


def test_sandwich_is_near_the_information_where_the_model_is_true():
    sets = sample(np.random.default_rng(3), 4000)
    sandwich = conditional_logit(sets, clusters=np.arange(4000)).covariance
    assert sandwich == pytest.approx(conditional_logit(sets).covariance, rel=0.12, abs=1e-4)


def test_a_ranking_of_three_by_hand():
    """U = 0, log 2, log 3; ranked 3, 2, 1: chance 3/6 * 2/3."""
    x = pd.DataFrame({"u": np.log([1.0, 2.0, 3.0])})
    sets, home = ranking_sets(["one"] * 3, [3, 2, 1], x)
    assert sets.count == 2
    assert home.tolist() == [0, 0]
    assert np.exp(log_likelihoods(sets, [1.0]).sum()) == pytest.approx(3 / 6 * 2 / 3)


def test_a_ranking_of_the_best_only_is_a_choice():
    x = pd.DataFrame({"u": np.log([1.0, 2.0, 3.0])})
    sets, home = ranking_sets([0, 0, 0], [0, 1, 0], x)
    assert home.tolist() == [0]
    assert np.exp(log_likelihoods(sets, [1.0])) == pytest.approx([2 / 6])


def test_rankings_of_all_say_more_than_choices():
    generator = np.random.default_rng(4)
    count, size = 300, 4
    x = pd.DataFrame(generator.normal(size=(count * size, 2)), columns=["a", "b"])
    worth = x.to_numpy() @ TRUTH + generator.gumbel(size=count * size)
    ranks = (-worth.reshape(count, size)).argsort(axis=1).argsort(axis=1).ravel() + 1
    rankings = np.repeat(np.arange(count), size)
    sets, home = ranking_sets(rankings, ranks, x)
    whole = conditional_logit(sets, clusters=home)
    first = conditional_logit(choice_sets(rankings, ranks == 1, x))
    for fit in (whole, first):
        assert (np.abs(fit.coefficients - TRUTH) < 4 * fit.table()["standard_error"]).all()
    assert (whole.table()["standard_error"] < 0.8 * first.table()["standard_error"]).all()


# ------------------------------------------------------------------------------------ planted values


@pytest.mark.parametrize("lapse", [0.0, 0.2])
def test_planted_values_are_covered(lapse, cover):
    generator = np.random.default_rng(5)
    found = []
    for _ in range(300):
        table = conditional_logit(sample(generator, 120, lapse), lapse=lapse).table()
        found.append(table.loc[0, ["low", "high"]])
    assert 0.92 <= cover(np.array(found, dtype=float), TRUTH[0]) <= 0.98


def test_planted_values_are_covered_where_options_have_several_rows(cover):
    generator = np.random.default_rng(6)
    found = [
        conditional_logit(in_several_ways(generator, 150)).table().loc[1, ["low", "high"]] for _ in range(200)
    ]
    assert 0.91 <= cover(np.array(found, dtype=float), TRUTH[1]) <= 0.985


def test_ignoring_a_lapse_makes_choices_look_less_sure():
    sets = sample(np.random.default_rng(7), 4000, 0.3)
    plain, aware = conditional_logit(sets), conditional_logit(sets, lapse=0.3)
    assert (np.abs(plain.coefficients) < 0.75 * np.abs(TRUTH)).all()
    assert aware.coefficients == pytest.approx(TRUTH, rel=0.12)
    assert aware.log_likelihood > plain.log_likelihood


def test_sums_and_ratios_have_intervals(cover):
    generator = np.random.default_rng(8)
    sums, ratios = [], []
    for _ in range(200):
        fit = conditional_logit(sample(generator, 200))
        total, share = fit.estimate({"a": 1.0, "b": 2.0}), fit.ratio({"b": 1.0}, {"a": 1.0})
        sums.append((total.low, total.high))
        ratios.append((share.low, share.high))
    assert 0.91 <= cover(np.array(sums), TRUTH @ [1, 2]) <= 0.985
    assert 0.91 <= cover(np.array(ratios), TRUTH[1] / TRUTH[0]) <= 0.985


def test_two_covariates_that_are_nearly_one_are_known_by_their_sum():
    generator = np.random.default_rng(9)
    sets = blank(generator, 400)
    twin = sets.x[:, 0] + 0.05 * sets.x[:, 1]
    near = choice_sets(sets.place, sets.chosen, pd.DataFrame({"one": sets.x[:, 0], "other": twin}))
    fit = conditional_logit(softmax_choice(near, [0.5, 0.5], generator.random(400)))
    assert fit.correlation("one", "other") < -0.98
    assert fit.estimate({"one": 1, "other": 1}).standard_error < 0.15
    assert fit.estimate({"one": 1}).standard_error > 1


# ------------------------------------------------------------------------- nothing finite to be found


def separable():
    """The larger is always taken."""
    x = np.random.default_rng(10).normal(size=(30, 2))
    chosen = (x == x.max(axis=1, keepdims=True)).ravel()
    return choice_sets(np.repeat(np.arange(30), 2), chosen, pd.DataFrame({"size": x.ravel()}))


@pytest.mark.parametrize("lapse", [0.0, 0.1])
def test_separable_choices_are_said_to_be(lapse):
    with pytest.raises(Separated, match=r"a mix of \['size'\] foretells .* give a prior"):
        conditional_logit(separable(), lapse=lapse)


def test_a_mix_that_separates_with_ties_is_found():
    """b decides where it differs and never speaks against the choice: its value would be infinite."""
    x = pd.DataFrame({"a": [1.0, 0, 0, 1, 1, 0, 0, 1], "b": [0.0, 0, 0, 0, 1, 0, 1, 0]})
    with pytest.raises(Separated):
        conditional_logit(choice_sets([0, 0, 1, 1, 2, 2, 3, 3], [True, False] * 4, x))


def test_a_prior_makes_separable_choices_finite():
    wide, narrow = (conditional_logit(separable(), prior=s) for s in (10.0, 1.0))
    assert 0 < narrow.coefficients[0] < wide.coefficients[0] < 100
    assert wide.prior == 10.0


def test_a_narrow_prior_holds_at_zero_and_a_wide_one_lets_go():
    sets = sample(np.random.default_rng(11))
    free = conditional_logit(sets)
    assert conditional_logit(sets, prior=1e3).coefficients == pytest.approx(free.coefficients, abs=1e-4)
    assert np.abs(conditional_logit(sets, prior=1e-3).coefficients).max() < 1e-3
    assert conditional_logit(sets, prior=1e-3).table()["standard_error"].max() == pytest.approx(
        1e-3, rel=0.01
    )


def test_covariates_that_are_one_need_a_prior():
    sets = sample(np.random.default_rng(12))
    frame = pd.DataFrame({"a": sets.x[:, 0], "twice": 2 * sets.x[:, 0], "same": sets.place * 1.0})
    twice = choice_sets(sets.place, sets.chosen, frame)
    assert twice.varying() == ["a", "twice"]
    for terms in (["a", "twice"], ["a", "same"]):
        with pytest.raises(ValueError, match="do not vary independently"):
            conditional_logit(twice.only(terms))
    fit = conditional_logit(twice, prior=2.0)
    assert fit.coefficients[1] == pytest.approx(2 * fit.coefficients[0])
    assert fit.coefficients[2] == pytest.approx(0, abs=1e-9)


# ------------------------------------------------------------------------------------------ held out


def test_held_out_is_what_fitting_the_others_gives():
    sets = sample(np.random.default_rng(13), 90)
    groups = np.arange(90) % 3
    found = held_out(sets, groups)
    for group in range(3):
        others = conditional_logit(sets.take(groups != group))
        expected = log_likelihoods(sets.take(groups == group), others.coefficients)
        assert found.each[groups == group] == pytest.approx(expected, abs=1e-6)
    assert found.per_decision == pytest.approx(found.each.mean())


def test_groups_are_never_split_over_folds():
    sets = sample(np.random.default_rng(14), 100)
    groups = np.repeat(np.arange(20), 5)
    found = held_out(sets, groups, folds=4, seed=3)
    assert len(found.coefficients) == 4
    for group in range(20):
        assert len(set(found.fold[groups == group])) == 1
    assert sorted(np.bincount(found.fold)) == [25] * 4


def test_noise_is_worse_than_nothing_held_out():
    """Covariates that do not matter fit better and foretell worse."""
    generator = np.random.default_rng(15)
    sets = softmax_choice(blank(generator, 60, terms=6), np.zeros(6), generator.random(60))
    blind = float(-np.log(sets.options).mean())
    assert conditional_logit(sets).per_decision > blind
    found = held_out(sets, np.arange(60))
    assert found.per_decision < blind
    assert calibration_slope(sets, found).value < 0.6


def test_calibration_is_one_where_the_model_is_true():
    sets = sample(np.random.default_rng(16), 1500)
    slope = calibration_slope(sets, held_out(sets, np.arange(1500) % 10), clusters=np.arange(1500))
    assert slope.contains(1.0)
    assert slope.half_width < 0.2


def test_a_fold_that_cannot_be_fitted_is_named():
    with pytest.raises(Separated, match="without fold 1 of 2: "):
        held_out(separable(), np.arange(30) % 2)


# -------------------------------------------------------------------------------------------- chances


def test_chances_of_options_add_up():
    sets = in_several_ways(np.random.default_rng(17))
    chances = option_chances(sets, TRUTH, 0.1)
    assert chances.groupby("decision")["chance"].sum().to_numpy() == pytest.approx(np.ones(sets.count))
    taken = chances.loc[chances["chosen"], "chance"].to_numpy()
    assert np.log(taken) == pytest.approx(log_likelihoods(sets, TRUTH, 0.1))


def test_draws_take_options_as_often_as_their_chance():
    x = pd.DataFrame({"u": np.tile(np.log([1.0, 2.0, 5.0]), 4000)})
    sets = choice_sets(np.repeat(np.arange(4000), 3), np.tile([True, False, False], 4000), x)
    drawn = softmax_choice(sets, [1.0], (np.arange(4000) + 0.5) / 4000)
    assert np.bincount(drawn.option[drawn.chosen]).tolist() == [500, 1000, 2500]


def test_huge_values_do_not_overflow():
    sets = sample(np.random.default_rng(18))
    each = log_likelihoods(sets, [1e5, -1e5])
    assert np.isfinite(each).all()
    assert np.isfinite(log_likelihood_slopes(sets, [1e5, -1e5], 0.02)).all()


def test_rows_may_come_in_any_order():
    sets = sample(np.random.default_rng(19))
    order = np.random.default_rng(20).permutation(len(sets.place))
    frame = pd.DataFrame(sets.x[order], columns=["a", "b"])
    mixed = choice_sets(sets.place[order], sets.chosen[order], frame)
    assert conditional_logit(mixed).coefficients == pytest.approx(conditional_logit(sets).coefficients)


# --------------------------------------------------------------------------------------- broken input

X = pd.DataFrame({"x": [1.0, 2.0, 3.0, 5.0]})


@pytest.mark.parametrize(
    ("decisions", "chosen", "frame", "message"),
    [
        ([0, 0, 1, 1], [1, 0, 0, 0], X, "decision 1: expected one option chosen .*, found 0"),
        ([0, 0, 1, 1], [1, 1, 1, 0], X, "decision 0: expected one option chosen .*, found 2"),
        ([0, 1, 1, 1], [1, 1, 0, 0], X, "decision 0: expected two options or more, found 1"),
        ([0, 0, 1], [1, 0, 1, 0], X, "expected one label for each of 4 rows"),
        ([0, 0, 1, 1], [1, 0, 1], X, "expected a truth value for each of 4 rows"),
        ([0, 0, 1, 1], [1, 0, 1, 0], X.replace(3.0, np.inf), "found others in row 2"),
        ([], [], X.iloc[:0], "expected rows and columns"),
    ],
)
def test_broken_decisions(decisions, chosen, frame, message):
    with pytest.raises(ValueError, match=message):
        choice_sets(decisions, chosen, frame)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"prior": 0.0}, "standard deviation above 0"),
        ({"prior": np.nan}, "standard deviation above 0"),
        ({"lapse": 1.0}, "from 0 to below 1"),
        ({"lapse": -0.1}, "from 0 to below 1"),
        ({"level": 95}, "between 0 and 1"),
        ({"clusters": np.zeros(150)}, "clusters: expected two or more, found 1"),
        ({"clusters": np.zeros(3)}, "one label for each of 150 rows"),
    ],
)
def test_broken_settings(more, message):
    with pytest.raises(ValueError, match=message):
        conditional_logit(sample(np.random.default_rng(21)), **more)


@pytest.mark.parametrize(
    ("groups", "folds"), [(np.zeros(150), None), (np.arange(150) % 3, 4), (np.arange(150), 1)]
)
def test_broken_folds(groups, folds):
    with pytest.raises(ValueError, match="groups: expected two or more"):
        held_out(sample(np.random.default_rng(22)), groups, folds=folds)


@pytest.mark.parametrize("ranks", [[1, 1, 2], [2, 3, 0], [0, 0, 0], [1, -1, 0]])
def test_broken_ranks(ranks):
    with pytest.raises(ValueError, match=r"expected ranks 1, 2, \.\.\. each once"):
        ranking_sets([0, 0, 0], ranks, X.iloc[:3])


def test_rankings_of_one_option_are_none():
    with pytest.raises(ValueError, match="two options or more in some ranking, found none"):
        ranking_sets([0, 1], [1, 1], X.iloc[:2])


def test_a_ratio_over_nothing():
    fit = conditional_logit(sample(np.random.default_rng(23)))
    with pytest.raises(ValueError, match="expected a value that is not 0"):
        fit.ratio({"a": 1.0}, {"unknown": 1.0})
