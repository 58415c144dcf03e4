"""The pictures of the study, as SVG that reads on light and dark pages."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from html import escape
from pathlib import Path

import matplotlib
from effects import Effect
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from measures import Interval, mean, ratio, share
from sweeps import Row

PAGE, INK, PALE, CLEAR, MARK, GRID = "#ffffff", "#1a1a1a", "#8a8a8a", "#2f6f55", "#b3261e", "#e2e2e2"
DARK = {PAGE: "#1b1b1b", INK: "#ececec", PALE: "#8f8f8f", CLEAR: "#7fc4a4", MARK: "#ff8a80", GRID: "#3a3a3a"}
LONGEST = 44

STYLE = {
    "svg.fonttype": "none",
    # the same picture from the same table
    "svg.hashsalt": "mancala",
    "font.family": "sans-serif",
    "font.sans-serif": ["Helvetica", "Arial", "DejaVu Sans"],
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "ytick.left": False,
    "axes.grid": True,
    "axes.grid.axis": "x",
    "axes.axisbelow": True,
    "grid.color": GRID,
    "figure.facecolor": PAGE,
    "axes.facecolor": "none",
}


def save(figure: Figure, title: str, path: Path) -> None:
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    text = out.getvalue()
    # a dark page gets other colours; programs that know no style sheets show the light ones
    dark = "".join(
        f'[style*="{part}: {light}"]{{{part}:{other}!important}}'
        for light, other in DARK.items()
        for part in ("fill", "stroke")
    )
    head = f"<title>{escape(title)}</title><style>@media (prefers-color-scheme:dark){{{dark}}}</style>"
    text = re.sub(r"<\?xml.*?(?=<svg )", "", text, flags=re.DOTALL)
    text = re.sub(r"(<svg [^>]*>)", lambda found: f'{found[1][:-1]} role="img">{head}', text, count=1)
    text = re.sub(r"\s*<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    path.write_text("\n".join(line.rstrip() for line in text.splitlines()) + "\n", encoding="utf-8")


def panels(lines: int, tall: float, labels: float = 3.4) -> tuple[Figure, tuple[Axes, Axes]]:
    """Two panels side by side, with room for labels on the left; sizes in inches."""
    height, width, panel, gap = lines * tall + 1.1, labels + 6.3, 2.9, 0.35
    figure = Figure(figsize=(width, height))
    places = [
        [(labels + at * (panel + gap)) / width, 0.55 / height, panel / width, lines * tall / height] for at in (0, 1)
    ]
    left, right = (figure.add_axes(place) for place in places)
    for axes in (left, right):
        axes.set_ylim(lines - 0.5, -0.5)
    right.set_yticks([])
    return figure, (left, right)


def headed(figure: Figure, title: str) -> None:
    height = figure.get_size_inches()[1]
    figure.text(0.5, 1 - 0.08 / height, title, ha="center", va="top", fontsize=11, fontweight="bold")
    for place, side, colour, says in (
        (0.495, "right", CLEAR, "clear difference"),
        (0.505, "left", PALE, "may be chance"),
    ):
        figure.text(place, 1 - 0.29 / height, says, ha=side, va="top", fontsize=8.5, color=colour)


def intervals(axes: Axes, values: Sequence[Interval], colours: Sequence[str], dots: bool = True) -> None:
    for colour in dict.fromkeys(colours):
        chosen = [(at, value) for at, (value, own) in enumerate(zip(values, colours, strict=True)) if own == colour]
        axes.hlines(
            [at for at, _ in chosen],
            [one.low for _, one in chosen],
            [one.high for _, one in chosen],
            colour,
            linewidth=1.6,
            capstyle="round",
        )
        if dots:
            axes.plot([one.value for _, one in chosen], [at for at, _ in chosen], "o", color=colour, markersize=3.6)


def shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 2]}.."


def percent(one: Interval) -> Interval:
    return Interval(*(100 * value for value in one))


def picture_of_game(base: Row, effects: Sequence[Effect], path: Path) -> None:
    """Lengths and wins of the first player under each set of readings."""
    rows = [base, *(one.row for one in effects)]
    measures = [
        ("plies of a game", "length", [mean(row.plies, row.deviation, row.games) for row in rows]),
        ("first player wins, %", "1", [percent(share(row.wins[0], row.games)) for row in rows]),
    ]
    with matplotlib.rc_context(STYLE):
        figure, both = panels(len(rows), 0.25)
        for axes, (name, compared, values) in zip(both, measures, strict=True):
            axes.axvline(values[0].value, color=MARK, linewidth=1, linestyle=(0, (4, 3)))
            intervals(axes, values, [INK, *(CLEAR if compared in one.clear else PALE for one in effects)])
            axes.set_xlabel(name)
        both[0].set_yticks(range(len(rows)), [shortened(row.changed or "usual readings") for row in rows])
        title = f"{base.title}: lengths and wins under each reading"
        headed(figure, title)
        save(figure, title, path)


def length_ratio(one: Effect) -> Interval:
    return ratio(*((row.plies, row.deviation, row.games) for row in (one.base, one.row)))


def wins_points(one: Effect) -> Interval:
    return percent(Interval(*one.wins[0][:3]))


def picture_of_many(title: str, effects: Sequence[Effect], path: Path) -> None:
    """What readings of many games change, each with its name."""
    with matplotlib.rc_context(STYLE):
        figure, (left, right) = panels(len(effects), 0.165, 4.4)
        draw_changes(left, right, effects, effects, dots=True)
        labels = [shortened(f"{one.base.title}: {one.row.changed}") for one in effects]
        left.set_yticks(range(len(effects)), labels, fontsize=7.5)
        headed(figure, title)
        save(figure, title, path)


def picture_of_all(title: str, effects: Sequence[Effect], path: Path) -> None:
    """What all readings change, each panel in the order of its own measure."""
    with matplotlib.rc_context(STYLE):
        figure, (left, right) = panels(len(effects), 4.6 / len(effects), 0.5)
        by_length = sorted(effects, key=lambda one: length_ratio(one).value)
        by_wins = sorted(effects, key=lambda one: one.wins[0].by)
        draw_changes(left, right, by_length, by_wins, dots=False)
        left.set_yticks([])
        left.set_ylabel(f"{len(effects)} readings, sorted")
        headed(figure, title)
        save(figure, title, path)


def draw_changes(left: Axes, right: Axes, lengths: Sequence[Effect], wins: Sequence[Effect], dots: bool) -> None:
    times, points = [length_ratio(one) for one in lengths], [wins_points(one) for one in wins]
    left.set_xscale("log", base=2)
    for axes, middle in ((left, 1), (right, 0)):
        axes.axvline(middle, color=MARK, linewidth=1, linestyle=(0, (4, 3)))
    intervals(left, times, [CLEAR if "length" in one.clear else PALE for one in lengths], dots)
    intervals(right, points, [CLEAR if "1" in one.clear else PALE for one in wins], dots)
    low, high = min(one.low for one in times), max(one.high for one in times)
    ticks = [tick for tick in (2.0**power for power in range(-8, 9)) if low <= tick <= high]
    left.set_xticks(ticks, [f"{tick:g}" if tick >= 1 else f"1/{1 / tick:g}" for tick in ticks])
    left.minorticks_off()
    left.set_xlabel("games are so many times as long")
    right.set_xlabel("first player wins more, in % of games")
