"""Games as environments of Gymnasium: many side by side, and one against an opponent."""

import warnings

import numpy as np
import pytest

import mancala

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402
from gymnasium.wrappers import vector as wrappers  # noqa: E402

from mancala.gymnasium import Env  # noqa: E402
from mancala.vector import VectorEnv  # noqa: E402


def drawn(env, infos, draw):
    """A legal action for every game."""
    legal = infos["action_mask"]
    return (draw.random(legal.shape) * legal).argmax(axis=1)


@pytest.mark.parametrize("name", mancala.rulesets())
def test_observations_actions_and_masks_lie_in_the_spaces(name):
    env = VectorEnv(name, 8, max_plies=60)
    draw = np.random.default_rng(1)
    observations, infos = env.reset(seed=1)
    for _ in range(150):
        assert env.observation_space.contains(observations), name
        assert infos["action_mask"].any(axis=1).all()
        assert ((infos["to_move"] >= 0) & (infos["to_move"] < env.rules.players)).all()
        observations, _, _, _, infos = env.step(drawn(env, infos, draw))
        for last in infos.get("final_obs", []):
            assert last is None or env.single_observation_space.contains(last)


def test_a_step_gives_what_games_played_alone_give():
    env = VectorEnv("oware", 5, max_plies=70)
    alone = [env.rules.game() for _ in range(5)]
    draw = np.random.default_rng(3)
    observations, infos = env.reset(seed=3)
    finished = cut_off = 0
    for _ in range(400):
        actions, acted = drawn(env, infos, draw), [game.to_move for game in alone]
        assert infos["to_move"].tolist() == acted
        for game, one in zip(alone, actions):
            game.act(int(one))
        cut = [not game.is_over and len(game.history) == 70 for game in alone]
        observations, rewards, terminated, truncated, infos = env.step(actions)
        assert terminated.tolist() == [game.is_over for game in alone]
        assert truncated.tolist() == cut
        assert infos["rewards"].tolist() == [game.rewards for game in alone]
        assert rewards.tolist() == [game.rewards[player] for game, player in zip(alone, acted)]
        ended = terminated | truncated
        assert ("final_obs" in infos) == ended.any()
        for at in np.flatnonzero(ended):
            finished, cut_off = finished + terminated[at], cut_off + truncated[at]
            assert infos["_final_obs"][at] and infos["_final_info"][at]
            assert infos["final_obs"][at].tolist() == alone[at].observe().tolist()
            if terminated[at]:
                assert infos["final_info"]["scores"][at].tolist() == alone[at].outcome["scores"]
            alone[at] = env.rules.game()
        if ended.any():
            assert infos["_final_obs"].tolist() == ended.tolist()
            assert [last is not None for last in infos["final_obs"]] == ended.tolist()
        assert observations.tolist() == [game.observe().tolist() for game in alone]
        legal = [np.flatnonzero(row).tolist() for row in infos["action_mask"]]
        assert legal == [game.legal_actions() for game in alone]
    assert finished > 5 and cut_off > 5


def test_arrays_are_the_memory_of_the_batch_or_copies():
    draw = np.random.default_rng(0)
    for copy in (False, True):
        env = VectorEnv("oware", 3, copy=copy)
        first, infos = env.reset(seed=0)
        kept, mask = first.copy(), infos["action_mask"]
        assert np.shares_memory(first, env.batch.observations) is not copy
        assert np.shares_memory(mask, env.batch.legal) is not copy
        later, rewards, terminated, _, infos = env.step(drawn(env, infos, draw))
        assert (later is first) is not copy
        assert np.array_equal(first, kept) is copy
        assert np.shares_memory(terminated, env.batch.terminated) is not copy
        assert np.shares_memory(infos["rewards"], env.batch.rewards) is not copy
        again = env.step(drawn(env, infos, draw))[1]
        assert np.shares_memory(rewards, again) is not copy


def test_the_seed_decides_the_lots():
    def lots(env, seed):
        (place,) = [start for name, start, _ in env.rules.observation if name == "lot"]
        return env.reset(seed=seed)[0][:, place].tolist()

    env = VectorEnv("anywoli", 64, readings={"ending": "lots"})
    first = lots(env, 5)
    assert 10 < sum(first) < 54
    assert lots(env, 6) != first
    assert lots(env, None) != first
    assert lots(env, 5) == first


