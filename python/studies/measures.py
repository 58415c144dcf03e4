"""What the study measures: shares and means with their intervals, and what differs clearly."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

LEVEL = 0.05
Z = NormalDist().inv_cdf(1 - LEVEL / 2)


class Interval(NamedTuple):
    """A value with its 95 % confidence interval."""

    value: float
    low: float
    high: float


class Difference(NamedTuple):
    """By how much two series of games differ, with its interval, and how likely chance alone makes it as large."""

    by: float
    low: float
    high: float
    chance: float


def share(part: int, of: int) -> Interval:
    """A share with Wilson's interval."""
    if of == 0:
        return Interval(math.nan, math.nan, math.nan)
    p, square = part / of, Z * Z
    middle = (p + square / (2 * of)) / (1 + square / of)
    half = Z / (1 + square / of) * math.sqrt(p * (1 - p) / of + square / (4 * of * of))
    return Interval(p, max(0.0, middle - half), min(1.0, middle + half))


def mean(value: float, deviation: float, of: int) -> Interval:
    half = Z * deviation / math.sqrt(of)
    return Interval(value, value - half, value + half)


def chance(distance: float, error: float) -> float:
    """How likely chance alone leads as far from 0, in a normal distribution with this standard error."""
    if error == 0:
        return 0.0 if distance else 1.0
    return math.erfc(abs(distance) / error / math.sqrt(2))


def of_shares(base: tuple[int, int], other: tuple[int, int]) -> Difference:
    """How much a share differs (interval: Newcombe; chance: the test of two proportions)."""
    one, two = share(*base), share(*other)
    both = (base[0] + other[0]) / (base[1] + other[1])
    error = math.sqrt(both * (1 - both) * (1 / base[1] + 1 / other[1]))
    by = two.value - one.value
    low = by - math.hypot(two.value - two.low, one.high - one.value)
    high = by + math.hypot(two.high - two.value, one.value - one.low)
    return Difference(by, low, high, chance(by, error))


def of_means(base: tuple[float, float, int], other: tuple[float, float, int]) -> Difference:
    """How much a mean differs (Welch). A mean comes with the standard deviation and the number of games."""
    by = other[0] - base[0]
    error = math.hypot(*(deviation / math.sqrt(of) for _, deviation, of in (base, other)))
    return Difference(by, by - Z * error, by + Z * error, chance(by, error))


def holm(chances: Sequence[float], level: float = LEVEL) -> list[bool]:
    """Which of many comparisons are clear: chance alone would make even one of them with this probability (Holm)."""
    clear = [False] * len(chances)
    for done, at in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        if chances[at] * (len(chances) - done) > level:
            break
        clear[at] = True
    return clear


def games_to_watch(shown: int, watched: int) -> int | None:
    """How many games one has to watch so that with 95 % at least one of them shows it; `None` if none did."""
    if shown == 0:
        return None
    if shown == watched:
        return 1
    # where a whole number is wanted exactly, rounding must not ask for one game more
    return math.ceil(math.log(LEVEL) / math.log(1 - shown / watched) - 1e-9)


def ratio(base: tuple[float, float, int], other: tuple[float, float, int]) -> Interval:
    """How many times as large a mean is (interval: of the logarithm, by its standard error)."""
    error = math.hypot(*(deviation / value / math.sqrt(of) for value, deviation, of in (base, other)))
    times = other[0] / base[0]
    return Interval(times, times * math.exp(-Z * error), times * math.exp(Z * error))
