"""Which readings matter: a study of all rulesets with readings.

    python3 python/studies/readings.py             writes the pages and pictures from docs/readings/sweep.csv
    python3 python/studies/readings.py --sweep     plays all games first, which takes about half an hour
    python3 python/studies/readings.py --sweep krur oware     plays the games of these rulesets first

It writes the generated parts of docs/readings-that-matter.md and docs/readings-that-matter-library.md, which stand
between marks, and the pictures in docs/readings; all other text of the pages stays as it is. Pictures need what
python/studies/requirements.txt lists. The games need the program: MANCALA names it (target/release/mancala).
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import pages
import sweeps
from effects import LENGTH, WINS, Effect, effects

ROOT = Path(__file__).resolve().parents[2]
DOCS, RULESETS = ROOT / "docs", ROOT / "rulesets"
TABLE = DOCS / "readings" / "sweep.csv"


def sweep(names: list[str], folder: Path, games: int | None = None, watched: int | None = None) -> None:
    """Plays the games of these rulesets, or of all, and puts them into the table."""
    program = os.environ.get("MANCALA", str(ROOT / "target" / "release" / "mancala"))
    known = sweeps.read(TABLE)
    all_names = list(sweeps.listed(program))
    if strange := [name for name in names if name not in all_names]:
        raise sweeps.StudyError(f"no ruleset with readings: {', '.join(strange)}")
    names = names or all_names
    played = []
    for at, name in enumerate(names, 1):
        print(f"{at}/{len(names)} {name}", file=sys.stderr, flush=True)
        as_before = sweeps.amounts(known.get(name))
        amounts = [
            given if given is not None else usual for given, usual in zip((games, watched), as_before, strict=True)
        ]
        played.append(sweeps.play(program, name, *amounts, folder))
        usual, *others = sweeps.take(played[-1], sweeps.options(program, name))
        usual.others = others
        known.pop(name, None)
        # some decide only what happens between rounds
        if others:
            known[name] = usual
    for name in [name for name in known if name not in all_names]:
        del known[name]
    sweeps.write(TABLE, known)
    # the next time they are played again, perhaps by other rules
    for path in played:
        path.unlink()


def draw(found: list[Effect], where: dict[str, str]) -> None:
    try:
        import pictures
    except ImportError as error:
        raise sweeps.StudyError(f"{error}; pip install --requirement python/studies/requirements.txt") from error
    pictures_of = DOCS / "readings"
    games = pages.by_game(found)
    for game in pages.REPORTS:
        if game in games:
            pictures.picture_of_game(games[game][0].base, games[game], pictures_of / f"{game}.svg")
    rules = [one for one in found if not one.is_setup]
    pictures.picture_of_all("All readings of rules: what they change", rules, pictures_of / "all.svg")
    for name, (title, within) in pages.FOLDERS.items():
        matter = [one for one in rules if one.kind in (WINS, LENGTH) and where[one.base.game] in within]
        pictures.picture_of_many(f"{title}: readings of rules that matter", matter, pictures_of / f"{name}.svg")


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes the pages of the study of readings from its table.")
    parser.add_argument(
        "--sweep", nargs="*", metavar="RULESET", help="play the games of these rulesets first, or of all"
    )
    parser.add_argument(
        "--folder", type=Path, default=ROOT / "target" / "readings",
        help="keeps games until all are played; what is there is not played again [target/readings]",
    )  # fmt: skip
    for name, what in (("games", "games under each reading"), ("watch", "games that are watched")):
        parser.add_argument(
            f"--{name}", type=int, metavar="N", help=f"{what} [as many as the table has of the ruleset]"
        )
    arguments = parser.parse_args()
    if arguments.sweep is None and (arguments.games, arguments.watch) != (None, None):
        parser.error("--games and --watch say how --sweep plays")
    try:
        if arguments.sweep is not None:
            sweep(arguments.sweep, arguments.folder, arguments.games, arguments.watch)
        games = sweeps.read(TABLE)
        if not games:
            raise sweeps.StudyError(f"{TABLE} is missing or empty; play the games first, with --sweep")
        found, compared = effects(games)
        where = pages.folders(RULESETS)
        if gone := [game for game in games if game not in where]:
            raise sweeps.StudyError(
                f"no rule file of {', '.join(gone)}; take it out of {TABLE}, or run --sweep for all"
            )
        for name, parts in pages.parts(found, compared, where).items():
            page = DOCS / name
            page.write_text(pages.fill(page.read_text(encoding="utf-8"), parts), encoding="utf-8")
        draw(found, where)
    except (sweeps.StudyError, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
