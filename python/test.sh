#!/usr/bin/env bash
# Builds the package for Python and tests it, in an environment of its own under target.
#
#   python/test.sh              builds and tests
#   python/test.sh environment  makes the environment alone
#   python/test.sh build        builds in it, and tests nothing
#
# PYTHON names a Python from 3.10 on.
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in
  "" | environment | build) ;;
  *) echo "usage: python/test.sh [environment|build]" >&2; exit 2 ;;
esac
target=${CARGO_TARGET_DIR:-$PWD/target}
environment="$target/python"
"${PYTHON:-python3}" -m venv "$environment" ||
  { echo "Python cannot make an environment: install python3-venv, or name another Python in PYTHON" >&2; exit 2; }
export PATH="$environment/bin:$PATH" VIRTUAL_ENV="$environment"
pip install --quiet --disable-pip-version-check --requirement python/requirements.txt
[ "${1:-}" != environment ] || exit 0
maturin develop --quiet --release --locked --manifest-path python/Cargo.toml
[ "${1:-}" != build ] || exit 0
cd python
ruff check --quiet .
ruff format --check --quiet .
mypy mancala
stubtest mancala._mancala --mypy-config-file pyproject.toml --ignore-disjoint-bases
pytest --quiet tests
pytest --quiet --nbmake notebooks
