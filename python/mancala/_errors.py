"""What can go wrong."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

__all__ = ["IllegalMove", "MancalaError", "Problem", "RuleFileError"]


@dataclass(frozen=True)
class Problem:
    """What is wrong at a place of a rule file. Lines and columns count from 1, in characters."""

    code: str
    message: str
    file: str
    line: int
    column: int
    length: int
    help: str | None = None
    instead: str | None = None
    situation: str | None = None

    @classmethod
    def _of(cls, record: dict[str, Any]) -> Problem:
        return cls(**{name: value for name, value in record.items() if name in cls.__dataclass_fields__})


class MancalaError(ValueError):
    """Something cannot be done; the text says what and why."""

    def __init__(self, text: str, _detail: str = "") -> None:
        super().__init__(text)


class RuleFileError(MancalaError):
    """A rule file has problems. The text shows them as the program does; ``problems`` lists them."""

    def __init__(self, text: str, detail: str) -> None:
        super().__init__(text)
        self.problems = [Problem._of(record) for record in json.loads(detail)]
        self._detail = detail

    def __str__(self) -> str:
        # a traceback puts the name of the exception before the first line
        return "\n" + str(self.args[0])

    def __reduce__(self) -> Any:
        return type(self), (self.args[0], self._detail)


class IllegalMove(MancalaError):  # noqa: N818
    """A move or an action is not legal; the text says which are."""
