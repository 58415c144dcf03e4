//! Games told in sentences: nothing that a file cites is left untold, every reading is told by what it changes. What the
//! narrator says of moves.

mod grounds;

use mancala_tools::checks::Checks;
use std::collections::BTreeMap;
use std::sync::Arc;

use mancala_engine::contest::Match;
use mancala_engine::game::{Event, heard, tell};
use mancala_engine::narrator::Narrator;
use mancala_rules::chance::{choice, generator};
use mancala_rules::notation::capital;
use mancala_rules::rules::explain::{Account, Comparison, Difference, Sentence, differences, sentences};
use mancala_rules::rules::model::{Kind, Origin, Rules};
use mancala_rules::ruleset::{Ruleset, shipped_texts};
use mancala_rules::source::Source;

use crate::generator::{rules, sketch_from_seed};

/// So many rule files made at random are told.
const TOLD: u64 = crate::sized(100, 300);

/// So much of a game, or of a match, is narrated.
const PLIES: usize = 200;

fn each(names: impl Iterator<Item = (&'static str, &'static str)>, mut look: impl FnMut(&str, &Ruleset, &Arc<Rules>)) {
    for (name, _) in names {
        let ruleset = Ruleset::shipped(name).expect("without problems");
        let rules = ruleset.rules().expect("rules");
        look(name, &ruleset, &rules);
    }
}

/// The sentences that a difference tells.
fn told(difference: &Difference) -> Vec<&Sentence> {
    match difference {
        Difference::Changed(before, now, _) => vec![before, now],
        Difference::Gone(told) | Difference::New(told, _) | Difference::Earlier(told) | Difference::Later(told) => {
            vec![told]
        }
    }
}

#[test]
fn every_citation_of_a_file_is_told() {
    let mut untold = Vec::new();
    each(crate::sampled(), |name, ruleset, rules| {
        let account = ruleset.account(rules);
        let readings: Vec<_> = account.open.iter().flat_map(|open| &open.readings).collect();
        let changed = readings.iter().flat_map(|reading| reading.changes.iter().flatten()).flat_map(told);
        let all: Vec<&Origin> = account
            .sentences
            .iter()
            .chain(changed)
            .flat_map(|sentence| &sentence.basis)
            .chain(readings.iter().flat_map(|reading| &reading.basis))
            .collect();
        for statement in ruleset.statements() {
            // a mark that only serves a rule told in other words is left out
            let serves = statement.section == "board" && statement.text.starts_with("mark:");
            if serves && statement.kind() == Kind::Assumed {
                continue;
            }
            for origin in &statement.basis {
                // of two citations that name the same place the longer one is enough
                let told = |known: &&&Origin| known.ground == origin.ground && known.text.starts_with(&origin.text);
                if !all.iter().any(|known| told(&known)) {
                    untold.push(format!("{name}: `{}` cites {origin:?}", statement.text));
                }
            }
        }
    });
    assert!(untold.is_empty(), "{untold:#?}");
}

#[test]
fn every_reading_changes_a_sentence() {
    each(crate::sampled(), |name, ruleset, rules| {
        for open in ruleset.account(rules).open {
            let in_force = open.readings.iter().filter(|reading| reading.in_force).count();
            assert_eq!(in_force, 1, "{name}: {:?}", open.names);
            for reading in open.readings.iter().filter(|reading| !reading.in_force) {
                let changes = reading.changes.as_ref().map_or(0, Vec::len);
                assert!(changes > 0, "{name}: {:?} {:?} changes nothing that is told", open.names, reading.values);
            }
        }
    });
}

#[test]
fn too_many_readings_are_not_looked_at() {
    let ruleset = Ruleset::shipped("krur").expect("without problems");
    let rules = ruleset.rules().expect("rules");
    let account =
        Account::new(&rules, None, 2, |settings| ruleset.rules_under(settings).ok().map(Arc::unwrap_or_clone));
    let readings: Vec<_> = account.open.iter().flat_map(|open| &open.readings).collect();
    let left: Vec<bool> =
        readings.iter().filter(|reading| !reading.in_force).map(|reading| reading.left_away).collect();
    assert_eq!(left.iter().filter(|left| !**left).count(), 2);
    assert!(!left[0] && !left[1] && left[2], "{left:?}");
    assert!(account.text().contains("; its changes are not listed, because there are too many readings."));
}

