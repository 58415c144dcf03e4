#!/usr/bin/env bash
# Solves small games with 2 and 4 ranks of `mpirun` and compares the files and the results, byte for byte, with those of
# one process; kills a rank in the middle and goes on. Needs `mpirun` and a program that was built with the feature `mpi`:
# the one that MANCALA names, or target/release/mancala.
set -euo pipefail
cd "$(dirname "$0")/../.."

mancala=${MANCALA:-$PWD/target/release/mancala}
command -v mpirun >/dev/null || { echo "mpirun is needed (on Debian: apt-get install openmpi-bin)" >&2; exit 1; }
"$mancala" solve --help | grep -q -- --mpi || { echo "\`$mancala\` was built without the feature mpi" >&2; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }
# root, and more ranks than cores, are refused by default
ranks() { mpirun --allow-run-as-root --oversubscribe -n "$1" "$mancala" "${@:2}"; }
# what must be the same: all of the result but the time and what ranks sent each other
result() { tail -n 1 "$1" | sed -E 's/,"seconds":[0-9.]+//; s/,"exchanged":[0-9]+//'; }
same_files() {
  diff <(cd "$1" && find . -type f ! -name database.lock -exec sha256sum {} + | sort -k 2) \
    <(cd "$2" && find . -type f ! -name database.lock -exec sha256sum {} + | sort -k 2) >&2
}

number=0
same() {
  number=$((number + 1))
  local alone="$work/$number" told="$work/$number.json"
  "$mancala" solve "$@" --json --db "$alone" >"$told"
  for count in 2 4; do
    ranks "$count" solve "$@" --json --db "$alone-$count" --mpi >"$told-$count" || fail "$* with $count ranks"
    same_files "$alone" "$alone-$count" || fail "$*: files of $count ranks differ"
    diff <(result "$told") <(result "$told-$count") >&2 || fail "$*: results of $count ranks differ"
  done
  echo "ok: $*, $(sed -nE '$s/.*"checksum":"([0-9a-f]+)".*/checksum \1/p' "$told")"
}

same um-el-tuweisat
same um-ed-dyar --set columns=2 --set seeds=4 --set capture-at-home=barred
same um-ed-dyar --set columns=3 --set seeds=6
same kalah --set columns=2 --set seeds=4 --verify 100
same krur --max-seeds 6
same oware --max-seeds 10
# without room for lists
same oware --max-seeds 9 --memory 19M
same hus --max-seeds 4

# a plan that leaves out too much is replaced by all ranks
sed -E '/^example /,$d; s/low-even if holds even and/low-even if holds 15 or holds even and/' \
  rulesets/two-rows/single-lap/um-ed-dyar.mancala >"$work/rare.mancala"
grep -q 'holds 15 or' "$work/rare.mancala" || fail "the rule file is not as expected"
same "$work/rare.mancala" --set columns=2 --set seeds=4
grep -q '"trust": "nothing"' "$work/$number-4/database.json" || fail "the plan was not replaced"

# a rank is killed in the middle; another number of ranks goes on, and one process in the end
game=(oware --max-seeds 12)
"$mancala" solve "${game[@]}" --json --db "$work/whole" >"$work/whole.json"
mpirun --allow-run-as-root --oversubscribe -n 4 "$mancala" solve "${game[@]}" --db "$work/killed" --mpi \
  >/dev/null 2>"$work/killed.txt" &
running=$!
until [ -e "$work/killed/layer-00010.values" ]; do
  kill -0 "$running" 2>/dev/null || fail "it ended before a rank could be killed: $(cat "$work/killed.txt")"
  sleep 0.05
done
# the ranks are children of this mpirun
rank=$(ps -o pid= --ppid "$running" | tail -n 1)
kill -9 "$rank"
if wait "$running"; then fail "it went on without a rank"; fi
[ ! -e "$work/killed/layer-00012.values" ] || fail "it was killed too late"
ranks 2 solve "${game[@]}" --json --db "$work/killed" --mpi >"$work/again.json" || fail "it does not go on"
grep -c '"passes":0' "$work/again.json" | { read -r kept; [ "$kept" -ge 11 ] || fail "$kept layers were kept"; }
rm -f "$work"/killed/*.part
same_files "$work/whole" "$work/killed" || fail "files differ after a rank was killed"
diff <(result "$work/whole.json") <(result "$work/again.json") >&2 || fail "results differ after a rank was killed"
echo "ok: a rank was killed, and others went on"

# failures are told once, with exit code 2, and nothing hangs
fails() {
  local wanted=$1 code=0
  shift
  timeout 60 mpirun --allow-run-as-root --oversubscribe -n 3 "$mancala" solve "$@" >"$work/out.txt" 2>"$work/err.txt" || code=$?
  [ "$code" = 2 ] || fail "$*: exit code $code: $(cat "$work/err.txt")"
  [ "$(grep -c -- "$wanted" "$work/err.txt")" = 1 ] || fail "$*: $(cat "$work/err.txt")"
}
fails 'cannot be solved' bao-la-kiswahili --db "$work/bao" --mpi
fails 'in each rank, but the limit' oware --db "$work/oware" --mpi
fails 'number of seeds' oware --max-seeds 5 --db "$work/whole" --mpi
printf 'x' | dd of="$work/whole/layer-00011.values" bs=1 seek=2000 conv=notrunc status=none
fails 'layer-00011.values' "${game[@]}" --db "$work/whole" --mpi
rm "$work/whole/layer-00011.values"
mkdir "$work/whole/layer-00011.part"
fails 'cannot be written' "${game[@]}" --db "$work/whole" --mpi
echo "ok: failures"
