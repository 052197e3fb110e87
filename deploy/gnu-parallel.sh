#!/bin/bash
# A long count on the machines of GNU parallel's list, each with bezzel on its path and the ledger in the same folder:
#   bezzel run start queens 22 --ledger q22.db --limit-time 0
#   deploy/gnu-parallel.sh q22.db 100 [parallel's own options, such as --sshloginfile nodes --jobs 1]
# Started again, it goes on where it was.
set -eu
ledger=${1:?the ledger}
shards=${2:?the number of shards}
shift 2
seq 0 $((shards - 1)) |
  parallel "$@" bezzel run shard "$ledger" --index {} --of "$shards" --out "$ledger.part{}.jsonl" --threads 1
bezzel run merge "$ledger" "$ledger".part*.jsonl
bezzel run resume "$ledger"
