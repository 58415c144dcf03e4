"""Work in shards on many cores or machines, by Dask.

``simulate``, ``perft`` and ``sweep`` of the program write tables of which every shard is computed alone. `table`
computes all shards on the workers of a ``dask.distributed`` client and returns one data frame, the same as that of a
single run:

    >>> from mancala import cluster
    >>> frame = cluster.table(["sweep", "krur", "--games", "100000"], shards=8)

Without a client the workers are processes of this machine. For Slurm:

    >>> from dask.distributed import Client
    >>> from dask_jobqueue import SLURMCluster
    >>> slurm = SLURMCluster(cores=1, memory="1GB", walltime="01:00:00")
    >>> slurm.scale(jobs=50)
    >>> frame = cluster.table(["sweep", "--games", "1000000"], shards=750, client=Client(slurm))

A shard depends only on the game, its readings and the seeds. So Dask gives the shards of a lost worker to others, and
the result stays the same. Workers need this package of one version (or the program, in the variable
``MANCALA``); rule files have to lie in a folder that all of them see.

Needs ``dask[distributed]`` and ``pandas``: ``pip install mancala-rules[cluster]``.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

__all__ = ["ShardError", "shard", "table"]


class ShardError(RuntimeError):
    """The program could not compute a shard; the text is what it said."""


def _program(program: str | None) -> list[str]:
    """The program to run: the one given, that of ``MANCALA``, or the one in this package."""
    name = program or os.environ.get("MANCALA")
    if name is None:
        return [sys.executable, "-m", "mancala"]
    found = shutil.which(name)
    if found is None:
        raise ShardError(f"there is no program `{name}`")
    return [found]


def shard(
    arguments: Sequence[str],
    number: int,
    of: int,
    *,
    program: str | None = None,
    threads: int | None = 1,
    folder: str | None = None,
) -> list[dict[str, Any]]:
    """Computes shard ``number`` (from 1) of ``of`` in this process's machine and returns its rows.

    ``arguments`` are those of the program, such as ``["sweep", "krur"]``. The program runs in ``folder``, where
    relative paths of rule files begin.
    """
    with tempfile.TemporaryDirectory(prefix="mancala-shard-") as place:
        out = Path(place) / "shard.jsonl"
        command = [*_program(program), *arguments, "--shard", f"{number}/{of}", "--out", str(out)]
        if threads is not None:
            command += ["--threads", str(threads)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=folder, stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            told = done.stderr.strip() or f"it ended with {done.returncode}"
            raise ShardError(f"shard {number}/{of} of `mancala {' '.join(arguments)}`: {told}")
        with out.open(encoding="utf-8") as lines:
            return [json.loads(line) for line in lines]


def _tell(done: int, of: int) -> None:
    """Says on a terminal how many shards are done."""
    if sys.stderr.isatty():
        end = "\n" if done == of else ""
        print(f"\r{done} of {of} shards", end=end, file=sys.stderr, flush=True)


def _same_origin(rows: list[dict[str, Any]]) -> None:
    """Fails if shards were computed by other versions, or from other rule files."""
    versions = {row["version"] for row in rows}
    if len(versions) > 1:
        raise ShardError(f"the workers have several versions of the program: {', '.join(sorted(versions))}")
    seen: dict[str, str] = {}
    for row in rows:
        if seen.setdefault(row["file"], row["fingerprint"]) != row["fingerprint"]:
            raise ShardError(f"the workers have several files `{row['file']}`")


def table(
    arguments: Sequence[str],
    *,
    shards: int,
    client: Any = None,
    program: str | None = None,
    threads: int | None = 1,
    folder: str | None = None,
    progress: Callable[[int, int], None] | None = _tell,
) -> Any:
    """Computes all shards of a table on the workers of ``client`` and returns one ``pandas.DataFrame``.

    The rows are in the order of a single run. ``progress`` is called with the number of shards that are done, and of
    all. If a shard fails, or at Ctrl-C, the others are cancelled.
    """
    import pandas
    from dask.distributed import Client, as_completed

    if shards < 1:
        raise ValueError("at least one shard")
    own = Client() if client is None else None
    used: Any = own if client is None else client
    try:
        futures = [
            used.submit(
                shard,
                list(arguments),
                number,
                shards,
                program=program,
                threads=threads,
                folder=folder if folder is not None else os.getcwd(),
                pure=False,
            )
            for number in range(1, shards + 1)
        ]
        try:
            for done, future in enumerate(as_completed(futures), 1):
                if future.status == "error":
                    future.result()
                if progress is not None:
                    progress(done, shards)
            rows = [row for part in used.gather(futures) for row in part]
        except BaseException:
            used.cancel(futures)
            raise
    finally:
        if own is not None:
            own.close()
    _same_origin(rows)
    return pandas.DataFrame(rows)
