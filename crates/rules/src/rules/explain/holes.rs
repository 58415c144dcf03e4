//! Phrases for sets of holes: `his holes that hold 2 seeds`, `a hole of his own`, `the holes before it`.

use super::common::together;
use super::conditions::literal;
use super::numbers::{hand, places};
use super::plain::{called, called_set};
use super::runs::{beside, either_way, run_from};
use super::simplify::{conjuncts, is_nothing};
use super::voice::{Scene, Voice, relative};
use super::words::{Article, is_adjective, join, marked_as, with_article};
use crate::rules::model::{
    Cell, Condition, CountedFrom, Ends, Fixed, HoleSet, Marker, One, Part, Property, Relation, Steps, Whose,
};
use crate::rules::notation::{count, hole_name, ordinal};
use crate::rules::vocabulary::{Meaning, Phrase, Verb, phrase, word};

/// Holes or ends with common properties.
pub(super) struct Kind<'c> {
    /// The file's phrase for a hole of the kind, and for several.
    pub(super) noun: Option<(String, String)>,
    /// Whether these are ends.
    pub(super) ends: bool,
    /// The side on which they lie, if the set names one.
    pub(super) side: Option<Whose>,
    /// Adjectives such as `empty` or `inner`.
    pub(super) adjectives: Vec<String>,
    /// Further conditions on each hole.
    pub(super) rest: Vec<&'c Condition>,
}

impl Kind<'_> {
    /// The noun with its adjectives, without the side.
    pub(super) fn noun(&self, plural: bool) -> String {
        let mut words = self.adjectives.clone();
        words.push(match (&self.noun, self.ends, plural) {
            (Some((one, _)), _, false) => one.clone(),
            (Some((_, several)), _, true) => several.clone(),
            (None, true, false) => "end".to_owned(),
            (None, true, true) => "ends".to_owned(),
            (None, false, false) => "hole".to_owned(),
            (None, false, true) => "holes".to_owned(),
        });
        words.join(" ")
    }
}

