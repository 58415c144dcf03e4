"""What environments of Gymnasium and PettingZoo have in common: spaces, masks, and how games begin."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping

import numpy as np
from gymnasium import spaces

from ._errors import MancalaError
from ._mancala import Game, Position
from ._rules import Rules, load

__all__ = ["Start", "mask", "observation_space", "rules_of"]

#: No number of an observation is greater.
MOST = int(np.iinfo(np.int32).max)


def rules_of(ruleset: Rules | str | os.PathLike[str], readings: Mapping[str, str] | None) -> Rules:
    """Rules, or the name of a ruleset or the path of a rule file, under these readings."""
    if isinstance(ruleset, Rules):
        return ruleset.under(readings) if readings else ruleset
    return load(ruleset, readings)


def _owing(rules: Rules) -> bool:
    """Whether a player may owe seeds: then his store may fall below zero, and others may have more than there were."""
    known = json.loads(rules.spec())
    texts = [known["text"], *(text for _, text in known["beside"])]
    return any(re.search(r"\bfrom\s+own\s+store\b", text) for text in texts)


def observation_space(rules: Rules, position: Position | None = None) -> spaces.Box:
    """The observations of games that begin in a position, with the least and the greatest value of every number."""
    numbers = Game(rules, position).observe()
    parts = {name: slice(start, start + length) for name, start, length in rules.observation}
    holes = rules.rows * rules.columns
    held = sum(int(numbers[part].sum()) for name, part in parts.items() if name in ("seeds", "pot"))
    least, greatest = np.zeros(len(numbers), np.int32), np.full(len(numbers), MOST, np.int32)
    for name, part in parts.items():
        if name in ("seeds", "pot") and not _owing(rules):
            greatest[part] = held
        elif name == "seeds":
            # of the cells only stores can hold less than nothing, and they come after the holes
            least[part][holes:] = -MOST
        elif name in ("closed", "locked") or name.startswith("marked by "):
            greatest[part] = 1
        elif name in ("to move", "lot"):
            greatest[part] = max(rules.players - 1, 1)
        elif name == "last turn":
            least[part], greatest[part] = -1, len(rules.cells) - 1
        elif name == "last directions":
            least[part], greatest[part] = -1, 1
    return spaces.Box(least, greatest, dtype=np.int32)


class Start:
    """Where games begin: in a position, with a lot that is drawn where the rules know lots."""

    def __init__(self, rules: Rules, position: Position | str | None) -> None:
        self.rules = rules
        text = str(position) if position is not None else None
        if text is None and rules.has_lots:
            text = str(rules.start())
        if text is not None and rules.has_lots:
            parts = [part for part in text.split("; ") if not part.startswith("lot ")]
            self.texts = ["; ".join([*parts, f"lot {name}"]) for name in rules.player_names]
        else:
            self.texts = [] if text is None else [text]
        if self.game(np.random.default_rng(0)).is_over:
            raise MancalaError("the game is over where it begins")

    def game(self, draw: np.random.Generator) -> Game:
        """A game that begins."""
        if not self.texts:
            return self.rules.game()
        which = int(draw.integers(len(self.texts))) if len(self.texts) > 1 else 0
        return self.rules.game(self.texts[which])


def mask(game: Game, actions: int) -> np.ndarray:
    """The legal actions as Gymnasium's spaces take them for sampling: 1 if legal, else 0."""
    legal = np.zeros(actions, np.int8)
    legal[game.legal_actions()] = 1
    return legal
