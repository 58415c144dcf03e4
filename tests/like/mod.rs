//! Files that say what game they are like: what they take over, what they replace, and what cannot be.

use mancala::Rules;
use mancala_engine::game::Position;
use mancala_rules::problem::Code;
use mancala_rules::rules::explain::{Kind as Says, Sentence};
use mancala_rules::rules::model::Kind;
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;
use mancala_tools::checks::Checks;
use mancala_tools::drivers::perft::perft_from;

fn read(text: &str) -> Result<Ruleset, Vec<(Code, String)>> {
    let told = |error: mancala::RuleFileError| {
        error.problems.into_iter().map(|problem| (problem.code, problem.message)).collect::<Vec<_>>()
    };
    Ruleset::proved(Source::new("variant.mancala", text)).map(|(ruleset, _)| ruleset).map_err(told)
}

fn rules(text: &str) -> std::sync::Arc<Rules> {
    read(text).unwrap_or_else(|problems| panic!("{problems:?}\n{text}")).rules().unwrap()
}

fn sequences(rules: &Rules, depth: u32) -> u64 {
    perft_from(rules, &Position::start(rules), depth).unwrap()
}

/// The sentences of a ruleset, without names, claims and what is left out.
fn sentences(ruleset: &Ruleset) -> Vec<String> {
    let rules = ruleset.rules().unwrap();
    let of_play = |sentence: &Sentence| {
        sentence.section != rules.about.name && !matches!(sentence.kind, Says::Claim | Says::LeftOut)
    };
    let all = ruleset.account(&rules).sentences;
    all.into_iter().filter(of_play).map(|sentence| sentence.text).collect()
}

