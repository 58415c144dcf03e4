"""What the README shows runs."""

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"
BLOCKS = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


def test_the_readme_shows_something():
    assert len(BLOCKS) >= 2


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_what_the_readme_shows_runs(number, capsys):
    known = {}
    # later blocks use what the first imports
    for block in [*BLOCKS[:1], BLOCKS[number]]:
        exec(compile(block, str(README), "exec"), known)
    assert capsys.readouterr().out
