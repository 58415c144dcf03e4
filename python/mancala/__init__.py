"""Every mancala game from its rule file: play, check, count, simulate, solve, and learn.

    >>> import mancala
    >>> oware = mancala.load("oware")
    >>> print(oware.explain())
    >>> game = oware.game()
    >>> game.legal_moves
    ['a1', 'b1', 'c1', 'd1', 'e1', 'f1']
    >>> game.play("c1")
    >>> print(oware.simulate(100_000))

`load` takes the name of a ruleset or the path of a rule file, `read` the text of one. What comes back is `Rules`, whose
methods do the rest. `Rules.batch` plays thousands of games side by side in arrays of NumPy; `mancala.vector`,
`mancala.pettingzoo` and `mancala.open_spiel` put games into the forms of Gymnasium, PettingZoo and OpenSpiel, and
`mancala.cluster` spreads work over machines.
"""

from ._errors import IllegalMove, MancalaError, Problem, RuleFileError
from ._mancala import Batch, Databases, Game, Match, Position
from ._results import (
    Analysis,
    Checked,
    Claim,
    Explanation,
    Option,
    Sentence,
    Share,
    Solution,
    Statistics,
    Valued,
)
from ._rules import Rules, analyse, check, load, read, rulesets

__all__ = [
    "Analysis",
    "Batch",
    "Checked",
    "Claim",
    "Databases",
    "Explanation",
    "Game",
    "IllegalMove",
    "MancalaError",
    "Match",
    "Option",
    "Position",
    "Problem",
    "RuleFileError",
    "Rules",
    "Sentence",
    "Share",
    "Solution",
    "Statistics",
    "Valued",
    "analyse",
    "check",
    "load",
    "read",
    "rulesets",
]
