"""A small network learns Krur by playing, and then beats ``greedy``.

    python python/examples/learn_krur.py                 # learns (minutes on one core), and then meets `greedy`
    python python/examples/learn_krur.py --seconds 30    # a shorter run
    python python/examples/learn_krur.py --save krur.npz --curve curve.svg
    python python/examples/learn_krur.py --judge krur.npz --games 600

The network has one hidden layer. It takes the board as the player to move sees it, and tells what he may expect at the
end: from -1 (lost) to 1 (won). It plays the move that leaves the opponent the least. So it looks one move ahead, as
``greedy`` does, and differs from it only in what it wants: ``greedy`` wants the greatest lead in seeds.

It learns from games in which it plays both sides, and as many in which the opponent is greedy, by TD(lambda): the value
of a position is moved towards that of the best move, and towards what came of it. The curve shows what it wins
meanwhile.

Only NumPy is needed. A seed decides everything, unless learning is bounded by ``--seconds``; other processors round in
other ways, and may end up elsewhere.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

# matrices as small as these gain nothing from several threads
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

import mancala
from mancala._asking import ask

Floats = NDArray[np.float32]

#: Holes of the board, and those of a player.
HOLES, OWN = 8, 4
#: Seeds of a game.
SEEDS = 32
#: Counts of seeds that are told apart in a hole; from the last on they are one.
COUNTS = 17
#: A hole is unmarked, marked by the mover, or marked by the opponent.
STATES = 3
#: Numbers that the network takes: one of each hole's counts and states is 1, then both scores.
WIDTH = HOLES * STATES * COUNTS + 2
#: The action that stands for passing, and its place among the choices of a player: his holes, then the pass.
PASS, PASSES = 8, 4
CHOICES = 5


class Seen:
    """What of an observation the network sees: the board, turned so that the mover's holes come first."""

    def __init__(self, rules: mancala.Rules) -> None:
        parts = {name: slice(start, start + length) for name, start, length in rules.observation}
        cells = rules.cells
        if rules.actions != [*cells[:HOLES], "pass"]:
            raise ValueError(f"{rules.name} is not played from {HOLES} holes")
        self.seeds, self.mover = parts["seeds"], parts["to move"].start
        self.marks = [parts[f"marked by {name}"] for name in rules.player_names]

    def __call__(self, observations: NDArray[np.int32]) -> Floats:
        games = np.arange(len(observations))[:, None]
        north = observations[:, self.mover] == 1
        seeds = observations[:, self.seeds][:, :HOLES]
        marked = [observations[:, part][:, :HOLES] for part in self.marks]
        # turned by half a turn, the last hole of the upper row is the first of the lower one
        turned = [np.where(north[:, None], holes[:, ::-1], holes) for holes in (seeds, *marked)]
        counts = turned[0]
        mine = np.where(north[:, None], turned[2], turned[1])
        theirs = np.where(north[:, None], turned[1], turned[2])
        found = np.zeros((len(observations), WIDTH), np.float32)
        place = np.arange(HOLES) * STATES * COUNTS + (mine + 2 * theirs) * COUNTS + np.minimum(counts, COUNTS - 1)
        found[games, place] = 1
        found[:, -2] = (counts * mine).sum(1) / SEEDS
        found[:, -1] = (counts * theirs).sum(1) / SEEDS
        return found


