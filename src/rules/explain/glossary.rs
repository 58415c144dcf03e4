//! What the phrases of a file mean, in generated sentences.

use super::plain;
use super::sentence::{Kind, Sentence};
use super::voice::{Scene, Voice};
use super::words::with_article;
use crate::rules::model::{Basis, Condition, HoleSet, Meant, One, Part, Rules, Saying};

/// The heading of the meanings that do not stand among the sentences.
pub(super) const PHRASES: &str = "Phrases of the file";

/// Adds the meaning of each phrase that says what a hole is, behind the sentence that first uses it, and those of all
/// others at the end.
pub(super) fn with_terms(rules: &Rules, sentences: Vec<Sentence>) -> Vec<Sentence> {
    let mut left: Vec<&Saying> = words(rules).filter(|saying| saying.forms.is_predicate()).collect();
    let mut all = Vec::new();
    for told in sentences {
        let section = told.section.clone();
        let mut text = told.text.clone();
        let is_name = section == rules.about.name;
        all.push(told);
        // the meaning of one phrase may use another
        while let Some(place) = left.iter().position(|saying| !is_name && uses(&text, saying)) {
            let meaning = meaning(rules, left.remove(place));
            text = format!("{text} {meaning}");
            all.push(Sentence::new(&section, &meaning, &Basis::new(), Kind::Phrase { among: true }));
        }
    }
    let others = words(rules).filter(|saying| !saying.forms.is_predicate()).chain(left);
    let beside = Kind::Phrase { among: false };
    all.extend(others.map(|saying| Sentence::new(PHRASES, &meaning(rules, saying), &Basis::new(), beside)));
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

/// Whether a text says that a hole is what a phrase says.
fn uses(text: &str, saying: &Saying) -> bool {
    let bare = |form: &str| -> String {
        let form = form.trim_start_matches("is ").trim_start_matches("are ");
        form.trim_start_matches("a ").trim_start_matches("an ").replace("the mover's ", "")
    };
    text.contains(&bare(&saying.forms.first))
        || saying.forms.second.as_ref().is_some_and(|form| text.contains(&bare(form)))
}

/// What a phrase means: `a hole is a house if it holds at least 6 seeds`.
fn meaning(rules: &Rules, saying: &Saying) -> String {
    // told without the phrase itself
    let mut bare = rules.clone();
    bare.sayings.retain(|other| other.word != saying.word);
    match &saying.meaning {
        Meant::Condition(asked) => {
            let asked = plain::condition(&bare, asked, None);
            let of_tested = asked.any(|part| matches!(part, Part::One(One::Tested)));
            let runs = asked.any(|part| matches!(part, Part::Set(HoleSet::Run { .. })));
            let scene = match (of_tested, runs) {
                (true, true) => Scene::Move,
                (true, false) => Scene::Between,
                (false, _) => Scene::LastSeed,
            };
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
            let holds = voice.named_clause(&saying.forms, true);
            format!("{holds} if {}", voice.condition(&asked))
        }
        Meant::Holes(set) => {
            let set = plain::set(&bare, set, None);
            let mut voice = Voice::new(&bare, Scene::LastSeed);
            let (holes, several) = voice.set(&set);
            match several {
                true => format!("{}: {holes}", saying.forms.several()),
                false => format!("{}: {holes}", with_article(&saying.forms.first)),
            }
        }
    }
}
