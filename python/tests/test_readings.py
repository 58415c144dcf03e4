"""The study of readings: its statistics, its table, its pages."""

from __future__ import annotations

import csv
import os
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "python" / "studies"))
import effects as comparing  # noqa: E402
import measures  # noqa: E402
import pages  # noqa: E402
import pictures  # noqa: E402
import readings  # noqa: E402
import sweeps  # noqa: E402

# the one that is named, or the one of the package
PROGRAM = os.environ.get("MANCALA", "mancala")
NAMES = ["readings-that-matter.md", "readings-that-matter-library.md"]


@pytest.fixture(scope="module")
def games() -> dict[str, sweeps.Row]:
    return sweeps.read(readings.TABLE)


@pytest.fixture(scope="module")
def found(games: dict[str, sweeps.Row]) -> tuple[list[comparing.Effect], int]:
    return comparing.effects(games)


def test_intervals_are_those_of_the_books():
    # Newcombe 1998, Statistics in Medicine 17: 857-872 (method 3) and 873-890 (method 10)
    assert measures.share(81, 263) == pytest.approx((0.3080, 0.2553, 0.3662), abs=5e-5)
    assert measures.share(0, 20) == pytest.approx((0, 0, 0.1611), abs=5e-5)
    assert measures.of_shares((48, 80), (56, 70))[:3] == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)
    assert measures.mean(10, 2, 400) == pytest.approx((10, 9.804, 10.196), abs=5e-5)
    by, low, high, chance = measures.of_means((10, 3, 100), (11, 4, 100))
    assert (by, low, high, chance) == pytest.approx((1, 0.02, 1.98, 0.0455), abs=5e-5)
    assert measures.ratio((10, 3, 100), (20, 4, 100)) == pytest.approx((2, 1.864, 2.146), abs=5e-4)


def test_what_never_differs_is_no_difference():
    assert measures.of_shares((0, 50), (0, 50)).chance == 1
    assert measures.of_means((7, 0, 50), (7, 0, 50)).chance == 1
    assert measures.of_means((7, 0, 50), (8, 0, 50)).chance == 0


def test_many_comparisons_are_corrected_after_holm():
    assert measures.holm([0.01, 0.04, 0.03, 0.005]) == [True, False, False, True]
    # twice 0.03 is too much, but the other one is already clear
    assert measures.holm([0.01, 0.03]) == [True, True]
    # the third would be clear alone
    assert measures.holm([0.001, 0.03, 0.026]) == [True, False, False]
    assert measures.holm([]) == []


def test_games_to_watch():
    assert [measures.games_to_watch(shown, 400) for shown in (0, 4, 200, 380, 400)] == [None, 299, 5, 1, 1]


def row(changed: str, **more) -> sweeps.Row:
    usual = {"games": 10000, "stopped": 0, "plies": 40, "deviation": 10, "wins": [5000, 4000], "shared": 1000,
             "endings": {"no legal move": 10000}, "watched": 400}  # fmt: skip
    return sweeps.Row("game", changed, "question" if changed else "", ("assumed", "assumed"), **{**usual, **more})


@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ({"wins": [6000, 3000]}, comparing.WINS),
        ({"wins": [5000, 3000], "shared": 2000}, comparing.WINS),
        ({"plies": 42, "endings": {"every hole is empty": 10000}}, comparing.LENGTH),
        ({"endings": {"no legal move": 9000, "every hole is empty": 1000}}, comparing.ENDS),
        ({"shown": 30}, comparing.COURSE),
        ({"usual_shown": 30}, comparing.COURSE),
        ({}, comparing.NOTHING),
        # as much as chance makes often
        ({"wins": [5060, 3940], "plies": 40.1}, comparing.NOTHING),
    ],
)
def test_what_a_reading_changes(more: dict, kind: str):
    base = row("")
    base.others = [row("question=other", **more)]
    [effect], compared = comparing.effects({"game": base})
    assert effect.kind == kind
    assert compared == 4 + len(effect.ends)


def test_one_who_plays_alone_and_more_players():
    base, alone = row("", wins=[100], shared=9900), row("question=other", wins=[5000], shared=5000)
    effect = comparing.effect(base, alone)
    assert (len(effect.wins), effect.shared) == (1, None)
    more = comparing.effect(row(""), row("question=other", wins=[5000, 2000, 2000]))
    assert len(more.wins) == 1


def test_a_reading_that_the_board_shows_is_a_setup():
    assert comparing.effect(row(""), row("seeds=5", shown=400, after=0)).is_setup
    assert not comparing.effect(row(""), row("seeds=5", shown=400, after=1)).is_setup
    assert not comparing.effect(row(""), row("seeds=5", shown=399, after=0)).is_setup


