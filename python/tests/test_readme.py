"""What the two READMEs show runs."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parents[1]


def blocks(readme: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", readme.read_text(encoding="utf-8"), re.DOTALL)


SHOWN = [(readme, block) for readme in [HERE / "README.md", HERE.parent / "README.md"] for block in blocks(readme)]


def test_both_show_something():
    assert {readme for readme, _ in SHOWN} == {HERE / "README.md", HERE.parent / "README.md"}


@pytest.mark.parametrize(("readme", "block"), SHOWN)
def test_what_is_shown_runs(readme, block):
    exec(compile("import mancala\n" + block, str(readme), "exec"), {})
