//! Completion in bash, which breaks words at `=` and `:` where the program does not.

use std::ffi::OsString;
use std::io::{Error, Write};
use std::path::Path;

use clap::Command;
use clap_complete::engine;
use clap_complete::env::{Elvish, EnvCompleter, Fish, Powershell, Shells, Zsh};

/// The line up to the cursor, and the part of its last word that bash replaces, in the environment.
pub(super) const LINE: &str = "_MANCALA_LINE";
const WORD: &str = "_MANCALA_WORD";

/// The shells for which there is a script.
const SHELLS: [&dyn EnvCompleter; 5] = [&Bash, &Elvish, &Fish, &Powershell, &Zsh];

/// The shells for which there is a script.
pub(super) fn shells() -> Shells<'static> {
    Shells(&SHELLS)
}

/// Completion in bash.
struct Bash;

impl EnvCompleter for Bash {
    fn name(&self) -> &'static str {
        "bash"
    }

    fn is(&self, name: &str) -> bool {
        name == "bash"
    }

    fn write_registration(
        &self,
        var: &str,
        name: &str,
        bin: &str,
        completer: &str,
        buf: &mut dyn Write,
    ) -> Result<(), Error> {
        write!(
            buf,
            r#"
_{name}_complete() {{
    local IFS=$'\n'
    COMPREPLY=( $({var}=bash {LINE}="${{COMP_LINE:0:COMP_POINT}}" {WORD}="$2" "{completer}" -- "${{COMP_WORDS[@]}}" 2>/dev/null) )
    # what ends so goes on
    if [[ "${{COMPREPLY-}}" =~ [=/:]$ ]]; then
        compopt -o nospace 2>/dev/null
    fi
}}
if [[ "${{BASH_VERSINFO[0]}}" -eq 4 && "${{BASH_VERSINFO[1]}}" -ge 4 || "${{BASH_VERSINFO[0]}}" -gt 4 ]]; then
    complete -o nosort -F _{name}_complete {bin}
else
    complete -F _{name}_complete {bin}
fi
"#
        )
    }

    fn write_complete(
        &self,
        command: &mut Command,
        arguments: Vec<OsString>,
        folder: Option<&Path>,
        buf: &mut dyn Write,
    ) -> Result<(), Error> {
        let words = words_before_cursor(arguments);
        let index = words.len().saturating_sub(1);
        let current = words.last().map_or(String::new(), |word| word.to_string_lossy().into_owned());
        let replaced = std::env::var(WORD).unwrap_or_else(|_| current.clone());
        let kept = current.strip_suffix(&replaced).unwrap_or("");
        for candidate in engine::complete(command, words, index, folder)? {
            let word = candidate.get_value().to_string_lossy();
            writeln!(buf, "{}", escaped(word.strip_prefix(kept).unwrap_or(&word)))?;
        }
        Ok(())
    }
}

/// The words of the line up to the cursor, the last of which is being typed; those given if bash passes no line.
pub(super) fn words_before_cursor(given: Vec<OsString>) -> Vec<OsString> {
    std::env::var(LINE).map_or(given, |line| words(&line).into_iter().map(OsString::from).collect())
}

/// The words of a line of a shell. The last one, at the cursor, may be empty.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word) = (Vec::new(), String::new());
    let (mut quote, mut begun) = (None, false);
    let mut signs = line.chars();
    while let Some(sign) = signs.next() {
        match (quote, sign) {
            (Some(open), sign) if sign == open => quote = None,
            (None, '\'' | '"') => (quote, begun) = (Some(sign), true),
            (None | Some('"'), '\\') => {
                word.extend(signs.next());
                begun = true;
            }
            (None, blank) if blank.is_whitespace() => {
                if begun {
                    words.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            _ => {
                word.push(sign);
                begun = true;
            }
        }
    }
    words.push(word);
    words
}

/// A word as it is typed in a shell.
fn escaped(word: &str) -> String {
    let plain = |sign: char| sign.is_alphanumeric() || "-_=+./,:%@~".contains(sign);
    word.chars().flat_map(|sign| [(!plain(sign)).then_some('\\'), Some(sign)]).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::{escaped, words};

    #[test]
    fn a_line_has_words() {
        assert_eq!(words("mancala show krur --set a=b "), ["mancala", "show", "krur", "--set", "a=b", ""]);
        assert_eq!(
            words(r#"mancala  run 'my game' "a \"b" c\ d --s"#),
            ["mancala", "run", "my game", "a \"b", "c d", "--s"]
        );
        assert_eq!(words("mancala ''"), ["mancala", ""]);
    }

    #[test]
    fn words_are_escaped() {
        assert_eq!(escaped("no-move=the-end"), "no-move=the-end");
        assert_eq!(escaped("my game's.mancala"), "my\\ game\\'s.mancala");
    }
}
