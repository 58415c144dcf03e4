"""Games for OpenSpiel.

Importing this module registers the game ``mancala_rules``:

    >>> import pyspiel
    >>> import mancala.open_spiel
    >>> game = pyspiel.load_game("mancala_rules(ruleset=krur,readings=no-move:the-end;surplus:to-store)")
    >>> state = game.new_initial_state()
    >>> [state.action_to_string(action) for action in state.legal_actions()]

Its parameters:

- ``ruleset``: the name of a ruleset or the path of a rule file, as `mancala.load` takes it (``oware``);
- ``readings``: other readings of what the file leaves open, as ``name:value``, with ``;`` between them (none). Blanks
  may be hyphens, and ``name:#2`` is the second reading of an option: OpenSpiel cannot write one with a comma in it;
- ``max_game_length``: a game of so many actions is cut off and counts as a draw (1000, as in OpenSpiel's own mancala
  games; random games of a few rulesets are often longer).

Both players see everything. An action is a hole (and direction), an answer to what the rules ask the mover, or a pass.
So a move may be several actions of one player, and a player who moves again is the current player again. The names of
the actions of a move, one after the other, are the name of the move. The winners share 1, and the others lose it in
equal parts; a player alone gets 1 or -1.

Where the rules draw a lot, nobody knows who wins it before a rule asks. So the lot is a chance node at the first point
of a game where something depends on it: there the chance player names the player to whom it falls, or the players
among whom it stays open.

OpenSpiel's ``pyspiel.MCTSBot`` crashes with every game that is written in Python, its own too (2.0.2: its ``step`` gives
up Python's lock); ``open_spiel.python.algorithms.mcts`` plays.

Needs ``open_spiel``: ``pip install mancala-rules[open-spiel]``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]
from numpy.typing import NDArray

from ._errors import IllegalMove, MancalaError
from ._mancala import Game, Position
from ._rules import Rules, load

__all__ = ["MancalaGame", "MancalaObserver", "MancalaState"]

#: The parameters of the game and their values if nothing is said.
PARAMETERS: dict[str, Any] = {"ruleset": "oware", "readings": "", "max_game_length": 1000}

#: Characters that separate the parameters in the string of a game. OpenSpiel reads this string back, and has no way to
#: escape them.
SEPARATORS = "=,()\n"

#: Games that differ in nothing but the player to whom the lot falls, by this player.
Games = dict[int, Game]


def _game_type(min_players: int, max_players: int, lots: bool) -> pyspiel.GameType:
    kind = pyspiel.GameType
    return kind(
        short_name="mancala_rules",
        long_name="Mancala by its rule file",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if lots else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        # what a player alone wins, nobody loses
        utility=kind.Utility.GENERAL_SUM if min_players == 1 else kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max_players,
        min_num_players=min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


def _readings(text: str) -> dict[str, str]:
    """The readings in the text of the parameter."""
    readings = {}
    for pair in filter(None, text.split(";")):
        name, colon, value = pair.partition(":")
        if not (name and colon and value):
            raise MancalaError(f"`{pair}` is no reading; readings are written `name:value`, with `;` between them")
        if name in readings:
            raise MancalaError(f"the reading `{name}` is chosen twice")
        readings[name] = value
    return readings


def _utilities(players: int, winners: list[int]) -> list[float]:
    """What each player gets, exact enough to add up to nothing; `Game.rewards` are in single precision."""
    if players == 1:
        return [1.0 if winners else -1.0]
    if not winners or len(winners) == players:
        return [0.0] * players
    lost = 1 / (players - 1)
    won = (players - len(winners)) * lost / len(winners)
    return [won if player in winners else -lost for player in range(players)]


class MancalaGame(pyspiel.Game):
    """A game by its rule file; ``rules`` are its rules."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        values = {**PARAMETERS, **given}
        for name in ("ruleset", "readings"):
            wrong = next((letter for letter in SEPARATORS if letter in values[name]), None)
            if wrong is not None:
                instead = "; `name:#2` is the second reading of an option" if name == "readings" else ""
                raise MancalaError(f"the parameter `{name}` must not contain {wrong!r}: {values[name]!r}{instead}")
        if values["max_game_length"] < 1:
            raise MancalaError(f"`max_game_length` is at least 1, not {values['max_game_length']}")
        self.rules: Rules = load(values["ruleset"], _readings(values["readings"]))
        self.action_names: list[str] = self.rules.actions
        self.player_names: list[str] = self.rules.player_names
        players = self.rules.players
        asked = (start for name, start, _ in self.rules.observation if name == "lot")
        #: Where the lot stands in an observation, if the rules of play ask for one. A player alone wins it anyway.
        self.lot_at: int | None = next(asked, None) if players > 1 else None
        lots = self.lot_at is not None
        super().__init__(
            _game_type(players, players, lots),
            pyspiel.GameInfo(
                num_distinct_actions=len(self.action_names),
                max_chance_outcomes=players if lots else 0,
                num_players=players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=None if players == 1 else 0.0,
                max_game_length=values["max_game_length"],
            ),
            # the string of the game names what differs from the defaults
            {name: value for name, value in given.items() if value != PARAMETERS[name]},
        )

    def __reduce__(self) -> tuple[Any, ...]:
        # a game that OpenSpiel restores lacks what Python holds
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> MancalaState:
        """The start of a game."""
        return MancalaState(self)

    def max_chance_nodes_in_history(self) -> int:
        """A chance node takes the lot from one player at least, until one is left."""
        return 0 if self.lot_at is None else self.rules.players - 1

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> MancalaObserver:
        """What sees the states of this game."""
        return MancalaObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    @cached_property
    def starts(self) -> list[Games]:
        """The start of the game, as `MancalaState` keeps it."""
        if self.lot_at is None:
            return [{0: self.rules.game()}]
        start = _without_lot(self.rules.start())
        return _parted({one: self.rules.game(f"{start}; lot {name}") for one, name in enumerate(self.player_names)})


