//! Records of other origin: games that an independent program played, the examples of rule files, and what the sources of
//! the first games show.

use mancala_rules::ruleset::Ruleset;
use mancala_tools::drivers::fit::{Fit, OptionFit};
use serde_json::Value;

use super::fitted;
use crate::conformance::recorded;

/// The readings of an option that fit.
fn fitting(fit: &Fit, name: &str) -> Vec<String> {
    let named = |option: &&OptionFit| option.names.iter().any(|known| known == name);
    let option = fit.options.iter().find(named).unwrap_or_else(|| panic!("no option {name}"));
    let values = option.values.iter().zip(&option.fits).filter(|(_, fits)| **fits);
    values.map(|(value, _)| value.texts.join(", ")).collect()
}

/// A game that was recorded as JSON, as a record: its moves, with every `every`-th board.
fn as_record(game: &Value, every: usize) -> String {
    let rows = |ply: &Value| -> String {
        let strips = ply["rows"]
            .as_array()
            .expect("rows")
            .iter()
            .map(|row| row.as_array().expect("a row").iter().map(Value::to_string).collect::<Vec<_>>().join(" "));
        let strips: Vec<String> = strips.collect();
        match (ply["captured"].as_array().map(Vec::len), strips.as_slice()) {
            (Some(2), [north, south]) => format!("North {north} / South {south}"),
            _ => strips.join(" / "),
        }
    };
    let mut lines = vec!["example \"recorded\" {".to_owned()];
    for (number, ply) in (1..).zip(game["plies"].as_array().expect("plies")) {
        lines.push(format!("play: {}", ply["move"].as_str().expect("a move")));
        if number % every == 0 {
            lines.push(format!("board: {}", rows(ply)));
        }
    }
    lines.push("}\n".to_owned());
    lines.join("\n")
}

/// The games of a file that have an option or none.
fn games(name: &str) -> Vec<Value> {
    recorded(name).lines().map(|line| serde_json::from_str(line).expect("a game")).collect()
}

#[test]
fn games_of_an_independent_program_decide_readings() {
    let records = |name: &str, number: usize| -> String {
        let plain =
            games(name).into_iter().filter(|game| game["set"].as_object().is_some_and(serde_json::Map::is_empty));
        plain.take(number).map(|game| as_record(&game, 3)).collect()
    };
    let krur = fitted(&Ruleset::shipped("krur").unwrap(), &records("krur", 4), &[]);
    for (option, reading) in
        [("four-at-home", "relayed"), ("start-hole", "sown"), ("no-move", "a pass"), ("repeated position", "3rd time")]
    {
        assert_eq!(fitting(&krur, option), [reading], "krur {option}");
    }
    let laarais = fitted(&Ruleset::shipped("um-laarais").unwrap(), &records("um-laarais", 2), &[]);
    assert!(laarais.fitting() > 0 && laarais.fitting() < laarais.sets, "{:?}", laarais.refuted);
}

#[test]
fn the_board_of_a_record_decides_its_size() {
    let game = games("um-ed-dyar").into_iter().find(|game| game["set"]["columns"] == 6).expect("a game");
    let dyar = Ruleset::shipped("um-ed-dyar").unwrap();
    let given = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let rest: Vec<(String, String)> = dyar
        .options()
        .iter()
        .filter(|option| !option.names.iter().any(|name| name == "columns" || name == "seeds"))
        .map(|option| given(&option.names[0], "#1"))
        .collect();
    let found = fitted(&dyar, &as_record(&game, 1), &rest);
    assert_eq!(fitting(&found, found.options[0].names[0].as_str()).len(), 1);
    assert_eq!(found.fitting(), 1, "{:?}", found.refuted);
}

#[test]
fn the_examples_of_a_rule_file_fit_the_file() {
    for (name, text) in crate::sampled() {
        let ruleset = Ruleset::shipped(name).unwrap();
        let own: Vec<(String, String)> =
            ruleset.options().iter().map(|option| (option.names[0].clone(), "#1".to_owned())).collect();
        let found = fitted(&ruleset, text, &own);
        assert_eq!((found.sets, found.fitting()), (1, 1), "{name}: {:?}", found.refuted);
    }
}

/// The diagrams and examples of the first sources, as far as they tell of moves: "one single shell remains" and such
/// prose is no record.
#[test]
fn a_source_that_counts_first_moves_decides_nothing_it_does_not_ask_about() {
    let krur = fitted(
        &Ruleset::shipped("krur").unwrap(),
        "example \"Mancala World, Krur, initial position\" {\n  position: North 4 4 4 4\n            South 4 4 4 4\n  \
         counts: 4\n}\n",
        &[],
    );
    assert_eq!(krur.fitting(), krur.sets);
    assert!(krur.options.iter().all(|option| option.is_open));
    assert_eq!(krur.between_rounds, ["seeds nobody won", "fill", "surplus", "next starter"]);
}
