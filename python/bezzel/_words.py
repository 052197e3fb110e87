"""From Python's arguments to the words that the Rust half reads."""

from __future__ import annotations

import datetime
import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypedDict, Union

if TYPE_CHECKING:
    import numpy.typing as npt

    from bezzel._solutions import Board

#: A square: its chess name, or its row and column from the top left, from 0.
Square = Union[str, tuple[int, int]]
#: Squares, or text such as ``"b4,d5"``.
Squares = Union[str, Iterable[Square], None]
#: A size, rows and columns, the text of a board, or a grid in which 1 is a free square and 0 a hole.
BoardLike = Union[int, tuple[int, int], str, "Sequence[Sequence[int]]", "npt.NDArray[Any]", "Board"]
#: How many pieces.
Number = Union[int, str, None]
#: ``"rows"``, ``"columns"``, the text of a regions file or a grid of region numbers; or several of them.
Regions = Union[str, "Sequence[Any]", "npt.NDArray[Any]", None]


class Words(TypedDict):
    """A question in words."""

    pieces: str
    board: str
    number: str | None
    maximal: bool
    fundamental: bool
    fixed: str | None
    holes: str | None
    walls: str | None
    topology: str
    regions: list[str]


class Means(TypedDict):
    """How the work is done."""

    method: str | None
    threads: int | None
    limit_time: float | None
    progress: Callable[[int, int], None] | None


def words(
    kind: str,
    board: BoardLike | None,
    *,
    pieces: Number = None,
    fixed: Squares = None,
    holes: Squares = None,
    walls: Squares = None,
    torus: bool = False,
    cylinder: bool = False,
    maximal: bool = False,
    fundamental: bool = False,
    regions: Regions = None,
) -> Words:
    """Put a question in words."""
    from bezzel._solutions import Board

    if board is None:
        raise TypeError("say the board: 8, (8, 10), a grid of 0 and 1, or its text")
    if torus and cylinder:
        raise ValueError("a board is a torus or a cylinder, not both")
    topology = "torus" if torus else "cylinder" if cylinder else "plane"
    if isinstance(board, Board):
        text = board.text
        topology = board.topology if topology == "plane" else topology
    else:
        text = board_text(board)
    return {
        "pieces": kind,
        "board": text,
        "number": None if pieces is None else str(pieces),
        "maximal": maximal,
        "fundamental": fundamental,
        "fixed": squares_text(fixed),
        "holes": squares_text(holes),
        "walls": squares_text(walls),
        "topology": topology,
        "regions": regions_texts(regions),
    }


def means(
    *,
    method: str | None = None,
    threads: int | None = None,
    limit_time: float | None = None,
    progress: bool | None = None,
) -> Means:
    """Say how the work is done; progress is shown on a terminal, unless it is False."""
    if threads is not None and threads < 1:
        raise ValueError("threads are 1 or more")
    if limit_time is not None and not limit_time >= 0:
        raise ValueError(f"limit_time is a number of seconds from 0, not {limit_time}")
    shown = sys.stderr is not None and sys.stderr.isatty() if progress is None else progress
    return {"method": method, "threads": threads, "limit_time": limit_time, "progress": shower() if shown else None}


def shower() -> Callable[[int, int], None]:
    """Give a function that shows how many parts are done, and the time left at the rate since its first call."""
    start, first = time.monotonic(), -1

    def show(done: int, total: int) -> None:
        nonlocal start, first
        if first < 0:
            start, first = time.monotonic(), done
        left = ""
        if first < done < total:
            seconds = (time.monotonic() - start) * (total - done) / (done - first)
            left = f", about {datetime.timedelta(seconds=round(seconds))} left"
        text = f"bezzel: {done} of {total} parts{left}"
        print(f"\r{text:<60}", end="\n" if done >= total else "", file=sys.stderr, flush=True)

    return show


def board_text(board: Any) -> str:
    """Say a board as a size, or as the text of a board file."""
    if isinstance(board, str):
        # a line of its own, so that it is never taken for a size
        return board if board.strip("0123456789x") == "" else board.strip("\n") + "\n"
    if isinstance(board, os.PathLike):
        with open(board, encoding="utf-8") as file:
            return file.read().strip("\n") + "\n"
    if isinstance(board, tuple) and len(board) == 2 and all(is_whole(side) for side in board):
        return f"{int(board[0])}x{int(board[1])}"
    if is_whole(board):
        return f"{int(board)}x{int(board)}"
    rows = [list(row) for row in board]
    if any(len(row) != len(rows[0]) for row in rows):
        raise ValueError("the rows of the board differ in length")
    if any(cell not in (0, 1) for row in rows for cell in row):
        raise ValueError("a grid has 1 for a free square and 0 for a hole; say walls in text, with #")
    if not rows or not rows[0]:
        return "0x0"
    return "".join("".join(".x"[1 - int(cell)] for cell in row) + "\n" for row in rows)


def is_whole(value: Any) -> bool:
    """Whether a value is a whole number, of Python or NumPy."""
    return hasattr(value, "__index__") and not isinstance(value, bool) and getattr(value, "ndim", 0) == 0


def squares_text(squares: Squares) -> str | None:
    """Say squares as text; None for none."""
    if squares is None or isinstance(squares, str):
        return squares
    return ",".join(square_text(square) for square in squares) or None


def square_text(square: Any) -> str:
    """Say a square as text."""
    if isinstance(square, str):
        return square
    row, column = square
    return f"({int(row)},{int(column)})"


def regions_texts(regions: Regions) -> list[str]:
    """Say divisions into regions as texts."""
    if regions is None:
        return []
    if isinstance(regions, str):
        return [regions]
    items = list(regions)
    if all(isinstance(item, str) for item in items):
        # names, or texts of regions files
        return items
    return ["".join(" ".join(str(cell) for cell in row) + "\n" for row in items)]
