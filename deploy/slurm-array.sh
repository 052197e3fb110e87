#!/bin/bash
# A long count as a Slurm job array. First, with the ledger and bezzel where all nodes find them:
#   bezzel run start queens 22 --ledger q22.db --limit-time 0
#   sbatch --array=0-99 deploy/slurm-array.sh q22.db 100
# and when the array has ended:
#   bezzel run merge q22.db q22.db.part*.jsonl && bezzel run resume q22.db
# A task that is requeued, or told to stop before its time is up, loses nothing: it goes on with its file.
#SBATCH --job-name=bezzel
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:TERM@30
set -u
ledger=${1:?the ledger}
shards=${2:?the number of shards, as many as the array has tasks}
index=${SLURM_ARRAY_TASK_ID:?start this with sbatch --array=0-$((shards - 1))}

# a copy on the node's own disk: the ledger is only read, but SQLite wants its log beside it
folder=$(mktemp -d) || exit 5
trap 'rm -rf "$folder"' EXIT
cp "$ledger" "$folder/ledger.db" || exit 5

bezzel run shard "$folder/ledger.db" --index "$index" --of "$shards" --out "$ledger.part$index.jsonl" \
  --threads "${SLURM_CPUS_PER_TASK:-1}" &
child=$!
trap 'kill -TERM $child 2>/dev/null' TERM
wait $child
code=$?
# a signal ends the wait, not the program: its own end comes within a second
if [ "$code" -gt 128 ]; then
  wait $child
  code=$?
fi
# 3: stopped in good order with units left. Back into the queue, to go on.
if [ "$code" -eq 3 ]; then
  scontrol requeue "${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}"
fi
exit "$code"
