"""Boards, solutions, and searches for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bezzel import _bezzel
from bezzel._words import BoardLike, Means, Number, Regions, Squares, Words, means, words

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Board:
    """A board, with holes, walls and fixed pieces if there are any; it draws itself in notebooks.

    >>> print(Board("..x\\n...\\n"))
    ..x
    ...
    """

    def __init__(self, board: BoardLike, *, torus: bool = False, cylinder: bool = False) -> None:
        """Take a size, rows and columns, a grid of 0 and 1, or text."""
        said = words("queens", board, torus=torus, cylinder=cylinder)
        self.text: str = said["board"]
        self.topology: str = said["topology"]

    def __str__(self) -> str:
        """Give the text of the board."""
        return self.text.rstrip("\n")

    def __repr__(self) -> str:
        """Give a call that makes it."""
        return f"Board({self.text!r})"

    def _repr_svg_(self) -> str:
        said = words("queens", self)
        return _bezzel.picture(said)


class Solution:
    """Pieces on squares, none of which attacks another; it draws itself in notebooks.

    >>> from bezzel import find
    >>> print(find("queens", 4))
    .Q..
    ...Q
    Q...
    ..Q.
    """

    def __init__(self, inner: _bezzel.Solution) -> None:
        """Take what the search found."""
        self._inner = inner

    @property
    def squares(self) -> list[tuple[int, int]]:
        """Row and column of each piece, from the top left, in reading order."""
        return [(row, column) for _, row, column in self._inner.pieces]

    @property
    def pieces(self) -> list[tuple[str, str]]:
        """Letter and chess name of the square of each piece."""
        return [(letter, name) for (letter, _, _), name in zip(self._inner.pieces, self._inner.names)]

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the board."""
        return self._inner.shape

    def to_numpy(self) -> npt.NDArray[Any]:
        """Give the column of each row from the top, if each has one piece; else the board, 1 for a piece."""
        import numpy as np

        columns = self._inner.columns()
        if columns is not None:
            return np.frombuffer(columns, dtype=np.int32)
        return grid(self)

    def __len__(self) -> int:
        """Count the pieces."""
        return len(self._inner)

    def __str__(self) -> str:
        """Give rows of . and letters."""
        return str(self._inner)

    def __repr__(self) -> str:
        """Name the squares."""
        pieces = " ".join(letter + name for letter, name in self.pieces[:12])
        more = " ..." if len(self) > 12 else ""
        return f"<Solution {pieces}{more}>"

    def __eq__(self, other: object) -> bool:
        """Compare boards and pieces."""
        return isinstance(other, Solution) and self._inner == other._inner

    def __hash__(self) -> int:
        """Hash the pieces."""
        return hash(self._inner)

    def _repr_svg_(self) -> str:
        return self._inner.svg()


def grid(solution: Solution) -> npt.NDArray[np.uint8]:
    """Give the board of a solution, 1 for a piece."""
    import numpy as np

    board = np.zeros(solution.shape, dtype=np.uint8)
    for row, column in solution.squares:
        board[row, column] = 1
    return board


class Solutions(Iterator[Solution]):
    """Solutions in order, found as they are asked for; the search ends when nobody asks any more.

    >>> first = next(solutions("queens", 20))
    >>> len(first)
    20
    """

    def __init__(self, said: Words, how: Means) -> None:
        """Begin a search."""
        self._search = _bezzel.search(said, how)

    def __iter__(self) -> Solutions:
        """Give itself."""
        return self

    def __next__(self) -> Solution:
        """Find the next one."""
        found = self._search.next()
        if found is None:
            raise StopIteration
        return Solution(found)

    def close(self) -> None:
        """End the search."""
        self._search.close()

    def to_numpy(self) -> npt.NDArray[Any]:
        """Give all that are left: a row of columns each if each row has one piece, else a board of 0 and 1 each."""
        import numpy as np

        found = self._search.take(1)
        if not found:
            return np.zeros((0, 0), dtype=np.int32)
        first = Solution(found[0])
        columns = found[0].columns()
        if columns is None:
            return np.stack([grid(first), *(grid(solution) for solution in self)])
        rest = self._search.columns()
        if rest is None:
            raise ValueError("not every solution has one piece in each row: take them one by one")
        return np.frombuffer(columns + rest, dtype=np.int32).reshape(-1, first.shape[0])


def solutions(
    kind: str,
    board: BoardLike,
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
    method: str | None = None,
    threads: int | None = None,
    limit_time: float | None = None,
) -> Solutions:
    """Find solutions one by one, in order.

    >>> [solution.to_numpy().tolist() for solution in solutions("queens", 4)]
    [[1, 3, 0, 2], [2, 0, 3, 1]]
    >>> solutions("queens", 8).to_numpy().shape
    (92, 8)
    """
    said = words(
        kind,
        board,
        pieces=pieces,
        fixed=fixed,
        holes=holes,
        walls=walls,
        torus=torus,
        cylinder=cylinder,
        maximal=maximal,
        fundamental=fundamental,
        regions=regions,
    )
    return Solutions(said, means(method=method, threads=threads, limit_time=limit_time, progress=False))
