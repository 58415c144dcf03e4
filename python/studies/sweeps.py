"""The games of the study: how they are played, and the small table that is kept of them.

`mancala sweep` writes a wide table for each ruleset. `take` keeps of it what the study needs, and beside each reading
the question that it answers and the grounds of both answers, which `mancala check --sources` tells.
"""

from __future__ import annotations

import csv
import json
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

COLUMNS = (
    "game", "changed", "question", "grounds", "games", "stopped", "plies", "deviation", "wins", "shared", "endings",
    "watched", "shown", "after", "usual_shown", "usual_after", "same", "title", "seed", "version", "fingerprint",
)  # fmt: skip
# how many games are played of a ruleset that the table does not have yet
GAMES, WATCHED = 20_000, 400
STOPPED = "no end within the limit"


class StudyError(Exception):
    """Something that whoever runs the study has to mend."""


@dataclass
class Row:
    """What random games showed under one set of readings."""

    game: str
    changed: str
    question: str
    """The names of the option of which another reading is in force; empty for the usual readings."""
    grounds: tuple[str, ...]
    """On what the usual reading rests, and on what this one."""
    games: int
    stopped: int
    plies: float
    deviation: float
    wins: list[int]
    shared: int
    endings: dict[str, int]
    watched: int = 0
    shown: int = 0
    after: float | None = None
    """After how many plies, on average, one sees that the usual readings are not in force."""
    usual_shown: int = 0
    usual_after: float | None = None
    same: bool = False
    """Whether all games went as long and ended as under the usual readings."""
    title: str = ""
    seed: str = ""
    version: str = ""
    fingerprint: str = ""
    others: list[Row] = field(default_factory=list)
    """For the usual readings: the rows of the others."""

    def cells(self) -> list[str]:
        def mean(number: float | None) -> str:
            return "" if number is None else f"{number:.2f}"

        numbers = [str(self.games), str(self.stopped), f"{self.plies:.3f}", f"{self.deviation:.3f}"]
        ends = "; ".join(f"{text}: {count}" for text, count in self.endings.items())
        # what the usual readings were not compared with
        seen = [str(self.watched), str(self.shown), mean(self.after), str(self.usual_shown), mean(self.usual_after)]
        if not self.changed:
            seen = [""] * 5
        return [
            self.game, self.changed, self.question, "/".join(self.grounds), *numbers, " ".join(map(str, self.wins)),
            str(self.shared), ends, *seen, "yes" if self.same else "", self.title, self.seed, self.version,
            self.fingerprint,
        ]  # fmt: skip

    @staticmethod
    def of(cells: dict[str, str]) -> Row:
        def mean(text: str) -> float | None:
            return float(text) if text else None

        return Row(
            cells["game"],
            cells["changed"],
            cells["question"],
            tuple(cells["grounds"].split("/")) if cells["grounds"] else (),
            int(cells["games"]),
            int(cells["stopped"]),
            float(cells["plies"]),
            float(cells["deviation"]),
            [int(one) for one in cells["wins"].split()],
            int(cells["shared"]),
            dict(_ending(one) for one in cells["endings"].split("; ")) if cells["endings"] else {},
            int(cells["watched"] or 0),
            int(cells["shown"] or 0),
            mean(cells["after"]),
            int(cells["usual_shown"] or 0),
            mean(cells["usual_after"]),
            cells["same"] == "yes",
            cells["title"],
            cells["seed"],
            cells["version"],
            cells["fingerprint"],
        )


def _ending(text: str) -> tuple[str, int]:
    reason, count = text.rsplit(": ", 1)
    return reason, int(count)


@dataclass(frozen=True)
class Reading:
    """A reading of an option, as the rule file has it."""

    names: tuple[str, ...]
    values: tuple[str, ...]
    ground: str

    def says(self, settings: dict[str, str]) -> bool:
        """Whether these settings, which leave out what is as usual, choose this reading."""
        own = dict(zip(self.names, self.values, strict=True))
        return settings.keys() <= own.keys() and all(_within(value, own[name]) for name, value in settings.items())


def _within(value: str, said: str) -> bool:
    if value == said:
        return True
    limits = re.fullmatch(r"(\d+) to (\d+)", said)
    return bool(limits) and value.isdigit() and int(limits[1]) <= int(value) <= int(limits[2])


def options(program: str, game: str) -> list[list[Reading]]:
    """The readings of every option of a game, the usual one first."""
    found = []
    for line in _said(program, "check", "--sources", "--json", game).splitlines():
        for option in json.loads(line).get("options", []):
            names = tuple(option["names"])
            readings = [Reading(names, tuple(one["values"]), one["ground"]) for one in option["readings"]]
            found.append(readings)
    return found