#[test]
fn a_game_differs_from_others_and_not_from_itself() {
    let told: Vec<(String, Vec<Sentence>, Arc<Rules>)> = crate::sampled()
        .map(|(name, _)| {
            let ruleset = Ruleset::shipped(name).expect("without problems");
            let rules = ruleset.rules().expect("rules");
            (name.to_owned(), sentences(&rules), rules)
        })
        .collect();
    for (one, first, rules) in &told {
        for (two, second, others) in &told {
            let found = differences(first, second);
            assert_eq!(found.is_empty(), one == two, "{one} and {two}");
            // what one tells and the other does not is told from both sides
            let back = differences(second, first);
            let only = |list: &[Difference], gone: bool| {
                list.iter().filter(|found| matches!(found, Difference::Gone(_)) == gone).count()
            };
            let new = back.iter().filter(|found| matches!(found, Difference::New(..))).count();
            assert_eq!(only(&found, true), new, "{one} and {two}");
            let compared = Comparison::new(rules, others, [one, two]);
            assert!(compared.differences.len() <= found.len(), "{one} and {two}");
        }
    }
}

#[test]
fn statements_are_documented_assumed_or_neither() {
    let text = "game \"Small\" {\n  region: \"nowhere\"\n}\n\nsources {\n  book: \"A book\"\n}\n\nboard {\n  rows: 2 @ book \"1\"\n  \
                columns: 3 | 4 @ assumed \"as small as can be\"\n  seeds: 3 @ book \"2\", assumed \"the book is torn\"\n  \
                side: row\n}\n\nmove {\n  from {\n    when holds 1 -> own holes @ book \"3\"\n    otherwise -> own holes\n  }\n  \
                direction: counterclockwise\n  begin: lift here, sow after here\n}\n\nlast seed, the first that fits {\n  \
                otherwise -> end turn @ book \"4\"\n}\n\nbefore turn, the first that fits {\n  when no legal move -> game over\n  \
                otherwise -> play\n}\n\neach player scores: seeds in own holes\n\nleft out {\n  \"something\" @ book \"5\"\n}\n";
    let ruleset = Ruleset::read(Source::new("small.mancala", text)).expect("no problems");
    let found: Vec<(usize, String, Kind)> = ruleset
        .statements()
        .iter()
        .map(|statement| {
            let line = ruleset.source.line(statement.span.start).line;
            (line, format!("{}: {}", statement.section, statement.text), statement.kind())
        })
        .collect();
    let found: Vec<(usize, &str, Kind)> =
        found.iter().map(|(line, text, ground)| (*line, text.as_str(), *ground)).collect();
    use Kind::{Assumed, Documented, Neither};
    assert_eq!(
        found,
        [
            (2, "game: region: \"nowhere\"", Neither),
            (10, "board: rows: 2", Documented),
            (11, "board: columns: 3", Assumed),
            (11, "board: columns: 4", Assumed),
            (12, "board: seeds: 3", Assumed),
            (13, "board: side: row", Neither),
            (18, "move from: when holds 1 -> own holes", Documented),
            (19, "move from: otherwise -> own holes", Neither),
            (21, "move: direction: counterclockwise", Neither),
            (22, "move: begin: lift here, sow after here", Neither),
            (26, "last seed: otherwise -> end turn", Documented),
            (30, "before turn: when no legal move -> game over", Neither),
            (34, ": each player scores: seeds in own holes", Neither),
            (37, "left out: \"something\"", Documented),
        ]
    );
}

/// The condition in the head of a `move` section is a statement, with a source of its own.
#[test]
fn the_condition_of_a_move_has_a_source() {
    let head = "move late when mover's 2nd turn @ assumed \"as it is told\" {";
    let second = "}\n\nmove early {\n  from:      own holes\n  direction: counterclockwise\n  begin:     lift here, sow after here\n}\n\nlast";
    let text = crate::replaced(include_str!("goes_on.mancala"), "move {", head);
    let text = crate::replaced(&text, "}\n\nlast", second);
    let ruleset = Ruleset::read(Source::new("late.mancala", &text)).expect("no problems");
    let all = ruleset.statements();
    let statement = all.iter().find(|statement| statement.section == "move late").expect("a statement");
    assert_eq!((statement.text.as_str(), statement.kind()), ("move late when mover's 2nd turn", Kind::Assumed));
    assert_eq!(ruleset.source.slice(statement.span), statement.text);
    let account = ruleset.account(&ruleset.rules().expect("rules"));
    let told = account.sentences.iter().find(|sentence| sentence.assumed().is_some()).expect("a sentence");
    assert_eq!(told.text, "If it is the mover's 2nd turn of the game, this is the move.");
    let formatted = mancala_rules::format::format(&ruleset.source).expect("formatted");
    let line = formatted.lines().find(|line| line.starts_with("move late")).expect("the head");
    let at = line.find('@').expect("a citation");
    assert_eq!((at, &line[at..]), (72, "@ assumed \"as it is told\" {"));
}

