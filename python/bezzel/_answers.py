"""Questions and their answers."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypedDict, Union, Unpack

from bezzel import _bezzel
from bezzel._solutions import Solution
from bezzel._words import BoardLike, Means, Squares, Words, means, words


class Asked(TypedDict, total=False):
    """What may be said of a question."""

    #: How many pieces, fixed ones included: a number, "any", "max" or (with maximal) "min".
    pieces: Union[int, str, None]
    #: Squares with fixed pieces.
    fixed: Squares
    #: Squares that hold no piece, but let attacks pass.
    holes: Squares
    #: Squares that hold no piece and stop attacks.
    walls: Squares
    #: Opposite edges are joined.
    torus: bool
    #: The left and the right edge are joined.
    cylinder: bool
    #: Only placements to which no piece can be added.
    maximal: bool
    #: Exactly one piece in each region.
    regions: Any
    #: Up to symmetry.
    fundamental: bool
    #: The method; without it the best one.
    method: Union[str, None]
    #: So many threads; without it one for each core.
    threads: Union[int, None]
    #: Stop after so many seconds.
    limit_time: Union[float, None]
    #: Whether to show progress on standard error; without it on a terminal.
    progress: Union[bool, None]


_MEANS = ("method", "threads", "limit_time", "progress")


def put(kind: str, board: BoardLike | None, asked: dict[str, Any]) -> tuple[Words, Means]:
    """Put a question and its means in words."""
    how = means(**{key: asked.pop(key) for key in _MEANS if key in asked})
    return words(kind, board, **asked), how


class Report:
    """A question, its answer, the method and what proves it; a table in notebooks."""

    def __init__(self, inner: _bezzel.Report) -> None:
        """Take what was answered."""
        self._inner = inner
        self.question: str = inner.question
        self.method: str = inner.method
        self.proof: str = inner.proof
        self.seconds: float = inner.seconds
        #: Whether the work came to its end.
        self.complete: bool = inner.complete

    @property
    def answer(self) -> Any:
        """A count, a table, a maximum or a solution."""
        inner = self._inner
        if inner.count is not None:
            return inner.count
        if inner.table is not None:
            return inner.table
        if inner.bounds is not None:
            return inner.bounds[0]
        return Solution(inner.solution) if inner.solution is not None else None

    def to_dict(self) -> dict[str, Any]:
        """Give what the program's --format json prints."""
        read: dict[str, Any] = json.loads(self._inner.json())
        return read

    def __repr__(self) -> str:
        """Say question and answer."""
        return f"<Report {self.question} {self.answer!r}, by {self.method}>"

    def _repr_html_(self) -> str:
        return table_html([("question", self.question), ("answer", self.answer), ("method", self.method),
                           ("proof", self.proof), ("seconds", f"{self.seconds:.3g}")])


def table_html(rows: Sequence[tuple[str, Any]]) -> str:
    """Give a table of names and values."""
    cells = (f"<tr><th>{html.escape(str(name))}</th><td>{html.escape(str(value))}</td></tr>" for name, value in rows)
    return "<table>" + "".join(cells) + "</table>"


def _ask(goal: str, kind: str, board: BoardLike | None, asked: dict[str, Any]) -> _bezzel.Report:
    said, how = put(kind, board, asked)
    return _bezzel.ask(goal, said, how)


def _complete(answered: _bezzel.Report, reached: Any) -> None:
    if not answered.complete:
        error = _bezzel.Interrupted(f"at least {reached}; {answered.question}")
        error.reached = reached
        raise error


def count(kind: str, board: BoardLike, **asked: Unpack[Asked]) -> int:
    """Count the placements.

    >>> count("queens", 8)
    92
    >>> count("queens", 8, fundamental=True)
    12
    >>> count("bishops", 8, pieces="any")
    82609921
    >>> count("2K2Q2B1N", 7)
    3063828
    >>> count("queens", 5, torus=True)
    10
    """
    answered = _ask("count", kind, board, dict(asked))
    number = answered.count
    assert number is not None
    _complete(answered, number)
    return number


def table(kind: str, board: BoardLike, **asked: Unpack[Asked]) -> list[int]:
    """Count the placements of 0, 1, 2, ... pieces, up to the most that fit.

    >>> table("queens", 4)
    [1, 16, 44, 24, 2]
    """
    answered = _ask("table", kind, board, {"pieces": "any", **asked})
    numbers = answered.table
    assert numbers is not None
    _complete(answered, numbers)
    return numbers


def find(kind: str, board: BoardLike, *, first: bool = False, **asked: Unpack[Asked]) -> Solution | None:
    """Find one placement (the first in order, if asked); None if there is none.

    >>> find("queens", 3) is None
    True
    >>> find("queens", 1_000_000).to_numpy().shape
    (1000000,)
    """
    answered = _ask("first" if first else "find", kind, board, dict(asked))
    if answered.solution is None:
        _complete(answered, None)
        return None
    return Solution(answered.solution)


@dataclass(frozen=True)
class Maximum:
    """The most pieces that fit, a placement of so many, and what proves it."""

    #: The size of the largest placement that was found.
    value: int
    #: No placement is larger than this; equal to value, unless the time was over.
    upper: int
    #: A placement of `value` pieces.
    witness: Solution
    #: What proves it.
    proof: str

    @property
    def exact(self) -> bool:
        """Whether value is the maximum."""
        return self.value == self.upper

    def __int__(self) -> int:
        """Give the value."""
        return self.value

    def _repr_svg_(self) -> str:
        return self.witness._repr_svg_()


