"""Games are loaded, checked, explained and examined as the program does it."""

import copy
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import pytest

import mancala


def printed(*arguments: str) -> str:
    """What the program of the package prints."""
    done = subprocess.run([sys.executable, "-m", "mancala", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def lines(*arguments: str) -> list[dict]:
    return [json.loads(line) for line in printed(*arguments, "--json").splitlines()]


def test_every_ruleset_is_loaded():
    names = mancala.rulesets()
    assert len(names) > 90
    for name in names:
        rules = mancala.load(name)
        assert rules.name == name
        assert rules.start().seeds
        assert rules.options == [] or all(len(option.readings) > 1 for option in rules.options)


def test_a_name_that_is_none_is_refused():
    with pytest.raises(mancala.MancalaError, match="krurr"):
        mancala.load("krurr")
    with pytest.raises(mancala.MancalaError, match="no-move"):
        mancala.load("krur", {"no-move": "never"})


def test_readings_are_chosen():
    krur = mancala.load("krur", {"no-move": "the-end"})
    assert krur.readings["no-move"] == "the end"
    option = next(option for option in krur.options if option.names == ["no-move"])
    usual = mancala.load("krur").readings
    assert [usual["no-move"]] in option.readings and usual["no-move"] != "the end"
    assert krur.under({"no-move": usual["no-move"]}).readings == usual


def test_problems_are_raised_as_the_program_shows_them(tmp_path):
    text = mancala.load("oware").text.replace("region", "regoin").replace("before turn", "before turm")
    with pytest.raises(mancala.RuleFileError) as raised:
        mancala.read(text, "mine")
    error = raised.value
    assert len(error.problems) == 2
    file = tmp_path / "mine.mancala"
    file.write_text(text)
    shown = subprocess.run(
        [sys.executable, "-m", "mancala", "check", str(file)], capture_output=True, text=True, check=False
    )
    assert shown.returncode == 1
    for problem in error.problems:
        assert problem.message in str(error)
        assert problem.message in shown.stderr + shown.stdout
        assert text.splitlines()[problem.line - 1][problem.column - 1 :][: problem.length]
    with pytest.raises(mancala.RuleFileError):
        mancala.load(file)
    again = pickle.loads(pickle.dumps(error))
    assert again.problems == error.problems
    assert mancala.check(text, "mine").problems == error.problems


def test_a_file_that_is_well_is_checked():
    checked = mancala.load("um-el-tuweisat").check()
    assert checked and not checked.problems
    assert mancala.check(mancala.load("oware").text)


def test_a_file_may_be_like_one_beside_it():
    base = mancala.load("oware").text
    text = 'game "Mine" {\n  like: base\n}\n'
    with pytest.raises(mancala.RuleFileError):
        mancala.read(text)
    with_base = mancala.read(text, beside={"base": base})
    assert with_base.perft(3) == mancala.load("oware").perft(3)
    assert pickle.loads(pickle.dumps(with_base)).perft(3) == with_base.perft(3)


def test_sentences_are_those_of_the_program():
    told = mancala.load("krur").explain()
    known = [line for line in lines("explain", "krur")]
    assert [one.text for one in told.sentences] == [line["text"] for line in known[: len(told.sentences)]]
    assert told.sentences[0].text in str(told)


def test_counts_are_those_of_the_program():
    assert mancala.load("oware").perft(6) == lines("perft", "oware", "--depth", "6")[-1]["nodes"]
    game = mancala.load("oware").game()
    assert game.perft(0) == 1
    game.play("c1")
    assert game.perft(1) == len(game.legal_moves)


def test_random_games_are_those_of_the_program():
    told = mancala.load("krur").simulate(300, seed=7)
    known = lines("simulate", "krur", "--games", "300", "--seed", "7")[0]
    assert (told.games, [one.number for one in told.wins]) == (known["games"], known["wins"])
    assert max(told.lengths) == known["length"]["max"]
    low, high = told.wins[0].interval
    assert low < told.wins[0].share < high
    assert "random games" in str(told)


def test_progress_is_told():
    told = []
    mancala.load("oware").simulate(20_000_000, seconds=0.5, progress=lambda done, of: told.append((done, of)))
    assert told and told[-1][1] == 20_000_000 and told[0][0] < told[-1][0]


@pytest.fixture
def interruptible():
    """A shell lets programs in the background ignore Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("work", ["simulate", "perft", "analyse"])
def test_ctrl_c_ends_long_work(work, interruptible):
    rules = mancala.load("oware")
    threading.Timer(0.4, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        if work == "simulate":
            rules.simulate(10**12, seconds=30)
        elif work == "perft":
            rules.perft(25)
        else:
            mancala.analyse(rules.game(), seconds=30)
    assert time.monotonic() - begun < 10


def test_other_threads_go_on():
    counted = 0
    done = threading.Event()

    def count():
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    mancala.load("oware").simulate(10**12, seconds=0.5)
    done.set()
    thread.join()
    assert counted > 50


def test_a_search_tells_each_depth():
    told = []
    found = mancala.analyse(mancala.load("oware").game(), seconds=0.5, tell=told.append)
    assert [one.depth for one in told] == sorted({one.depth for one in told})
    assert len(found.moves) == 6 and found.best in {one.move for one in found.moves}
    assert "depth" in str(found)


def test_a_solved_game_is_looked_up(tmp_path):
    rules = mancala.load("um-el-tuweisat")
    solved = rules.solve(tmp_path / "values")
    assert solved.positions == 76714
    assert solved.value == {"by": 0}
    found = mancala.analyse(rules.game(), databases=mancala.Databases(tmp_path))
    assert found.certainty == "database"
    assert {one.move for one in found.moves} == set(rules.game().legal_moves)
    # a game whose text is given, under another reading
    other = mancala.read(rules.text, "mine", readings={"seeds": rules.readings["seeds"]})
    assert other.solve(tmp_path / "other").positions == 76714


def test_a_solver_that_refuses_is_an_error(tmp_path):
    with pytest.raises(mancala.MancalaError):
        mancala.load("tchoukaillon").solve(tmp_path / "values")
    with pytest.raises(mancala.MancalaError, match="nowhere"):
        mancala.Databases(tmp_path / "nowhere")


def test_rules_are_copied_and_sent():
    rules = mancala.load("krur", {"no-move": "the-end"})
    for other in [pickle.loads(pickle.dumps(rules)), copy.deepcopy(rules)]:
        assert other == rules and hash(other) == hash(rules)
        assert other.readings == rules.readings and other.fingerprint == rules.fingerprint
    assert mancala.load("krur") != rules


def test_the_program_is_in_the_package():
    assert printed("list").count("\n") > 90
    wrong = subprocess.run([sys.executable, "-m", "mancala", "perft"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2 and "Usage" in wrong.stderr
