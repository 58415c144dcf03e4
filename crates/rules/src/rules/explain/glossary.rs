//! What the phrases of a file mean, in generated sentences.

use super::conditions::main_hole;
use super::plain;
use super::sentence::{Kind, Sentence};
use super::simplify::is_nothing;
use super::voice::{Scene, Voice};
use crate::rules::model::{Basis, Condition, Meant, One, Part, Rules, Saying};

/// The heading of the meanings that do not stand among the sentences.
pub(super) const PHRASES: &str = "Phrases of the file";

/// Adds the meaning of each phrase behind the sentence that first uses it, and those that no sentence uses at the end.
pub(super) fn with_terms(rules: &Rules, sentences: Vec<Sentence>) -> Vec<Sentence> {
    let mut left: Vec<&Saying> = words(rules).filter(|saying| !is_settled(rules, saying)).collect();
    let mut all = Vec::new();
    for told in sentences {
        let section = told.section.clone();
        let mut text = told.text.clone();
        let is_name = section == rules.about.name;
        all.push(told);
        // the meaning of one phrase may use another
        while let Some(place) = left.iter().position(|saying| !is_name && uses(&text, saying)) {
            let meaning = meaning(rules, left.remove(place), told_in(&section));
            text = format!("{text} {meaning}");
            all.push(Sentence::new(&section, &meaning, &Basis::new(), Kind::Phrase { among: true }));
        }
    }
    let beside = Kind::Phrase { among: false };
    all.extend(
        left.into_iter()
            .map(|saying| Sentence::new(PHRASES, &meaning(rules, saying, Scene::LastSeed), &Basis::new(), beside)),
    );
    all
}

/// Each word with a phrase once, asked of a hole that is tested if it can be. A condition that the readings in force
/// settle is left out: nothing is told of it.
fn words(rules: &Rules) -> impl Iterator<Item = &Saying> {
    let settled = |saying: &Saying| match &saying.meaning {
        Meant::Condition(asked) => matches!(plain::condition(rules, asked, None), Condition::Constant(_)),
        Meant::Holes(_) => false,
    };
    let of_tested = |saying: &Saying| matches!(&saying.meaning, Meant::Condition(asked) if asked.any(|part| matches!(part, Part::One(One::Tested))));
    let all = &rules.sayings;
    all.iter().enumerate().filter_map(move |(place, saying)| {
        let best = all.iter().position(|other| other.word == saying.word && of_tested(other));
        let first = all.iter().position(|other| other.word == saying.word);
        (best.or(first) == Some(place) && !settled(saying)).then_some(saying)
    })
}

/// Whether the readings settle what a phrase says, so that it is told nowhere.
fn is_settled(rules: &Rules, saying: &Saying) -> bool {
    match &saying.meaning {
        Meant::Condition(asked) => matches!(plain::condition(rules, asked, None), Condition::Constant(_)),
        Meant::Holes(set) => is_nothing(&plain::set(rules, set, None)),
    }
}

/// Whether a text has the words of a phrase.
fn uses(text: &str, saying: &Saying) -> bool {
    // the mover is named once in a sentence, and then `he`
    let plain = |text: &str| {
        let text = text.replace("the mover's ", "").replace("The mover's ", "").replace("his ", "");
        text.replace("the mover", "he").replace("The mover", "he").to_lowercase()
    };
    let bare = |form: &str| -> String {
        let form = form.trim_start_matches("is ").trim_start_matches("are ");
        plain(form.trim_start_matches("a ").trim_start_matches("an "))
    };
    let text = plain(text);
    let forms = &saying.forms;
    let several = (!forms.is_predicate() && matches!(saying.meaning, Meant::Holes(_))).then(|| forms.several());
    [Some(&forms.first), forms.second.as_ref(), several.as_ref()]
        .into_iter()
        .flatten()
        .any(|form| text.contains(&bare(form)))
}

/// The moment that the sentences under a heading describe.
fn told_in(section: &str) -> Scene {
    match section {
        section if section.starts_with("Move") => Scene::Move,
        "After every seed" => Scene::Seed,
        "After the turn" | "When a player is to move" => Scene::Between,
        _ => Scene::LastSeed,
    }
}

/// What a phrase means: `a hole is a house if it holds at least 6 seeds`. `scene` is the moment at which it is first used.
fn meaning(rules: &Rules, saying: &Saying, scene: Scene) -> String {
    // told without the phrase itself
    let mut bare = rules.clone();
    bare.sayings.retain(|other| other.word != saying.word);
    match &saying.meaning {
        Meant::Condition(asked) => {
            let asked = plain::condition(&bare, asked, None);
            let of_tested = main_hole(&asked) == Some(&One::Tested);
            let mut voice = Voice::new(&bare, scene);
            if saying.forms.is_predicate() {
                let holds = voice.named_predicate(&saying.forms, true, false);
                let of_last =
                    asked.any(|part| matches!(part, Part::Condition(Condition::Makes(_) | Condition::WasEmpty)));
                let hole = if of_last { "the hole of the last seed" } else { "a hole" };
                let asked = if of_tested {
                    voice.testing_as_it(|voice| voice.condition(&asked))
                } else {
                    voice.hole_named(&One::Here);
                    voice.condition(&asked)
                };
                return format!("{hole} {holds} if {asked}");
            }
            // the mover is named in the phrase as in what it means
            let asked = voice.condition(&asked).replace(", or if ", ", or that ");
            format!("\"{}\" means that {asked}", saying.forms.first)
        }
        Meant::Holes(set) => {
            let set = plain::set(&bare, set, None);
            let mut voice = Voice::new(&bare, scene);
            let (holes, several) = voice.set(&set);
            match several {
                true => {
                    let several = saying.forms.second.as_ref().unwrap_or(&saying.forms.first);
                    format!("\"{several}\" means {}", holes.trim_end_matches(','))
                }
                false => format!("\"{}\" means {holes}", saying.forms.first),
            }
        }
    }
}
