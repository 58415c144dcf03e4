#!/usr/bin/env bash
# Tests mancala.cluster with the program, in an environment of its own under target.
#
# MANCALA names the program (target/release/mancala), PYTHON a Python from 3.11 on.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-$PWD/target}
export MANCALA=${MANCALA:-$target/release/mancala}
[ -x "$MANCALA" ] || { echo "$MANCALA is missing: run cargo build --release first" >&2; exit 2; }
environment="$target/python"
"${PYTHON:-python3}" -m venv "$environment" ||
  { echo "Python cannot make an environment: install python3-venv, or name another Python in PYTHON" >&2; exit 2; }
"$environment/bin/pip" install --quiet --disable-pip-version-check --requirement python/requirements.txt
"$environment/bin/pytest" --quiet python/tests
