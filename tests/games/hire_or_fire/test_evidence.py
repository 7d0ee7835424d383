"""Records as choices: the covariates of the models are those of the engine's hirers and applicants."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from balance import games, jit
from balance.errors import RecordsError
from balance.experiments.fitting import decisions_of
from balance.games.hire_or_fire import applying, evidence, hiring, perception, records
from balance.games.hire_or_fire.evidence import APPLYING, CONTRAST, PARTS, Associations
from balance.games.hire_or_fire.reader import NEEDED
from balance.games.hire_or_fire.state import Phase
from balance.statistics import option_chances
from tests.games.hire_or_fire.playtests import GAME, MESSY, rows_of, shipped, write

OFF = games.get(GAME)
TAU = 2.5
COVER = 0.4
SILENT = (("model.noise.private", 0), ("model.noise.shared", 0), ("model.weights.cover", COVER))
HIRER = (("base.tau", TAU), ("base.tau_spread", 0), ("base.lapse", 0), ("base.blur_spread", 0))


@pytest.fixture(scope="module", params=[3, 4, 6])
def game(request):
    """A game without noise, its records, and a position of it per week in which all are about to hire."""
    cards = shipped(*SILENT, *HIRER)
    match = OFF.new(OFF.tables(cards, request.param), 5, 31, log=True)
    bots = np.array([OFF.bot(cards, "reader")] * request.param, OFF.bot_dtype)
    hire, apply, week = [], [], -1
    while OFF.decider(match) >= 0:
        state = match.state[0]
        if state["phase"] == Phase.HIRE and state["week"] != week:
            week = int(state["week"])
            hire.append(match.copy())
        if state["phase"] == Phase.JOB:
            apply.append(match.copy())
        OFF.apply(match, OFF.choose(match, bots))
    return cards, match, bots, hire, apply


def data_of(game, tmp_path, tables=None):
    cards, match = game[:2]
    rows = OFF.record_rows(cards, match, "g1")
    kept = {table: rows[table] for table in tables or rows}
    return OFF.choice_data(cards, write(tmp_path / "records", kept))


@pytest.fixture(scope="module")
def engine(game):
    """The same as plain objects: rules, bot, and a position each of two weeks."""
    _, match, bots, hire, apply = game
    return (
        jit.as_objects(match.tables)[0],
        jit.as_objects(bots[:1])[0],
        {week: jit.as_objects(hire[week].state)[0] for week in (0, 2)},
        jit.as_objects(next(position for position in apply if position.state[0]["week"] == 1).state)[0],
    )


def engine_chances(engine, week, hirer, level):
    """What the kernel that hires makes of a position, in plain Python: chances of the foreign folders."""
    rules, bot, positions, _ = engine
    plain = positions[week]
    jit.plain(hiring.look)(rules, plain, bot, hirer)
    players = plain.players
    jit.plain(hiring.judge)(plain, bot, players - 1, level, TAU)
    authors = [plain.laid[place] for place in range(players) if plain.laid[place] != hirer]
    return dict(zip(authors, [plain.chance[n] for n in range(players - 1)], strict=True))


@pytest.mark.parametrize("level", [1, 2, 3])
def test_chances_of_hires_are_those_of_the_engine(game, engine, tmp_path, level):
    """L1, L2 and L3 with the weights of the card data: as `hiring.judge` says, folder by folder."""
    cards, bots = game[0], game[2]
    question = data_of(game, tmp_path, NEEDED).questions[0]
    assert [model.id for model in question.models] == ["L1", "L2", "L3"]
    weights = cards.model.model.weights
    values = TAU * np.array([weights.job, weights.strength, weights.weakness, COVER])
    if level == 2:
        values = np.append(values, TAU * cards.model.base["contrast"])
    sets, _ = decisions_of(question.models[level - 1])
    chances = option_chances(sets, values)
    players = len(bots)
    for week in (0, 2):
        for hirer in range(players):
            number = week * players + position_of(question, players, week, hirer)
            ours = chances[chances["decision"] == number]["chance"].to_numpy()
            theirs = engine_chances(engine, week, hirer, level)
            assert ours == pytest.approx([theirs[author] for author in sorted(theirs)], rel=1e-9)
    assert sets.count == players * len(cards.model.frame.salaries)


def position_of(question, players, week, hirer):
    """Where the hire of a seat stands among those of its week."""
    return question.players[week * players : (week + 1) * players].index("ABCDEF"[hirer])


def test_applicants_choose_what_the_model_says_is_best(game, tmp_path):
    """Without noise and whims the folder of a bot is the best by fit, clarity and saving."""
    cards, bots = game[0], game[2]
    question = data_of(game, tmp_path).questions[-1]
    assert question.id == "applications"
    model = question.models[0]
    assert model.terms == APPLYING
    base = cards.model.base
    values = np.array([1.0, base["clarity"], base["decoy"], base["saving"]])
    sets, _ = decisions_of(model)
    score = sets.x @ values
    chosen = np.array([score[(sets.place == n) & sets.chosen].item() for n in range(sets.count)])
    best = np.maximum.reduceat(score, sets.starts)
    assert chosen == pytest.approx(best, abs=1e-9)
    assert sets.count == len(cards.model.frame.salaries) * len(bots)
    assert set(sets.options) == {(cards.model.frame.hand_jobs - 1) * 6 * 5}


def test_worth_of_a_folder_is_that_of_the_engine(game, engine):
    """The covariates of one applicant, against `applying.worth_of` for each folder."""
    rules, bot, _, plain = engine
    known = Associations(game[0].model)
    seat = plain.decider
    bot.decoy, bot.saving = 0.3, 0.7
    me = plain.player[seat]
    jobs, skills = list(me.jobs)[: me.jobs_size], list(me.skills)[: me.skills_size]
    folders = np.array([(job, *pair) for job in jobs for pair in permutations(skills, 2)])[::7]
    target = (seat - plain.offset) % plain.players
    week = records.Week(
        offers=[plain.player[n].offer for n in range(plain.players)],
        folders=[records.Folder(target, 0, 0, 0, 0, None)] * plain.players,
        hires=[],
    )
    time = jit.plain(applying.time_left)(rules, plain)
    assert 0 < time < 1
    x = evidence._applying(known, folders, week, seat, time)
    ours = x @ [1, bot.clarity, 0.3, 0.7]
    worth = jit.plain(applying.worth_of)
    key = jit.plain(perception.noise_key)(plain, seat)
    slack = 1e9  # no folder is passed over
    theirs = [
        worth(*arguments(worth, rules, plain, bot, seat, key, slack, folder)) for folder in folders.tolist()
    ]
    assert ours == pytest.approx(theirs, rel=1e-9)


def arguments(function, rules, game, bot, seat, key, slack, folder):
    """By name, as the kernel's arguments change with its speed."""
    known = {
        "rules": rules,
        "game": game,
        "bot": bot,
        "seat": seat,
        "key": key,
        "width": 0.0,
        "slack": slack,
        "best": -1e9,
        "found": 0,
        "job": folder[0],
        "strength": folder[1],
        "weakness": folder[2],
    }
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    return [known[name] for name in names]


