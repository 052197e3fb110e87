"""The package from outside: signals, types, the program, the notebook."""

import pathlib
import signal
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).parent


def _run(*args, **more):
    return subprocess.run([sys.executable, *args], capture_output=True, text=True, timeout=300, **more)


def test_ctrl_c_ends_long_calls():
    for call in ('bezzel.count("queens", 23)', 'list(bezzel.solutions("queens", 27))', 'bezzel.compare("queens", 20)'):
        code = f"import bezzel\nprint('begun', flush=True)\n{call}"
        child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert child.stdout.readline() == "begun\n"
        time.sleep(1)
        begun = time.monotonic()
        child.send_signal(signal.SIGINT)
        _, said = child.communicate(timeout=60)
        assert "KeyboardInterrupt" in said, (call, said)
        assert time.monotonic() - begun < 5, call


def test_other_threads_go_on():
    code = """
import threading, time, bezzel
ticks = []
threading.Thread(target=lambda: [time.sleep(0.01) or ticks.append(1) for _ in range(1000)], daemon=True).start()
try:
    bezzel.count("queens", 22, limit_time=1)
except bezzel.Interrupted:
    print(len(ticks))
"""
    assert int(_run("-c", code).stdout) > 20


def test_the_program_is_there():
    answer = _run("-m", "bezzel", "count", "queens", "8")
    assert (answer.returncode, answer.stdout) == (0, "92\n")
    wrong = _run("-m", "bezzel", "count", "bishops", "8")
    assert wrong.returncode == 2 and "how many" in wrong.stderr
    script = pathlib.Path(sys.executable).parent / "bezzel"
    assert subprocess.run([script, "--version"], capture_output=True, text=True).stdout.startswith("bezzel ")


def test_types_are_strict(tmp_path):
    sample = tmp_path / "sample.py"
    sample.write_text(
        "import bezzel\n"
        "n: int = bezzel.count('queens', 8, threads=1)\n"
        "numbers: list[int] = bezzel.table('kings', (3, 4))\n"
        "largest: bezzel.Maximum = bezzel.maximum('bishops', board=[[1, 0]])\n"
        "one = bezzel.find('queens', 8)\n"
        "assert one is not None\n"
        "squares: list[tuple[int, int]] = one.squares\n"
        "for solution in bezzel.solutions('queens', 6):\n"
        "    print(len(solution), solution.to_numpy().shape)\n"
    )
    for what in (["-p", "bezzel"], [str(sample)]):
        done = _run("-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), *what)
        assert done.returncode == 0, done.stdout + done.stderr
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import bezzel\nn: str = bezzel.count('queens', 8, theads=1)\n")
    said = _run("-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(wrong)).stdout
    assert "theads" in said and "Incompatible types" in said


def test_the_notebook_runs():
    import nbclient
    import nbformat

    path = HERE.parent.parent / "docs" / "strategies.ipynb"
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=120).execute()
    shown = str([cell.get("outputs") for cell in notebook.cells])
    assert "<svg" in shown and "<table" in shown and "92" in shown
