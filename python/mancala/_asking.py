"""Questions to the library, in JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from . import _mancala
from ._errors import MancalaError

__all__ = ["ask"]

#: Takes how many parts of the work are done, and how many there are.
Progress = Callable[[int, int], object]


def ask(
    question: str,
    *,
    tell: Callable[[dict[str, Any]], object] | None = None,
    progress: Progress | None = None,
    databases: _mancala.Databases | None = None,
    **more: Any,
) -> Any:
    """Asks a question. Ctrl-C ends the work."""
    hear = None if tell is None else lambda part: tell(json.loads(part))
    answer = json.loads(_mancala.answer(json.dumps({"ask": question, **more}), hear, progress, databases))
    if isinstance(answer, dict) and "error" in answer:
        raise MancalaError(answer["error"])
    return answer
