"""Long counts on Dask workers that come, go and lie. Everything stays on this machine."""

import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from distributed import Client, LocalCluster

import bezzel
from bezzel import _run

#: OEIS A000170(18)
QUEENS_18 = 666_090_624
#: OEIS A000170(19)
QUEENS_19 = 4_968_057_848


@pytest.fixture
def cluster():
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1") as local:
        with Client(local) as client:
            yield local, client


@pytest.fixture(autouse=True)
def small_windows(monkeypatch):
    """Let units come back often, so that there is a middle of the run."""
    monkeypatch.setattr(_run, "WINDOW", 0.1)


def _when(condition, then):
    """Do something in another thread as soon as it is time."""

    def wait():
        until = time.monotonic() + 60
        while not condition() and time.monotonic() < until:
            time.sleep(0.02)
        then()

    thread = threading.Thread(target=wait)
    thread.start()
    return thread


def test_a_cluster_counts(cluster, tmp_path, capsys):
    _, client = cluster
    run = bezzel.Run.start("queens", 18, ledger=tmp_path / "q18.db")
    assert run.compute(client, progress=True) == QUEENS_18
    units = run.status()["units"]
    said = capsys.readouterr().err.split("\r")
    assert said[1].startswith(f"bezzel: 0 of {units} parts")
    assert said[-1].startswith(f"bezzel: {units} of {units} parts") and said[-1].endswith("\n")
    assert any(" left" in line for line in said)
    assert run.compute(client) == QUEENS_18
    assert capsys.readouterr().err == "", "nobody is at a terminal"
    rows = _rows(tmp_path / "q18.db")
    assert len({row["who"].split(":")[-1] for row in rows}) == 2, "both workers counted"
    assert str(os.getpid()) not in {row["who"].split(":")[-1] for row in rows}


def _rows(ledger):
    text = subprocess.run([sys.executable, "-m", "bezzel", "run", "export", str(ledger)], capture_output=True, text=True).stdout
    return [json.loads(line) for line in text.splitlines()[1:]]


def test_a_worker_is_killed(cluster, tmp_path):
    local, client = cluster
    run = bezzel.Run.start("queens", 19, ledger=tmp_path / "q19.db")
    reader = bezzel.Run.open(tmp_path / "q19.db")
    victim = next(iter(local.workers.values())).process.process.pid
    killer = _when(lambda: reader.status()["done"] > 5, lambda: os.kill(victim, signal.SIGKILL))
    assert run.compute(client) == QUEENS_19
    killer.join()
    status = run.status()
    assert (status["done"], status["alarms"]) == (status["units"], [])


def _start(tmp_path, name):
    """A scheduler and two workers, each a process."""
    file = tmp_path / f"{name}.json"
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
    command += ["--scheduler-file", str(file), "--no-dashboard"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    processes = [subprocess.Popen(command, **quiet)]
    for _ in range(2):
        command = [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", str(file), "--nthreads", "1"]
        command += ["--host", "127.0.0.1", "--no-dashboard", "--no-nanny", "--death-timeout", "10"]
        processes.append(subprocess.Popen(command, **quiet))
    return file, processes


def test_the_scheduler_is_killed(tmp_path):
    ledger = tmp_path / "q19.db"
    run = bezzel.Run.start("queens", 19, ledger=ledger)
    reader = bezzel.Run.open(ledger)
    file, processes = _start(tmp_path, "first")
    try:
        client = Client(scheduler_file=str(file), timeout=60)
        client.wait_for_workers(2, timeout=60)
        killer = _when(lambda: reader.status()["done"] > 5, processes[0].kill)
        with pytest.raises(Exception) as lost:
            run.compute(client)
        killer.join()
        assert "ledger" in str(lost.value), lost.value
        client.close(timeout=1)
    finally:
        for process in processes:
            process.kill()
            process.wait()
    before = {row["unit"]: row["who"] for row in _rows(ledger)}
    assert 5 < len(before) < run.status()["units"]
    file, processes = _start(tmp_path, "second")
    try:
        with Client(scheduler_file=str(file), timeout=60) as client:
            client.wait_for_workers(2, timeout=60)
            assert run.compute(client) == QUEENS_19
    finally:
        for process in processes:
            process.kill()
            process.wait()
    after = {row["unit"]: row["who"] for row in _rows(ledger)}
    assert {unit: after[unit] for unit in before} == before, "only missing units were counted again"


def test_two_coordinators(tmp_path):
    bezzel.Run.start("queens", 14, ledger=tmp_path / "q14.db")
    code = f"import bezzel, sys\nrun = bezzel.Run.open({str(tmp_path / 'q14.db')!r})\nrun._inner.take()\nprint('taken', flush=True)\nsys.stdin.read()"
    other = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert other.stdout.readline() == "taken\n"
    run = bezzel.Run.open(tmp_path / "q14.db")
    with pytest.raises(bezzel.Error, match=f"another process .*:{other.pid}"):
        run.compute()
    other.kill()
    other.wait()
    assert run.compute() == 365_596


class Liar:
    """A client whose only worker gives what it likes."""

    status = "running"

    def __init__(self, answer):
        self.answer = answer

    def scheduler_info(self):
        return {"workers": {"liar": {"nthreads": 1}}}

    def run_on_scheduler(self, function, *args):
        pass

    def submit(self, function, header, window, **more):
        return Answered(self.answer(function(header, window)))


class Answered:
    """A future that is there."""

    status = "finished"

    def __init__(self, value):
        self.value = value

    def done(self):
        return True

    def result(self):
        return self.value

    def cancel(self):
        pass


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (lambda lines: None, "garbage"),
        (lambda lines: ["{}"], "garbage"),
        (lambda lines: ["nonsense"], "garbage"),
        (lambda lines: [], "garbage"),
        (lambda lines: lines + lines, "garbage"),
        (lambda lines: [_changed(line, count="1") for line in lines], "checksum"),
        (lambda lines: [_changed(line, checks="all") for line in lines], "checksum"),
        (lambda lines: [_changed(line, unit=json.loads(line)["unit"] + 1) for line in lines], "garbage"),
    ],
)
def test_garbage_is_refused(answer, says, tmp_path, monkeypatch):
    import distributed

    monkeypatch.setattr(distributed, "wait", lambda *_, **__: None)
    run = bezzel.Run.start("queens", 16, ledger=tmp_path / "q16.db")
    with pytest.raises(ValueError, match=says):
        run.compute(Liar(answer))
    assert run.status()["done"] == 0
    assert run.compute(Liar(lambda lines: lines)) == 14_772_512


def _changed(line, **changes):
    return json.dumps({**json.loads(line), **changes})


def test_a_worker_of_another_version(tmp_path):
    run = bezzel.Run.start("queens", 12, ledger=tmp_path / "q12.db")
    header = json.loads(run._inner.header())
    for change, says in (({"program": "0.0.1"}, "version|0.0.1"), ({"schema": 9}, "schema"), ({"units": 7}, "units")):
        with pytest.raises(bezzel.Error, match=says):
            _run.count_window(json.dumps({**header, **change}), [0])
