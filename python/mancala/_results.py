"""What is found out about games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ._errors import Problem

__all__ = [
    "Analysis",
    "Checked",
    "Claim",
    "Explanation",
    "Option",
    "Sentence",
    "Share",
    "Solution",
    "Statistics",
    "Valued",
]


@dataclass(frozen=True)
class Option:
    """Something that a rule file leaves open, and its readings."""

    #: The names that ``readings`` take; several if they are chosen together.
    names: list[str]
    #: The values of each reading, one for each name.
    readings: list[list[str]]
    #: The values in force.
    values: list[str]
    #: A note on each reading.
    notes: list[str | None]


@dataclass(frozen=True)
class Sentence:
    """A sentence of the rules, and what it rests on."""

    section: str
    text: str
    #: ``documented``, ``similar``, ``assumed``, ``convention`` or ``none``; nothing for what the language says.
    ground: str | None
    #: Key and place of each source.
    sources: list[tuple[str, str]]
    #: Why it was assumed.
    assumed: str | None


@dataclass(frozen=True)
class Explanation:
    """The rules of a game in sentences. Printed, it is a text with headings."""

    title: str
    sentences: list[Sentence]
    #: The records of options, sources and examples, as ``mancala explain --json`` writes them.
    readings: list[dict[str, Any]] = field(repr=False)
    sources: list[dict[str, Any]] = field(repr=False)
    examples: list[dict[str, Any]] = field(repr=False)

    def __str__(self) -> str:
        lines: list[str] = []
        section = None
        for sentence in self.sentences:
            if sentence.section != section:
                section = sentence.section
                lines += ([""] if lines else []) + [section]
            lines.append(f"  {sentence.text}")
        return "\n".join(lines)

    def _repr_markdown_(self) -> str:
        lines: list[str] = []
        section = None
        for sentence in self.sentences:
            if sentence.section != section:
                section = sentence.section
                lines += [f"**{section}**", ""]
            lines += [f"- {sentence.text}"]
        return "\n".join(lines)


@dataclass(frozen=True)
class Claim:
    """What a rule file says never happens, and what is known of it."""

    claim: str
    line: int
    #: ``proved`` or ``not found``
    known: str


@dataclass(frozen=True)
class Checked:
    """What is known of a rule file: its problems, or what is proved of it."""

    problems: list[Problem]
    claims: list[Claim]
    #: Parts that are not proved, and why.
    unproved: list[dict[str, Any]]
    remark: str | None

    def __bool__(self) -> bool:
        return not self.problems


@dataclass(frozen=True)
class Share:
    """A part of some games, with a 95 % confidence interval (Wilson's)."""

    number: int
    of: int

    @property
    def share(self) -> float:
        return self.number / self.of if self.of else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        if not self.of:
            return (0.0, 1.0)
        z, n, share = 1.959963984540054, self.of, self.share
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        off = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return (max(0.0, middle - off), min(1.0, middle + off))

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.share:.1%} ({low:.1%} to {high:.1%})"


@dataclass(frozen=True)
class Statistics:
    """Random games. Printed, it is a short table."""

    games: int
    plies: int
    passes: int
    #: Games that were cut off.
    stopped: int
    #: Games that each player won alone.
    wins: list[Share]
    #: Games without a single winner.
    draws: Share
    #: Number of games of each length in plies.
    lengths: dict[int, int] = field(repr=False)
    #: For each player the number of games with each final score; nothing if the rules count none.
    scores: list[dict[int, int]] | None = field(repr=False)
    #: Mean number of legal moves.
    branching: float | None
    #: Why games ended, and how many, most first.
    endings: list[tuple[str, int]]
    #: How often each rule applied: line, condition, count, over the games that were examined.
    rules: list[tuple[int, str, int]] = field(repr=False)
    player_names: list[str] = field(repr=False)

    @property
    def mean_length(self) -> float:
        games = sum(self.lengths.values())
        return sum(length * number for length, number in self.lengths.items()) / games if games else math.nan

    def __str__(self) -> str:
        lines = [f"{self.games} random games, {self.mean_length:.1f} plies on average"]
        lines += [f"  {name} wins {share}" for name, share in zip(self.player_names, self.wins, strict=True)]
        lines += [f"  no single winner {self.draws}"]
        lines += [f"  {number} ended: {reason}" for reason, number in self.endings]
        return "\n".join(lines)


@dataclass(frozen=True)
class Valued:
    """A legal move, what it is worth for the mover, and the line that shows it."""

    move: str
    value: str
    line: list[str]


@dataclass(frozen=True)
class Analysis:
    """The values of legal moves, the best first."""

    moves: list[Valued]
    #: Plies that were looked ahead; nothing if the values come from a database.
    depth: int | None
    positions: int | None
    #: ``guess``, ``unless it circles``, ``solved`` or ``database``
    certainty: str

    @property
    def best(self) -> str | None:
        return self.moves[0].move if self.moves else None

    def __str__(self) -> str:
        head = {"database": "exact values from a database", "solved": "solved"}.get(
            self.certainty, f"depth {self.depth}, {self.positions} positions"
        )
        return "\n".join([head] + [f"  {one.move}: {one.value} ({' '.join(one.line)})" for one in self.moves])

    @classmethod
    def _of(cls, record: dict[str, Any]) -> Analysis:
        moves = [Valued(one["move"], one["value"], one["line"].split()) for one in record["moves"]]
        return cls(moves, record.get("depth"), record.get("positions"), record.get("certainty", "solved"))


@dataclass(frozen=True)
class Solution:
    """The exact value of a game, and the folder of its database."""

    folder: str
    positions: int
    #: What the game is worth for the player who begins: ``{"by": seeds}``, ``"won"``, ``"lost"`` ..
    value: Any
    #: The value of every first move.
    moves: list[tuple[str, Any]]
    #: A line of best play.
    line: Sequence[str]
