"""Many games side by side as a vector environment of Gymnasium.

    >>> from mancala.vector import VectorEnv
    >>> env = VectorEnv("oware", num_envs=1024)
    >>> observations, infos = env.reset(seed=1)
    >>> mask = infos["action_mask"]
    >>> actions = (np.random.random(mask.shape) * mask).argmax(axis=1)
    >>> observations, rewards, terminated, truncated, infos = env.step(actions)

In each game the players move in turn, and one program plays for all of them: ``infos["to_move"]`` tells whose move it
is. The reward is that of the player who acted: 1 if his action won the game, less if it lost it, and 0 while the game
goes on. ``infos["rewards"]`` has the rewards of all players.

**Arrays are not copied.** What `VectorEnv.reset` and `VectorEnv.step` return is memory of a `mancala.Batch`, which the
next call overwrites. Copy what you keep, or pass ``copy=True``.

A game that ends begins again in the same step (Gymnasium's ``AutoresetMode.SAME_STEP``): the observation is the first
of the new game, and ``infos["final_obs"]`` has the last one of the finished game. An action that is not legal raises
`mancala.IllegalMove`, and then nothing was played in any game.

Needs ``gymnasium``: ``pip install mancala-rules[gymnasium]``.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as Base
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from ._mancala import Batch, Position
from ._rules import Rules
from ._spaces import observation_space, rules_of

__all__ = ["VectorEnv"]

Stepped = tuple[NDArray[np.int32], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class VectorEnv(Base):
    """Games of the same rules side by side.

    ``ruleset`` is the name of a ruleset, the path of a rule file, or `mancala.Rules`; ``readings`` chooses other
    readings. A game begins in ``position``, or where the rules say, and is cut off after ``max_plies`` plies. A move of
    several actions is one ply.

    ``infos`` has, with a row for each game and in Gymnasium's form (beside each key the same with ``_`` before it: in
    which games it is told):

    - ``action_mask``: 1 for each legal action (``int8``, as ``action_space.sample`` takes it; ``batch.legal`` is the
      same memory as ``bool``)
    - ``to_move``: the player to move, from 0
    - ``rewards``: after a step, what it gave to each player
    - ``final_obs`` and ``final_info``: after a step in which games ended, their last observations, and what else is
      known of them (``scores``, ``rewards``)
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        ruleset: Rules | str | os.PathLike[str],
        num_envs: int = 1,
        *,
        readings: Mapping[str, str] | None = None,
        max_plies: int = 10_000,
        position: Position | str | None = None,
        copy: bool = False,
    ) -> None:
        self.rules = rules_of(ruleset, readings)
        start = self.rules.position(position) if isinstance(position, str) else position
        self.batch: Batch = self.rules.batch(num_envs, max_plies, start)
        self.num_envs = num_envs
        self.copy = copy
        self.single_observation_space = observation_space(self.rules, start)
        self.single_action_space = spaces.Discrete(len(self.rules.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._all = np.ones(num_envs, np.bool_)
        # where the rewards of each game begin among those of all games
        self._rows = np.arange(num_envs) * self.rules.players
        self._acted = np.zeros(num_envs, np.intp)
        self._rewards = np.zeros(num_envs, np.float32)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int32], dict[str, Any]]:
        """Begins all games. The seed decides the lots that are drawn; there are no ``options``."""
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(1 << 63)))
        return self._given(self.batch.observations), self._told()

    def step(self, actions: ArrayLike) -> Stepped:
        """Plays one action in each game."""
        batch = self.batch
        np.add(self._rows, batch.to_move, out=self._acted)
        batch.step(actions)
        np.take(batch.rewards.reshape(-1), self._acted, out=self._rewards, mode="clip")
        infos = self._told()
        infos["rewards"], infos["_rewards"] = self._given(batch.rewards), self._all.copy()
        ended = batch.terminated | batch.truncated
        if ended.any():
            last = np.full(self.num_envs, None, dtype=object)
            for game in np.flatnonzero(ended):
                last[game] = self._given(batch.last_observations[game])
            infos["final_obs"], infos["_final_obs"] = last, ended
            scores, rewards = self._given(batch.scores), self._given(batch.rewards)
            known = {"scores": scores, "_scores": ended.copy(), "rewards": rewards, "_rewards": ended.copy()}
            infos["final_info"], infos["_final_info"] = known, ended.copy()
        given = [self._given(array) for array in (batch.observations, self._rewards, batch.terminated, batch.truncated)]
        return given[0], given[1], given[2], given[3], infos

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self.copy else array

    def _told(self) -> dict[str, Any]:
        """What is told of the positions to be played from."""
        return {
            "action_mask": self._given(self.batch.legal.view(np.int8)),
            "_action_mask": self._all.copy(),
            "to_move": self._given(self.batch.to_move),
            "_to_move": self._all.copy(),
        }