def test_illegal_actions_raise_and_change_nothing():
    env = VectorEnv("oware", 2)
    observations, _ = env.reset(seed=0)
    kept = observations.copy()
    with pytest.raises(mancala.IllegalMove, match="action 7 is not legal in game 1"):
        env.step([0, 7])
    assert np.array_equal(env.batch.observations, kept)
    assert env.step([0, 1])[0].tolist() != kept.tolist()


def test_masks_are_those_that_gymnasium_samples_with():
    env = VectorEnv("krur", 16)
    _, infos = env.reset(seed=0)
    env.action_space.seed(0)
    for _ in range(60):
        infos = env.step(env.action_space.sample(mask=tuple(infos["action_mask"])))[4]


def test_wrappers_of_gymnasium_understand_it():
    assert VectorEnv.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    inner = VectorEnv("krur", 16, max_plies=200)
    env = wrappers.DictInfoToList(wrappers.RecordEpisodeStatistics(wrappers.ClipReward(inner, -0.5, 0.5)))
    draw = np.random.default_rng(0)
    env.reset(seed=0)
    lengths, ended = np.zeros(16, int), 0
    for _ in range(300):
        legal = inner.batch.legal
        _, rewards, terminated, truncated, infos = env.step((draw.random(legal.shape) * legal).argmax(axis=1))
        assert np.abs(rewards).max() <= 0.5
        lengths += 1
        for at, (info, over) in enumerate(zip(infos, terminated | truncated)):
            assert ("final_obs" in info) == over
            if over:
                ended += 1
                assert info["final_obs"].shape == (31,)
                assert info["episode"]["l"] == lengths[at]
                assert sum(info["final_info"]["rewards"]) == 0
                lengths[at] = 0
    assert ended > 50


def test_gymnasium_makes_it():
    env = gymnasium.make_vec(
        "mancala.gymnasium:Mancala-v0", num_envs=3, vectorization_mode="vector_entry_point", ruleset="krur"
    )
    assert env.reset(seed=0)[0].shape == (3, 31)


@pytest.mark.parametrize(
    "more",
    [
        {"ruleset": "oware"},
        {"ruleset": "krur", "opponent": "greedy", "player": 1},
        {"ruleset": "um-laarais", "player": None},
        {"ruleset": "anywoli", "readings": {"ending": "lots"}},
        {"ruleset": "bao-la-kiswahili"},
        {"ruleset": "el-arnab"},
    ],
    ids=lambda more: more["ruleset"],
)
def test_gymnasium_checks_the_environment_for_one_player(more):
    env = gymnasium.make("mancala.gymnasium:Mancala-v0", **more)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


def test_one_player_meets_the_opponent_and_the_end():
    seen = set()

    def first(game, draw):
        assert game.to_move != env.player
        return game.legal_moves[0]

    env = Env("krur", opponent=first, player=None, max_plies=33)
    draw = np.random.default_rng(0)
    for seed in range(100):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            assert env.game.to_move == env.player == info["player"]
            assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
            action = draw.choice(np.flatnonzero(info["action_mask"]))
            _, reward, terminated, truncated, info = env.step(action)
            over = terminated or truncated
            assert truncated == (len(env.game.history) == 33 and not terminated)
            assert reward == (env.game.rewards[env.player] if terminated else 0)
        seen.add((env.player, truncated, reward))
        with pytest.raises(mancala.MancalaError, match="reset the environment"):
            env.step(0)
    assert {(0, False, 1.0), (0, False, -1.0), (1, False, 1.0), (1, False, -1.0)} <= seen
    assert {(0, True, 0), (1, True, 0)} <= seen


def test_an_illegal_action_loses():
    env = Env("oware")
    env.reset(seed=0)
    _, reward, terminated, truncated, info = env.step(11)
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"player": 2}, "no player 2"),
        ({"render_mode": "film"}, "`film` is no way"),
        ({"max_plies": 0}, "a game needs a ply"),
        ({"opponent": "nobody"}, "nobody"),
    ],
)
def test_mistakes_are_named(more, said):
    with pytest.raises(mancala.MancalaError, match=said):
        # the opponent begins
        Env("oware", **{"player": 1, **more}).reset(seed=0)
