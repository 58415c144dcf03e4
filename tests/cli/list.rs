//! `list` with its filters, and games asked for by what they are called.

use mancala_rules::names::{Meaning, called, folded, meaning};
use mancala_rules::rules::family::{Family, families};
use mancala_rules::ruleset::{Ruleset, shipped_path, shipped_texts};

use super::{printed, run, transcripts};

fn listed(filters: &[&str]) -> Vec<String> {
    let text = printed(&[&["list"], filters, &["--json"]].concat());
    let record = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("JSON");
    text.lines().map(|line| record(line)["name"].as_str().expect("a name").to_owned()).collect()
}

#[test]
fn filters() {
    insta::assert_snapshot!(transcripts(&[
        &["list", "khrour"],
        &["list", "--region", "mauritania"],
        &["list", "--region", "ETHIOPIA", "--family", "cross"],
        &["list", "--rows", "1", "--region", "sudan"],
        &["list", "--rows", "4", "--family", "cross"],
        &["list", "um", "--players", "4"],
        &["list", "--family", "relay,marks", "--region", "i"],
        &["list", "pal", "--family", "relay-next", "--family", "every-seed"],
        &["list", "nothing at all"],
        &["list", "--family", "realy"],
        &["list", "--rows", "0"],
        &["list", "--players", "-3"],
    ]));
}

#[test]
fn every_filter_leaves_out() {
    let all = listed(&["um"]);
    for filter in [["--region", "sudan"], ["--rows", "2"], ["--players", "2"], ["--family", "count"]] {
        // two letters, so that few files are read
        let some = listed(&[&["um"], &filter[..]].concat());
        assert!(!some.is_empty() && some.len() < all.len(), "{filter:?}: {}", some.len());
    }
}

#[test]
fn without_case_and_accents() {
    assert_eq!(folded("Ô ăn quan"), "oanquan");
    assert_eq!(folded("Um ed-Dyar"), "umeddyar");
    assert_eq!(listed(&["wore"]), ["oure-ngat"], "Wöré");
    assert_eq!(listed(&["kurur"]), ["krur", "um-ed-dyar"]);
}

/// The index says of names and places what the rules say.
#[test]
fn names_and_places_are_as_the_rules_say() {
    let all = called();
    assert_eq!(all.len(), shipped_texts().count());
    for game in all {
        let rules = Ruleset::shipped(game.ruleset).expect("well").rules().expect("rules");
        assert_eq!(game.title, rules.about.name);
        assert_eq!(
            game.also,
            rules.about.also.as_ref().map_or(Vec::new(), |also| also.value.clone()),
            "{}",
            game.ruleset
        );
        assert_eq!(
            game.region,
            rules.about.region.as_ref().map_or(Vec::new(), |region| region.value.clone()),
            "{}",
            game.ruleset
        );
    }
}

/// Whatever a game is called, the name leads to it, alone or among others.
#[test]
fn every_name_leads_to_its_game() {
    for game in called() {
        assert_eq!(meaning(game.ruleset), Meaning::One(game.ruleset));
        for name in game.names() {
            let found = match meaning(name) {
                // the name of a ruleset is always that ruleset, whatever else is called so
                Meaning::One(found) => found == game.ruleset || folded(found) == folded(name),
                Meaning::Several(games) => games.contains(&game) && games.len() > 1,
                Meaning::Nothing => false,
            };
            assert!(found, "{name} of {}", game.ruleset);
        }
    }
    assert_eq!(meaning("AWALE"), Meaning::One("oware"));
    assert_eq!(meaning("oware abapa"), Meaning::One("oware"));
    assert_eq!(meaning("--"), Meaning::Nothing);
    assert_eq!(meaning(""), Meaning::Nothing);
}

#[test]
fn games_by_other_names() {
    insta::assert_snapshot!(transcripts(&[
        &["show", "awale", "--position"],
        &["show", "Kurùr"],
        &["show", "gabata"],
        &["show", "Khrour", "--position"],
        &["show", "krur", "--position"],
        &["check", "Hrur"],
        &["explain", "krur", "--diff", "Hrur"],
        &["show", "Weg", "--position"],
        &["show", "Okwe"],
        &["show", "Kalahh"],
        &["show", "songo douale"],
        &["show", ""],
    ]));
}

#[test]
fn show_says_who_else_is_called_so() {
    let text = printed(&["show", "krur"]);
    assert!(text.contains("Other games called Krur: um-ed-dyar (Um ed-Dyar: Western Mauritania)\n"), "{text}");
    assert!(!printed(&["show", "kalah"]).contains("Other games called"));
    let spelled = run(&["show", "KRUR"]);
    assert!(String::from_utf8_lossy(&spelled.stderr).contains("um-ed-dyar  Um ed-Dyar: Western Mauritania"));
    assert!(!String::from_utf8_lossy(&spelled.stdout).contains("Other games called"));
}

/// The families agree with the folders in which a person finds the files.
#[test]
fn families_are_as_the_folders() {
    for (name, _) in shipped_texts() {
        let rules = Ruleset::shipped(name).expect("well").rules().expect("rules");
        let (path, found) = (shipped_path(name).expect("a path"), families(&rules));
        if path.contains("two-rows/") {
            assert_eq!(found.contains(&Family::SingleLap), path.contains("single-lap/"), "{path}: {found:?}");
        }
        let laps = [Family::SingleLap, Family::Relay, Family::RelayFromNext, Family::Resown];
        assert!(found.first().is_some_and(|first| laps.contains(first)), "{path}: {found:?}");
    }
    let of = |name: &str| {
        let rules = Ruleset::shipped(name).expect("well").rules().expect("rules");
        families(&rules).into_iter().map(Family::name).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(of("krur"), "relay marks");
    assert_eq!(of("oware"), "single-lap count");
    assert_eq!(of("kalah"), "single-lap cross ends");
    assert_eq!(of("pallanguzhi"), "relay-next cross gap every-seed");
    assert_eq!(of("omweso"), "relay resown");
    assert_eq!(of("toguz-kumalak"), "single-lap count marks");
    assert_eq!(of("english-wari"), "single-lap count");
}
