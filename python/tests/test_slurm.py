"""The job array of deploy/ on a real Slurm of one node, started in a folder of its own and stopped again."""

import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time

import pytest

import bezzel

TEMPLATE = pathlib.Path(__file__).parents[2] / "deploy" / "slurm-array.sh"
NEEDED = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol")
#: OEIS A000170(19)
QUEENS_19 = 4_968_057_848

CONFIGURATION = """
ClusterName=bezzel
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
KillWait=2
SchedulerParameters=sched_interval=1,batch_sched_delay=0
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def slurm(tmp_path, monkeypatch):
    missing = [name for name in NEEDED if shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin") is None]
    if missing:
        pytest.skip(f"Slurm is not installed here (no {', '.join(missing)}): apt-get install slurm-wlm munge")
    if os.getuid() != 0:
        pytest.skip("Slurm's daemons are started by root only")
    folder = tmp_path / "slurm"
    for name in ("", "state", "spool"):
        (folder / name).mkdir(mode=0o700)
    monkeypatch.setenv("PATH", f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}:/usr/sbin:/sbin")
    monkeypatch.setenv("SLURM_CONF", str(folder / "slurm.conf"))
    host = socket.gethostname().split(".")[0]
    text = CONFIGURATION.format(host=host, folder=folder, ports=(_free_port(), _free_port()))
    (folder / "slurm.conf").write_text(text)
    (folder / "munge.key").write_bytes(os.urandom(1024))
    (folder / "munge.key").chmod(0o400)
    key = [f"--{what}-file={folder}/munge.{end}" for what, end in (("key", "key"), ("log", "log"), ("seed", "seed"))]
    daemons = [
        ["munged", "--foreground", "--force", f"--socket={folder}/munge.socket", f"--pid-file={folder}/munge.pid", *key],
        ["slurmctld", "-D", "-f", str(folder / "slurm.conf")],
        ["slurmd", "-D", "-f", str(folder / "slurm.conf")],
    ]
    started = []
    try:
        for daemon in daemons:
            log = (folder / f"{daemon[0]}.out").open("wb")
            started.append(subprocess.Popen(daemon, stdout=log, stderr=log))
            time.sleep(1)
        if not _until(lambda: "idle" in _said("sinfo", "-h", "-o", "%T"), 30):
            logs = "\n".join(path.read_text(errors="replace")[-500:] for path in folder.glob("*.out"))
            pytest.skip(f"Slurm does not come up here: {logs}")
        yield folder
    finally:
        for daemon in reversed(started):
            daemon.terminate()
            try:
                daemon.wait(20)
            except subprocess.TimeoutExpired:
                daemon.kill()


def _said(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=30).stdout.strip()


def _until(condition, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.2)
    return False


def test_an_array_with_a_requeued_task(slurm, tmp_path):
    ledger = tmp_path / "q19.db"
    run = bezzel.Run.start("queens", 19, ledger=ledger)
    out = tmp_path / "task%a.txt"
    submitted = _said("sbatch", "--parsable", "--array=0-3", "-o", str(out), str(TEMPLATE), str(ledger), "4")
    assert submitted.isdigit(), submitted
    part = tmp_path / "q19.db.part1.jsonl"
    # the second task is sent back to the queue as soon as it has written something
    assert _until(lambda: part.exists() and len(part.read_text().splitlines()) > 1, 60), _logs(tmp_path, slurm)
    before = part.read_text().splitlines()
    assert len(before) < 28
    requeued = subprocess.run(["scontrol", "requeue", f"{submitted}_1"], capture_output=True, text=True, timeout=30)
    assert requeued.returncode == 0, requeued.stderr
    assert _until(lambda: _said("squeue", "-h", "-j", submitted) == "", 150), _logs(tmp_path, slurm)
    parts = sorted(tmp_path.glob("q19.db.part*.jsonl"))
    assert len(parts) == 4, _logs(tmp_path, slurm)
    # the task went on with its file
    assert part.read_text().splitlines()[: len(before)] == before
    assert [run.merge(path)[1] for path in parts] == [0, 0, 0, 0]
    status = run.status()
    assert status["done"] == status["units"], "the array counted all of them"
    assert run.compute() == QUEENS_19
    assert all(run.merge(path)[0] == 0 for path in parts)


def _logs(folder, slurm):
    paths = [*folder.glob("task*.txt"), *slurm.glob("*.log")]
    return "\n".join(f"{path.name}: {path.read_text(errors='replace')[-800:]}" for path in paths)
