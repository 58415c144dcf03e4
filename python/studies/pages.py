"""The generated parts of the two pages of the study."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from effects import COURSE, EFFORTS, ENDS, KINDS, KINDS_SAID, LENGTH, NOTHING, UNSEEN, WINS, Effect
from measures import Difference, Interval, mean, share
from sweeps import Row

# the games of the field reports from which the project starts, in the order of the page
REPORTS = ("krur", "um-laarais", "buqruru", "um-ed-dyar")
# what a program must know to end a game, and people hardly ever ask
MACHINES = ("endless", "repeated position")
# a question stands in the table of questions if so many games have it
COMMON = 5
FOLDERS = {
    "two-rows-relay": ("Two rows, relay sowing", ("two-rows/relay",)),
    "two-rows-single-lap": ("Two rows, single laps", ("two-rows/single-lap",)),
    "other-rows": ("One, three, four and six rows", ("one-row", "three-rows", "four-rows", "six-rows")),
}
Found = dict[str, list[Effect]]


def by_game(effects: Iterable[Effect]) -> Found:
    found: Found = {}
    for one in effects:
        found.setdefault(one.base.game, []).append(one)
    return found


def fill(text: str, parts: dict[str, str]) -> str:
    """A page with its generated parts, each between two marks with its name, written anew."""
    for name, part in parts.items():
        begin, end = f"<!-- generated: {name} -->", f"<!-- end: {name} -->"
        if text.count(begin) != 1 or text.count(end) != 1:
            raise ValueError(f"the page has no place for {name!r}: it needs one {begin} and one {end}")
        before, rest = text.split(begin)
        after = rest.split(end)[1]
        text = f"{before}{begin}\n\n{part.strip()}\n\n{end}{after}"
    return text


def table(head: Sequence[str], rows: Iterable[Sequence[object]], numbers_from: int = 1) -> str:
    lines = [list(head), [("---" if at < numbers_from else "---:") for at in range(len(head))], *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def cell(text: str) -> str:
    return text.replace("|", "\\|")


def figures(effects: Sequence[Effect], compared: int) -> str:
    rules = [one for one in effects if not one.is_setup]
    setups = [one for one in effects if one.is_setup]
    games = by_game(effects)
    bases = [found[0].base for found in games.values()]
    usual = bases[0]
    questions = {(one.base.game, one.row.question) for one in effects}
    amounts = Counter(base.games for base in bases)
    amount = ", ".join(f"{games} for {number} rulesets" for games, number in sorted(amounts.items(), reverse=True))
    kinds = [
        (said, *(sum((one.kind, one.is_strong) == kind for one in some) for some in (rules, setups)))
        for kind, said in KINDS_SAID.items()
    ]
    matter = sum(one.kind == WINS for one in rules)
    first = [abs(one.wins[0].by) for one in rules if "1" in one.clear]
    return "\n\n".join([
        f"{len(effects)} readings of {len(questions)} questions of {len(games)} rulesets, beside the"
        f" usual ones. Random games under each reading: {amount}."
            f" {compared} comparisons; seed {usual.seed}, mancala {usual.version}.",
        table(
            ["what a reading changes", "rules", "setups"],
            [*kinds, ("all", len(rules), len(setups))],
        ),
        f"Of the {matter} readings of rules that change who wins,"
        f" {len(first)} change how often the first player wins: {sum(by >= 0.05 for by in first)} by 5 games of 100 and"
        f" more, {sum(by >= 0.1 for by in first)} by 10 and more. The others change draws, or wins of other players.",
        "![All readings of rules: what they change](readings/all.svg)",
        "How many games one has to watch, for readings of rules:",
        efforts(rules),
        "The same for open questions alone: no source on the game documents one of the two readings, or both:",
        efforts(
            [one for one in rules if one.is_open],
            {f"`{name}`": lambda one, name=name: one.row.question == name for name in MACHINES}
            | {"all other questions": lambda one: one.row.question not in MACHINES},
        ),
        f"Questions that at least {COMMON} games have, with the number of readings that change who wins, and so on:",
        common(rules),
    ])  # fmt: skip


def efforts(effects: Sequence[Effect], apart: dict[str, Callable[[Effect], bool]] | None = None) -> str:
    """How many readings show after how many games: those of each kind, all, and parts of all."""
    names = [*(name for _, name in EFFORTS), UNSEEN]
    groups = (
        {kind: lambda one, kind=kind: one.kind == kind for kind in KINDS}
        | {"**all**": lambda one: True}
        | (apart or {})
    )
    rows = []
    for name, has in groups.items():
        counts = Counter(one.effort for one in effects if has(one))
        rows.append((name, *(counts[effort] or "" for effort in names), counts.total()))
    return table(["changes", *names, "all"], rows)


def common(rules: Sequence[Effect]) -> str:
    asked: dict[str, list[Effect]] = {}
    for one in rules:
        asked.setdefault(one.row.question, []).append(one)
    rows = []
    for question, found in sorted(asked.items(), key=lambda item: (-len({one.base.game for one in item[1]}), item[0])):
        games = len({one.base.game for one in found})
        if games < COMMON:
            continue
        wanted = sorted(one.to_watch or 10**6 for one in found)
        middle = wanted[len(wanted) // 2]
        kinds = Counter(one.kind for one in found)
        rows.append(
            (
                f"`{question}`",
                games,
                len(found),
                *(kinds[kind] or "" for kind in KINDS),
                middle if middle < 10**6 else UNSEEN,
            )
        )
    return table(["question", "games", "readings", *KINDS, "games to watch (median)"], rows)


def value(one: Interval, scale: float = 1, clear: bool = False) -> str:
    mark = "**" if clear else ""
    number, low, high = (f"{scale * part:.1f}" for part in one)
    return f"{mark}{number}{mark} ({low} to {high})"


def change(one: Difference, scale: float = 1, clear: bool = False) -> str:
    mark = "**" if clear else ""
    by, low, high = (f"{scale * part:+.1f}" for part in one[:3])
    return f"{mark}{by}{mark} ({low} to {high})"


def lengths(row: Row) -> str:
    return value(mean(row.plies, row.deviation, row.games))


def endings(row: Row, least: float = 0.2) -> str:
    """The most common end, and others that are common."""
    said = [
        f"{text} {100 * count / row.games:.0f} %" for text, count in row.endings.items() if count >= least * row.games
    ]
    if not said and row.endings:
        text, count = max(row.endings.items(), key=lambda end: end[1])
        said = [f"{text} {100 * count / row.games:.0f} %"]
    return cell("; ".join(said))


def seen(one: Effect) -> str:
    """How many games one has to watch, and in which share of them one sees it."""
    if one.is_setup:
        return "at the start"
    if one.to_watch is None:
        return f"none of {one.row.watched}"
    return f"{one.to_watch} ({100 * one.shown / one.row.watched:.0f} %)"


def changes(one: Effect) -> str:
    said = []
    if "1" in one.clear:
        said.append(f"first wins {change(one.wins[0], 100)}")
    if one.shared and "shared" in one.clear:
        said.append(f"drawn {change(one.shared, 100)}")
    others = [player for player in range(2, len(one.wins) + 1) if str(player) in one.clear]
    # with two players the second one's wins follow from the others, unless the first one's do not change
    if others and (len(one.wins) > 2 or not said):
        said += [f"player {player} wins {change(one.wins[player - 1], 100)}" for player in others]
    if "length" in one.clear:
        said.append(f"plies {change(one.length)}")
    if "ends" in one.clear:
        said.append(f"{100 * one.otherwise:.0f} % end otherwise")
    if not said:
        said = ["nothing, all games alike" if one.row.same else "nothing clearly"]
    return cell("; ".join(said))


def tells(base: Row, folder: str) -> str:
    file = f"[Rule file](../rulesets/{folder}/{base.game}.mancala), SHA-256 `{base.fingerprint}..`"
    return f"{file}; {base.games} games, {base.others[0].watched} watched."


def full(effects: Sequence[Effect], folder: str) -> str:
    """The chapter of a game of a field report."""
    base = effects[0].base
    head = ["readings", "plies", "first wins, %", "drawn, %", "ends", "shown, %", "games to watch",
            "difference in plies", "in wins of the first, %", "changes"]  # fmt: skip
    rows: list[Sequence[object]] = []
    for row, one in [(base, None), *((one.row, one) for one in effects)]:
        cells = [
            cell(row.changed) or "usual",
            lengths(row),
            value(share(row.wins[0], row.games), 100),
            value(share(row.shared, row.games), 100, clear=one is not None and "shared" in one.clear),
            endings(row),
        ]
        if one is None:
            cells += [""] * 5
        else:
            shown = " / ".join(f"{100 * number / row.watched:.0f}" for number in (row.shown, row.usual_shown))
            cells += [shown, seen(one).split(" (")[0], change(one.length, 1, "length" in one.clear)]
            cells += [change(one.wins[0], 100, "1" in one.clear), one.kind]
        rows.append(cells)
    return "\n\n".join([
        f"### {base.title}",
        f"![{base.title}: lengths and wins](readings/{base.game}.svg)",
        table(head, rows, len(head)),
        tells(base, folder),
    ])  # fmt: skip


def compact(effects: Sequence[Effect], folder: str) -> str:
    """The chapter of any other game."""
    base = effects[0].base
    first = "solved, %" if len(base.wins) == 1 else "first wins, %"
    head = ["readings", "plies", first, "drawn, %", "ends", "games to watch", "changes clearly"]
    rows: list[Sequence[object]] = []
    for row, one in [(base, None), *((one.row, one) for one in effects)]:
        drawn = "" if len(base.wins) == 1 else value(share(row.shared, row.games), 100)
        cells = [
            cell(row.changed) or "usual",
            lengths(row),
            value(share(row.wins[0], row.games), 100),
            drawn,
            endings(row),
        ]
        rows.append([*cells, seen(one) if one else "", changes(one) if one else ""])
    return "\n\n".join([f"### {base.title}", table(head, rows, len(head)), tells(base, folder)])


def anchor(title: str) -> str:
    return "#" + re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def index(games: Found) -> str:
    rows = []
    for found in games.values():
        kinds = Counter(one.kind for one in found)
        title = found[0].base.title
        rows.append([f"[{title}]({anchor(title)})", *(kinds[kind] or "" for kind in KINDS)])
    return table(["game", WINS, LENGTH, ENDS, COURSE, NOTHING], rows)


def unseen(games: Found) -> str:
    """The readings that no game shows."""
    lines = []
    for found in games.values():
        names = [f"`{one.row.changed}`" for one in found if one.kind == NOTHING]
        if names:
            lines.append(f"- {found[0].base.title}: {', '.join(names)}")
    return "\n".join(lines)


def watch_or_ask(effects: Iterable[Effect]) -> str:
    """The readings of open questions, by the number of games that one has to watch."""
    found: dict[str, dict[str, list[str]]] = {name: {} for name in (*(name for _, name in EFFORTS), UNSEEN)}
    for one in effects:
        if one.is_open and not one.is_setup:
            found[one.effort].setdefault(one.base.title, []).append(f"`{one.row.changed}`")
    lines = []
    for effort, games in found.items():
        told = "; ".join(f"{title} {', '.join(names)}" for title, names in games.items())
        lines.append(f"- **{effort}**: {told or 'none'}.")
    return "\n".join(lines)


def chapters(games: Found, folders: dict[str, str]) -> str:
    parts = []
    for name, (title, within) in FOLDERS.items():
        parts.append(f"## {title}")
        parts.append(
            f"![{title}: the readings of rules that change who wins, or how long games are](readings/{name}.svg)"
        )
        parts += [compact(found, folders[game]) for game, found in games.items() if folders[game] in within]
    return "\n\n".join(parts)


def folders(rulesets: Path) -> dict[str, str]:
    """The folder of every rule file."""
    return {file.stem: file.parent.relative_to(rulesets).as_posix() for file in sorted(rulesets.rglob("*.mancala"))}


def parts(effects: Sequence[Effect], compared: int, where: dict[str, str]) -> dict[str, dict[str, str]]:
    """The generated parts of each page, by the name of its file."""
    games = by_game(effects)
    others = {game: found for game, found in games.items() if game not in REPORTS}
    reports = [full(games[game], where[game]) for game in REPORTS if game in games]
    return {
        "readings-that-matter.md": {"figures": figures(effects, compared), "reports": "\n\n".join(reports)},
        "readings-that-matter-library.md": {
            "index": index(others),
            "open questions": watch_or_ask(effects),
            "unseen": unseen(others),
            "chapters": chapters(others, where),
        },
    }
