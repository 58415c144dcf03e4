# Short names for what is done often. `just` lists them; https://just.systems says how to install it.
# Nothing here is needed: CONTRIBUTING.md has the commands themselves.

set positional-arguments

# list the recipes
_default:
    @just --list --unsorted

# run the program as it is, built soonest: `just run play krur`
run *arguments:
    cargo run --quiet -- "$@"

# run the fast program: `just fast simulate krur --games 100000`
fast *arguments:
    cargo run --release --quiet -- "$@"

# the quick tests, all of them
test *arguments:
    cargo test "$@"

# the long tests: everything, in the release profile
test-long *arguments:
    cargo test --release "$@"

# the quick tests whose names contain a word: `just quick cli::help`
quick filter:
    cargo test --test tests -- "$1"

# the unit tests of one crate: `just unit rules`
unit crate:
    cargo test --package "mancala-$1" --all-features

# tables against narrator, for so many seconds
witness seconds="60":
    cargo test --release --test witness -- --seconds "$1"

# from random bytes to games, for so many seconds
fuzz seconds="60":
    cargo test --release --test fuzz -- --seconds "$1"

# changes of a rule file that no test notices: `just mutants rulesets/two-rows/relay/krur.mancala`
mutants file:
    cargo test --release --test mutants -- "$1"

# format everything, then say what clippy objects to
lint:
    cargo fmt --all
    cargo clippy --workspace --all-targets -- -D warnings

# what CI runs: all stages, or those that are named: `just ci lint quick`
ci *stages:
    .ci/run "$@"

# show changed snapshots one by one, to accept or reject each (cargo-insta)
snapshots:
    cargo insta test --review

# write generated pages and lists anew; read the diff before you commit it
docs:
    UPDATE_DOCS=1 cargo test
    git diff --stat -- docs rulesets editors

# lay out all shipped rule files
rulesets:
    cargo run --quiet -- fmt $(git ls-files 'rulesets/*.mancala')

# speed of the engine, beside engines written by hand
bench *arguments:
    cargo bench --package mancala-bench -- "$@"

# size of the program, number of crates, lines of the engine, against .ci/weight.tsv
weight:
    .ci/weight.sh

# licences, doubles and sources of dependencies (cargo-deny)
deny:
    cargo deny check bans licenses sources

# build the page, and serve it from the program
page:
    web/build.sh
    cargo run --release --features serve -- serve
