"""The example in which a network learns Krur."""

import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

import mancala

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))

import learn_krur as example


@pytest.fixture(scope="module")
def rules():
    return mancala.load("krur")


def positions(rules, games, seed):
    """Games in play at each of their positions, with moves that are drawn."""
    draw = np.random.default_rng(seed)
    for _ in range(games):
        game = rules.game()
        while not game.is_over:
            yield game
            game.act(int(draw.choice(game.legal_actions())))


def learned(course, plies):
    """The network before and after learning."""
    networks = []
    tell = lambda network, _: networks.append(network.smooth())  # noqa: E731
    example.learn(mancala.load("krur"), course, lambda played: played / plies, tell)
    return networks[0], networks[-1]


def test_a_network_that_learns_beats_who_draws_his_moves(rules):
    course = example.Course(seed=2, hidden=64, games=64, part=128, often=4)
    # in a process of its own, NumPy takes one thread, as the example asks for; several would hinder one another
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as apart:
        networks = apart.submit(learned, course, 60_000).result()

    def judged(network, other):
        return example.judge(rules, example.Looking(network, rules), other, 400, example.OPENING, 1)

    at_random = [judged(network, example.Drawing(1)) for network in networks]
    greedy = [judged(network, example.Leading(rules, 1)) for network in networks]
    assert at_random[1].points - at_random[1].within > 0.58
    assert at_random[1].points > at_random[0].points + 0.06
    assert greedy[1].points > greedy[0].points + 0.08


def test_the_same_seed_gives_the_same_network(rules):
    def weights(seed):
        course = example.Course(seed=seed, hidden=8, games=16)
        return example.learn(rules, course, lambda played: played / 2000, lambda *_: None).weights

    first = weights(3)
    assert all(np.array_equal(one, other) for one, other in zip(first, weights(3)))
    assert not np.array_equal(first[0], weights(4)[0])


def test_what_came_later_counts_until_a_line_is_cut():
    best = np.array([[0.5, 0.5, 0.5], [0.0, 0.0, 0.0], [0.8, 0.8, 0.8]], np.float32)
    # in the second game the same player moves twice, and the third is cut after its second ply
    movers = np.array([[0, 0, 0], [1, 1, 1], [0, 1, 0]], np.int32)
    cut = np.array([[False] * 3, [False, False, True], [False] * 3])
    aims = example.aimed_at(best, movers, cut, 0.5)
    assert aims[2].tolist() == best[2].tolist()
    assert aims[1].tolist() == pytest.approx([-0.4, 0.4, 0])
    assert aims[0].tolist() == pytest.approx([0.45, 0.05, 0.25])


def test_the_slopes_of_the_network_are_those_of_its_error(rules):
    """Along each weight the error falls as the network is told it does."""
    see, draw = example.Seen(rules), np.random.default_rng(1)
    seen = see(np.stack([game.observe() for game in positions(rules, 3, 1)])).astype(np.float64)
    aims = draw.uniform(-1, 1, len(seen))
    network = example.Network(6, 1)
    network.weights = [part.astype(np.float64) + draw.normal(0, 0.1, part.shape) for part in network.weights]
    slopes = network.slopes(seen, aims)

    def error():
        return ((network(seen) - aims) ** 2).mean() / 2

    for part, slope in zip(network.weights, slopes):
        for at in draw.integers(part.size, size=12):
            place, kept = np.unravel_index(at, part.shape), part.flat[at]
            part[place] = kept + 1e-5
            above = error()
            part[place] = kept - 1e-5
            below = error()
            part[place] = kept
            assert slope[place] == pytest.approx((above - below) / 2e-5, rel=1e-3, abs=1e-8)


def test_both_players_see_the_board_from_their_side(rules):
    see = example.Seen(rules)
    # the same position twice, with the sides changed
    south = rules.game("5 6 7 4 / 1 2 3 4; to move South; marks d1 South, a2 North")
    north = rules.game("4 3 2 1 / 4 7 6 5; to move North; marks a2 North, d1 South")
    one, other = (see(game.observe()[None])[0] for game in (south, north))
    assert one.tolist() == other.tolist()
    assert one[:-2].sum() == 8
    assert one[-2:].tolist() == [4 / 32, 5 / 32]


def test_the_quick_greedy_player_is_greedy(rules):
    network, see, greedy = example.Network(1, 0), example.Seen(rules), example.Greedy(rules, 1)
    choices = ends = 0
    for game in positions(rules, 40, 4):
        (ahead,) = example.look_ahead([game], network, see)
        ending = len(ahead.after) > 1 and any(after.is_over for after in ahead.after)
        if len(game.history) > 6 and not ending:
            continue
        best = {one for one, lead in zip(ahead.actions, ahead.leads) if lead == max(ahead.leads)}
        assert greedy([game])[0] in best
        assert ahead.actions[ahead.greediest(np.random.default_rng(0))] in best
        choices, ends = choices + (len(best) < len(ahead.actions)), ends + ending
        if ends >= 4 and choices > 30:
            break
    assert ends >= 4 and choices > 30


class Recorder:
    """Plays its first legal action, and keeps who it was in which game, and how games began."""

    def __init__(self):
        self.sides, self.openings = {}, []

    def __call__(self, games):
        for game in games:
            if self.sides.setdefault(id(game), game.to_move) != game.to_move:
                raise AssertionError("a player plays for both")
            if len(game.history) == 2:
                self.openings.append(tuple(game.history))
        return [game.legal_actions()[0] for game in games]


def test_games_are_judged_from_both_sides(rules):
    one, other = Recorder(), Recorder()
    judged = example.judge(rules, one, other, 60, 2, 7)
    assert list(one.sides.values()).count(0) == list(one.sides.values()).count(1) == 30
    assert other.sides == {game: 1 - side for game, side in one.sides.items()}
    # each opening is played from both sides, and openings differ
    assert sorted(one.openings) == sorted(other.openings)
    assert len(set(one.openings)) > 8
    # who plays against one like himself wins as much as he loses
    assert judged.won == judged.lost > 10
    assert judged.won + judged.drawn + judged.lost == 60
    assert (judged.points, judged.within) == (0.5, 0)
    against = example.judge(rules, Recorder(), example.Drawing(1), 60, 2, 8)
    assert against.within > 0.02
    assert str(against).startswith(f"60 games: {against.won} won, {against.drawn} drawn, {against.lost} lost; ")


def test_the_program_writes_its_curve(tmp_path, capsys):
    curve, network = tmp_path / "curve.svg", tmp_path / "network.npz"
    told = ["--plies", "6000", "--points", "2", "--games", "10", "--seed", "5"]
    assert example.main([*told, "--curve", str(curve), "--save", str(network)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-2].startswith("against greedy: 10 games: ")
    assert said[-1].startswith("against random: 10 games: ")
    drawn = curve.read_text(encoding="utf-8")
    assert drawn.startswith("<svg") and drawn.count("<path d=") == 9 and "against greedy" in drawn
    rows = curve.with_suffix(".md").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 2 + 3 and rows[2].startswith("| 0 | 0.0 | ")
    assert example.main(["--judge", str(network), "--games", "10", "--seed", "5"]) == 0
    assert capsys.readouterr().out.splitlines() == said[-2:]
