"""Many games side by side."""

import numpy as np
import pytest

import mancala


def drawn(legal: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return (rng.random(legal.shape, dtype=np.float32) * legal).argmax(axis=1)


@pytest.mark.parametrize("name", ["oware", "krur", "omweso", "um-laarais", "tchoukaillon"])
def test_games_side_by_side_are_played_as_each_alone(name):
    rules = mancala.load(name)
    batch = rules.batch(4, most_plies=50)
    batch.reset(seed=1)
    alone = [rules.game() for _ in range(4)]
    rng = np.random.default_rng(1)
    for _ in range(200):
        for row, game in enumerate(alone):
            assert (batch.observations[row] == game.observe()).all()
            assert list(np.flatnonzero(batch.legal[row])) == game.legal_actions()
            assert batch.to_move[row] == game.to_move
        actions = drawn(batch.legal, rng)
        batch.step(actions)
        for row, (game, action) in enumerate(zip(alone, actions, strict=True)):
            game.act(int(action))
            assert batch.terminated[row] == game.is_over
            if batch.terminated[row] or batch.truncated[row]:
                assert (batch.last_observations[row] == game.observe()).all()
                assert list(batch.rewards[row]) == game.rewards
                assert list(batch.scores[row]) == game.captured
                alone[row] = rules.game()


def test_arrays_are_written_in_place():
    batch = mancala.load("oware").batch(2)
    observations = batch.observations
    batch.reset()
    assert observations.sum() == 2 * 48
    batch.step([0, 1])
    assert observations is batch.observations
    assert observations[0, 0] == 0 and observations[1, 1] == 0


def test_what_is_wrong_is_said():
    oware = mancala.load("oware")
    batch = oware.batch(2)
    with pytest.raises(mancala.MancalaError, match="reset"):
        batch.step([0, 0])
    batch.reset()
    with pytest.raises(mancala.IllegalMove, match="action 7 is not legal in game 1"):
        batch.step([0, 7])
    with pytest.raises(mancala.MancalaError, match="3 actions for 2 games"):
        batch.step([0, 0, 0])
    for games in [0, 10**12]:
        with pytest.raises(mancala.MancalaError, match="too small or too large"):
            oware.batch(games)
    with pytest.raises(mancala.MancalaError, match="ply"):
        oware.batch(1, most_plies=0)
    batch.step(np.array([0, 1], dtype=np.int8))
