"""Long counts: on this machine, or on the workers of a Dask cluster."""

from __future__ import annotations

import collections
import contextlib
import functools
import os
import time
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import Any, Unpack

from bezzel import _bezzel
from bezzel._answers import Asked, put
from bezzel._words import BoardLike, Means, means

#: A dask.distributed Client; the package works without Dask, which has no types of its own.
Client = Any

#: Windows of units that wait at the workers for each thread: enough that none is idle, few enough to lose little.
AHEAD = 3
#: A window should take a worker about so long, in seconds.
WINDOW = 2.0
#: Workers may die under a window so often before Dask gives it up.
FAILURES = 1000


@dataclass(frozen=True)
class Plan:
    """What a long count would take."""

    units: int
    #: The method, and how it cuts the count.
    plan: str
    #: Seconds of one thread, by a sample measured on this machine.
    seconds: float
    #: The ends of a 95 % interval of them.
    interval: tuple[float, float]
    #: Memory of a process, in bytes, if it is known.
    bytes: int | None


def plan(kind: str, board: BoardLike, *, measure: float = 3.0, **asked: Unpack[Asked]) -> Plan:
    """Say what a long count would take.

    >>> plan("queens", 16, measure=0.2).units
    4
    """
    said, how = put(kind, board, dict(asked))
    planned = _bezzel.plan(said, measure, how)
    if planned is None:
        raise _bezzel.Interrupted("before the sample was measured")
    units, text, seconds, interval, size = planned
    return Plan(units, text, seconds, (interval[0], interval[1]), size)


class Run:
    """A long count, cut into units that are written down in a ledger when they are done.

    >>> import tempfile, os
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     Run.start("queens", 12, ledger=os.path.join(folder, "q12.db")).compute()
    14200
    """

    def __init__(self, inner: _bezzel.Run) -> None:
        """Take an open ledger."""
        self._inner = inner

    @classmethod
    def start(cls, kind: str, board: BoardLike, *, ledger: str | os.PathLike[str], **asked: Unpack[Asked]) -> Run:
        """Make a new ledger; nothing is counted yet."""
        said, _ = put(kind, board, dict(asked))
        return cls(_bezzel.Run.start(said, ledger))

    @classmethod
    def open(cls, ledger: str | os.PathLike[str]) -> Run:
        """Open a ledger that there is."""
        return cls(_bezzel.Run.open(ledger))

    def status(self) -> dict[str, Any]:
        """Say how far the count has come; safe while another process counts."""
        return self._inner.status()

    def merge(self, path: str | os.PathLike[str]) -> tuple[int, int]:
        """Take over a shard file or another ledger; gives how many units are new, and how many were known."""
        return self._inner.merge(path)

    def audit(
        self, sample: float = 0.01, *, seed: int = 1, repair: bool = False, threads: int | None = None
    ) -> list[tuple[int, str]]:
        """Count a share of the units again by backtracking; gives the units that are wrong, and why."""
        return self._inner.audit(sample, seed, repair, means(threads=threads))[3]

    def compute(
        self,
        client: Client = None,
        *,
        threads: int | None = None,
        limit_time: float | None = None,
        progress: bool | None = None,
    ) -> int:
        """Count what is missing, on this machine or on the workers of a Dask cluster, and give the total.

        Every result is in the ledger before this returns, however it returns: after KeyboardInterrupt, Interrupted or a lost
        scheduler, another call goes on.
        """
        how = means(threads=threads, limit_time=limit_time, progress=progress)
        if client is None:
            complete, total = self._inner.compute(how)
        else:
            Coordinator(self._inner, client, how).count()
            complete, total = self._inner.answer()
        if not complete:
            status = self._inner.status()
            error = _bezzel.Interrupted(f"{status['done']} of {status['units']} units are done; compute() goes on")
            error.reached = total
            raise error
        return total


@functools.lru_cache(maxsize=4)
def _partition(header: str) -> _bezzel.Partition:
    """Cut the count, once for each worker process."""
    return _bezzel.Partition(header)


def count_window(header: str, units: list[int]) -> list[str]:
    """Count units on a worker; each comes back as a line of JSON with its checksum."""
    return _partition(header).count(units)