def _without_lot(position: Position) -> str:
    return "; ".join(part for part in str(position).split("; ") if not part.startswith("lot "))


def _parted(games: Games) -> list[Games]:
    """The parts of games in which nothing depends on the lot."""
    if len(games) == 1:
        return [games]
    parts: list[tuple[Any, Games]] = []
    for player, game in games.items():
        seen = (game.outcome, game.legal_moves, _without_lot(game.position))
        same = next((part for known, part in parts if known == seen), None)
        if same is None:
            parts.append((seen, {player: game}))
        else:
            same[player] = game
    return [part for _, part in parts]


class MancalaState(pyspiel.State):
    """A state of a game.

    OpenSpiel copies and serialises what is in ``__dict__``.
    """

    def __init__(self, game: MancalaGame) -> None:
        super().__init__(game)
        # Until the lot is drawn, the game is played for each player to whom it may fall. As long as nothing depends on
        # the lot, these games are the same. Several parts of them wait for the chance player to choose one.
        self._parts: list[Games] = [{player: start.copy() for player, start in part.items()} for part in game.starts]
        self._acted = 0

    @property
    def played(self) -> Game:
        """The game in play. Do not act in it."""
        return next(iter(self._parts[0].values()))

    @property
    def _draws(self) -> bool:
        return len(self._parts) > 1

    def current_player(self) -> int:
        """The player to move, or the player for chance or for the end."""
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self._draws else self.played.to_move

    def is_terminal(self) -> bool:
        """Whether the game is over or cut off."""
        return not self._draws and (self.played.is_over or self._acted >= self.get_game().max_game_length())

    def returns(self) -> list[float]:
        """What each player has got."""
        outcome = None if self._draws else self.played.outcome
        players = self.num_players()
        return [0.0] * players if outcome is None else _utilities(players, outcome["winners"])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The players to whom the lot may fall, each as likely; the first of those among whom it stays open."""
        left = sum(map(len, self._parts))
        return [(min(part), len(part) / left) for part in self._parts]

    def observed(self) -> NDArray[np.int32]:
        """What is observed: the parts of `Rules.observation`. A lot that is not drawn is -1."""
        numbers = self.played.observe()
        if self._draws or len(self._parts[0]) > 1:
            numbers[self.get_game().lot_at] = -1
        return numbers

    def _legal_actions(self, player: int) -> list[int]:
        return self.played.legal_actions()

    def _apply_action(self, action: int) -> None:
        if self._draws:
            chosen = [part for part in self._parts if min(part) == action]
            if not chosen:
                raise IllegalMove(f"{action} is no outcome of the lot: {self.chance_outcomes()}")
            self._parts = chosen
            return
        [games] = self._parts
        for game in games.values():
            finished = game.act(action)
        self._acted += 1
        if finished:
            self._parts = _parted(games)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game()
        if player == pyspiel.PlayerId.CHANCE:
            part = next((part for part in self._parts if min(part) == action), [action])
            return f"the lot falls to {' or '.join(game.player_names[one] for one in part)}"
        return game.action_names[action]

    def __str__(self) -> str:
        if self._draws:
            games = (game for part in self._parts for game in part.values())
            return "\n".join(["a lot is drawn", *(str(game.position) for game in games)])
        played, names = self.played, self.get_game().action_names
        known = len(self._parts[0]) == 1
        lines = [str(played).rstrip("\n"), str(played.position) if known else _without_lot(played.position)]
        if played.chosen:
            lines.append("begun: " + "".join(names[action] for action in played.chosen))
        if played.outcome:
            lines.append(f"over: {played.outcome['reason']}")
        elif self.is_terminal():
            lines.append(f"cut off after {self._acted} actions")
        return "\n".join(lines)


class MancalaObserver:
    """Sees states as numbers: the parts of `Rules.observation`. With perfect recall it sees what was played."""

    def __init__(
        self, game: MancalaGame, iig_obs_type: pyspiel.IIGObservationType, params: Mapping[str, Any] | None
    ) -> None:
        if params:
            raise MancalaError(f"an observation has no parameters: {dict(params)}")
        self._public, self._recalls = iig_obs_type.public_info, iig_obs_type.perfect_recall
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if self._public and not self._recalls:
            parts = game.rules.observation
            self.tensor = np.zeros(sum(length for _, _, length in parts), np.float32)
            self.dict = {name: self.tensor[start : start + length] for name, start, length in parts}

    def set_from(self, state: MancalaState, player: int) -> None:
        """Takes the numbers of a state. All players see the same."""
        if self.tensor is not None:
            self.tensor[:] = state.observed()

    def string_from(self, state: MancalaState, player: int) -> str:
        """A state, or with perfect recall the actions up to it, as a text."""
        if not self._public:
            return ""
        return state.history_str() if self._recalls else str(state)


# a game of its own has one number of players, and lots or none
pyspiel.register_game(_game_type(1, 6, True), MancalaGame)
