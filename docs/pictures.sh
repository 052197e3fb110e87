#!/bin/sh
# Draws every picture in docs/pictures again, by the commands that the documents show. Needs bezzel on the path.
set -eu
cd "$(dirname "$0")/.."
grep -h '^bezzel draw .* -o docs/pictures/' README.md $(ls docs/*.md 2>/dev/null) | while read -r command; do
  $command
done
