#!/usr/bin/env bash
# Builds the page into web/dist, a folder that any static web server can serve.
#
#   web/build.sh          the module and the page
#   web/build.sh module   the module alone: target/web-module/mancala.wasm
#
# The module needs a Rust compiler for WebAssembly: rustup's target, or Debian's packages. The page needs Node.js.
set -euo pipefail
cd "$(dirname "$0")/.."

wasm=wasm32-unknown-unknown
target=${CARGO_TARGET_DIR:-$PWD/target}
built="$target/$wasm/web/mancala_web.wasm"
debian="rustc-web cargo-web rust-web-src rust-web-llvm"

missing() {
  printf '%s\n' "$@" >&2
  exit 2
}

module() {
  local options=(build --locked --package mancala-web --profile web --target "$wasm")
  if command -v rustc >/dev/null && [ -d "$(rustc --print target-libdir --target "$wasm" 2>/dev/null || echo /none)" ]; then
    cargo "${options[@]}"
  elif [ -x /usr/bin/cargo ] && /usr/bin/rustc -vV >/dev/null 2>&1 &&
    [ -d "$(/usr/bin/rustc --print sysroot)/lib/rustlib/src/rust/library" ]; then
    local llvm
    llvm=$(/usr/bin/rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
    command -v "wasm-ld-$llvm" >/dev/null ||
      missing "Debian's compiler uses LLVM $llvm, and its linker is missing:" "  apt-get install --no-install-recommends lld-$llvm"
    RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="wasm-ld-$llvm" \
      /usr/bin/cargo "${options[@]}" -Zbuild-std=std,panic_abort
  else
    missing "no Rust compiler for WebAssembly is installed. With rustup:" "  rustup target add $wasm" \
      "On Debian:" "  apt-get install --no-install-recommends $debian lld-22" \
      "(the number of lld is that of the LLVM version in \`/usr/bin/rustc -vV\`)"
  fi
  mkdir -p "$target/web-module"
  cp "$built" "$target/web-module/mancala.wasm"
}

page() {
  for tool in node npm; do
    command -v "$tool" >/dev/null || missing "$tool is missing: install Node.js 20 or later (https://nodejs.org)"
  done
  [ -d web/node_modules/esbuild ] || npm ci --prefix web --no-audit --no-fund
  node web/bundle.mjs "$target/web-module/mancala.wasm"
}

case "${1:-all}" in
  module) module ;;
  all) module && page ;;
  page) page ;;
  *) missing "usage: web/build.sh [module|page]" ;;
esac
