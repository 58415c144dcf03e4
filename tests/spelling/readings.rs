//! Readings that say no.

use mancala_rules::ruleset::Ruleset;
use mancala_tools::checks::Checks;

use super::{meaning_of, read, told, when, with};

/// The small game with an option, and a first rule that asks for it.
fn optional(option: &str, condition: &str) -> String {
    when(&format!("makes 2 and {condition}")).replacen("move {", &format!("options {{\n  {option}\n}}\n\nmove {{"), 1)
}

/// Whether the rule that asks for the option is in force under a setting.
fn asks(ruleset: &Ruleset, name: &str, value: &str) -> bool {
    let rules = ruleset.rules_under(&[(name.to_owned(), value.to_owned())]).expect("a reading");
    meaning_of(&rules).contains("Makes")
}

/// An option, what is asked of it, and whether that is so under each setting.
type Case<'c> = (&'c str, &'c str, &'c [(&'c str, bool)]);

#[test]
fn no_and_not_allowed_are_readings() {
    let cases: &[Case<'_>] = &[
        ("allowed: yes | no", "allowed is yes", &[("yes", true), ("no", false), ("#2", false)]),
        ("allowed: yes | no", "allowed is no", &[("yes", false), ("no", true), ("#2", true)]),
        ("allowed: yes | no", "allowed is not no", &[("yes", true), ("no", false)]),
        ("allowed: no \"never\" | yes", "not allowed is no", &[("yes", true), ("no", false)]),
        (
            "slam: capture | no capture at all",
            "slam is no capture at all",
            &[("capture", false), ("no-capture-at-all", true)],
        ),
        ("double: allowed | not allowed", "double is allowed", &[("allowed", true), ("not-allowed", false)]),
        ("double: allowed | not allowed", "double is not allowed", &[("allowed", false), ("not allowed", true)]),
        // `not allowed` is a reading of its own: `once` is neither
        ("double: allowed | not allowed | once", "double is not allowed", &[("once", false), ("not-allowed", true)]),
        ("double: allowed | not allowed | once", "not double is allowed", &[("once", true), ("not-allowed", true)]),
        // it is no reading, so it means any but `allowed`
        ("double: allowed | forbidden | once", "double is not allowed", &[("once", true), ("allowed", false)]),
    ];
    for (option, condition, settings) in cases {
        let ruleset = read(&optional(option, condition)).unwrap_or_else(|problems| panic!("{option}: {problems:#?}"));
        assert_eq!(ruleset.check(), [], "{option}");
        let name = &option[..option.find(':').unwrap()];
        for (value, wanted) in *settings {
            assert_eq!(asks(&ruleset, name, value), *wanted, "{option}, {condition}, {value}");
        }
    }
}

#[test]
fn examples_and_claims_name_them() {
    for (option, reading) in
        [("allowed: yes | no", "allowed is no"), ("allowed: allowed | not allowed", "allowed is not allowed")]
    {
        let file = optional(option, reading);
        let example = format!("{file}\nexample \"none\" when {reading} {{\n  play: a1\n  next: South\n}}\n");
        let ruleset = read(&example).unwrap_or_else(|problems| panic!("{problems:#?}"));
        assert_eq!(ruleset.check(), []);
        let runs = ruleset.examples().expect("runs");
        assert_eq!(runs.len(), 1, "{reading}");
    }
    let file = optional("allowed: yes | forbidden", "allowed is yes");
    let example = format!("{file}\nexample \"none\" when allowed is not yes {{\n  play: a1\n}}\n");
    let problems = read(&example).expect("the default reading").check();
    assert_eq!(problems.len(), 1, "{problems:#?}");
    assert!(problems[0].help.as_deref().unwrap().contains("allowed=yes | allowed=forbidden"), "{problems:#?}");
}

#[test]
fn a_set_does_not_begin_with_no_or_not() {
    let help = "name the holes, and say after `where` which of them are left: `own holes where not marked`";
    told(&with("from:      own holes", "from: not marked holes"), "not marked holes", help);
    told(&with("from:      own holes", "from: no holes"), "no holes", help);
    told(&when("opposite is no end"), "no end", "write `is not end`");
}