def test_the_table_is_read_and_written_whole(games: dict[str, sweeps.Row], tmp_path: Path):
    sweeps.write(tmp_path / "again.csv", games)
    assert (tmp_path / "again.csv").read_text() == readings.TABLE.read_text()


@pytest.mark.parametrize("name", NAMES)
def test_pages_are_those_of_the_table(name: str, found: tuple[list[comparing.Effect], int]):
    text = (readings.DOCS / name).read_text()
    parts = pages.parts(*found, pages.folders(readings.RULESETS))[name]
    assert pages.fill(text, parts) == text, "write the pages anew: python3 python/studies/readings.py"


def test_what_is_written_by_hand_stays():
    page = "# A page\n<!-- generated: one -->\nold\n<!-- end: one -->\nby hand\n"
    filled = pages.fill(page, {"one": "new"})
    assert filled == "# A page\n<!-- generated: one -->\n\nnew\n\n<!-- end: one -->\nby hand\n"
    with pytest.raises(ValueError, match="no place for 'two'"):
        pages.fill(page, {"two": "new"})


@pytest.mark.parametrize("name", NAMES)
def test_pages_link_to_what_is_there(name: str):
    links = re.findall(r"\]\(([^)#:]+)\)", (readings.DOCS / name).read_text())
    assert len(links) > 5
    assert [link for link in links if not (readings.DOCS / link).exists()] == []


def test_the_library_has_what_the_study_names(games: dict[str, sweeps.Row]):
    """A new ruleset, or a new reading, need not be in the study: who writes rule files need not run it."""
    listed = sweeps.listed(PROGRAM)
    gone = [
        f"{game}: {other.changed or 'the ruleset'}"
        for game, usual in games.items()
        for other in (usual, *usual.others)
        if game not in listed or (other.changed and not sweeps.asked(other.changed, listed[game]))
    ]
    assert gone == [], "play them again: python3 python/studies/readings.py --sweep and the names of the rulesets"


def test_games_are_played_as_often_as_the_table_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    table = tmp_path / "sweep.csv"
    monkeypatch.setenv("MANCALA", PROGRAM)
    known = row("", games=10, watched=0)
    known.others = [row("ase-for=just-two", watched=7)]
    known.game = known.others[0].game = "buqruru"
    sweeps.write(table, {"buqruru": known})
    monkeypatch.setattr(readings, "TABLE", table)
    path = sweeps.play(PROGRAM, "buqruru", *sweeps.amounts(known), tmp_path / "played")
    with path.open() as lines:
        wide = {cells["changed"]: cells for cells in csv.DictReader(lines)}
    # what is there is not played again, until it is in the table
    path.write_text(path.read_text().replace(f",{wide['']['version']},", ",kept,"))
    readings.sweep(["buqruru"], tmp_path / "played")
    buqruru = sweeps.read(table)["buqruru"]
    assert buqruru.version == "kept"
    assert not path.exists()
    assert [one.changed for one in (buqruru, *buqruru.others)] == list(wide)
    for one in (buqruru, *buqruru.others):
        cells = wide[one.changed]
        assert (one.games, sum(one.wins) + one.shared, sum(one.endings.values())) == (10, 10, 10)
        assert one.plies == pytest.approx(float(cells["plies"]), abs=1e-3)
        assert (one.watched, str(one.shown)) == (7 if one.changed else 0, cells["shown"])
        assert one.same == (one.changed != "" and cells["digest"] == wide[""]["digest"])
    assert any(one.same for one in buqruru.others)
    assert next(one for one in buqruru.others if one.changed == "start-hole=skipped").grounds == (
        "documented",
        "similar",
    )
    assert sweeps.amounts(None) == (sweeps.GAMES, sweeps.WATCHED)
    with pytest.raises(sweeps.StudyError, match="no ruleset with readings: chess"):
        readings.sweep(["chess"], tmp_path)


def test_ends_are_told_without_the_reading_in_force():
    tests = {" and remaining is owner's", " and remaining is nobody's"}
    assert sweeps._plain("repeated position and remaining is owner's", tests) == "repeated position"
    assert (
        sweeps._plain("(repeated position or no legal move) and remaining is nobody's", tests)
        == "repeated position or no legal move"
    )


def test_pictures_have_every_reading(found: tuple[list[comparing.Effect], int], tmp_path: Path):
    krur = pages.by_game(found[0])["krur"]
    for name, draw in [
        ("game", lambda path: pictures.picture_of_game(krur[0].base, krur, path)),
        ("many", lambda path: pictures.picture_of_many("Many", krur, path)),
    ]:
        draw(tmp_path / name)
        said = " ".join(ElementTree.parse(tmp_path / name).getroot().itertext())
        assert [one.row.changed for one in krur if one.row.changed not in said] == []
        assert "prefers-color-scheme:dark" in said
