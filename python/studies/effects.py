"""What each reading changes: all comparisons of the study, and which of them are clear."""

from __future__ import annotations

from dataclasses import dataclass, field

from measures import Difference, games_to_watch, holm, of_means, of_shares
from sweeps import Row

WINS, LENGTH, ENDS, COURSE, NOTHING = KINDS = (
    "who wins",
    "length alone",
    "ends alone",
    "the course alone",
    "nothing seen",
)
# what a reading changes, and whether strongly where there are degrees
KINDS_SAID = {
    (WINS, True): "who wins: in 5 of 100 games and more",
    (WINS, False): "who wins, in fewer games",
    (LENGTH, True): "only how long games are: by a tenth and more",
    (LENGTH, False): "only how long games are, by less",
    (ENDS, False): "only why games end",
    (COURSE, False): "only single moves; games are as long, and end alike",
    (NOTHING, False): "nothing in the games that were watched",
}
# games to watch, to the number that is named
EFFORTS = ((1, "1 game"), (5, "2 to 5"), (20, "6 to 20"), (60, "21 to 60"), (None, "more than 60"))
UNSEEN = "not seen"
STRONG_SHARE, STRONG_LENGTH = 0.05, 0.1


@dataclass
class Effect:
    """A reading beside the usual one."""

    base: Row
    row: Row
    length: Difference
    wins: list[Difference]
    """Of the games that each player wins alone."""
    shared: Difference | None
    ends: dict[str, Difference]
    clear: set[str] = field(default_factory=set)
    """The names of what differs clearly: `length`, `shared`, `ends`, and the number of a player who wins."""

    @property
    def kind(self) -> str:
        if self.clear - {"length", "ends"}:
            return WINS
        if "length" in self.clear:
            return LENGTH
        if "ends" in self.clear:
            return ENDS
        return COURSE if self.shown else NOTHING

    @property
    def is_strong(self) -> bool:
        """Whether somebody, or nobody, wins 5 of 100 games more or less, or games are longer or shorter by a tenth."""
        if self.kind == WINS:
            by = [abs(wins.by) for player, wins in enumerate(self.wins, 1) if str(player) in self.clear]
            by += [abs(self.shared.by)] if self.shared and "shared" in self.clear else []
            return max(by) >= STRONG_SHARE
        return self.kind == LENGTH and abs(self.length.by) >= STRONG_LENGTH * self.base.plies

    @property
    def shown(self) -> int:
        """Games of these readings that are impossible under the usual ones, or the reverse if that happens more often:
        whoever never sees the one in force may conclude that it is not."""
        return max(self.row.shown, self.row.usual_shown)

    @property
    def to_watch(self) -> int | None:
        return games_to_watch(self.shown, self.row.watched)

    @property
    def effort(self) -> str:
        wanted = self.to_watch
        if wanted is None:
            return UNSEEN
        return next(name for most, name in EFFORTS if most is None or wanted <= most)

    @property
    def is_setup(self) -> bool:
        """Whether one sees it before the first move: another board, other seeds, other players."""
        row = self.row
        return row.shown == row.watched > 0 and row.after == 0

    @property
    def otherwise(self) -> float:
        """The share of games that end for another reason."""
        return sum(abs(end.by) for end in self.ends.values()) / 2

    @property
    def is_open(self) -> bool:
        """Whether one of the two readings is documented by no source on this game: assumed, or of a similar game."""
        return any(ground != "documented" for ground in self.row.grounds)


def effect(base: Row, row: Row) -> Effect:
    def share(of_one: int, of_other: int) -> Difference:
        return of_shares((of_one, base.games), (of_other, row.games))

    reasons = list(dict.fromkeys([*base.endings, *row.endings]))
    # where the number of players differs, the first player is compared; one who plays alone draws with nobody
    players = len(base.wins) if len(base.wins) == len(row.wins) else 1
    is_alone = len(base.wins) == len(row.wins) == 1
    return Effect(
        base,
        row,
        of_means((base.plies, base.deviation, base.games), (row.plies, row.deviation, row.games)),
        [share(one, other) for one, other in zip(base.wins[:players], row.wins[:players], strict=True)],
        None if is_alone else share(base.shared, row.shared),
        {reason: share(base.endings.get(reason, 0), row.endings.get(reason, 0)) for reason in reasons},
    )


def effects(games: dict[str, Row]) -> tuple[list[Effect], int]:
    """Every reading beside the usual one, what is clear among all comparisons, and their number."""
    found = [effect(base, row) for _, base in sorted(games.items()) for row in base.others]
    compared: list[tuple[Effect, str, float]] = []
    for one in found:
        compared.append((one, "length", one.length.chance))
        compared += [(one, str(player), wins.chance) for player, wins in enumerate(one.wins, 1)]
        if one.shared:
            compared.append((one, "shared", one.shared.chance))
        compared += [(one, "ends", end.chance) for end in one.ends.values()]
    for (one, name, _), is_clear in zip(compared, holm([chance for *_, chance in compared]), strict=True):
        if is_clear:
            one.clear.add(name)
    return found, len(compared)