#[test]
fn a_file_that_changes_nothing_is_the_same_game() {
    for (name, _) in crate::sampled() {
        let (base, like) = (Ruleset::shipped(name).unwrap(), format!("game \"Other\" {{\n  like: {name}\n}}\n"));
        let like =
            Ruleset::read(Source::new("variant.mancala", &like)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(like.check(), [], "{name}");
        // rows and columns may share a sentence where they have the same ground
        let (told, of_base) = (sentences(&like), sentences(&base));
        let told: Vec<&String> = told.iter().filter(|text| !of_base.contains(text)).collect();
        assert!(told.iter().all(|text| text.starts_with("There ")), "{name}: {told:?}");
        let (rules, of_base) = (like.rules().unwrap(), base.rules().unwrap());
        assert_eq!(sequences(&rules, 2), sequences(&of_base, 2), "{name}");
        assert_eq!(like.options().len(), base.options().len(), "{name}");
        assert_eq!(like.account(&rules).like.unwrap().1, [], "{name}");
        let kinds: Vec<Kind> = like.statements().iter().map(|statement| statement.kind()).collect();
        let own = kinds.iter().filter(|kind| **kind != Kind::TakenOver).count();
        assert_eq!(own, 1, "{name}: `like` alone is said by the file");
    }
}

#[test]
fn a_setting_with_readings_of_its_own_is_told_as_a_difference() {
    for seeds in ["6", "6 | 3 to 8", "6 | 3 to 6"] {
        let ruleset = read(&format!("game \"Six\" {{ like: kalah }}\nboard {{ seeds: {seeds} }}")).unwrap();
        let (_, differences) = ruleset.account(&ruleset.rules().unwrap()).like.unwrap();
        assert_eq!(differences.len(), 1, "{seeds}: {differences:?}");
    }
}

#[test]
fn a_setting_replaces_the_setting_of_its_name() {
    let three = rules("game \"Three\" { like: kalah }\nboard { seeds: 3 }");
    assert_eq!(three.board.start.iter().sum::<u32>(), 36);
    assert!(three.options.iter().all(|option| option.names != ["seeds"]), "no longer open");
    // Um ed-Dyar gives columns and seeds together, in `options`
    let both = rules("game \"Both\" { like: um-ed-dyar }\nboard {\n  columns: 5\n  seeds: 3\n}");
    assert_eq!((both.board.columns.value, both.board.start.iter().sum::<u32>()), (5, 30));
    let one = read("game \"One\" { like: um-ed-dyar }\nboard { columns: 5 }").unwrap_err();
    assert!(one.iter().any(|(code, message)| *code == Code::BadLike && message.contains("go together")), "{one:?}");
}

/// What is said with a changed word has no ground in the other game, unless the word is cited.
#[test]
fn a_changed_word_takes_the_ground_away() {
    let grounds = |tag: &str| {
        let text = format!(
            "game \"Hungry\" {{\n  like: oware\n}}\nsources {{\n  book: \"A book\"\n}}\n\
             words {{\n  hit if on opponent's side and makes 2 to 4 {tag}\n}}\n\
             left out {{\n  \"more\" @ book \"2\"\n}}\n"
        );
        let hit = |sentence: &&Sentence| sentence.text.contains("makes 2 to 4 seeds, the mover captures");
        let rules = rules(&text);
        let rule = rules.last_seed.iter().find(|rule| !rule.value.effects.is_empty()).unwrap();
        let told = read(&text).unwrap().account(&rules).sentences.iter().any(|sentence| hit(&sentence));
        assert!(told, "{text}");
        rule.basis.iter().map(|origin| origin.like().or(origin.source()).unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(grounds(""), Vec::<String>::new());
    assert_eq!(grounds("@ book \"1\""), ["Oware abapa", "book"]);
}

#[test]
fn a_list_replaces_the_list_or_stands_above_it() {
    let krur = Ruleset::shipped("krur").unwrap().rules().unwrap();
    let replaced = rules(
        "game \"A\" { like: krur }\nlast seed, the first that fits {\n  when makes 4 -> mark here, end turn\n  otherwise -> end turn\n}",
    );
    assert_eq!(replaced.last_seed.len(), 2);
    let above = rules(
        "game \"B\" { like: krur }\nlast seed, the first that fits {\n  when makes 3 -> end turn\n  otherwise -> as in krur\n}",
    );
    assert_eq!(above.last_seed.len(), krur.last_seed.len() + 1);
    // a rule with the condition of another stands instead of it
    let instead = rules(
        "game \"C\" { like: krur }\nlast seed, the first that fits {\n  when was empty -> capture here, end turn\n  otherwise -> as in Krur\n}",
    );
    assert_eq!(instead.last_seed.len(), krur.last_seed.len());
    assert_ne!(sequences(&instead, 4), sequences(&krur, 4));
    // whatever way of writing its words have
    let kalah = Ruleset::shipped("kalah").unwrap().rules().unwrap();
    let again = "game \"E\" { like: kalah }\nlast seed, the first that fits {\n  when here is own store -> end turn\n  otherwise -> as in kalah\n}";
    assert_eq!(rules(again).last_seed.len(), kalah.last_seed.len());
    // settings in a list without rules
    let later =
        rules("game \"D\" { like: oware }\nbefore turn, the first that fits {\n  repeated position: 5th time\n}");
    assert_eq!(later.repeated.as_ref().unwrap().value, 5);
    assert_eq!(later.before_turn.len(), Ruleset::shipped("oware").unwrap().rules().unwrap().before_turn.len());
}

/// A rule taken over that never applies any more is no problem that keeps examples from being accepted.
#[test]
fn examples_are_accepted_although_a_rule_taken_over_never_applies() {
    let text = "game \"F\" { like: kalah }\nlast seed, the first that fits {\n  when here is end -> move again\n  otherwise -> as in kalah\n}\nexample \"c1\" {\n  play: c1\n  stores: South 9, North 0\n}";
    let ruleset = Ruleset::read(Source::new("variant.mancala", text)).unwrap();
    let accepted = ruleset.accept().unwrap();
    assert!(accepted.text.contains("stores: South 1, North 0"), "{}", accepted.text);
}

#[test]
fn cases_of_a_move_go_on_with_those_of_the_other_game() {
    let plain = rules(
        "game \"A\" { like: kalah }\nmove {\n  begin {\n    when holds 12 -> lift here, sow into here\n    otherwise -> as in kalah\n  }\n}",
    );
    assert_eq!(plain.moves[0].begin.len(), 2);
    // a new way to move is tried first; one of the same name is changed
    let bao = Ruleset::shipped("tsoro").unwrap().rules().unwrap();
    let new = rules(
        "game \"B\" { like: tsoro }\nmove first {\n  from: own holes where holds at least 9\n  direction: counterclockwise\n  begin: lift here, sow after here\n}",
    );
    assert_eq!(new.moves.len(), bao.moves.len() + 1);
    assert_eq!(new.moves[0].name.as_deref(), Some("first"));
    // several ways to move are changed at once
    let both =
        rules("game \"D\" { like: ayoayo }\nmove rescue { direction: clockwise }\nmove free { direction: clockwise }");
    let ayoayo = Ruleset::shipped("ayoayo").unwrap().rules().unwrap();
    let turned =
        both.moves.iter().zip(&ayoayo.moves).filter(|(own, theirs)| {
            format!("{:?}", own.direction[0].value) != format!("{:?}", theirs.direction[0].value)
        });
    assert_eq!((both.moves.len(), turned.count()), (ayoayo.moves.len(), 2));
    // each is in force when it was there
    for (own, theirs) in both.moves.iter().zip(&ayoayo.moves) {
        assert_eq!(own.when, theirs.when, "{:?}", own.name);
    }
    let unnamed = read("game \"C\" { like: bao-la-kiswahili }\nmove { from: own holes }").unwrap_err();
    assert!(
        unnamed.iter().any(|(code, message)| *code == Code::BadLike && message.contains("several ways")),
        "{unnamed:?}"
    );
}

#[test]
fn none_takes_a_statement_away_and_what_served_it() {
    let round = rules("game \"One round\" { like: krur }\nmatch {\n}");
    assert!(round.contest.is_none());
    let no_skip = rules("game \"All\" { like: kalah }\nsowing { skip: none }");
    assert!(no_skip.skip.is_none());
    // the option that only the replaced rules ask for goes with them, and so does `endless`
    let single = rules(
        "game \"Single\" { like: krur }\nlast seed, the first that fits {\n  when makes 4 -> mark here, end turn\n  otherwise -> end turn\n}",
    );
    assert!(single.endless.is_none());
    assert!(single.options.iter().all(|option| option.names != ["four-at-home"]));
}

#[test]
fn a_reading_is_chosen_or_added() {
    let text = "game \"Chosen\" { like: krur }\noptions { four-at-home: marked }";
    let chosen = read(text).unwrap_or_else(|problems| panic!("{problems:?}"));
    let (krur, settings) = (Ruleset::shipped("krur").unwrap(), [("four-at-home".to_owned(), "marked".to_owned())]);
    let marked = krur.rules_under(&settings).unwrap();
    assert_eq!(sequences(&chosen.rules().unwrap(), 6), sequences(&marked, 6));
    assert!(chosen.options().iter().all(|option| option.names != ["four-at-home"]), "nothing is left to choose");
    let added = read(
        "game \"Added\" { like: krur }\noptions { four-at-home: relayed | marked | taken }\n\
         last seed, the first that fits {\n  when makes 4 and on own side and four-at-home is taken -> capture here, end turn\n  otherwise -> as in krur\n}",
    );
    let added = added.unwrap_or_else(|problems| panic!("{problems:?}"));
    let option = added.options().iter().find(|option| option.names == ["four-at-home"]).unwrap();
    assert_eq!(option.readings.len(), 3);
}

#[test]
fn files_lie_beside_each_other_and_are_not_circular() {
    let text = |name: &str, like: &str| {
        Source::new(format!("games/{name}.mancala"), &format!("game \"{name}\" {{ like: {like} }}"))
    };
    let of =
        |first: Source, beside: Vec<Source>| Ruleset::read(first.with_beside(beside)).map_err(|error| error.problems);
    let two = of(text("one", "two"), vec![text("two", "kalah")]).unwrap();
    assert_eq!(sequences(&two.rules().unwrap(), 3), 185);
    assert_ne!(two.source.fingerprint(), text("one", "two").fingerprint(), "the other texts count");
    // a file may have the name of a ruleset, and be like that
    assert!(of(text("krur", "krur"), vec![text("krur", "krur")]).is_ok());
    let chain = |last: &str| vec![text("b", "c"), text("c", "d"), text("d", last)];
    let deep = of(text("a", "b"), chain("kalah")).unwrap_err();
    assert!(deep[0].message.contains("4th game"), "{deep:?}");
    let round = of(text("a", "b"), chain("a").into_iter().chain([text("a", "b")]).collect()).unwrap_err();
    assert!(round[0].message.contains("like itself"), "{round:?}");
    assert_eq!(round[0].code, Code::BadLike);
}

#[test]
fn a_problem_of_the_other_game_is_told_in_this_file() {
    let text = "game \"Wide\" { like: oops }";
    let oops = "game \"Oops\" { like: kalah }\nlast seed, the first that fits {\n  when here is nowhere -> end turn\n  otherwise -> end turn\n}";
    let source = Source::new("wide.mancala", text).with_beside(vec![Source::new("oops.mancala", oops)]);
    let error = Ruleset::read(source).unwrap_err();
    let place = text.find("oops").unwrap();
    for problem in &error.problems {
        assert_eq!(problem.span().start, place, "{problem:?}");
    }
    assert!(error.problems[0].message.starts_with("taken over from `oops`"), "{error:?}");
    assert!(error.problems[0].help.as_ref().unwrap().contains("line 3 of oops"), "{error:?}");
}

/// A game in which no sowing goes clockwise leaves the track for clockwise sowing.
#[test]
fn a_track_for_clockwise_sowing_goes_with_it() {
    let text = "game \"Katro one way\" {\n  like: katro\n}\nmove {\n  direction: counterclockwise\n}\n";
    let rules = rules(text);
    assert!(rules.board.clockwise_track.is_none());
    let kept = "game \"Katro in two ways\" {\n  like: katro\n}\nmove {\n  direction: either\n}\n";
    assert!(self::rules(kept).board.clockwise_track.is_some());
}
