#!/usr/bin/env bash
# Tests the module against the program, the page in a browser, and the program that serves it. web/build.sh comes first,
# then cargo build --release --features serve.
#
# MANCALA names the program (target/release/mancala), CHROMIUM the browser.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-$PWD/target}
export MANCALA=${MANCALA:-$target/release/mancala}
for file in web/dist/mancala.wasm "$target/web-module/mancala.wasm"; do
  [ -f "$file" ] || { echo "$file is missing: run web/build.sh first" >&2; exit 2; }
done
[ -x "$MANCALA" ] || { echo "$MANCALA is missing: run cargo build --release --features serve first" >&2; exit 2; }
cd web
npx biome check --error-on-warnings .
npx tsc --noEmit
node --test --test-concurrency=2 test/module.test.mjs test/browser.test.mjs test/play.test.mjs test/access.test.mjs \
  test/serve.test.mjs