class Network:
    """One hidden layer, which learns by Adam."""

    def __init__(self, hidden: int, seed: int) -> None:
        draw = np.random.default_rng(seed)
        self.weights = [
            draw.normal(0, 1 / 3, (WIDTH, hidden)).astype(np.float32),
            np.zeros(hidden, np.float32),
            draw.normal(0, 0.1 / np.sqrt(hidden), hidden).astype(np.float32),
            np.zeros(1, np.float32),
        ]
        self.means = [np.zeros_like(part) for part in self.weights]
        self.squares = [np.zeros_like(part) for part in self.weights]
        self.smoothed = [part.copy() for part in self.weights]
        self.steps = 0

    def smooth(self) -> Network:
        """A network whose weights are the mean of those of late: it plays better than the last one."""
        found = Network(len(self.weights[1]), 0)
        found.weights = [part.copy() for part in self.smoothed]
        return found

    def __call__(self, seen: Floats) -> Floats:
        """What the mover may expect."""
        first, bias, second, shift = self.weights
        return np.tanh(np.maximum(seen @ first + bias, 0) @ second + shift)

    def slopes(self, seen: Floats, aims: Floats) -> list[Floats]:
        """How half the mean square error grows with each weight."""
        first, bias, second, shift = self.weights
        hidden = np.maximum(seen @ first + bias, 0)
        values = np.tanh(hidden @ second + shift)
        slope = (values - aims) * (1 - values * values) / seen.dtype.type(len(seen))
        back = slope[:, None] * second * (hidden > 0)
        return [seen.T @ back, back.sum(0), hidden.T @ slope, slope.sum(keepdims=True)]

    def learn(self, seen: Floats, aims: Floats, rate: float) -> None:
        """Moves the values of positions towards other values."""
        slopes = self.slopes(seen, aims)
        self.steps += 1
        rate *= float(np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps))
        late = min(0.999, self.steps / (self.steps + 9))
        for part, mean, square, smoothed, each in zip(
            self.weights, self.means, self.squares, self.smoothed, slopes, strict=True
        ):
            mean += 0.1 * (each - mean)
            square += 0.001 * (each * each - square)
            part -= rate * mean / (np.sqrt(square) + 1e-8)
            smoothed += (1 - late) * (part - smoothed)


@dataclass
class Ahead:
    """The moves of a game: the actions, the games after them, and for the mover their values and his lead in seeds."""

    actions: list[int]
    after: list[mancala.Game]
    values: list[float]
    leads: list[float]

    def best(self) -> int:
        """The index of the move with the highest value."""
        return self.values.index(max(self.values))

    def greediest(self, draw: np.random.Generator) -> int:
        """The index of a move after which the mover leads by most."""
        most = max(self.leads)
        equal = [index for index, lead in enumerate(self.leads) if lead == most]
        return equal[int(draw.integers(len(equal)))] if len(equal) > 1 else equal[0]


def look_ahead(games: Sequence[mancala.Game], network: Network, see: Seen) -> list[Ahead]:
    """Plays every move of every game and asks the network what it is worth to the mover."""
    found, waiting, seen = [], [], []
    for game in games:
        ahead, mover = Ahead(game.legal_actions(), [], [], []), game.to_move
        for one in ahead.actions:
            after = game.copy()
            after.act(one)
            ahead.after.append(after)
            if after.outcome is not None:
                ahead.values.append(after.rewards[mover])
                scores = after.outcome["scores"]
                # to win is worth more than any lead
                ahead.leads.append(100 * after.rewards[mover] + scores[mover] - scores[1 - mover])
            else:
                # what is good for the other player is bad for the mover
                waiting.append((ahead, len(ahead.values), 1 if after.to_move == mover else -1))
                ahead.values.append(0.0)
                ahead.leads.append(0.0)
                seen.append(after.observe())
        found.append(ahead)
    if waiting:
        numbers = see(np.stack(seen))
        values, leads = network(numbers).tolist(), (SEEDS * (numbers[:, -2] - numbers[:, -1])).round().tolist()
        for (ahead, index, sign), value, lead in zip(waiting, values, leads):
            ahead.values[index], ahead.leads[index] = sign * value, sign * lead
    return found


@dataclass
class Course:
    """How to learn."""

    hidden: int = 128
    #: Games side by side, and plies of each that are played before the network learns.
    games: int = 128
    plies: int = 16
    #: How far a value is taken from what came later instead of from the next position.
    trace: float = 0.7
    #: Share of moves that are drawn.
    drawn: float = 0.1
    #: Share of games in which the opponent takes the move after which he leads by most.
    greedy: float = 0.5
    #: Positions that are remembered, positions that the network learns from at once, and how often it learns from each.
    kept: int = 100_000
    part: int = 256
    often: int = 1
    #: How fast it learns at first; at last, a tenth of it.
    rate: float = 2e-3
    seed: int = 1


