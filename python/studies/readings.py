"""Which readings matter: tables and pictures from a table of `mancala sweep`.

    mancala sweep --games 4000 --watch 400 --out sweep.csv
    python3 python/studies/readings.py sweep.csv

writes the tables into docs/readings-that-matter.md, between the two marks, and a picture of each game into
docs/readings. Needs nothing but Python.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
from html import escape
from pathlib import Path
from statistics import NormalDist

DOCS = Path(__file__).resolve().parents[2] / "docs"
BEGIN, END = "<!-- tables: begin -->", "<!-- tables: end -->"
Z = NormalDist().inv_cdf(0.975)
Row = dict[str, str]


def number(row: Row, name: str) -> float | None:
    return float(row[name]) if row[name] else None


def share(row: Row, name: str) -> tuple[float, float, float]:
    """A share with its interval."""
    return float(row[name]), float(row[f"{name}_low"]), float(row[f"{name}_high"])


def wilson(part: int, of: int) -> tuple[float, float, float]:
    if of == 0:
        return math.nan, math.nan, math.nan
    p, square = part / of, Z * Z
    middle = (p + square / (2 * of)) / (1 + square / of)
    half = Z / (1 + square / of) * math.sqrt(p * (1 - p) / of + square / (4 * of * of))
    return p, max(0.0, middle - half), min(1.0, middle + half)


def mean_difference(base: Row, row: Row) -> tuple[float, float, float, float]:
    """By how many plies games are longer, the interval (Welch), and the distance from 0 in standard errors."""
    by = float(row["plies"]) - float(base["plies"])
    error = math.hypot(*(float(one["plies_deviation"]) / math.sqrt(int(one["games"])) for one in (base, row)))
    return by, by - Z * error, by + Z * error, abs(by) / error if error else (math.inf if by else 0.0)


def share_difference(base: Row, row: Row) -> tuple[float, float, float, float]:
    """The same for the share of games that the first player wins (Newcombe)."""
    (one, low1, high1), (two, low2, high2) = share(base, "first_wins"), share(row, "first_wins")
    by = two - one
    games = [int(base["games"]), int(row["games"])]
    both = (one * games[0] + two * games[1]) / sum(games)
    error = math.sqrt(both * (1 - both) * sum(1 / number for number in games))
    low, high = by - math.hypot(two - low2, high1 - one), by + math.hypot(high2 - two, one - low1)
    return by, low, high, abs(by) / error if error else 0.0


def ending(row: Row) -> str:
    """The most common end and its share."""
    reasons, counts = json.loads(row["endings"]), json.loads(row["ended"])
    if not reasons:
        return "none"
    return f"{reasons[0]} ({100 * counts[0] / sum(counts):.0f} %)"


def visible(row: Row) -> str:
    """How often play shows the reading, in words; the rarer of both directions counts less than the more common."""
    best = max((int(row[f"{which}shown"]), int(row[f"{which}watched"])) for which in ("", "usual_"))
    p, low, _ = wilson(*best)
    if best[0] == 0:
        return "never seen"
    return "nearly every game" if p >= 0.9 else "most games" if p >= 0.5 else "some games" if low >= 0.05 else "rare"


def percent(value: float, digits: int = 1) -> str:
    return f"{100 * value:.{digits}f}"


def picture(title: str, rows: list[Row]) -> str:
    """Lengths and wins of the first player under each set of readings, with their intervals."""
    left, wide, gap, tall, top = 250, 260, 40, 22, 62
    height, width = top + tall * len(rows) + 44, left + 2 * wide + gap + 30
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        ' role="img" font-family="Helvetica, Arial, sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        "<style>.page{fill:#fff}text{fill:#1a1a1a}.pale{fill:#6b6b6b}.axis{stroke:#1a1a1a}.bar{stroke:#4f7a66;"
        "stroke-width:2}.dot{fill:#4f7a66}.mean{stroke:#b3261e;stroke-dasharray:4 3}@media (prefers-color-scheme:dark)"
        "{.page{fill:#1b1b1b}text{fill:#ececec}.pale{fill:#a8a8a8}.axis{stroke:#ececec}.bar{stroke:#86a898}"
        ".dot{fill:#86a898}.mean{stroke:#ff8a80}}</style>",
        f'<rect class="page" width="{width}" height="{height}"/>',
        f'<text x="{width / 2}" y="22" text-anchor="middle" font-size="15" font-weight="bold">{escape(title)}</text>',
    ]
    measures = [
        ("plies of a game", 1.0, [tuple(float(row[name]) for name in ("plies", "plies_low", "plies_high")) for row in rows]),
        ("first player wins, %", 100.0, [share(row, "first_wins") for row in rows]),
    ]
    for at, (name, scale, values) in enumerate(measures):
        x0 = left + at * (wide + gap)
        low, high = min(value[1] for value in values), max(value[2] for value in values)
        spread = (high - low) or 1.0
        low, high = low - 0.05 * spread, high + 0.05 * spread

        def x(value: float) -> float:
            return round(x0 + wide * (value - low) / (high - low), 1)

        floor = top + tall * len(rows)
        out.append(f'<text class="pale" x="{x0 + wide / 2}" y="48" text-anchor="middle">{escape(name)}</text>')
        out.append(f'<line class="axis" x1="{x0}" y1="{floor}" x2="{x0 + wide}" y2="{floor}"/>')
        for part in range(5):
            value = low + (high - low) * part / 4
            out.append(f'<text x="{x(value)}" y="{floor + 17}" text-anchor="middle">{scale * value:.1f}</text>')
        out.append(f'<line class="mean" x1="{x(values[0][0])}" y1="{top}" x2="{x(values[0][0])}" y2="{floor}"/>')
        for line, (mean, down, up) in enumerate(values):
            y = top + tall * line + tall / 2
            out.append(f'<line class="bar" x1="{x(down)}" y1="{y}" x2="{x(up)}" y2="{y}"/>')
            out.append(f'<circle class="dot" cx="{x(mean)}" cy="{y}" r="3.5"/>')
    for line, row in enumerate(rows):
        label = row["changed"] or "usual readings"
        label = label if len(label) <= 40 else label[:38] + ".."
        out.append(f'<text x="{left - 12}" y="{top + tall * line + 15}" text-anchor="end">{escape(label)}</text>')
    return "\n".join([*out, "</svg>", ""])


def table(rows: list[Row], distinct: float) -> list[str]:
    base = rows[0]
    lines = [
        "| readings | plies | first wins, % | drawn, % | most common end | shown, % | visible in | difference in plies"
        " | in wins of the first, % |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in rows:
        first, drawn = share(row, "first_wins"), share(row, "drawn")
        cells = [
            row["changed"].replace("|", "\\|") or "usual",
            f"{float(row['plies']):.1f} ({float(row['plies_low']):.1f} to {float(row['plies_high']):.1f})",
            f"{percent(first[0])} ({percent(first[1])} to {percent(first[2])})",
            percent(drawn[0]),
            ending(row).replace("|", "\\|"),
        ]
        if row is base:
            cells += ["", "", "", ""]
        else:
            shown = [wilson(int(row[f"{which}shown"]), int(row[f"{which}watched"])) for which in ("", "usual_")]
            cells += [" / ".join(percent(one[0], 0) for one in shown), visible(row)]
            plies, wins = mean_difference(base, row), share_difference(base, row)
            mark = ["**" if found[3] > distinct else "" for found in (plies, wins)]
            cells.append(f"{mark[0]}{plies[0]:+.1f}{mark[0]} ({plies[1]:+.1f} to {plies[2]:+.1f})")
            scaled = [100 * one for one in wins[:3]]
            cells.append(f"{mark[1]}{scaled[0]:+.1f}{mark[1]} ({scaled[1]:+.1f} to {scaled[2]:+.1f})")
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def study(rows: list[Row]) -> str:
    games: dict[str, list[Row]] = {}
    for row in rows:
        games.setdefault(row["file"], []).append(row)
    games = {file: sorted(all_of, key=lambda row: row["changed"] != "") for file, all_of in games.items()}
    games = {file: all_of for file, all_of in games.items() if len(all_of) > 1 and not all_of[0]["changed"]}
    others = [row for all_of in games.values() for row in all_of[1:]]
    compared = 2 * len(others)
    distinct = NormalDist().inv_cdf(1 - 0.025 / max(1, compared))
    kinds: dict[str, int] = {}
    for row in others:
        kinds[visible(row)] = kinds.get(visible(row), 0) + 1
    origin = rows[0]
    out = [
        f"{len(others)} readings of {len(games)} games, {origin['games']} random games and {others[0]['watched']} watched"
        f" games for each, seed {origin['seed']}, mancala {origin['version']}; {compared} comparisons.",
        "",
        "| visible in | readings |",
        "| --- | --- |",
        *(f"| {kind} | {kinds[kind]} |" for kind in ("nearly every game", "most games", "some games", "rare", "never seen") if kind in kinds),
        "",
    ]
    for file, all_of in games.items():
        name = file.removesuffix(".mancala")
        (DOCS / "readings").mkdir(exist_ok=True)
        (DOCS / "readings" / f"{name}.svg").write_text(picture(all_of[0]["game"], all_of), encoding="utf-8")
        out += [f"### {all_of[0]['game']}", "", f"![{all_of[0]['game']}: lengths and wins](readings/{name}.svg)", ""]
        out += [*table(all_of, distinct), "", f"Rule file `{file}`, SHA-256 `{all_of[0]['fingerprint'][:12]}..`.", ""]
    return "\n".join(out)


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes docs/readings-that-matter.md from tables of `mancala sweep`.")
    parser.add_argument("tables", nargs="+", type=Path, help="CSV tables, or shards of one")
    arguments = parser.parse_args()
    csv.field_size_limit(1 << 24)
    rows: list[Row] = []
    for path in arguments.tables:
        with path.open(encoding="utf-8", newline="") as lines:
            rows += csv.DictReader(lines)
    page = DOCS / "readings-that-matter.md"
    text = page.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    page.write_text(f"{before}{BEGIN}\n\n{study(rows)}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