impl Voice<'_> {
    /// This game's name for a marked hole.
    pub(super) fn mark(&self) -> &str {
        self.rules.board.mark_name()
    }

    /// The kind of holes in a set; `None` unless the set is all holes or all ends, perhaps filtered.
    pub(super) fn kind<'c>(&self, set: &'c HoleSet) -> Option<Kind<'c>> {
        let (base, filter) = match set {
            HoleSet::Where(base, filter) => (&**base, conjuncts(filter)),
            base => (base, [].as_slice()),
        };
        // a set with a phrase is told by it, whatever it is made of
        let (base, filter) = if called_set(self.rules, set).is_some() { (set, [].as_slice()) } else { (base, filter) };
        let noun = called_set(self.rules, base).map(|forms| (forms.first.clone(), forms.several()));
        let ends = match base {
            _ if noun.is_some() => false,
            HoleSet::Holes => false,
            HoleSet::Ends => true,
            _ => return None,
        };
        let mut kind = Kind { noun, ends, side: None, adjectives: Vec::new(), rest: Vec::new() };
        let mut rows = Vec::new();
        for part in filter {
            match part {
                part if called(self.rules, part).is_some() => kind.rest.push(part),
                Condition::Is(One::Tested, Property::Own) if kind.side.is_none() => kind.side = Some(Whose::Own),
                Condition::Is(One::Tested, Property::Opponents) if kind.side.is_none() => {
                    kind.side = Some(Whose::Opponents);
                }
                Condition::Is(One::Tested, Property::Fixed(Fixed::Inner)) => rows.push("inner".to_owned()),
                Condition::Is(One::Tested, Property::Fixed(Fixed::Outer)) => rows.push("outer".to_owned()),
                Condition::Is(One::Tested, Property::Empty) => kind.adjectives.push("empty".to_owned()),
                Condition::Is(One::Tested, Property::Occupied) => kind.adjectives.push("occupied".to_owned()),
                Condition::Is(One::Tested, Property::Marked(Marker::Anybody))
                    if is_adjective(self.mark()) && self.mark_forms().is_none() =>
                {
                    kind.adjectives.push(self.mark().to_owned());
                }
                other => kind.rest.push(other),
            }
        }
        kind.adjectives.extend(rows);
        Some(kind)
    }

    /// The phrase for several holes of a kind, such as `all his empty holes` or `the holes that hold 2 seeds`, and
    /// whether it is plural.
    pub(super) fn many(&mut self, kind: &Kind<'_>, article: Article) -> (String, bool) {
        let stores = kind.ends && self.rules.board.ends.value == Ends::Stores;
        let noun = match (&kind.noun, kind.ends, stores) {
            (Some((_, several)), ..) => &*self.with_mover(several),
            (_, _, true) if kind.side.is_some() && self.two_players() => "store",
            (_, _, true) => "stores",
            (_, true, _) => "ends",
            (_, false, _) => "holes",
        };
        let plural = noun != "store";
        if self.scene == Scene::Refilled && kind.side == Some(Whose::Own) && !stores {
            let all = if article == Article::All { "all " } else { "the " };
            let whose = self.him();
            let mut words = kind.adjectives.clone();
            words.push(noun.to_owned());
            if whose != "him" {
                let rest = self.clause_of(kind, plural);
                return (format!("{all}{} of {whose}{rest}", words.join(" ")), plural);
            }
        }
        let mut words = Vec::new();
        if article == Article::All && plural {
            words.push("all".to_owned());
        }
        match kind.side {
            Some(Whose::Own) if self.scene == Scene::EachPlayer && !stores => words.push("his own".to_owned()),
            Some(Whose::Own) => words.push(self.his()),
            Some(Whose::Opponents) if self.two_players() => words.push(format!("{}'s", self.opponent())),
            Some(Whose::Opponents) => words.push("the other players'".to_owned()),
            None if article == Article::The => words.push("the".to_owned()),
            None => {}
        }
        words.extend(kind.adjectives.iter().cloned());
        words.push(noun.to_owned());
        let words = words.join(" ");
        let rest = self.clause_of(kind, plural);
        self.forget_hole();
        (format!("{words}{rest}"), plural)
    }

    /// The phrase for one hole of a kind: `a hole of his own that holds at least 2 seeds`, `no hole on the opponent's
    /// side`.
    pub(super) fn any(&mut self, kind: &Kind<'_>, article: &str) -> String {
        let stores = kind.ends && self.rules.board.ends.value == Ends::Stores;
        if let ("the", false, Some(hole)) = (article, kind.ends, self.numbered(kind)) {
            self.forget_hole();
            return hole;
        }
        let noun = match stores {
            true => [kind.adjectives.as_slice(), &["store".to_owned()]].concat().join(" "),
            false => match kind.noun {
                Some(_) => self.with_mover(&kind.noun(false)),
                None => kind.noun(false),
            },
        };
        let noun = if article == "a" { with_article(&noun) } else { format!("{article} {noun}") };
        let side = match kind.side {
            Some(Whose::Own) => match self.his().as_str() {
                "his" if article == "a" => " of his own".to_owned(),
                his => format!(" on {his} side"),
            },
            Some(Whose::Opponents) => format!(" on {}'s side", self.opponent()),
            None => String::new(),
        };
        let rest = self.clause_of(kind, false);
        self.forget_hole();
        format!("{noun}{side}{rest}")
    }

    /// The phrase for a hole by its number in its row: `the 1st inner hole from his own left`. Alternatives add when
    /// each applies.
    pub(super) fn numbered(&mut self, kind: &Kind<'_>) -> Option<String> {
        let [only] = kind.rest.as_slice() else { return None };
        let alternatives = match only {
            Condition::Or(parts) => parts.as_slice(),
            part => std::slice::from_ref(*part),
        };
        let mut wording: Vec<(String, String)> = Vec::new();
        let mut counted = None;
        for alternative in alternatives {
            let is_place =
                |part: &&Condition| matches!(part, Condition::Is(One::Tested, Property::Fixed(Fixed::Place(..))));
            let (places, when): (Vec<&Condition>, Vec<&Condition>) =
                conjuncts(alternative).iter().partition(|part| is_place(part));
            let [Condition::Is(_, Property::Fixed(Fixed::Place(from, places)))] = places.as_slice() else {
                return None;
            };
            if *from == CountedFrom::Border || *counted.get_or_insert(*from) != *from {
                return None;
            }
            let about = |part: &&Condition| literal(self.rules, part).is_none_or(|part| part.hole().is_some());
            if when.iter().any(about) || when.is_empty() != (alternatives.len() == 1) {
                return None;
            }
            let when = if when.is_empty() { String::new() } else { format!(" when {}", self.all_of(&when)) };
            wording.push((self::places(places), when));
        }
        let owner = match kind.side {
            Some(Whose::Own) => format!("{} own", self.his()),
            _ => "its owner's".to_owned(),
        };
        let left = format!("{owner} {}", hand(counted?));
        let (first, others) = wording.split_first()?;
        let noun = [kind.adjectives.as_slice(), &["hole".to_owned()]].concat().join(" ");
        let mut text = format!("the {} {noun} from {left}{}", first.0, first.1);
        for (places, when) in others {
            text.push_str(&format!(", or the {places}{when}"));
        }
        Some(text)
    }

    /// The phrase for a hole of the player's own by its number in its row, if nothing else is asked of it.
    pub(super) fn own_place(&mut self, kind: &Kind<'_>) -> Option<String> {
        let one_row = self.rules.board.rows.value <= 2 || !kind.adjectives.is_empty();
        let own = kind.side == Some(Whose::Own) && kind.noun.is_none() && !kind.ends && one_row;
        if own { self.numbered(kind) } else { None }
    }

    /// The phrase for the only hole of the player's own that has a place in its row.
    pub(super) fn only_place(&mut self, kind: &Kind<'_>) -> Option<String> {
        let [Condition::Is(One::Tested, Property::Fixed(Fixed::Place(from, places)))] = kind.rest.as_slice() else {
            return None;
        };
        // of several rows, each has such a hole
        let one = kind.adjectives.len() == 1 && self.rules.board.rows.value == 4 || self.rules.board.rows.value == 2;
        let only = places.len() == 1 && *from != CountedFrom::Border && kind.side == Some(Whose::Own) && one;
        if only { self.numbered(kind) } else { None }
    }

    /// The relative clause of a kind of holes. If they are the player's own, left and right are `his own`.
    fn clause_of(&mut self, kind: &Kind<'_>, plural: bool) -> String {
        let before = std::mem::replace(&mut self.at_home, kind.side == Some(Whose::Own));
        let wording = self.relative_clause(&kind.rest, plural);
        self.at_home = before;
        wording
    }

    /// The relative clause for conditions on holes: ` that hold 2 seeds and are not marked`.
    pub(super) fn relative_clause(&mut self, rest: &[&Condition], plural: bool) -> String {
        if let [Condition::Not(inner)] = rest
            && **inner == Condition::Is(One::Tested, Property::Marked(Marker::Anybody))
            && !is_adjective(self.mark())
            && self.mark_forms().is_none()
        {
            let mark = self.mark();
            return format!(" except {}", if plural { format!("{mark}s") } else { with_article(mark) });
        }
        if let [Condition::Is(One::Tested, Property::Marked(marker)), others @ ..] = rest
            && others.is_empty()
            && is_adjective(self.mark())
            && self.mark_forms().is_none()
            && let Some(by) = self.marked_by(*marker)
        {
            return format!(" {}", marked_as(self.mark(), &by));
        }
        if let [Condition::Or(parts)] = rest
            && let Some(text) = self.that_or_whose(parts, plural)
        {
            return text;
        }
        if let [Condition::Not(inner)] = rest
            && let Condition::Is(One::Tested, property) = &**inner
            && called(self.rules, inner).is_none()
        {
            match property {
                Property::In(set) => return format!(" other than {}", self.set(set).0),
                Property::Fixed(Fixed::Place(from, places)) if *from != CountedFrom::Border => {
                    let owner = match (self.at_home, plural) {
                        (true, _) => "his own",
                        (false, true) => "their owner's",
                        (false, false) => "its owner's",
                    };
                    return format!(" other than the {} from {owner} {}", self::places(places), hand(*from));
                }
                _ => {}
            }
        }
        let mut that = Vec::new();
        let mut whose = Vec::new();
        let mut behind = String::new();
        let mut other: Vec<Condition> = Vec::new();
        let rules = self.rules;
        for part in rest {
            if let Some(text) = self.tested_predicate(part, plural) {
                that.push(text);
            } else if let Some(text) = self.whose(part) {
                whose.push(text);
            } else if let Condition::Not(inner) = part
                && let Condition::And(parts) = &**inner
                && literal(rules, part).is_none()
            {
                let parts: Vec<&Condition> = parts.iter().collect();
                match parts.iter().map(|part| self.tested_predicate(part, false)).collect::<Option<Vec<String>>>() {
                    Some(texts) => behind.push_str(&format!(" (but not one that {})", join(&texts, "and"))),
                    None => {
                        let text = self.testing(|voice| voice.all_of(&parts));
                        behind.push_str(&format!(" (unless {text})"));
                    }
                }
            } else {
                other.push((*part).clone());
            }
        }
        let mut text = String::new();
        if !that.is_empty() {
            text.push_str(&format!(" that {}", together(that.clone())));
        }
        if !whose.is_empty() {
            let and = if that.is_empty() { " " } else { " and " };
            text.push_str(&format!("{and}whose {}", join(&whose, "and whose")));
        }
        if !other.is_empty() {
            let all: Vec<&Condition> = other.iter().collect();
            let wording = self.testing(|voice| voice.all_of(&all));
            let each = match other.iter().any(asks_of_tested) {
                true if plural => "each ",
                _ => "",
            };
            text.push_str(&format!(" ({each}if {wording})"));
        }
        text + &behind
    }

    /// The clause for alternatives of which some are about the hole tested and some about a hole seen from it: ` that
    /// holds more than 4 seeds or whose next hole is empty`.
    fn that_or_whose(&mut self, parts: &[Condition], plural: bool) -> Option<String> {
        let (mut that, mut whose) = (Vec::new(), Vec::new());
        for part in parts {
            match literal(self.rules, part)?.hole()? {
                One::Tested => that.push(self.tested_predicate(part, plural)?),
                _ => whose.push(self.whose(part)?),
            }
        }
        (!that.is_empty() && !whose.is_empty())
            .then(|| format!(" that {} or whose {}", join(&that, "or"), join(&whose, "or whose")))
    }

    /// The predicate of the hole tested alone: `holds 2 seeds`, `is the 1st or lies in an inner row`.
    pub(super) fn tested_predicate(&mut self, part: &Condition, plural: bool) -> Option<String> {
        if let Condition::Or(parts) = part
            && called(self.rules, part).is_none()
        {
            let wording: Option<Vec<String>> = parts.iter().map(|part| self.tested_alternative(part, plural)).collect();
            return wording.map(|wording| format!("either {}", join(&wording, "or")));
        }
        let literal = literal(self.rules, part)?;
        (literal.hole() == Some(&One::Tested))
            .then(|| self.testing(|voice| voice.predicate(literal.condition, literal.positive, plural)))
    }

    /// The predicate of one alternative: `holds 2 seeds when the lap goes clockwise`.
    fn tested_alternative(&mut self, part: &Condition, plural: bool) -> Option<String> {
        let (mut about, mut when): (Vec<&Condition>, Vec<&Condition>) = (Vec::new(), Vec::new());
        for part in conjuncts(part) {
            let literal = literal(self.rules, part)?;
            match literal.hole() {
                Some(One::Tested) => about.push(part),
                Some(_) => return None,
                None => when.push(part),
            }
        }
        let about: Option<Vec<String>> = about.into_iter().map(|part| self.tested_predicate(part, plural)).collect();
        let about = about.filter(|about| !about.is_empty())?;
        let about = join(&about, "and");
        match when.is_empty() {
            true => Some(about),
            false => Some(format!("{about} when {}", self.testing(|voice| voice.all_of(&when)))),
        }
    }

    /// The clause after `whose`, about a hole seen from the hole tested: `opposite hole is empty`.
    fn whose(&mut self, part: &Condition) -> Option<String> {
        let literal = literal(self.rules, part)?;
        let Some(One::Related(relation, base)) = literal.hole() else { return None };
        if **base != One::Tested {
            return None;
        }
        let noun = match relation {
            Relation::Ahead(Steps::Number(1)) => "next hole".to_owned(),
            Relation::Ahead(Steps::Number(steps)) => format!("{} hole ahead", ordinal(*steps)),
            Relation::Ahead(Steps::Held) => "last seed's hole".to_owned(),
            Relation::Back(Steps::Number(1)) => "hole before".to_owned(),
            Relation::Back(Steps::Number(steps)) => format!("{} hole back", ordinal(*steps)),
            Relation::Back(Steps::Held) => "last seed's hole backwards".to_owned(),
            Relation::Across(_) => match phrase(Meaning::Relative(Some(*relation))) {
                Phrase::Seen { whose, .. } => whose.to_owned(),
                _ => word(Meaning::Relative(Some(*relation))).to_owned(),
            },
        };
        let wording = self.testing(|voice| voice.predicate(literal.condition, literal.positive, false));
        Some(format!("{noun} {wording}"))
    }

    /// The phrase for a set as subject or object, and whether it is plural.
    pub(super) fn set(&mut self, set: &HoleSet) -> (String, bool) {
        if is_nothing(set) {
            return ("no hole".to_owned(), false);
        }
        if let Some(kind) = self.kind(set) {
            let bare = kind.noun.is_none() && kind.side.is_none() && kind.rest.is_empty() && kind.adjectives.is_empty();
            return self.many(&kind, if bare && !kind.ends { Article::All } else { Article::The });
        }
        match set {
            HoleSet::Holes => ("all holes".to_owned(), true),
            HoleSet::Ends => ("the ends".to_owned(), true),
            HoleSet::Store(whose) => {
                self.forget_hole();
                (self.store(*whose), false)
            }
            HoleSet::One(one) => (self.hole(one), false),
            HoleSet::Named(cells) => {
                let columns = self.rules.board.columns.value;
                let name = |cell: Option<&Cell>| cell.map_or(String::new(), |cell| hole_name(*cell, columns));
                (format!("the holes {} to {}", name(cells.first()), name(cells.last())), true)
            }
            HoleSet::Related(..) if run_from(set).is_some() => {
                let (holes, going) = run_from(set).map(|run| self.run_from(run)).unwrap_or_default();
                (if going.is_empty() { holes } else { format!("{holes} ({going})") }, true)
            }
            HoleSet::Related(relation, base) => {
                let (base, several) = self.set(base);
                self.forget_hole();
                let each = if several { format!("each of {base}") } else { base };
                (relative(*relation, &each), several)
            }
            HoleSet::Run { stride, condition } => {
                let (holes, going) = self.run(*stride, condition);
                (if going.is_empty() { holes } else { format!("{holes} ({going})") }, true)
            }
            HoleSet::Where(inner, filter) => {
                let rest: Vec<&Condition> = conjuncts(filter).iter().collect();
                match self.set(inner) {
                    (base, true) if matches!(&**inner, HoleSet::Union(parts) if either_way(parts).is_none() && beside(parts).is_none()) =>
                    {
                        let each = self.each_if(&rest);
                        self.forget_hole();
                        (format!("{base}, {each}"), true)
                    }
                    (base, true) => {
                        let rest = self.relative_clause(&rest, true);
                        self.forget_hole();
                        (format!("{}{rest}", base.trim_end_matches(',')), true)
                    }
                    (base, false) => {
                        let rest = self.testing(|voice| voice.all_of(&rest));
                        (format!("{base} (if {rest})"), false)
                    }
                }
            }
            HoleSet::Union(parts) if self.both(parts).is_some() => {
                (self.both(parts).unwrap_or_default().to_owned(), true)
            }
            HoleSet::Union(parts) if either_way(parts).is_some() => {
                let (base, several) = either_way(parts).map(|base| self.set(base)).unwrap_or_default();
                self.forget_hole();
                let each = if several { "each of " } else { "" };
                (format!("the holes that the seeds of {each}{base} would reach, sown either way,"), true)
            }
            HoleSet::Union(parts) if beside(parts).is_some() => {
                let one = beside(parts).map(|one| self.hole(one)).unwrap_or_default();
                self.forget_hole();
                (format!("the holes beside {}", if one == "the hole" { "it" } else { &one }), true)
            }
            HoleSet::Union(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.set(part).0).collect();
                self.forget_hole();
                (join(&parts, "and"), true)
            }
            HoleSet::Any(number, among) => {
                let number = usize::try_from(*number).unwrap_or(usize::MAX);
                let choice = self.his();
                let (among, several) = self.set(among);
                self.forget_hole();
                if number == 1 && several {
                    let among = among.strip_prefix("all ").unwrap_or(&among);
                    let he = if choice == "his" { "he chooses" } else { "the mover chooses" };
                    return (format!("one of {}, which {he}", the_holes(among)), false);
                }
                let fewer = if number == 1 { "" } else { " (all if there are no more)" };
                (format!("{} of {choice} choice among {among}{fewer}", count(number, "hole")), number > 1)
            }
        }
    }

    /// The clause that keeps some of a few holes: `each if it is occupied`.
    fn each_if(&mut self, rest: &[&Condition]) -> String {
        let wording = self.testing_as_it(|voice| voice.all_of(rest));
        format!("each if {wording}")
    }

    /// The phrase for a store: `his store`, `the opponent's store`.
    pub(super) fn store(&mut self, whose: Whose) -> String {
        match whose {
            Whose::Own => format!("{} store", self.his()),
            Whose::Opponents => format!("{}'s store", self.opponent()),
        }
    }

    /// The phrase for the seeds of a set: `its seeds and those of the hole opposite it`.
    pub(super) fn seeds(&mut self, set: &HoleSet) -> String {
        let parts = match set {
            HoleSet::Union(parts) if !parts.is_empty() && called_set(self.rules, set).is_none() => parts.as_slice(),
            other => std::slice::from_ref(other),
        };
        if let Some(both) = self.both(parts) {
            return format!("the seeds of {both}");
        }
        let mut texts = Vec::new();
        for (place, part) in parts.iter().enumerate() {
            let text = match part {
                HoleSet::Holes => "all seeds left in the holes".to_owned(),
                HoleSet::One(one) if place == 0 && self.is_recent(one) => "its seeds".to_owned(),
                part => {
                    let inside = matches!(part, HoleSet::Store(_)) || self.kind(part).is_some();
                    let seeds = match (place, inside) {
                        (0, true) => "the seeds in",
                        (0, false) => "the seeds of",
                        (_, true) => "those in",
                        (_, false) => "those of",
                    };
                    let run = match part {
                        HoleSet::Run { stride, condition } => Some(self.run(*stride, condition)),
                        part => run_from(part).map(|run| self.run_from(run)),
                    };
                    let last = place + 1 == parts.len();
                    match (run, self.kind(part)) {
                        _ if let Some(further) = self.in_the_same_way(parts, place) => further,
                        (Some((holes, going)), _) if going.is_empty() => format!("{seeds} {holes}"),
                        (Some((holes, going)), _) if last => format!("{seeds} {holes}, {going}"),
                        (Some((holes, going)), _) => format!("{seeds} {holes} ({going})"),
                        (None, Some(kind)) if !kind.rest.is_empty() => {
                            let (holes, plural) = self.many(&kind, Article::The);
                            let all = if plural { "all " } else { "" };
                            format!("{seeds} {all}{holes}")
                        }
                        (None, _) => format!("{seeds} {}", self.set(part).0),
                    }
                }
            };
            texts.push(text);
        }
        if let [_, _, ..] = parts {
            self.forget_hole();
        }
        let long = texts.iter().rev().skip(1).any(|text| text.contains(", "));
        match texts.as_slice() {
            [one, two] if !long => format!("{one} and {two}"),
            _ => join(&texts, "and"),
        }
    }

    /// The predicate for marked holes: `is married by the mover`, `is a tuz`.
    pub(super) fn marked(&mut self, marker: Marker, positive: bool, plural: bool) -> String {
        if let Some(forms) = self.mark_forms() {
            let forms = forms.clone();
            return self.marked_in_words(&forms, marker, positive, plural);
        }
        let be = Verb::Be.form(positive, plural);
        if is_adjective(self.mark()) {
            let by = self.marked_by(marker);
            let marked = by.map_or_else(|| self.mark().to_owned(), |by| marked_as(self.mark(), &by));
            return format!("{be} {marked}");
        }
        match self.marker(marker) {
            Some(whose) if plural => format!("{be} {whose} {}s", self.mark()),
            Some(whose) => format!("{be} {whose} {}", self.mark()),
            None if plural => format!("{be} {}s", self.mark()),
            None => format!("{be} {}", with_article(self.mark())),
        }
    }
}

/// Holes after `one of`: `the holes`, `his holes`, `the opponent's occupied holes`.
fn the_holes(holes: &str) -> String {
    let named = ["the ", "his ", "each ", "those "].iter().any(|word| holes.starts_with(word)) || holes.contains("'s ");
    if named { holes.to_owned() } else { format!("the {holes}") }
}

/// Whether a condition is about the hole tested.
pub(super) fn asks_of_tested(part: &Condition) -> bool {
    part.any(|part| matches!(part, Part::One(One::Tested)))
}
