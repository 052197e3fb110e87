"""Questions and answers: known numbers, shapes, errors."""

import doctest
import itertools
import json
import pathlib

import numpy as np
import pytest

import bezzel
import bezzel._answers
import bezzel._run
import bezzel._solutions


@pytest.mark.parametrize("module", [bezzel, bezzel._answers, bezzel._run, bezzel._solutions])
def test_examples(module):
    assert doctest.testmod(module).failed == 0


def test_counts_are_exact():
    assert bezzel.count("queens", 8) == 92
    assert bezzel.count("bishops", 8, pieces="any") == 82_609_921
    assert bezzel.count("queens", 8, fundamental=True) == 12
    # 2^200: the placements of 398 bishops on 200 x 200
    assert bezzel.count("bishops", 200, pieces=398) == 2**200
    # C(40, k)^2 k!, summed: larger than any machine word
    rooks = sum(_choose(40, k) ** 2 * _factorial(k) for k in range(41))
    assert bezzel.count("rooks", 40, pieces="any") == rooks > 2**128


def _factorial(n):
    return 1 if n == 0 else n * _factorial(n - 1)


def _choose(n, k):
    return _factorial(n) // (_factorial(k) * _factorial(n - k))


def _brute_force_kings(grid):
    """All placements of nonattacking kings on the free squares, by their number."""
    free = [tuple(square) for square in np.argwhere(grid)]
    counts = [0] * (len(free) + 1)
    for k in range(len(free) + 1):
        for chosen in itertools.combinations(free, k):
            if all(max(abs(a - c), abs(b - d)) > 1 for (a, b), (c, d) in itertools.combinations(chosen, 2)):
                counts[k] += 1
    while counts[-1] == 0:
        counts.pop()
    return counts


def test_grids_are_boards_with_holes():
    random = np.random.default_rng(5)
    for _ in range(20):
        grid = random.integers(0, 2, size=random.integers(1, 4, size=2))
        counts = _brute_force_kings(grid)
        assert bezzel.table("kings", grid) == counts
        assert bezzel.count("kings", grid.tolist(), pieces="any") == sum(counts)
        largest = bezzel.maximum("kings", board=grid)
        assert (largest.value, largest.exact, len(largest.witness)) == (len(counts) - 1, True, len(counts) - 1)


def test_boards_are_said_in_many_ways():
    for board in (5, "5", (5, 5), np.ones((5, 5), dtype=bool), ".....\n" * 5, bezzel.Board(5)):
        assert bezzel.count("queens", board) == 10
    assert bezzel.count("queens", (4, 6), pieces=4) == bezzel.count("queens", (6, 4), pieces=4)
    assert bezzel.count("kings", [[1, 0]], pieces="any") == 2
    assert bezzel.count("queens", 5, torus=True) == 10
    assert bezzel.count("queens", 8, fixed=["a4"]) == bezzel.count("queens", 8, fixed=[(4, 0)]) == 18
    assert bezzel.count("queens", 4, holes="b4") == 1
    assert bezzel.count("kings", 5, pieces=5, regions=["rows", "columns"]) == 14
    quarters = [[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 3, 3], [2, 2, 3, 3]]
    assert bezzel.count("kings", 4, regions=quarters) == bezzel.count("kings", 4, pieces=4)
    # OEIS A146303(4)
    assert bezzel.count("queens", 4, maximal=True) == 18


def test_solutions_are_lazy():
    found = bezzel.solutions("queens", 8).to_numpy()
    assert found.shape == (92, 8)
    rows = np.arange(8)
    assert all(len(set(columns)) == len(set(columns + rows)) == len(set(columns - rows)) == 8 for columns in found)
    assert [tuple(row) for row in found] == sorted(tuple(row) for row in found)
    endless = bezzel.solutions("queens", 24)
    first, second = next(endless), next(endless)
    assert first != second and len({first, second, first}) == 2
    endless.close()
    assert list(endless) == []
    boards = bezzel.solutions("bishops", 3, pieces=4).to_numpy()
    assert boards.shape == (bezzel.count("bishops", 3, pieces=4), 3, 3)
    assert boards.sum(axis=(1, 2)).tolist() == [4] * len(boards)
    assert len(bezzel.solutions("queens", 3).to_numpy()) == 0