def maximum(kind: str, board: BoardLike, **asked: Unpack[Asked]) -> Maximum:
    """Find the most pieces that fit.

    >>> maximum("bishops", 8).value
    14
    >>> maximum("bishops", board=[[1, 1], [1, 0]]).value
    2
    """
    answered = _ask("max", kind, board, dict(asked))
    assert answered.bounds is not None and answered.solution is not None
    lower, upper = answered.bounds
    return Maximum(lower, upper, Solution(answered.solution), answered.proof)


def report(kind: str, board: BoardLike, *, goal: str = "count", **asked: Unpack[Asked]) -> Report:
    """Answer a question ("count", "table", "max", "find" or "first") with method, proof and time.

    >>> report("queens", 8).answer
    92
    """
    if goal not in ("count", "table", "max", "find", "first"):
        raise ValueError(f"a goal is count, table, max, find or first, not {goal!r}")
    return Report(_ask(goal, kind, board, dict(asked)))


@dataclass(frozen=True)
class Estimate:
    """About how many placements there are; one interval in twenty does not hold the true number."""

    value: float
    #: The ends of the 95 % interval.
    low: float
    high: float
    #: The common logarithms of the three, for numbers that no float holds.
    log10: tuple[float, float, float]
    samples: int
    seed: int


def estimate(kind: str, board: BoardLike, *, samples: int = 20_000, seed: int = 1, **asked: Unpack[Asked]) -> Estimate:
    """Estimate the number of placements by random walks.

    >>> about = estimate("queens", 12)
    >>> about.low < 14200 < about.high
    True
    """
    said, how = put(kind, board, dict(asked))
    value, low, high, logs, made = _bezzel.estimate(said, samples, seed, how)
    return Estimate(value, low, high, (logs[0], logs[1], logs[2]), made, seed)


@dataclass(frozen=True)
class Attacks:
    """The pairs of pieces that attack each other, each such as ("Qc5", "Qf8"); true if there are none."""

    attacks: tuple[tuple[str, str], ...]

    def __bool__(self) -> bool:
        """Whether the placement is nonattacking."""
        return not self.attacks


def check(
    kind: str, placement: Any, *, board: BoardLike | None = None, through: bool = False, **asked: Unpack[Asked]
) -> Attacks:
    """Check a placement: the column of each row, a grid with 1 for a piece, the text of a board, or squares on a board.

    >>> check("queens", [1, 3, 0, 2])
    Attacks(attacks=())
    >>> check("queens", ["a1", "c3"], board=4).attacks
    (('Qc3', 'Qa1'),)
    """
    items = placement if isinstance(placement, str) else list(placement)
    if isinstance(items, str):
        said = words(kind, items, **_said(asked))
    elif board is not None or not all(hasattr(item, "__index__") for item in items):
        if board is None and all(not isinstance(item, str) and len(item) == len(items) for item in items):
            squares = [(r, c) for r, row in enumerate(items) for c, cell in enumerate(row) if cell]
            said = words(kind, (len(items), len(items[0]) if items else 0), fixed=squares, **_said(asked))
        else:
            said = words(kind, board, fixed=items, **_said(asked))
    else:
        said = words(kind, len(items), fixed=list(enumerate(items)), **_said(asked))
    return Attacks(tuple(_bezzel.check(said, through)))


def _said(asked: Any) -> dict[str, Any]:
    return {key: value for key, value in asked.items() if key not in (*_MEANS, "fixed")}


def short(value: Any) -> str:
    """Say a value in a cell of a table."""
    if value is None:
        return ""
    return f"{value:.3g}" if isinstance(value, float) else str(value)


class Comparison:
    """The ladder: the same question by every rung and method; a table in notebooks."""

    def __init__(self, read: dict[str, Any]) -> None:
        """Take what was compared."""
        self.question: str = read["question"]
        #: A dictionary for each rung: rung, answer, tried, placed, seconds, stopped.
        self.rows: list[dict[str, Any]] = read["rows"]

    def __repr__(self) -> str:
        """Say how many rungs there are."""
        return f"<Comparison of {len(self.rows)} rungs: {self.question}>"

    def _repr_html_(self) -> str:
        names = ["rung", "answer", "tried", "placed", "seconds"]
        head = "".join(f"<th>{name}</th>" for name in names)
        rows = ("".join(f"<td>{html.escape(short(row.get(name)))}</td>" for name in names) for row in self.rows)
        return f"<table><tr>{head}</tr>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"


def compare(kind: str, board: BoardLike, **asked: Unpack[Asked]) -> Comparison:
    """Compare every rung of the ladder and every method on a question; each runs for at most limit_time seconds (10).

    >>> {row["answer"] for row in compare("queens", 6).rows}
    {'4'}
    """
    counted = "pieces" in asked or kind in ("queen", "queens", "Q") or kind[:1].isdigit()
    said, how = put(kind, board, dict(asked))
    return Comparison(json.loads(_bezzel.compare("count" if counted else "max", said, how)))