def test_shared_links_are_no_covariates(tmp_path):
    """Tags say the same whatever world the cards are in: links are the model's dice."""
    one, other = (Associations(shipped(("model.world", world)).model) for world in (1, 2))
    for ours, theirs in zip(one.tables, other.tables, strict=True):
        assert (ours == theirs).all()
        assert ours.min() >= 0
        assert ours.max() <= 1


def test_weights_of_the_card_data_do_not_matter_to_the_parts(game, tmp_path):
    """They do to the contrast, which is worked out with fixed weights."""
    heavy = Associations(shipped(("model.weights.job", 3), ("model.weights.weakness", 0.1)).model)
    plain = Associations(shipped().model)
    assert all((a == b).all() for a, b in zip(heavy.tables, plain.tables, strict=True))
    assert heavy.weights[0] == 3


def test_covariates_by_hand():
    """Two traits: a job and an offer with the same tags are 1, with none in common 0; cover is a share."""
    cards = shipped()
    known = Associations(cards.model)
    jobs = list(cards.model.jobs)
    same = known.of(np.array([[0, 0, 1]]), np.array([0]))[0, 0]
    assert same[0] == pytest.approx(1)
    assert same[3] == pytest.approx(1)  # the job touches every tag of itself
    strength = next(iter(cards.model.skills.values())).strength.tags
    touched = [
        set(cards.model.jobs[job].tags) & (set(strength) | set(cards.model.jobs[jobs[0]].tags))
        for job in jobs
    ]
    weakness = set(cards.model.skills[list(cards.model.skills)[1]].weakness.tags)
    for number, job in enumerate(jobs[:40]):
        tags = cards.model.jobs[job].tags
        both = touched[number] | (set(tags) & weakness)
        share = sum(tags[name] for name in both) / sum(tags.values())
        assert known.of(np.array([[0, 0, 1]]), np.array([number]))[0, 0, 3] == pytest.approx(share)


