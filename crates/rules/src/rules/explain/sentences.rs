//! All sentences of a game, in order.

use super::glossary::with_terms;
use super::sentence::{Kind, Sentence};
use super::words::join;
use super::{board, claims, lists, matches, moves};
use crate::rules::model::{Rules, Stated};

/// All sentences of a game: the rules and what the file leaves out, one sentence for each statement.
pub fn sentences(rules: &Rules) -> Vec<Sentence> {
    let chosen = moves::moves(rules);
    let lists = lists::turn(rules);
    let mut sentences = names(rules);
    sentences.extend(board::board(rules));
    let terms = terms(chosen.iter().chain(&lists));
    sentences.extend(chosen);
    sentences.extend(moves::sowing(rules, &terms));
    sentences.extend(lists);
    sentences.extend(matches::score(rules));
    sentences.extend(matches::contest(rules));
    leave_out_unused_mark(rules, &mut sentences);
    let mut sentences = with_terms(rules, sentences);
    sentences.extend(claims::claims(rules));
    let left_out = |left: &Stated<String>| Sentence::new("Left out", &left.value, &left.basis, Kind::LeftOut);
    sentences.extend(rules.left_out.iter().map(left_out));
    sentences
}

/// Leaves out that holes can be marked, and which are at the start, if no other sentence speaks of it: the mark serves a
/// rule that the file tells in its own words.
fn leave_out_unused_mark(rules: &Rules, sentences: &mut Vec<Sentence>) {
    let Some(forms) = rules.board.mark.as_ref().and_then(|mark| mark.value.forms.as_ref()) else { return };
    let told = forms.by_nobody();
    let is_mark = |sentence: &Sentence| matches!(sentence.kind, Kind::Setting("mark" | "marked at start"));
    let of_a_source = |sentence: &Sentence| sentence.basis.iter().any(|origin| origin.source().is_some());
    if sentences.iter().any(|sentence| is_mark(sentence) && of_a_source(sentence)) {
        return;
    }
    if !sentences.iter().any(|sentence| !is_mark(sentence) && sentence.text.contains(&told)) {
        sentences.retain(|sentence| !is_mark(sentence));
    }
}

/// The sentences about the game: without claims and what is left out.
pub(super) fn about_game(rules: &Rules) -> Vec<Sentence> {
    let mut sentences = sentences(rules);
    sentences.retain(|sentence| !matches!(sentence.kind, Kind::Claim | Kind::LeftOut));
    sentences
}

/// The sentences about how the game is played: without names, too.
pub(super) fn about_play(rules: &Rules) -> Vec<Sentence> {
    let mut sentences = about_game(rules);
    sentences.retain(|sentence| sentence.section != rules.about.name);
    sentences
}

/// Explanations of the terms that the sentences use.
fn terms<'s>(sentences: impl Iterator<Item = &'s Sentence>) -> Vec<&'static str> {
    const TERMS: [(&str, &str); 4] = [
        (" lap", "a lap is the sowing of what was lifted at one time; a turn can have several"),
        (" makes ", "a hole makes 4 if it holds four with the seed that has just fallen there"),
        (
            " at a time",
            "seeds that fall at a time do what one seed does elsewhere: the last hole gets what is left of them, and all \
             that fall there together are the last seed",
        ),
        (" of the same number ", "the holes of each row have numbers, counted from their owner's left"),
    ];
    let texts: Vec<&str> = sentences.map(|sentence| sentence.text.as_str()).collect();
    // skip `makes` in `makes a hole something`: only a number of seeds is a term
    let number = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit()) || rest.starts_with(['a', 'm', 'f']);
    let used = |term: &str| match term {
        " makes " => texts.iter().any(|text| text.split(term).skip(1).any(number)),
        _ => texts.iter().any(|text| text.contains(term)),
    };
    TERMS.into_iter().filter(|(term, _)| used(term)).map(|(_, meaning)| meaning).collect()
}

fn names(rules: &Rules) -> Vec<Sentence> {
    let about = &rules.about;
    let like = about.like.iter().map(|like| {
        let text = format!("the rules are those of {}, except as this game's own say", like.value);
        ("like", text, &like.basis)
    });
    let also = about.also.iter().map(|also| ("also", format!("also called {}", also.value.join(", ")), &also.basis));
    let region = about.region.iter().map(|region| {
        let places: Vec<String> = region.value.iter().map(|place| place_name(place)).collect();
        ("region", format!("played in {}", join(&places, "and")), &region.basis)
    });
    like.chain(also)
        .chain(region)
        .map(|(name, text, basis)| Sentence::setting(&about.name, name, &text, basis))
        .collect()
}

/// The name of a region as it stands after `in`.
fn place_name(place: &str) -> String {
    const WITH_ARTICLE: [&str; 5] = ["Caribbean", "Comoros", "Gambia", "Maldives", "Philippines"];
    let begins = ["United ", "Democratic Republic ", "Republic of "].iter().any(|state| place.starts_with(state));
    let article = begins || WITH_ARTICLE.contains(&place);
    if article { format!("the {place}") } else { place.to_owned() }
}
