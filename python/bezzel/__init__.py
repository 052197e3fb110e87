"""Placements of nonattacking chess pieces: how many, which ones, one of them, how many at most, is this right?

>>> import bezzel
>>> bezzel.count("queens", 8)
92
>>> bezzel.count("bishops", 8, pieces=8)
22522960
>>> bezzel.solutions("queens", 8).to_numpy().shape
(92, 8)
>>> bezzel.maximum("bishops", 8).value
14
>>> bool(bezzel.check("queens", [1, 3, 0, 2]))
True

Numbers are exact, of any size. Long calls leave Python to others, and end with ``KeyboardInterrupt`` on Ctrl-C.
"""

from bezzel._answers import (
    Attacks,
    Comparison,
    Estimate,
    Maximum,
    Report,
    check,
    compare,
    count,
    estimate,
    find,
    maximum,
    report,
    table,
)
from bezzel._bezzel import Error, Interrupted, __version__
from bezzel._run import Run, plan
from bezzel._solutions import Board, Solution, Solutions, solutions

__all__ = [
    "Attacks",
    "Board",
    "Comparison",
    "Error",
    "Estimate",
    "Interrupted",
    "Maximum",
    "Report",
    "Run",
    "Solution",
    "Solutions",
    "__version__",
    "check",
    "compare",
    "count",
    "estimate",
    "find",
    "maximum",
    "plan",
    "report",
    "solutions",
    "table",
]