class Coordinator:
    """Sends windows of units to workers, and writes what comes back down; nobody else writes to the ledger."""

    def __init__(self, run: _bezzel.Run, client: Client, how: Means) -> None:
        """Take the run and the cluster."""
        limit_time = how["limit_time"]
        self.run = run
        self.client = client
        self.header = run.header()
        self.units = len(_partition(self.header))
        self.until = None if limit_time is None else time.monotonic() + limit_time
        #: Units in a window: one at first, then as many as fit in its time.
        self.size = 1
        self.flying: dict[Any, list[int]] = {}
        self.show = how["progress"]

    def count(self) -> None:
        """Count what is missing."""
        import dask

        # a window that went down with its workers is sent to others, again and again: that is no fault of the window's
        self.run.take()
        try:
            with dask.config.set({"distributed.scheduler.allowed-failures": FAILURES}):
                self._raise_failures()
                self._loop()
        finally:
            for future in self.flying:
                future.cancel()
            self.flying.clear()
            self.run.give_back()

    def _raise_failures(self) -> None:
        """Raise the allowed failures of the scheduler, which may be another process."""

        def on_scheduler(failures: int, dask_scheduler: Any = None) -> None:
            dask_scheduler.allowed_failures = max(dask_scheduler.allowed_failures, failures)

        self.client.run_on_scheduler(on_scheduler, FAILURES)

    def _loop(self) -> None:
        missing = collections.deque(self.run.missing())
        while True:
            self._require_scheduler()
            self._show(len(missing))
            self._send(missing)
            if not self.flying:
                return
            if self.until is not None and time.monotonic() >= self.until:
                return
            self._collect()

    def _show(self, unsent: int) -> None:
        """Show how many units are in the ledger."""
        if self.show is not None:
            missing = unsent + sum(len(window) for window in self.flying.values())
            self.show(self.units - missing, self.units)

    def _require_scheduler(self) -> None:
        """Stop when the scheduler is gone: what came back is in the ledger, and another cluster goes on."""
        if self.client.status != "running":
            raise ConnectionError("the Dask scheduler is lost; what came back is in the ledger: call compute() with another client")

    def _send(self, missing: collections.deque[int]) -> None:
        """Keep some windows ahead of every thread, each to be had again if its worker is lost."""
        # the client is told of its cluster now and then; asking each time would cost more than the windows
        workers = self.client.scheduler_info().get("workers", {}).values()
        threads = sum(worker["nthreads"] for worker in workers) or 1
        while missing and len(self.flying) < (1 + AHEAD) * threads:
            # the last windows are short, so that no thread waits long for another
            size = min(self.size, -(-len(missing) // (2 * threads)))
            window = [missing.popleft() for _ in range(size)]
            future = self.client.submit(count_window, self.header, window, pure=False, retries=3)
            self.flying[future] = window

    def _collect(self) -> None:
        """Wait for windows, and write down what they came to."""
        import distributed

        wait: Any = distributed.wait
        # a time-out says that none is there yet; windows that were cancelled say so themselves
        with contextlib.suppress(TimeoutError, CancelledError, OSError):
            wait(list(self.flying), timeout=1, return_when="FIRST_COMPLETED")
        lines: list[str] = []
        try:
            for future in [future for future in self.flying if future.done()]:
                lines.extend(self._result(future, self.flying.pop(future)))
        finally:
            if lines:
                self.run.record(lines)

    def _result(self, future: Any, window: list[int]) -> list[str]:
        """Take what became of a window."""
        if future.status == "finished":
            return self._accepted(future.result(), window)
        if future.status == "error":
            future.result()
        # lost with the scheduler, or cancelled by somebody: to be counted another time
        raise ConnectionError("windows of units were cancelled; what came back is in the ledger: compute() goes on")

    def _accepted(self, lines: Any, window: list[int]) -> list[str]:
        """Take what a worker gave for a window, if it is that; the ledger checks each line."""
        import json

        try:
            read = [json.loads(line) for line in lines]
            if [row["unit"] for row in read] != window:
                raise ValueError("other units than it was asked for")
            self._adapt([float(row["seconds"]) for row in read])
        except (TypeError, ValueError, KeyError, OverflowError) as error:
            raise _bezzel.Error(
                f"a worker gave garbage for the units {window[0]} to {window[-1]}: {error}; is its bezzel {_bezzel.__version__}?"
            ) from error
        return list(lines)

    def _adapt(self, seconds: list[float]) -> None:
        """Make windows as long as they should be."""
        mean = sum(seconds) / len(seconds)
        wanted = WINDOW / max(mean, 1e-6)
        self.size = max(1, min(int(wanted), 2 * self.size, 100_000))