/// That play goes on where no rule above says otherwise is no statement, unless the file gives it a ground.
#[test]
fn that_play_goes_on_needs_no_source() {
    let rules = "  when no legal move -> pass\n  otherwise -> play\n";
    let told = |list: &str| {
        let text = crate::replaced(include_str!("goes_on.mancala"), rules, list);
        let ruleset = Ruleset::read(Source::new("goes_on.mancala", &text)).expect("no problems");
        let account = ruleset.account(&ruleset.rules().expect("rules"));
        let found = ruleset.statements();
        let (of, section) = ("before turn", "When a player is to move");
        let statements = found.iter().filter(|statement| statement.section == of);
        let stated = account.sentences.iter().filter(|sentence| sentence.section == section && sentence.is_stated());
        let texts: Vec<String> = statements.map(|statement| statement.text.clone()).collect();
        assert_eq!(texts.len(), stated.count(), "{list}");
        texts
    };
    assert_eq!(told(rules), ["when no legal move -> pass"]);
    let cited = "  when no legal move -> pass\n  otherwise -> play @ assumed \"no other end\"\n";
    assert_eq!(told(cited), ["when no legal move -> pass", "otherwise -> play"]);
    // without `otherwise`, the last rule says no more than `otherwise` would
    assert_eq!(
        told("  when no legal move -> pass\n  when not no legal move -> play\n"),
        ["when no legal move -> pass"]
    );
    let first = "  when not no legal move -> play\n  otherwise -> pass\n";
    assert_eq!(told(first), ["when not no legal move -> play", "otherwise -> pass"]);
    let captures = "  when no legal move -> pass\n  otherwise -> capture a1, play\n";
    assert_eq!(told(captures), ["when no legal move -> pass", "otherwise -> capture a1, play"]);
}

/// Forms of sentences that no shipped ruleset has.
#[test]
fn rarer_forms() {
    let ruleset = Ruleset::read(Source::new("forms.mancala", include_str!("forms.mancala"))).expect("no problems");
    let rules = ruleset.rules().expect("rules");
    insta::assert_snapshot!(ruleset.account(&rules).text());
}

/// What is told of a file that has no problems and whose examples hold.
fn explained(name: &str, text: &str) -> String {
    let (ruleset, _) = Ruleset::proved(Source::new(name, text)).expect("no problems");
    for run in ruleset.examples().expect("examples") {
        assert!(run.differences.is_empty(), "{run:?}");
    }
    ruleset.account(&ruleset.rules().expect("rules")).text()
}

/// Rules that name holes and ask for whole positions: what they mean, and how they are told.
#[test]
fn holes_by_name() {
    insta::assert_snapshot!(explained("named.mancala", include_str!("named.mancala")));
}

/// Numbers that are compared with what is counted on the board.
#[test]
fn counted_numbers() {
    insta::assert_snapshot!(explained("amounts.mancala", include_str!("amounts.mancala")));
}

/// Whose left is meant, what stands before a number, and names of holes at the beginning.
#[test]
fn names_and_sides() {
    insta::assert_snapshot!(explained("names.mancala", include_str!("names.mancala")));
}

/// Readings that are lay-outs of seeds are told in words, not as the file writes them.
#[test]
fn lay_outs_among_readings() {
    let source = Source::new("lay_outs.mancala", include_str!("lay_outs.mancala"));
    let ruleset = Ruleset::read(source).expect("no problems");
    let account = ruleset.account(&ruleset.rules().expect("rules"));
    let texts: Vec<&str> = account.open.iter().flat_map(|open| &open.readings).map(|read| read.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "each player has 2 in every hole of his inner row and nothing in his outer row",
            "each player has 1 in every hole",
            "each player has in his inner row, from his own left, 2 and 1 in the first 2 holes, 3 in the others; in his \
             outer row, from his own left, 0 in the last hole, 3 in the others",
            "each player has in his inner row, from his own left, 0 and 1 in the first 2 holes, 4 in the last hole, 2 in \
             the others; in his outer row, from his own left, 1 0 2 0",
            "each player has in his inner row, from his own left, 0 in the holes of the first half and 2 in those of \
             the second; 1 in every hole of his outer row",
            "each player has in his inner row, from his own left, 1, 2 in several holes, 3 in several holes, 0 (where it \
             says several, as many each time); 2 in every hole of his outer row: of all kinds",
        ]
    );
}

