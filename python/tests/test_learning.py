"""The example in which a network learns Krur."""

import sys
from pathlib import Path

import numpy as np
import pytest

import mancala

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))

import learn_krur as example  # noqa: E402


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


def test_a_network_that_learns_beats_who_draws_his_moves(rules):
    course, plies = example.Course(seed=2, games=64, part=128, often=4), 100_000
    networks = []
    example.learn(rules, course, lambda played: played / plies, lambda network, _: networks.append(network.smooth()))

    def judged(network, other):
        return example.judge(rules, example.Looking(network, rules), other, 400, example.OPENING, 1)

    at_random = [judged(network, example.Drawing(1)) for network in (networks[0], networks[-1])]
    greedy = [judged(network, example.Leading(rules, 1)) for network in (networks[0], networks[-1])]
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
    choices = 0
    for game in positions(rules, 3, 4):
        (ahead,) = example.look_ahead([game], network, see)
        best = {one for one, lead in zip(ahead.actions, ahead.leads) if lead == max(ahead.leads)}
        assert greedy([game])[0] in best
        assert ahead.actions[ahead.greediest(np.random.default_rng(0))] in best
        choices += len(best) < len(ahead.actions)
    assert choices > 20


def test_games_are_judged_from_both_sides(rules):
    class First:
        def __call__(self, games):
            self.sides |= {game.to_move for game in games if len(game.history) < 6}
            return [game.legal_actions()[0] for game in games]

    first = First()
    first.sides = set()
    judged = example.judge(rules, first, first, 60, 2, 7)
    # who plays against himself wins as much as he loses
    assert judged.won == judged.lost > 10
    assert judged.won + judged.drawn + judged.lost == 60
    assert (judged.points, judged.within) == (0.5, 0)
    assert first.sides == {0, 1}
    against = example.judge(rules, first, example.Drawing(1), 60, 2, 7)
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