def test_one_solution():
    queens = bezzel.find("queens", 1_000_000)
    columns = queens.to_numpy()
    assert len(set(columns.tolist())) == len(set((columns + np.arange(1_000_000)).tolist())) == 1_000_000
    assert bezzel.find("queens", 3) is None
    small = bezzel.find("queens", 4, first=True)
    assert str(small) == ".Q..\n...Q\nQ...\n..Q."
    assert small.squares == [(0, 1), (1, 3), (2, 0), (3, 2)]
    assert small.pieces[0] == ("Q", "b4")
    assert small == next(bezzel.solutions("queens", 4)) and hash(small) == hash(next(bezzel.solutions("queens", 4)))


def test_placements_are_checked():
    assert bezzel.check("queens", [1, 3, 0, 2])
    bad = bezzel.check("queens", [0, 1, 2, 3])
    assert not bad and len(bad.attacks) == 3
    assert len(bezzel.check("queens", [0, 1, 2, 3], through=True).attacks) == 6
    assert bezzel.check("queens", [[0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0]])
    assert bezzel.check("queens", ".Q..\n...Q\nQ...\n..Q.")
    assert bezzel.check("rooks", ["a1", "b2"], board=3)
    assert bezzel.check("rooks", [(0, 0), (0, 2)], board=3).attacks == (("Ra3", "Rc3"),)


def test_reports_and_pictures():
    report = bezzel.report("queens", 8)
    assert report.answer == 92 and report.complete and report.proof
    assert json.loads(json.dumps(report.to_dict()))["answer"] == "92"
    assert "<table>" in report._repr_html_() and "92" in report._repr_html_()
    for picture in (bezzel.find("queens", 8), bezzel.maximum("kings", 5), bezzel.Board("..x\n.#.\n")):
        assert picture._repr_svg_().lstrip().startswith("<svg")
    assert bezzel.report("kings", 3, goal="max").answer == 4
    rows = bezzel.compare("queens", 6)
    assert {row["answer"] for row in rows.rows} == {"4"} and "<table>" in rows._repr_html_()
    about = bezzel.estimate("kings", 60, pieces="any", samples=50)
    assert about.value == float("inf") and 400 < about.log10[1] < about.log10[0] < about.log10[2] < 500


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: bezzel.count("bishops", 8), "how many"),
        (lambda: bezzel.count("dragons", 8), "dragons"),
        (lambda: bezzel.count("queens", "8x"), "8x"),
        (lambda: bezzel.count("queens", -1), "-1"),
        (lambda: bezzel.count("queens", [[1, 2]]), "hole"),
        (lambda: bezzel.count("queens", [[1], [1, 1]]), "differ"),
        (lambda: bezzel.count("queens", 8, fixed="z9"), "z9"),
        (lambda: bezzel.count("queens", 8, method="magic"), "magic"),
        (lambda: bezzel.count("queens", 8, torus=True, cylinder=True), "not both"),
        (lambda: bezzel.count("queens", 8, threads=0), "threads"),
        (lambda: bezzel.report("queens", 8, goal="win"), "win"),
        (lambda: bezzel.solutions("queens", 8, pieces="lots"), "lots"),
        (lambda: bezzel.estimate("queens", 8, samples=1), "2 samples"),
    ],
)
def test_wrong_questions_are_said(call, says):
    with pytest.raises(ValueError, match=says):
        call()


def test_time_limits_are_kept():
    with pytest.raises(bezzel.Interrupted) as caught:
        bezzel.count("queens", 22, limit_time=0.2)
    assert isinstance(caught.value.reached, int)
    largest = bezzel.maximum("queens", 24, holes="a1,b3", limit_time=0)
    assert largest.value <= largest.upper


def test_the_readme_tells_the_truth(tmp_path, monkeypatch):
    """Each line of the README's Python part gives what its comment says, where it says a value."""
    monkeypatch.chdir(tmp_path)
    bezzel.Run.start("queens", 12, ledger="q20.db")
    text = (pathlib.Path(__file__).parents[2] / "README.md").read_text()
    lines = text.split("```python\nimport bezzel\n")[1].split("```")[0].splitlines()
    compared = 0
    for line in filter(None, lines):
        code, _, comment = line.partition("  #")
        value = eval(code, {"bezzel": bezzel})
        says = comment.split(":")[0].strip()
        if says[:1].isdigit() or says[:1] in "[(" and says:
            assert repr(value) == says, line
            compared += 1
    assert compared >= 6