def test_level_three_has_every_way_once(game, tmp_path):
    question = data_of(game, tmp_path, NEEDED).questions[0]
    size = len(game[2]) - 1
    model = question.models[2]
    ways = np.bincount(model.decision)
    assert set(ways) == {len(list(permutations(range(size))))}
    for decision in range(3):
        mine = model.decision == decision
        assert set(np.bincount(model.option[mine])) == {ways[0] // size}
        assert len(set(model.option[mine & (model.rank == 1)])) == 1


def test_rankings_are_decisions_by_rank(tmp_path):
    cards = shipped()
    tables = rows_of(cards, 4, 32)
    tables["rankings"] = []
    for row in tables["hires"]:
        order = [row["chosen_player"], *sorted(set("ABCD") - {row["hirer"], row["chosen_player"]})]
        for rank, player in enumerate(order, 1):
            tables["rankings"].append(
                {**{k: row[k] for k in ("game", "week", "hirer")}, "rank": rank, "player": player}
            )
    data = OFF.choice_data(cards, write(tmp_path / "r", tables))
    question = next(question for question in data.questions if question.id == "rankings")
    sets, home = decisions_of(question.models[1])
    assert sets.terms == (*PARTS, CONTRAST)
    assert sets.count == 2 * len(tables["hires"])
    assert np.bincount(home).tolist() == [2] * len(tables["hires"])


def test_hires_of_oneself_say_nothing(tmp_path):
    cards = shipped(("readings.HG-01", "allowed"))
    tables = rows_of(cards, 3, 33)
    before = OFF.choice_data(cards, write(tmp_path / "a", tables)).questions[0]
    tables["hires"][2]["chosen_player"] = tables["hires"][2]["hirer"]
    data = OFF.choice_data(cards, write(tmp_path / "b", tables))
    assert len(data.questions[0].games) == len(before.games) - 1
    assert data.notes[0].startswith("1 hire of the own folder left out")
    for row in tables["hires"]:
        row["chosen_player"] = row["hirer"]
    only = {table: tables[table] for table in NEEDED}
    with pytest.raises(RecordsError, match="found no hire of somebody else's folder to fit"):
        OFF.choice_data(cards, write(tmp_path / "c", only))


def test_applications_with_unknown_draws_are_left_out(tmp_path):
    cards = shipped()
    tables = rows_of(cards, 4, 34)
    whole = OFF.choice_data(cards, write(tmp_path / "a", tables)).questions[-1]
    early = [row for row in tables["exchanges"] if row["moment"] == "before_folder"]
    assert early
    early[0]["drawn"] = ""
    data = OFF.choice_data(cards, write(tmp_path / "b", tables))
    assert len(data.questions[-1].games) == len(whole.games) - 1
    assert "the cards drawn in exchange are not noted" in data.notes[0]


def test_salaries_matches_and_ratings(tmp_path):
    cards = shipped()
    data = OFF.choice_data(cards, MESSY)
    people = records.read(cards, MESSY, OFF.info.seats).games[0]
    hits = sum(
        week.hires[folder.target] == seat for week in people.weeks for seat, folder in enumerate(week.folders)
    )
    assert data.outcomes.hit.sum() == hits
    assert sorted(set(data.outcomes.stake.tolist())) == cards.model.frame.salaries
    assert sorted(set(data.outcomes.left.tolist())) == [1, 2, 3, 4]
    assert len(data.ratings.items) == 36
    assert len(set(data.ratings.items)) == 12
    assert ((data.ratings.expected > -0.1) & (data.ratings.expected < 3)).all()