def listed(program: str) -> dict[str, list[list[Reading]]]:
    """The rulesets with readings, and the readings of their options; grounds are not listed."""
    games = {}
    for line in _said(program, "list", "--json").splitlines():
        game = json.loads(line)
        if game["options"]:
            games[game["name"]] = [
                [Reading(tuple(option["names"]), tuple(one["values"]), "") for one in option["readings"]]
                for option in game["options"]
            ]
    return games


def settings(changed: str) -> dict[str, str]:
    return dict(one.split("=", 1) for one in changed.split("; ")) if changed else {}


def asked(changed: str, readings: list[list[Reading]]) -> tuple[list[Reading], Reading] | None:
    """The option that this reading, not the usual one, belongs to, and the reading."""
    wanted = settings(changed)
    return next(((option, one) for option in readings for one in option if one.says(wanted)), None)


def _said(program: str, *arguments: str) -> str:
    try:
        done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    except OSError as error:
        raise StudyError(f"{program} does not start: {error}; build it, or name it in the variable MANCALA") from error
    if done.returncode:
        raise StudyError(f"{program} {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout


def amounts(known: Row | None) -> tuple[int, int]:
    """How many games of a ruleset are played and watched: as many as the table has."""
    if known is None:
        return GAMES, WATCHED
    return known.games, known.others[0].watched if known.others else WATCHED


def play(program: str, game: str, games: int, watched: int, folder: Path) -> Path:
    """Plays the games of a ruleset. A table that is there is whole."""
    path = folder / f"{game}.csv"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        amount = ["--games", str(games), "--watch", str(watched), "--threads", "1"]
        _said(program, "sweep", game, *amount, "--out", str(path))
    return path


def take(path: Path, readings: list[list[Reading]]) -> list[Row]:
    """The rows of a table of `mancala sweep` of one ruleset, the usual readings first."""
    csv.field_size_limit(1 << 24)
    with path.open(encoding="utf-8", newline="") as lines:
        wide = sorted(csv.DictReader(lines), key=lambda row: row["changed"] != "")
    if not wide or wide[0]["changed"]:
        raise StudyError(f"{path} does not have the usual readings")
    return [_row(cells, wide[0], readings) for cells in wide]


def _row(cells: dict[str, str], usual: dict[str, str], readings: list[list[Reading]]) -> Row:
    def mean(name: str) -> float | None:
        return float(cells[name]) if cells[name] else None

    is_usual = cells is usual
    game = cells["file"].removesuffix(".mancala")
    found = None if is_usual else asked(cells["changed"], readings)
    if not found and not is_usual:
        raise StudyError(f"{game}: the rule file has no reading {cells['changed']}; play its games again")
    each = [one for option in readings for one in option]
    tests = {f" and {name} is {value}" for one in each for name, value in zip(one.names, one.values, strict=True)}
    endings: dict[str, int] = {}
    for text, count in zip(json.loads(cells["endings"]), json.loads(cells["ended"]), strict=True):
        text = _plain(text, tests)
        endings[text] = endings.get(text, 0) + count
    if int(cells["stopped"]):
        endings[STOPPED] = int(cells["stopped"])
    return Row(
        game,
        cells["changed"],
        ", ".join(found[1].names) if found else "",
        (found[0][0].ground, found[1].ground) if found else (),
        int(cells["games"]),
        int(cells["stopped"]),
        float(cells["plies"]),
        float(cells["plies_deviation"] or 0),
        json.loads(cells["wins"]),
        int(cells["shared"]),
        dict(sorted(endings.items(), key=lambda end: -end[1])),
        int(cells["watched"]),
        int(cells["shown"]),
        mean("shown_plies"),
        int(cells["usual_shown"]),
        mean("usual_shown_plies"),
        not is_usual and cells["digest"] == usual["digest"],
        *((cells["game"], cells["seed"], cells["version"], cells["fingerprint"][:12]) if is_usual else ()),
    )


def _plain(text: str, tests: set[str]) -> str:
    """Why a game ended, without the question which reading is in force: that would differ though the end does not."""
    for test in sorted(tests, key=len, reverse=True):
        text = text.replace(test, "")
    whole = re.fullmatch(r"\(([^()]*)\)", text)
    return (whole[1] if whole else text).replace(";", ",")


def write(path: Path, games: dict[str, Row]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as out:
        lines = csv.writer(out, lineterminator="\n")
        lines.writerow(COLUMNS)
        for _, usual in sorted(games.items()):
            lines.writerows(row.cells() for row in (usual, *usual.others))


def read(path: Path) -> dict[str, Row]:
    """The games of the table, by name: the row of the usual readings, which has the others."""
    games: dict[str, Row] = {}
    if not path.exists():
        return games
    with path.open(encoding="utf-8", newline="") as lines:
        for cells in csv.DictReader(lines):
            row = Row.of(cells)
            if row.changed:
                games[row.game].others.append(row)
            else:
                games[row.game] = row
    return games
