"""Shards on several workers: a worker that is lost changes nothing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import distributed
import pandas
import pytest

from mancala import cluster

SWEEP = ["sweep", "krur", "--games", "200", "--watch", "20", "--seeds", "5"]


def single(arguments: list[str], folder: Path) -> pandas.DataFrame:
    """The table of one run of the program."""
    out = folder / "whole.jsonl"
    subprocess.run(
        [sys.executable, "-m", "mancala", *arguments, "--out", str(out)], check=True, stdout=subprocess.DEVNULL
    )
    with out.open(encoding="utf-8") as lines:
        return pandas.DataFrame([json.loads(line) for line in lines])


def same(found: pandas.DataFrame, wanted: pandas.DataFrame) -> None:
    assert len(found) == len(wanted) > 0
    pandas.testing.assert_frame_equal(
        found.drop(columns="shard"), wanted.drop(columns="shard"), check_dtype=False, check_exact=False, rtol=1e-12
    )


@pytest.fixture
def client():
    # workers that are killed come back as new processes, as a batch system brings them back
    local = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with local, distributed.Client(local) as client:
        yield client


def test_a_worker_that_is_killed_changes_nothing(client, tmp_path: Path) -> None:
    lost: list[int] = []

    def kill_one(done: int, of: int) -> None:
        if not lost:
            assert done < of - 2, "the work is not over yet"
            busy = [address for address, tasks in client.processing().items() if tasks]
            victim = client.run(os.getpid, workers=busy[:1])
            pid = next(iter(victim.values()))
            os.kill(pid, signal.SIGKILL)
            lost.append(pid)

    found = cluster.table(SWEEP, shards=12, client=client, progress=kill_one)
    assert lost, "a worker was killed"
    assert lost[0] not in client.run(os.getpid).values()
    same(found, single(SWEEP, tmp_path))
    assert list(found["shard"].unique()) == [f"{number}/12" for number in range(1, 13)]


@pytest.mark.parametrize(
    "arguments",
    [
        ["simulate", "kalah", "--games", "40", "--seed", "3"],
        ["simulate", "krur", "--players", "greedy,random", "--games", "10"],
        ["perft", "krur", "--depth", "5", "--split", "3"],
    ],
)
def test_every_table_is_that_of_one_run(client, arguments: list[str], tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    found = cluster.table(arguments, shards=3, client=client, progress=lambda *done: told.append(done))
    same(found, single(arguments, tmp_path))
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_what_the_program_refuses_is_told(client) -> None:
    with pytest.raises(cluster.ShardError, match="no-such-game"):
        cluster.table(["sweep", "no-such-game"], shards=2, client=client)
    with pytest.raises(cluster.ShardError, match="there is no program"):
        cluster.table(["sweep", "krur"], shards=1, client=client, program="no-such-program")
