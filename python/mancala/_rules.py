"""Games by their rule files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from . import _mancala
from ._asking import Progress, ask
from ._errors import MancalaError, Problem
from ._mancala import Batch, Databases, Game, Match, Position
from ._results import Analysis, Checked, Claim, Explanation, Option, Sentence, Share, Solution, Statistics

__all__ = ["Rules", "analyse", "check", "load", "read", "rulesets"]

Readings = Mapping[str, str]


def rulesets() -> list[str]:
    """The names of the games inside this package."""
    return _mancala.ruleset_names()


def load(game: str | os.PathLike[str], readings: Readings | None = None) -> Rules:
    """Loads a game: the name of a ruleset (see `rulesets`), another name of a game, or the path of a rule file.

    ``readings`` chooses other readings of what the file leaves open, as ``--set`` does:

        >>> mancala.load("krur", {"no-move": "the-end"})
    """
    return Rules(os.fspath(game), _pairs(readings))


def read(
    text: str,
    name: str = "my-game",
    *,
    beside: Mapping[str, str] | None = None,
    readings: Readings | None = None,
) -> Rules:
    """Reads the text of a rule file. ``beside`` are rule files that it may be like: the text of each by its name.

    Raises `RuleFileError` with every problem of the text.
    """
    return Rules(name, _pairs(readings), text, list((beside or {}).items()))


def _pairs(readings: Readings | None) -> list[tuple[str, str]]:
    return [(str(name), str(value)) for name, value in (readings or {}).items()]


def _restored(spec: str) -> Rules:
    known = json.loads(spec)
    beside = [tuple(file) for file in known["beside"]]
    return Rules(known["name"], [tuple(pair) for pair in known["set"]], known["text"], beside, False)


def _replayed(rules: Rules, start: Position, narrated: bool, history: list[str], chosen: list[int]) -> Game:
    game = Game(rules, start, narrated)
    for move in history:
        game.play(move)
    for action in chosen:
        game.act(action)
    return game


class Rules(_mancala.Rules):
    """The rules of a game under chosen readings. `load` and `read` make them."""

    def _ask(self, question: str, **more: Any) -> Any:
        return ask(question, game=json.loads(self.spec()), **more)

    def __reduce__(self) -> Any:
        return _restored, (self.spec(),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.spec() == other.spec()

    def __hash__(self) -> int:
        return hash(self.spec())

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value}" for name, value in self.settings)
        return f"<Rules {self.name}{chosen}>"

    @property
    def readings(self) -> dict[str, str]:
        """The reading in force of every option."""
        return {name: value for option in self.options for name, value in zip(option.names, option.values, strict=True)}

    @property
    def options(self) -> list[Option]:
        """What the file leaves open."""
        found = []
        for option in self._ask("game")["game"]["options"]:
            readings = option["readings"]
            values, notes = [one["values"] for one in readings], [one["note"] for one in readings]
            found.append(Option(option["names"], values, option["values"], notes))
        return found

    def under(self, readings: Readings) -> Rules:
        """The same game with some readings chosen anew."""
        known = json.loads(self.spec())
        known["set"] = list({**dict(self.settings), **readings}.items())
        return _restored(json.dumps(known))

    def explain(self) -> Explanation:
        """The rules in sentences, each with what it rests on."""
        told = self._ask("explain")
        sentences = [
            Sentence(
                one["section"],
                one["text"],
                one["ground"],
                [(source["source"], source["place"]) for source in one["sources"]],
                one["assumed"],
            )
            for one in told["sentences"]
        ]
        return Explanation(told["title"], sentences, told["readings"], told["sources"], told["examples"])

    def check(self, progress: Progress | None = None) -> Checked:
        """What is proved of the rule file under all its readings."""
        return _checked(self._ask("check", progress=progress))

    def flow_chart(self, dark: bool = False) -> str:
        """A turn as a flow chart in SVG."""
        return str(self._ask("chart", dark=dark)["svg"])

    def start(self) -> Position:
        """The position in which a game begins."""
        return Position(self)

    def position(self, text: str) -> Position:
        """A position in the notation that its ``str`` gives."""
        return Position(self, text)

    def game(self, position: Position | str | None = None, *, narrated: bool = False) -> Game:
        """A game from its start or from a position. A narrated game tells its ``events``, and is slower."""
        return Game(self, self.position(position) if isinstance(position, str) else position, narrated)

    def match(self, rounds: int = 100, *, lots: int = 0, narrated: bool = False) -> Match:
        """A match, which is cut off after a number of rounds. ``lots`` is the seed of its lots."""
        return Match(self, rounds, lots, narrated)

    def batch(self, games: int, most_plies: int = 10_000, position: Position | None = None) -> Batch:
        """Many games side by side, in arrays. See also `mancala.vector`."""
        return Batch(self, games, most_plies, position)

    def perft(self, depth: int) -> int:
        """Number of sequences of ``depth`` plies from the start."""
        return self.game().perft(depth)

    def simulate(
        self, games: int, *, seed: int = 0, seconds: float = 1e9, progress: Progress | None = None
    ) -> Statistics:
        """Plays random games on all cores until they are played or the time is up. A seed gives the same games as
        ``mancala simulate`` plays."""
        told = self._ask("simulate", games=games, seed=seed, seconds=seconds, progress=progress)
        played = told["games"]
        scores = told["scores"]
        return Statistics(
            games=played,
            plies=told["plies"],
            passes=told["passes"],
            stopped=told["stopped"],
            wins=[Share(one["number"], played) for one in told["wins"]],
            draws=Share(told["draws"]["number"], played),
            lengths=dict(map(tuple, told["lengths"])),
            scores=None if scores is None else [dict(map(tuple, one)) for one in scores],
            branching=(told["branching"] or {}).get("mean"),
            endings=[(one["reason"], one["games"]) for one in told["endings"]],
            rules=[(one["line"], one["condition"], one["count"]) for one in told["rules"]],
            player_names=self.player_names,
        )

    def solve(self, folder: str | os.PathLike[str], *, show: bool = False) -> Solution:
        """Computes the exact values of all positions into a database, as ``mancala solve`` does, in its own process.

        An interrupted computation goes on where it stood. ``show`` prints how far it is. `Databases` looks values up.
        """
        with _written(json.loads(self.spec())) as path:
            command = [sys.executable, "-m", "mancala", "solve", path, "--db", os.fspath(folder), "--json"]
            for name, value in self.settings:
                command += ["--set", f"{name}={value}"]
            errors = None if show else subprocess.PIPE
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as running:
                try:
                    said, told = running.communicate()
                except BaseException:
                    running.terminate()
                    raise
        if running.returncode:
            raise MancalaError((told or "").strip() or f"the solver ended with {running.returncode}")
        result = json.loads(said.splitlines()[-1])
        moves = [(one["move"], one["value"]) for one in result["moves"]]
        line = [one["move"] for one in result["line"]]
        return Solution(os.fspath(folder), result["positions"], result["value"], moves, line)


@contextmanager
def _written(spec: dict[str, Any]) -> Iterator[str]:
    """Writes rules into a folder that lasts as long as the context, for the program; tells the path of the file."""
    with tempfile.TemporaryDirectory(prefix="mancala-") as folder:
        for name, text in [*spec["beside"], (spec["name"], spec["text"])]:
            path = os.path.join(folder, f"{name}.mancala")
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(text)
        yield path


def check(text: str, name: str = "my-game", *, beside: Mapping[str, str] | None = None) -> Checked:
    """The problems of the text of a rule file, or what is proved of it. Raises nothing."""
    game = {"name": name, "text": text, "beside": list((beside or {}).items())}
    return _checked(ask("check", game=game))


def _checked(told: dict[str, Any]) -> Checked:
    claims = [Claim(one["claim"], one["line"], one["known"]) for one in told.get("claims", [])]
    remark = told.get("remark")
    problems = [Problem._of(one) for one in told["problems"]]
    return Checked(problems, claims, told.get("unproved", []), remark and remark["remark"])


def analyse(
    game: Game,
    seconds: float = 1.0,
    *,
    seed: int = 0,
    databases: Databases | None = None,
    tell: Callable[[Analysis], object] | None = None,
) -> Analysis:
    """The value of every legal move: exact from a database, or as far as a search comes in a time.

    ``tell`` takes what each depth of the search shows.
    """
    table = {"game": json.loads(game.rules.spec()), "from": str(game.start), "steps": game.history}
    hear = None if tell is None else lambda part: tell(Analysis._of(part))
    found = ask("hint", table=table, seconds=seconds, seed=seed, databases=databases, tell=hear)
    return Analysis._of(found)
