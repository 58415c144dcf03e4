//! Suggestions: never what stands there already, and what players say in the words of the language.

use mancala_tools::checks::Checks;
use std::collections::BTreeSet;

use mancala_rules::problem::{Code, RuleFileError};
use mancala_rules::rules::vocabulary::VOCABULARY;
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;
use mancala_rules::syntax::spoken::{InFile, PLAYERS};

use super::{CATALOGUE, GAME, Shown, problems, with};
use crate::sized;

/// Files with a word in places where it can be wrong: what stands there, with `WORD` for the word.
const PLACES: &[&[(&str, &str)]] = &[
    &[
        ("  side:    row\n", "  side:    row\n  WORD:    3\n"),
        ("own holes\n", "own WORD\n"),
        ("counterclockwise", "WORD"),
        ("last seed,", "WORD,"),
        ("seeds in own store", "WORD"),
    ],
    &[
        ("  side:    row\n", "  side:    WORD\n"),
        ("own holes\n", "WORD\n"),
        ("lift here, sow after here", "lift here, sow WORD after here"),
        (
            "when makes 2 -> capture here, end turn",
            "when WORD -> end turn
  when WORD makes 2 -> end turn
  when here is WORD -> end turn
  when was WORD -> end turn
  when mover is WORD -> end turn
  when opposite WORD 2 -> end turn
  when seeds in WORD is 3 -> end turn
  when WORD in holes is 3 -> end turn
  when all holes are WORD -> end turn",
        ),
        ("game over", "WORD"),
    ],
    &[
        ("own holes\n", "own holes where WORD\n"),
        ("seeds in own store", "WORD in own store"),
        (
            "when makes 2 -> capture here, end turn",
            "when makes at least WORD -> WORD
  when makes 2 -> WORD here, end turn
  when makes 3 -> capture here, end WORD
  when makes 4 -> capture WORD, end turn
  when makes 5 -> capture here WORD end turn
  when makes 6 -> WORD captures here, end turn
  WORD makes 7 -> end turn",
        ),
    ],
];

/// A word, and two misspellings of it.
fn spellings(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    let mut swapped = letters.clone();
    let middle = letters.len() / 2;
    if middle > 0 {
        swapped.swap(middle - 1, middle);
    }
    let cut = &letters[..letters.len() - usize::from(letters.len() > 2)];
    vec![word.to_owned(), swapped.into_iter().collect(), cut.iter().collect()]
}

#[test]
fn no_help_suggests_what_stands_there() {
    let forms = VOCABULARY.iter().flat_map(|entry| entry.forms());
    let words: BTreeSet<&str> = forms.flat_map(|form| form.split(' ').chain([form])).collect();
    let written = words.into_iter().flat_map(spellings).filter(|word| word.starts_with(char::is_alphabetic));
    let mut suggested = 0;
    // in a quick run a part of the words, and of their misspellings
    for word in written.collect::<BTreeSet<String>>().into_iter().step_by(sized(7, 1) as usize) {
        for places in PLACES {
            let put = |text: String, (what, by): &(&str, &str)| text.replacen(what, &by.replace("WORD", &word), 1);
            let text = places.iter().fold(GAME.to_owned(), put);
            let Err(RuleFileError { source, problems }) = Ruleset::read(Source::new("game.mancala", &text)) else {
                continue;
            };
            for problem in problems {
                let said = source.said(problem.span());
                let help = problem.help.unwrap_or_default();
                assert_ne!(problem.instead.as_ref(), Some(&said), "`{word}`: {}", problem.message);
                let alone = [format!("write `{said}`"), format!("did you mean `{said}`?"), format!("add `{said}`")];
                assert!(!alone.contains(&help), "`{word}`: {}: {help}", problem.message);
                suggested += usize::from(problem.instead.is_some());
            }
        }
    }
    assert!(suggested > sized(140, 1_000) as usize, "{suggested}");
}

/// Each word of players is told what a rule file says, in a condition or among effects.
#[test]
fn the_words_of_players_are_told() {
    for saying in PLAYERS {
        for said in saying.said.split("; ") {
            let help = |what: &str, by: &str| {
                let told = problems(&with(what, by)).1;
                told.into_iter().filter_map(|problem| problem.help).collect::<Vec<_>>().join("\n")
            };
            let mut told = help("capture here, end turn", said);
            told += &help("makes 2", &format!("some own {said} where empty"));
            // a word of the language is told so where it does not fit
            let is_known = VOCABULARY.iter().flat_map(|entry| entry.forms()).any(|form| form == said);
            if is_known {
                continue;
            }
            let expected = match saying.file {
                InFile::Words(words) | InFile::Noun(words) => words,
                InFile::Way(way) => way,
                InFile::Nothing => "a rule file cannot say this",
            };
            assert!(told.contains(expected), "`{said}`: {told}");
        }
    }
}

/// What stands in the place of players' words is understood there.
#[test]
fn the_replacements_of_players_words_are_understood() {
    for saying in PLAYERS {
        let (InFile::Words(words) | InFile::Noun(words)) = saying.file else { continue };
        let places = [
            GAME.replace("capture here, end turn", words),
            GAME.replace("capture here", words),
            GAME.replace("makes 2", words),
            GAME.replace("makes 2", &format!("here is in {words}")),
            GAME.replace("own holes", &format!("{words}s where own")),
            GAME.replace("counterclockwise", words),
            GAME.replace("scores: seeds", &format!("scores:  {words}s")),
            GAME.replace("game over", words),
        ];
        let good = |text: &String| match Ruleset::read(Source::new("game.mancala", text)) {
            Ok(_) => true,
            // sowing on calls for a word about sowing without an end
            Err(error) => error.problems.iter().all(|problem| problem.code == Code::MissingSetting),
        };
        assert!(GAME.contains(words) || places.iter().any(|text| text != GAME && good(text)), "`{words}`");
    }
}

/// A correction removes the problem that proposes it, and no problem comes up in its place.
#[test]
fn corrections_of_the_catalogue_correct() {
    let mut corrected = 0;
    for Shown { source, problems, .. } in &*CATALOGUE {
        for problem in problems {
            let Some(instead) = &problem.instead else { continue };
            let span = problem.span();
            let text = format!("{}{instead}{}", &source.text[..span.start], &source.text[span.end..]);
            let now =
                Ruleset::proved(Source::new("game.mancala", &text)).err().map_or(Vec::new(), |error| error.problems);
            let behind = span.start..=span.start + instead.len();
            let again = now.iter().find(|now| behind.contains(&now.span().start) && now.span().start < now.span().end);
            let again = again.filter(|again| again.code == problem.code && again.message == problem.message);
            assert_eq!(again, None, "{}: `{instead}` for `{}`", source.name, source.slice(span));
            corrected += 1;
        }
    }
    assert!(corrected > 40, "{corrected}");
}
