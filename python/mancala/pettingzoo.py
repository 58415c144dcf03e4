"""Games as environments of PettingZoo, whose agents act in turn (AEC).

    >>> from mancala import pettingzoo
    >>> env = pettingzoo.env("um-laarais", render_mode="ansi")
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, terminated, truncated, info = env.last()
    ...     over = terminated or truncated
    ...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

``player_0`` is South or player 1. An agent may act several times in a row: where the rules give another turn, and where
a move takes several actions. At the end the winners share a reward of 1, and the others share -1; a player alone gets 1
or -1. With `env` an illegal action ends the game, and who took it gets -1; with `raw_env` it raises
`mancala.IllegalMove`.

Needs ``pettingzoo``: ``pip install mancala-rules[pettingzoo]``.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._errors import MancalaError
from ._mancala import Game, Position
from ._rules import Rules
from ._spaces import Start, mask, observation_space, rules_of

__all__ = ["env", "raw_env"]

#: What an agent sees: ``observation`` and ``action_mask``.
Seen = dict[str, NDArray[Any]]


def env(ruleset: Rules | str | os.PathLike[str] = "oware", **more: Any) -> AECEnv:
    """A game as `raw_env` makes it, in PettingZoo's usual wrappers: they end the game at an illegal action, and refuse
    actions that there are not and steps before a reset."""
    made: AECEnv = raw_env(ruleset, **more)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv):  # noqa: N801 - the name that PettingZoo gives it
    """A game without wrappers.

    ``ruleset`` is the name of a ruleset, the path of a rule file, or `mancala.Rules`; ``readings`` chooses other
    readings. A game begins in ``position``, or where the rules say, and is cut off after ``max_plies`` plies. A move of
    several actions is one ply. ``render_mode`` is ``ansi`` for the board in letters, ``svg`` for a picture, ``human``
    to print the board after every action.
    """

    metadata: dict[str, Any] = {
        "name": "mancala_v0",
        "render_modes": ["human", "ansi", "svg"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        ruleset: Rules | str | os.PathLike[str] = "oware",
        *,
        readings: Mapping[str, str] | None = None,
        max_plies: int = 10_000,
        position: Position | str | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise MancalaError(f"`{render_mode}` is no way to show a game: {', '.join(self.metadata['render_modes'])}")
        if max_plies < 1:
            raise MancalaError("a game needs a ply")
        self.rules = rules_of(ruleset, readings)
        self.max_plies = max_plies
        self.render_mode = render_mode
        self._start = Start(self.rules, position)
        self._draw = np.random.default_rng()
        self._game: Game | None = None
        self._plies = 0
        self._actions = len(self.rules.actions)
        self.possible_agents = [f"player_{player}" for player in range(self.rules.players)]
        at = self._start.game(self._draw).start
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": observation_space(self.rules, at),
                    "action_mask": spaces.Box(0, 1, (self._actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self._actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    @property
    def game(self) -> Game:
        """The game in play."""
        if self._game is None:
            raise MancalaError("the game has to be reset first")
        return self._game

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. The seed decides the lot where the rules know lots; there are no ``options``."""
        if seed is not None:
            self._draw = np.random.default_rng(seed)
        self._game = self._start.game(self._draw)
        self._plies = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self._game.to_move]

    def observe(self, agent: str) -> Seen:
        """The position, which is the same for all agents, and the legal actions, which only the one to act has."""
        acts = agent == self.agent_selection and not self.game.is_over
        legal = mask(self.game, self._actions) if acts else np.zeros(self._actions, np.int8)
        return {"observation": self.game.observe(), "action_mask": legal}

    def state(self) -> NDArray[np.int32]:
        """The position."""
        return self.game.observe()

    def step(self, action: int | None) -> None:
        """Takes an action of the agent that is to act; ``None`` once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise MancalaError(f"{agent} has to act: the game goes on")
        game = self.game
        self._plies += game.act(int(action))
        self.rewards = dict(zip(self.agents, map(float, game.rewards)))
        cut = not game.is_over and self._plies >= self.max_plies
        self.terminations = dict.fromkeys(self.agents, game.is_over)
        self.truncations = dict.fromkeys(self.agents, cut)
        self.agent_selection = self.possible_agents[game.to_move]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board: see ``render_mode``."""
        if self.render_mode == "human":
            print(self.game, flush=True)
            return None
        if self.render_mode == "ansi":
            return str(self.game)
        if self.render_mode == "svg":
            return self.game._repr_svg_()
        raise MancalaError("name a `render_mode` when the environment is made")

    def close(self) -> None:
        """There is nothing to close."""
