#!/usr/bin/env bash
# Compares what the project weighs with .ci/weight.tsv. Nothing here depends on the speed of the machine.
#
#   .ci/weight.sh            crates and lines
#   .ci/weight.sh PROGRAM    the machine code of a release program, too
set -euo pipefail
cd "$(dirname "$0")/.."

crates() {
  cargo tree --locked --edges normal,build --prefix none --format '{p}' "$@" | cut -d ' ' -f 1,2 | sort -u | wc -l
}
lines() {
  find "$1" -name '*.rs' -exec cat {} + | wc -l
}

passed=0
check() {
  local limit advice
  limit=$(awk -F '\t' -v of="$1" '$1 == of { print $2 }' .ci/weight.tsv)
  advice=$(awk -F '\t' -v of="$1" '$1 == of { print $3 }' .ci/weight.tsv)
  printf '%-8s %10s of at most %s\n' "$1" "$2" "$limit"
  if [ "$2" -gt "$limit" ]; then
    printf '%s weighs %s, and at most %s is allowed (.ci/weight.tsv)\n  %s\n' "$1" "$2" "$limit" "$advice" >&2
    passed=1
  fi
}

check crates "$(crates)"
check library "$(crates --no-default-features)"
check engine "$(lines crates/engine/src/engine)"
check tables "$(lines crates/engine/src/tables)"
if [ $# -gt 0 ]; then
  check text "$(size -A "$1" | awk '$1 == ".text" { print $2 }')"
fi
exit "$passed"