/// Phrases and sentences of a file, and what they replace.
#[test]
fn phrases_of_a_file() {
    let ruleset = Ruleset::read(Source::new("phrases.mancala", include_str!("phrases.mancala"))).expect("no problems");
    let rules = ruleset.rules().expect("rules");
    insta::assert_snapshot!(ruleset.account(&rules).text_with_rules());
}

/// A text of a file changes nothing but sentences: without texts, the same rules are generated.
#[test]
fn a_sentence_of_a_file_stands_for_the_rule_that_runs() {
    let text = include_str!("phrases.mancala");
    let told = Ruleset::read(Source::new("told.mancala", text)).expect("no problems").rules().expect("rules");
    let bare = text.replace(" \"The last seed in a house shuts it\"", "");
    let bare = Ruleset::read(Source::new("bare.mancala", &bare)).expect("no problems").rules().expect("rules");
    let generated = |rules: &Rules| -> Vec<String> {
        sentences(rules).iter().map(|sentence| sentence.generated().to_owned()).collect()
    };
    assert_eq!(generated(&told), generated(&bare));
    let shuts =
        |rules: &Rules| sentences(rules).iter().any(|sentence| sentence.text == "The last seed in a house shuts it.");
    assert!(shuts(&told) && !shuts(&bare));
    // a change of the rule behind an unchanged text is a difference
    let other = text.replace("when house and here is inner", "when house and here is outer");
    let other = Ruleset::read(Source::new("other.mancala", &other)).expect("no problems").rules().expect("rules");
    assert!(!differences(&sentences(&told), &sentences(&other)).is_empty());
}

/// No shipped game is told in sentences that nobody would say.
#[test]
fn no_game_is_told_in_machine_prose() {
    let never = [
        "for which this holds",
        "this is so:",
        "those of those",
        "each of those of",
        "are 1 hole",
        "is 1 hole",
        "that are 1 hole",
        "in the round or more",
        "in the game or more",
        "--from",
        "is called unplayed",
        "sows clockwise. Otherwise he sows clockwise",
        "in Democratic",
        " if never",
        "means that never",
        "Move: move 2",
        "the rules for the last seed are read",
        "at least 2 seeds or is occupied",
        "is his daughter and",
        "that are his daughter ",
        "that are his daughter.",
        "that are his daughter,",
    ];
    each(crate::sampled(), |name, ruleset, rules| {
        let text = ruleset.account(rules).text().split_whitespace().collect::<Vec<_>>().join(" ");
        for phrase in never {
            assert!(!text.contains(phrase), "{name}: `{phrase}` in {text}");
        }
        // a text is never cut, and a lay-out is told in words
        assert!(!text.contains(" .."), "{name}: {text}");
        for (place, section) in rules.moves.iter().enumerate() {
            let known = ruleset.account(rules).sentences.iter().any(|sentence| {
                section.name.as_ref().is_some_and(|name| sentence.section.starts_with(&format!("Move: {name}")))
            });
            let Some(section) = section.name.as_ref().filter(|_| !known && rules.moves.len() > 1) else { continue };
            let asked = format!("If the move is {section},");
            let told = ruleset.account(rules).sentences.iter().any(|sentence| sentence.text.starts_with(&asked));
            assert!(!told, "{name}: move {place} is never in force, but told");
        }
    });
}

/// What the sentence of a rule says, no line of its own says again.
#[test]
fn the_end_of_a_turn_is_told_once() {
    each(crate::sampled(), |name, ruleset, rules| {
        let mut game = Narrator::new(rules.clone()).expect("a game");
        let mut chance = generator(5, 0);
        for _ in 0..40 {
            if game.ending().is_some() {
                break;
            }
            let index = choice(game.choices(), &mut chance);
            game.play_nth(index).expect("a legal move");
            let all = game.take_events();
            let lines = tell(&heard(&all, rules), rules, &ruleset.source);
            for pair in lines.windows(2) {
                let again = pair[1] == "  the turn ends" && pair[0].contains("the turn ends (line");
                assert!(!again, "{name}: {lines:?}");
            }
            // nothing else is lost
            let kept = all.len() - heard(&all, rules).len();
            let ends = all.iter().filter(|event| matches!(event, Event::TurnEnds | Event::Over | Event::Illegal));
            assert!(kept <= ends.count(), "{name}");
        }
    });
}

