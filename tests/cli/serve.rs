//! `mancala serve` as far as no browser is needed; `web/test/serve.test.mjs` tests the rest.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use super::run;

/// Whether the page was built before this program.
fn has_page() -> bool {
    cfg!(feature = "serve") && Path::new(env!("CARGO_MANIFEST_DIR")).join("web/dist/index.html").is_file()
}

#[test]
fn without_the_page_it_says_how_the_page_is_built() {
    if has_page() {
        // the program has the page, and says where it serves it
        let mut served = Command::new(assert_cmd::cargo::cargo_bin!("mancala"))
            .args(["serve", "--address", "127.0.0.1:0"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut line = String::new();
        let stdout = served.stdout.take().expect("its output");
        BufReader::new(stdout).read_line(&mut line).expect("a line");
        served.kill().expect("it runs");
        served.wait().expect("it ends");
        assert!(line.starts_with("http://127.0.0.1:"), "{line}");
        return;
    }
    let output = run(&["serve", "--address", "127.0.0.1:0"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "error: this program was built without the page\n  run `web/build.sh`, then build the program with \
         `--features serve`; web/README.md says what that needs\n"
    );
}

#[test]
fn an_address_that_is_none_is_refused() {
    let output = run(&["serve", "--address", "nowhere"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--address"), "{output:?}");
}