def aimed_at(best: Floats, movers: NDArray[np.int32], cut: NDArray[np.bool_], trace: float) -> Floats:
    """The values that the network should give, for plies (rows) of games (columns): ``best`` as it looked one move
    ahead, moved by ``trace`` towards what came of the next ply. That counts nothing where a line is ``cut``: after the
    end of a game, and after a move that was drawn, which says nothing of the best one."""
    aims = best.copy()
    for ply in reversed(range(len(best) - 1)):
        sign = np.where(movers[ply + 1] == movers[ply], 1, -1)
        share = np.where(cut[ply], 0, trace)
        aims[ply] = (1 - share) * best[ply] + share * sign * aims[ply + 1]
    return aims


def learn(
    rules: mancala.Rules, course: Course, done: Callable[[int], float], tell: Callable[[Network, int], None]
) -> Network:
    """Lets a network play against itself and against who is greedy. ``done`` takes the plies that are played and says
    which share of the work they are; ``tell`` is called from time to time."""
    see, network, draw = Seen(rules), Network(course.hidden, course.seed), np.random.default_rng(course.seed)
    games = [rules.game() for _ in range(course.games)]
    shape = (course.plies, course.games)
    observations = np.zeros((*shape, len(games[0].observe())), np.int32)
    movers, best = np.zeros(shape, np.int32), np.zeros(shape, np.float32)
    kept, aimed = np.zeros((course.kept, observations.shape[2]), np.int32), np.zeros(course.kept, np.float32)
    # the player who is greedy in each game; none in the others
    rivals = np.where(np.arange(course.games) < course.greedy * course.games, np.arange(course.games) % 2, -1)
    played = 0
    while (share := done(played)) < 1:
        tell(network, played)
        drawn, over = draw.random(shape) < course.drawn, np.zeros(shape, np.bool_)
        for ply in range(course.plies):
            observations[ply] = [game.observe() for game in games]
            movers[ply] = [game.to_move for game in games]
            for at, ahead in enumerate(look_ahead(games, network, see)):
                greedy = movers[ply, at] == rivals[at]
                index = ahead.greediest(draw) if greedy else ahead.best()
                best[ply, at] = ahead.values[index]
                if drawn[ply, at]:
                    index = int(draw.integers(len(ahead.after)))
                game = ahead.after[index]
                over[ply, at] = game.is_over
                games[at] = rules.game() if game.is_over else game
        aims = aimed_at(best, movers, drawn | over, course.trace)
        places = np.arange(played, played + best.size) % course.kept
        kept[places], aimed[places] = observations.reshape(best.size, -1), aims.reshape(-1)
        played += best.size
        for _ in range(course.often * best.size // course.part):
            some = draw.integers(min(played, course.kept), size=course.part)
            network.learn(see(kept[some]), aimed[some], course.rate * (1 - 0.9 * share))
    tell(network, played)
    return network.smooth()


Player = Callable[[Sequence[mancala.Game]], list[int]]


class Looking:
    """Plays the move that a network values most, looking one move ahead."""

    def __init__(self, network: Network, rules: mancala.Rules) -> None:
        self.network, self.see = network, Seen(rules)

    def __call__(self, games: Sequence[mancala.Game]) -> list[int]:
        return [ahead.actions[ahead.best()] for ahead in look_ahead(games, self.network, self.see)]


class Leading:
    """Plays as ``greedy`` does: the move after which it leads by most, drawn among equals. It is quicker than `Greedy`,
    because it looks ahead in all games at once."""

    def __init__(self, rules: mancala.Rules, seed: int) -> None:
        self.see, self.draw, self.network = Seen(rules), np.random.default_rng(seed), Network(1, seed)

    def __call__(self, games: Sequence[mancala.Game]) -> list[int]:
        return [ahead.actions[ahead.greediest(self.draw)] for ahead in look_ahead(games, self.network, self.see)]


class Drawing:
    """Plays legal moves at random."""

    def __init__(self, seed: int) -> None:
        self.draw = np.random.default_rng(seed)

    def __call__(self, games: Sequence[mancala.Game]) -> list[int]:
        return [int(self.draw.choice(game.legal_actions())) for game in games]


class Greedy:
    """The player ``greedy`` of the program: it takes the move after which it leads by most, and draws among equals."""

    def __init__(self, rules: mancala.Rules, seed: int) -> None:
        self.game, self.names, self.draw = json.loads(rules.spec()), rules.actions, np.random.default_rng(seed)

    def __call__(self, games: Sequence[mancala.Game]) -> list[int]:
        found = []
        for game in games:
            # a table is where a game began and what was played in it
            table = {"game": self.game, "from": str(game.start), "steps": game.history}
            move = ask("think", table=table, player="greedy", seed=int(self.draw.integers(1 << 31)))
            found.append(self.names.index(move["move"]))
        return found


@dataclass
class Judged:
    """How games ended for a player."""

    won: int
    drawn: int
    lost: int
    #: Points per game (1 for a won one, 1/2 for a drawn one), and how far they may be off (95 of 100 times).
    points: float
    within: float

    def __str__(self) -> str:
        games = self.won + self.drawn + self.lost
        return (
            f"{games} games: {self.won} won, {self.drawn} drawn, {self.lost} lost; "
            f"{100 * self.points:.1f} % of the points (± {100 * self.within:.1f})"
        )


def judge(rules: mancala.Rules, player: Player, other: Player, games: int, opening: int, seed: int) -> Judged:
    """Lets a player play against another. Every opening, of some moves that are drawn, is played from both sides."""
    draw = np.random.default_rng(seed)
    table: list[tuple[mancala.Game, int]] = []
    while len(table) < games:
        begun = rules.game()
        while len(begun.history) < opening and not begun.is_over:
            begun.act(int(draw.choice(begun.legal_actions())))
        if not begun.is_over:
            table += [(begun.copy(), 0), (begun, 1)]
    while playing := [(game, side) for game, side in table if not game.is_over]:
        for who, turn in ((player, True), (other, False)):
            to_play = [game for game, side in playing if (game.to_move == side) is turn and not game.is_over]
            if to_play:
                for game, one in zip(to_play, who(to_play)):
                    game.act(one)
    ended = np.array([game.rewards[side] for game, side in table])
    # the two games of an opening are not independent of each other
    pairs = (ended.reshape(-1, 2).mean(1) + 1) / 2
    within = 1.96 * pairs.std(ddof=1) / np.sqrt(len(pairs))
    return Judged(
        int((ended > 0).sum()), int((ended == 0).sum()), int((ended < 0).sum()), float(pairs.mean()), float(within)
    )


@dataclass
class Point:
    """What a network is worth at some time of its learning."""

    plies: int
    minutes: float
    against_greedy: Judged
    against_random: Judged


@dataclass
class Watch:
    """Judges a network from time to time, and keeps the curve. The time that judging takes does not count."""

    rules: mancala.Rules
    games: int
    seed: int
    #: Says which share of the work so many plies are.
    share: Callable[[int], float]
    #: How often to judge, apart from the start.
    times: int
    points: list[Point] = field(default_factory=list)
    begun: float = field(default_factory=time.process_time)
    idle: float = 0.0

    def minutes(self) -> float:
        """Minutes of the processor that learning has taken."""
        return (time.process_time() - self.begun - self.idle) / 60

    def __call__(self, network: Network, plies: int) -> None:
        if self.share(plies) * self.times < len(self.points):
            return
        minutes, paused = self.minutes(), time.process_time()
        player, seed = Looking(network.smooth(), self.rules), self.seed + 1
        greedy = judge(self.rules, player, Leading(self.rules, seed), self.games, OPENING, seed)
        other = judge(self.rules, player, Drawing(seed), self.games, OPENING, seed)
        self.points.append(Point(plies, minutes, greedy, other))
        self.idle += time.process_time() - paused
        print(
            f"{plies:>9,} plies, {minutes:4.1f} min: {greedy.points:6.1%} against greedy, {other.points:6.1%} "
            f"against random",
            flush=True,
        )


#: Moves of a game that are drawn before players are compared.
OPENING = 4


def table(points: Sequence[Point]) -> str:
    """The curve as a table in Markdown."""
    lines = ["| plies | minutes | against `greedy` | against `random` |", "| ---: | ---: | ---: | ---: |"]
    for point in points:
        greedy, other = (
            f"{100 * judged.points:.1f} % ± {100 * judged.within:.1f}"
            for judged in (point.against_greedy, point.against_random)
        )
        lines.append(f"| {point.plies:,} | {point.minutes:.1f} | {greedy} | {other} |")
    return "\n".join(lines)


def curve(points: Sequence[Point]) -> str:
    """The curve as a picture in SVG, with what it may be off."""
    wide, high, left, top = 640, 360, 56, 20
    across, down = wide - left - 110, high - top - 48
    most = max(point.plies for point in points) or 1

    def x(plies: float) -> float:
        return left + across * plies / most

    def y(share: float) -> float:
        return top + down * (1 - share)

    def text(at: float, height: float, words: str, more: str = "") -> str:
        return f'<text x="{at:.1f}" y="{height:.1f}" {more}>{words}</text>'

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif" font-size="12" '
        f'fill="#1a1a1a"><title>What the network wins at Krur while it learns</title>',
        f'<rect width="{wide}" height="{high}" fill="#fff"/>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        colour = "#999" if share == 0.5 else "#e4e4e4"
        parts.append(f'<path d="M{left} {y(share):.1f}H{left + across}" stroke="{colour}"/>')
        parts.append(text(left - 8, y(share) + 4, f"{share:.0%}", 'text-anchor="end"'))
    for part in range(5):
        plies = most * part / 4
        parts.append(text(x(plies), y(0) + 18, f"{plies / 1e6:.1f}", 'text-anchor="middle"'))
    parts.append(text(left + across / 2, high - 8, "million plies of learning", 'text-anchor="middle"'))
    drawn = [("greedy", "#b5472c", "against_greedy"), ("random", "#2c6cb5", "against_random")]
    for name, colour, which in drawn:
        judged = [(x(point.plies), getattr(point, which)) for point in points]
        above = [f"{at:.1f} {y(one.points + one.within):.1f}" for at, one in judged]
        below = [f"{at:.1f} {y(one.points - one.within):.1f}" for at, one in reversed(judged)]
        parts.append(f'<path d="M{"L".join(above + below)}Z" fill="{colour}" opacity="0.15"/>')
        line = "L".join(f"{at:.1f} {y(one.points):.1f}" for at, one in judged)
        parts.append(f'<path d="M{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(text(judged[-1][0] + 8, y(judged[-1][1].points) + 4, f"against {name}", f'fill="{colour}"'))
    return "\n".join(parts) + "\n</svg>\n"


def save(network: Network, path: Path) -> None:
    """Writes the weights of a network."""
    np.savez(path, *network.weights)


def restore(path: Path) -> Network:
    """Reads the weights of a network."""
    with np.load(path) as kept:
        weights = [kept[name] for name in kept.files]
    network = Network(weights[0].shape[1], 0)
    network.weights = weights
    return network


def main(arguments: Sequence[str] | None = None) -> int:
    told = argparse.ArgumentParser(description="A small network learns Krur by playing, and then meets `greedy`.")
    told.add_argument("--plies", type=int, default=4_000_000, help="plies to learn from (default: %(default)s)")
    told.add_argument("--seconds", type=float, help="learn for so long instead")
    told.add_argument("--seed", type=int, default=1, help="decides everything (default: %(default)s)")
    told.add_argument("--games", type=int, default=1000, help="games of the last comparison (default: %(default)s)")
    told.add_argument("--points", type=int, default=10, help="points of the curve (default: %(default)s)")
    told.add_argument("--curve", type=Path, help="where to write the curve as SVG; beside it, its table")
    told.add_argument("--save", type=Path, help="where to write the network (.npz)")
    told.add_argument("--judge", type=Path, help="learn nothing: compare a network that was saved")
    chosen = told.parse_args(arguments)

    rules = mancala.load("krur")
    if chosen.judge is not None:
        network = restore(chosen.judge)
    else:

        def share(plies: int) -> float:
            return plies / chosen.plies if chosen.seconds is None else 60 * watch.minutes() / chosen.seconds

        watch = Watch(rules, min(chosen.games, 400), chosen.seed, share, chosen.points)
        network = learn(rules, Course(seed=chosen.seed), share, watch)
        if chosen.save is not None:
            save(network, chosen.save)
        if chosen.curve is not None:
            chosen.curve.write_text(curve(watch.points), encoding="utf-8")
            chosen.curve.with_suffix(".md").write_text(table(watch.points) + "\n", encoding="utf-8")
    player = Looking(network, rules)
    for name, other in (("greedy", Greedy(rules, chosen.seed)), ("random", Drawing(chosen.seed))):
        print(f"against {name}: {judge(rules, player, other, chosen.games, OPENING, chosen.seed)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
