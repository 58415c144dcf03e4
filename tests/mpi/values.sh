#!/usr/bin/env bash
# Solves the rows of docs/values.md that have at most so many positions with 2 and 4 ranks of `mpirun`, small ones first,
# and compares the start, its moves, all counts and the checksum with the row:
#
#     tests/mpi/values.sh [--most POSITIONS] [--least POSITIONS]
#
# Needs `mpirun`, `jq` and a program that was built with the feature `mpi`: the one that MANCALA names, or
# target/release/mancala.
set -euo pipefail
cd "$(dirname "$0")/../.."

mancala=${MANCALA:-$PWD/target/release/mancala}
most=1000000
least=0
while [ $# -gt 0 ]; do
  case $1 in
    --most) most=$2 ;;
    --least) least=$2 ;;
    *) echo "unknown: $1" >&2; exit 1 ;;
  esac
  shift 2
done
for tool in mpirun jq; do
  command -v "$tool" >/dev/null || { echo "$tool is needed (on Debian: openmpi-bin, jq)" >&2; exit 1; }
done
"$mancala" solve --help | grep -q -- --mpi || { echo "\`$mancala\` was built without the feature mpi" >&2; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# a result as a row of the table has it, from the start to the checksum
row='
  def by: .by as $by | if $by > 0 then "+\($by)" else "\($by)" end;
  [ (if .value == null then "-" elif .value.by == 0 then "draw"
      elif .value.by > 0 then "South by \(.value.by)" else "North by \(-.value.by)" end),
    ([.moves[] | "\(.move) \(.value | by)"] | join(", ")),
    "\(.positions)", "\(.won) / \(.even) / \(.lost)", "\(.cyclic)", "`\(.checksum)`" ] | join(" | ")'

grep '^| `' docs/values.md | awk -F ' [|] ' -v OFS=' | ' '
  NF != 8 { print "a row that cannot be read: " $0 > "/dev/stderr"; exit 1 }
  { command = $1; sub(/^[|] `/, "", command); sub(/`$/, "", command)
    print $4 "\t" command "\t" $2, $3, $4, $5, $6, $7 }' | sort -n >"$work/rows"

compared=0
while IFS=$'\t' read -r positions command wanted; do
  if [ "$positions" -lt "$least" ] || [ "$positions" -gt "$most" ]; then continue; fi
  # the command stands in the table as it is typed into a shell
  eval "arguments=($command)"
  for count in 2 4; do
    began=$SECONDS
    # root, and more ranks than cores, are refused by default
    mpirun --allow-run-as-root --oversubscribe -n "$count" "$mancala" solve "${arguments[@]}" --json --mpi \
      --db "$work/db" </dev/null >"$work/told.json" || { echo "FAILED: $command with $count ranks" >&2; exit 1; }
    rm -rf "$work/db"
    found=$(tail -n 1 "$work/told.json" | jq -r "$row")
    if [ "$found" != "$wanted" ]; then
      printf 'FAILED: %s with %s ranks\n  row:   %s\n  found: %s\n' "$command" "$count" "$wanted" "$found" >&2
      exit 1
    fi
    echo "ok: $command, $positions positions, $count ranks, $((SECONDS - began)) s"
  done
  compared=$((compared + 1))
done <"$work/rows"
[ "$compared" -gt 0 ] || { echo "FAILED: no row has $least to $most positions" >&2; exit 1; }
echo "$compared rows agree"
