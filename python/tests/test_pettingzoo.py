"""Games as environments of PettingZoo."""

import pickle
import warnings
from functools import partial

import numpy as np
import pytest

import mancala

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

from pettingzoo.test import api_test, render_test, seed_test

from mancala import pettingzoo

#: One, two, three, four and six players; moves of several actions; turns in a row; lots; starts drawn by the seed.
GAMES = [
    {"ruleset": "oware"},
    {"ruleset": "krur"},
    {"ruleset": "el-arnab"},
    {"ruleset": "um-laarais"},
    {"ruleset": "um-laarais", "readings": {"players": "4"}},
    {"ruleset": "um-laarais", "readings": {"players": "6"}},
    {"ruleset": "kpo"},
    {"ruleset": "bao-la-kiswahili"},
    {"ruleset": "kalah"},
    {"ruleset": "anywoli", "readings": {"ending": "lots"}},
    {"ruleset": "oware", "max_plies": 7},
]


@pytest.mark.parametrize("more", GAMES, ids=lambda more: "-".join(map(str, more.values())))
def test_pettingzoo_checks_the_environment(more):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # what is said of every environment whose observations have a mask, except of PettingZoo's own
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        # once the game is over, nothing is legal
        warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")
        api_test(pettingzoo.env(**more), num_cycles=300)
        api_test(pettingzoo.raw_env(**more), num_cycles=300)
        seed_test(partial(pettingzoo.env, **more), num_cycles=300)


@pytest.mark.parametrize("more", GAMES[:4], ids=lambda more: more["ruleset"])
def test_pettingzoo_checks_what_is_shown(more, capsys):
    svg = {"svg": lambda shown: isinstance(shown, str) and "<svg" in shown}
    render_test(partial(pettingzoo.env, **more), custom_tests=svg)
    assert "1 │" in capsys.readouterr().out


@pytest.mark.parametrize("more", GAMES, ids=lambda more: "-".join(map(str, more.values())))
def test_agents_play_the_game_and_share_its_rewards(more):
    env = pettingzoo.env(**more)
    draw = np.random.default_rng(0)
    for seed in range(3):
        env.reset(seed=seed)
        game, players = env.unwrapped.game.copy(), env.unwrapped.rules.players
        assert env.agents == [f"player_{player}" for player in range(players)]
        given, acted = dict.fromkeys(env.agents, 0.0), 0
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            given[agent] += reward
            if terminated or truncated:
                env.step(None)
                continue
            assert agent == f"player_{game.to_move}"
            assert observation["observation"].tolist() == game.observe().tolist() == env.state().tolist()
            assert np.flatnonzero(observation["action_mask"]).tolist() == game.legal_actions()
            others = [env.observe(other)["action_mask"].sum() for other in env.agents if other != agent]
            assert not any(others)
            action = int(draw.choice(game.legal_actions()))
            env.step(action)
            game.act(action)
            acted += 1
            # what is saved goes on alike
            if acted == 3:
                restored = pickle.loads(pickle.dumps(env.unwrapped))
                assert restored.game.history == game.history
        assert env.agents == []
        assert list(given.values()) == game.rewards
        assert game.is_over or len(game.history) == more["max_plies"]


def test_a_player_may_act_again_and_again():
    env = pettingzoo.env("kalah")
    env.reset()
    # the last of four seeds falls into South's store
    env.step(2)
    assert env.agent_selection == "player_0"
    env.step(0)
    assert env.agent_selection == "player_1"


def test_a_move_of_several_actions_is_one_ply():
    env = pettingzoo.raw_env("mefuvha", max_plies=30)
    draw = np.random.default_rng(1)
    acted = 0
    env.reset()
    while not any(env.truncations.values()):
        env.step(int(draw.choice(env.game.legal_actions())))
        acted += 1
    assert len(env.game.history) == 30 < acted


def test_the_seed_decides_the_lot():
    env = pettingzoo.raw_env("anywoli", readings={"ending": "lots"})
    lots = []
    for seed in range(40):
        env.reset(seed=seed)
        lots.append(str(env.game.position).rpartition("lot ")[2])
    assert 8 < lots.count("North") < 32
    env.reset(seed=3)
    assert str(env.game.position).rpartition("lot ")[2] == lots[3]


def test_illegal_actions():
    env = pettingzoo.env("oware")
    env.reset()
    env.step(11)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": -1, "player_1": 0}
    env = pettingzoo.raw_env("oware")
    env.reset()
    with pytest.raises(mancala.IllegalMove, match="legal"):
        env.step(11)
    assert env.game.history == []


def test_mistakes_are_named():
    with pytest.raises(mancala.MancalaError, match="`film` is no way to show a game: human, ansi, svg"):
        pettingzoo.env("oware", render_mode="film")
    with pytest.raises(mancala.MancalaError, match="name a `render_mode`"):
        env = pettingzoo.raw_env("oware")
        env.reset()
        env.render()
    with pytest.raises(mancala.MancalaError, match="reset first"):
        pettingzoo.raw_env("oware").state()
    with pytest.raises(mancala.MancalaError, match="player_0 has to act"):
        env.step(None)
    with pytest.raises(mancala.MancalaError, match="needs a ply"):
        pettingzoo.env("oware", max_plies=0)