/// Where a reading has a further kind of moves, what the others have in common is not told again.
#[test]
fn a_further_kind_of_moves_is_a_difference_of_its_own() {
    let ruleset = Ruleset::shipped("chisolo").expect("without problems");
    let account = ruleset.account(&ruleset.rules().expect("rules"));
    let readings = account.open.iter().flat_map(|open| &open.readings);
    let raid = readings
        .filter_map(|reading| reading.changes.as_ref())
        .find(|changes| changes.iter().any(|change| change.section().starts_with("Move: raid")));
    let texts: Vec<&str> =
        raid.expect("a reading with raids").iter().flat_map(told).map(|told| told.text.as_str()).collect();
    assert!(texts.iter().any(|text| text.starts_with("If it is the mover's 1st turn of the game, this is")));
    assert!(
        !texts.iter().any(|text| text.starts_with("He lifts the seeds of the chosen hole and sows them")),
        "{texts:?}"
    );
}

/// Sentences begin with a capital and end in a full stop, and nothing is missing between their words.
#[test]
fn whatever_a_file_says_is_told_in_sentences() {
    for seed in 0..TOLD {
        let Some(rules) = rules(&sketch_from_seed(seed)) else { continue };
        for told in sentences(&rules) {
            let text = &told.text;
            assert!(!text.contains("  ") && !text.contains(" ,") && !text.contains(" ."), "{seed}: {text}");
            assert!(text.ends_with('.') && capital(text) == **text, "{seed}: {text}");
            assert!(text.matches('(').count() == text.matches(')').count(), "{seed}: {text}");
        }
    }
}

/// Every form that a line of the narrator has, by a line that has it: numbers, players, holes and rules left aside.
#[test]
fn what_the_narrator_says() {
    let mut forms: BTreeMap<String, String> = BTreeMap::new();
    let mut keep = |name: &str, lines: Vec<String>| {
        for line in lines {
            forms.entry(form(&line)).or_insert_with(|| format!("{name}:{line}"));
        }
    };
    each(shipped_texts(), |name, ruleset, rules| {
        let told = |events: Vec<Event>| tell(&events, rules, &ruleset.source);
        let mut chance = generator(3, 1);
        if let Some(contest) = Match::new(rules, 3) {
            let mut contest = contest.expect("a match");
            for _ in 0..PLIES {
                keep(name, told(contest.take_events()));
                if contest.ending().is_some() {
                    break;
                }
                match contest.choices() {
                    0 => contest.next_round().expect("the next round"),
                    choices => contest.play_nth(choice(choices, &mut chance)).expect("a legal choice"),
                }
            }
        } else {
            let mut game = Narrator::new(&**rules).expect("a game");
            for _ in 0..PLIES {
                keep(name, told(game.take_events()));
                match game.legal().len() {
                    0 => break,
                    choices => drop(game.play_nth(choice(choices, &mut chance)).expect("a legal move")),
                }
            }
        }
    });
    insta::assert_snapshot!(forms.into_values().collect::<Vec<_>>().join("\n"));
}

/// A line with signs in place of numbers, players, holes, lists of holes and rules. The sentences of rules are those of
/// explanations, which `tests/games/sentences.txt` has.
fn form(line: &str) -> String {
    if let Some((_, place)) = line.rsplit_once(" (line ") {
        let (line, offer) = place.split_once(')').expect("the end of a place");
        return format!("RULE (line NUMBER{}){offer}", if line.contains(" of ") { " of GAME" } else { "" });
    }
    let is_hole = |word: &str| {
        let (column, row) = word.split_at(word.find(|c: char| c.is_ascii_digit()).unwrap_or(word.len()));
        column.len() == 1 && !row.is_empty() && row.bytes().all(|byte| byte.is_ascii_digit())
    };
    let mut words: Vec<&str> = Vec::new();
    for word in line.split([' ', ',']).filter(|word| !word.is_empty()) {
        let bare = word.trim_end_matches([';', ':']);
        let word = match () {
            () if is_hole(bare) => "HOLE",
            () if ["North", "South"].contains(&bare) => "PLAYER",
            () if bare.bytes().all(|byte| byte.is_ascii_digit()) => "NUMBER",
            () => word,
        };
        if words.last() != Some(&word) {
            words.push(word);
        }
    }
    words.join(" ")
}
