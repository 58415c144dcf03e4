"""A game as an environment of Gymnasium for one player; other players play for the rest of the board.

    >>> import gymnasium
    >>> env = gymnasium.make("mancala.gymnasium:Mancala-v0", ruleset="krur", opponent="greedy")
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

`Env` is for programs that learn against a fixed opponent. For one that plays against itself `mancala.vector` is faster:
``gymnasium.make_vec("mancala.gymnasium:Mancala-v0", num_envs=64, vectorization_mode="vector_entry_point")``.

Needs ``gymnasium``: ``pip install mancala-rules[gymnasium]``.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ._asking import ask
from ._errors import MancalaError
from ._mancala import Game, Position
from ._rules import Rules
from ._spaces import Start, mask, observation_space, rules_of

__all__ = ["Env", "Opponent", "random_player"]

#: Takes a game and a generator of random numbers, and returns what to play: an action's number or a move's name.
Opponent = Callable[[Game, np.random.Generator], "int | str"]

#: How often a game begins anew if it is over before the player's first turn.
TRIES = 1000


def random_player(game: Game, draw: np.random.Generator) -> int:
    """Plays legal actions at random."""
    return int(draw.choice(game.legal_actions()))


def _player(name: str) -> Opponent:
    """A player of the program, such as ``greedy``."""
    if name == "random":
        return random_player

    def play(game: Game, draw: np.random.Generator) -> str:
        table = {"game": json.loads(game.rules.spec()), "from": str(game.start), "steps": game.history}
        return ask("think", table=table, player=name, seed=int(draw.integers(1 << 31)))["move"]

    return play


class Env(gymnasium.Env[Any, Any]):
    """A game of which the program plays one player.

    ``ruleset`` is the name of a ruleset, the path of a rule file, or `mancala.Rules`; ``readings`` chooses other
    readings. ``opponent`` plays for all other players: a function (see `Opponent`), or a player of the program such as
    ``random``, ``greedy`` or ``search:0.1``. ``player`` is the one to be played, from 0; with ``None`` it is drawn at
    every reset. A game begins in ``position``, or where the rules say, and is cut off after ``max_plies`` plies of all
    players.

    The reward comes at the end: 1 if the player has won, 0 in a draw, less if he has lost. An action that is not legal
    loses the game: the reward is -1, and ``info["illegal"]`` is ``True``. ``info["action_mask"]`` has a 1 for each
    legal action, ``info["player"]`` the player. ``render_mode`` is ``ansi`` for the board in letters.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 2}

    def __init__(
        self,
        ruleset: Rules | str | os.PathLike[str] = "oware",
        *,
        readings: Mapping[str, str] | None = None,
        opponent: Opponent | str = "random",
        player: int | None = 0,
        max_plies: int = 10_000,
        position: Position | str | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise MancalaError(f"`{render_mode}` is no way to show a game: {', '.join(self.metadata['render_modes'])}")
        if max_plies < 1:
            raise MancalaError("a game needs a ply")
        self.rules = rules_of(ruleset, readings)
        if player is not None and player not in range(self.rules.players):
            raise MancalaError(f"{self.rules.title} has no player {player}: players are counted from 0")
        self.opponent = _player(opponent) if isinstance(opponent, str) else opponent
        self.player = player or 0
        self.max_plies = max_plies
        self.render_mode = render_mode
        self._drawn = player is None
        self._start = Start(self.rules, position)
        self.game = self._start.game(np.random.default_rng(0))
        self._over = True
        self.observation_space = observation_space(self.rules, self.game.start)
        self.action_space = spaces.Discrete(len(self.rules.actions))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int32], dict[str, Any]]:
        """Begins a game and plays up to the player's first turn. There are no ``options``."""
        super().reset(seed=seed)
        for _ in range(TRIES):
            if self._drawn:
                self.player = int(self.np_random.integers(self.rules.players))
            self.game = self._start.game(self.np_random)
            self._wait()
            self._over = self.game.is_over or self._cut()
            if not self._over:
                return self.game.observe(), self._told()
        raise MancalaError(f"player {self.player} had no turn in {TRIES} games")

    def step(self, action: int) -> tuple[NDArray[np.int32], float, bool, bool, dict[str, Any]]:
        """Takes an action, and plays up to the player's next turn."""
        game = self.game
        if self._over:
            raise MancalaError("the game is over: reset the environment")
        if int(action) not in game.legal_actions():
            self._over = True
            return game.observe(), -1.0, True, False, {**self._told(), "illegal": True}
        game.act(int(action))
        self._wait()
        cut = self._cut()
        self._over = game.is_over or cut
        return game.observe(), float(game.rewards[self.player]), game.is_over, cut, self._told()

    def render(self) -> str | None:  # type: ignore[override]
        """The board: see ``render_mode``."""
        return str(self.game) if self.render_mode == "ansi" else None

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as the ``MaskablePPO`` of sb3-contrib asks for them."""
        return mask(self.game, len(self.rules.actions)).astype(np.bool_)

    def _cut(self) -> bool:
        return not self.game.is_over and len(self.game.history) >= self.max_plies

    def _wait(self) -> None:
        """Lets the others play up to the player's turn."""
        game = self.game
        while not game.is_over and not self._cut() and game.to_move != self.player:
            chosen = self.opponent(game, self.np_random)
            if isinstance(chosen, str):
                game.play(chosen)
            else:
                game.act(int(chosen))

    def _told(self) -> dict[str, Any]:
        legal = mask(self.game, len(self.rules.actions))
        return {"action_mask": legal, "player": self.player, "illegal": False}


gymnasium.register(
    "Mancala-v0",
    entry_point="mancala.gymnasium:Env",
    vector_entry_point="mancala.vector:VectorEnv",
    max_episode_steps=None,
)
