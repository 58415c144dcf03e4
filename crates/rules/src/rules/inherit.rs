//! Completes a file that says what game it is like with the statements of that game.
//!
//! A setting replaces the setting of its name, a word the word of its name, a list of rules the list of its name; a list
//! that ends with `otherwise -> as in NAME` stands above the rules of that game. What nothing replaces is taken over,
//! with the ground "as in that game". Names, sources, examples, claims and what is left out are a file's own.

use super::citations::{ASSUMED, LIKE};
use super::vocabulary::{self, SectionWord};
use crate::problem::{Change, Code, Problem, Remedy};
use crate::source::{Source, Span, single_blanks};
use crate::syntax::ast::{Cited, File, Name, Phrase, Piece, Reading, Rule, Section, SetKind, Setting, Statement, Tag};
use crate::syntax::standard;

/// The game that a file says it is like.
#[derive(Clone, Debug)]
pub struct Like {
    /// The name of its rule file, without `.mancala`.
    pub name: String,
    /// Where the file says so.
    pub span: Span,
}

/// The value of `like` in the section `game`, if it is in words. Any other value is reported when the file is resolved.
pub fn like(source: &Source, file: &File) -> Option<Like> {
    let reading = stated(file)?;
    matches!(reading.pieces.as_slice(), [Piece::Words(_)])
        .then(|| Like { name: source.said(reading.span), span: reading.span })
}

/// The value of `like` in the section `game`, if it is one.
fn stated(file: &File) -> Option<&Reading> {
    let game = file.statements.iter().filter_map(section).find(|section| is(section, SectionWord::Game))?;
    let like = game.body.iter().filter_map(setting).find(|setting| key_of(setting) == LIKE)?;
    if let [reading] = like.readings.as_slice() { Some(reading) } else { None }
}

/// The reasons that a citation gives: that of an assumption as it stands, a source with its place.
fn reason(tag: &Tag) -> String {
    let reasons = tag.origins.iter().map(|cited| match cited.key.text.as_str() {
        ASSUMED => cited.text.text.clone(),
        key => format!("{key} \"{}\"", cited.text.text),
    });
    reasons.collect::<Vec<_>>().join("; ")
}

/// Completes a file with the statements of the game that it is like. `source` has the texts of both.
pub fn complete(source: &Source, own: File, base: File, like: &Like) -> (File, Vec<Problem>) {
    let title = base.statements.iter().filter_map(section).find_map(|section| section.title.as_ref());
    let title = title.map_or_else(|| like.name.clone(), |title| title.text.clone());
    let why = stated(&own).and_then(|reading| reading.tag.as_ref()).map(reason);
    let mut merging = Merging { source, like, title, why, problems: Vec::new() };
    let is_own = |section: &Section| OWN.iter().any(|word| is(section, *word));
    let mut base: Vec<Statement> =
        base.statements.into_iter().filter(|statement| !section(statement).is_some_and(is_own)).collect();
    base.iter_mut().for_each(|statement| merging.take_over(statement));
    merging.replace_elsewhere(&own.statements, &mut base);
    let mut statements = merging.statements(own.statements, base);
    let settings = statements.iter_mut().filter_map(section_mut).flat_map(|section| &mut section.body);
    let mut readings = settings.filter_map(setting_mut).flat_map(|setting| &mut setting.readings);
    if let Some(reading) = readings.find(|reading| reading.span == like.span) {
        reading.note = Some(Name { text: merging.title.clone(), span: like.span });
    }
    (File { statements, ..own }, merging.problems)
}

/// The name of the game that a completed file is like.
pub fn title(file: &File) -> Option<&str> {
    Some(&stated(file)?.note.as_ref()?.text)
}

/// Removes the settings and words whose names stand at these places. Returns whether there are any.
pub fn remove(file: &mut File, places: &[Span]) -> bool {
    let mut removed = false;
    for section in file.statements.iter_mut().filter_map(section_mut) {
        let before = section.body.len();
        section.body.retain(|inner| match inner {
            Statement::Definition(definition) => !places.contains(&definition.name.span),
            Statement::Setting(setting) => !setting.names.iter().any(|name| places.contains(&name.span)),
            _ => true,
        });
        removed |= section.body.len() < before;
    }
    removed
}

/// Sections that each file has for itself.
const OWN: [SectionWord; 5] =
    [SectionWord::Game, SectionWord::Sources, SectionWord::Example, SectionWord::Never, SectionWord::LeftOut];

/// Sections whose settings may be replaced from another of them, such as an option by a plain setting.
const SHARED: [SectionWord; 5] =
    [SectionWord::Options, SectionWord::Board, SectionWord::Sowing, SectionWord::BeforeTurn, SectionWord::Match];

struct Merging<'a> {
    source: &'a Source,
    like: &'a Like,
    /// The name of the game that the file is like.
    title: String,
    /// Why, as the file says where it names the game.
    why: Option<String>,
    problems: Vec<Problem>,
}

impl Merging<'_> {
    /// Gives a statement the ground "as in that game", unless it has it from a third game.
    fn take_over(&self, statement: &mut Statement) {
        let replace = |tag: &mut Option<Tag>| {
            if !tag.as_ref().is_some_and(|tag| tag.origins.iter().any(|cited| cited.key.text == LIKE)) {
                let name = |text: &str| Name { text: text.to_owned(), span: self.like.span };
                let because = self.why.as_deref().map(name);
                let origins = vec![Cited { key: name(LIKE), text: name(&self.title), because }];
                *tag = Some(Tag { origins, span: self.like.span });
            }
        };
        match statement {
            Statement::Section(section) => {
                if section.when.is_some() {
                    replace(&mut section.tag);
                }
                section.body.iter_mut().for_each(|inner| self.take_over(inner));
            }
            Statement::Rule(rule) => replace(&mut rule.tag),
            Statement::Definition(definition) => replace(&mut definition.tag),
            Statement::Setting(setting) => setting.readings.iter_mut().for_each(|reading| replace(&mut reading.tag)),
            Statement::Remark(remark) => replace(&mut remark.tag),
            Statement::Asked(asked) => replace(&mut asked.tag),
        }
    }

    /// Removes settings of the other game that this file gives in another section, or with other names beside them.
    fn replace_elsewhere(&mut self, own: &[Statement], base: &mut [Statement]) {
        let shared = |section: &Section| SHARED.iter().any(|word| is(section, *word));
        let settings = |section: &Section| -> Vec<(String, Vec<Name>)> {
            let settings = section.body.iter().filter_map(setting);
            settings.map(|setting| (section.name.text.clone(), setting.names.clone())).collect()
        };
        let own: Vec<(String, Vec<Name>)> =
            own.iter().filter_map(section).filter(|section| shared(section)).flat_map(settings).collect();
        let names = || own.iter().flat_map(|(_, names)| names);
        for section in base.iter_mut().filter_map(section_mut).filter(|section| shared(section)) {
            let Section { name, body, .. } = section;
            body.retain(|statement| {
                let Some(setting) = setting(statement) else { return true };
                let given = |name: &Name| names().find(|own| own.text == name.text);
                let Some(first) = setting.names.iter().find_map(given) else { return true };
                if let Some(lacking) = setting.names.iter().find(|name| given(name).is_none()) {
                    let message = format!("`{}` and `{}` go together in {}", first.text, lacking.text, self.title);
                    let problem = Problem::new(Code::BadLike, first.span, message);
                    self.problems.push(problem.help(format!("give `{}` as well", lacking.text)));
                }
                own.iter().any(|(section, names)| *section == name.text && texts(names) == texts(&setting.names))
            });
        }
    }

    /// Merges statements of one place: those without a partner in the other game come first, as new ways to move are
    /// tried before those of that game.
    fn statements(&mut self, mut own: Vec<Statement>, base: Vec<Statement>) -> Vec<Statement> {
        let mut merged = Vec::new();
        for theirs in base {
            match own.iter().position(|own| key(own) == key(&theirs)) {
                Some(at) => merged.extend(self.partners(own.remove(at), theirs)),
                None => merged.push(theirs),
            }
        }
        self.unnamed_move(&own, &merged);
        let mut all: Vec<Statement> = Vec::new();
        for own in own {
            all.push(match own {
                Statement::Section(section) => Statement::Section(self.sections(section, Vec::new())),
                other => other,
            });
        }
        all.extend(merged);
        all
    }

    /// Merges two statements of one name; `None` if this file takes that of the other game away.
    fn partners(&mut self, own: Statement, theirs: Statement) -> Option<Statement> {
        match (own, theirs) {
            (Statement::Section(own), _) if own.body.is_empty() && !own.head_told => None,
            // of `skip`, `none` is a value that a source can say
            (Statement::Setting(own), _) if is_none(&own) && key_of(&own) != "skip" => None,
            (Statement::Section(mut own), Statement::Section(theirs)) => {
                if own.when.is_none() {
                    (own.when, own.tag) = (theirs.when, theirs.tag);
                }
                Some(Statement::Section(self.sections(own, theirs.body)))
            }
            (Statement::Section(own), Statement::Setting(theirs)) => {
                Some(Statement::Section(self.sections(own, vec![Statement::Rule(otherwise(theirs))])))
            }
            (Statement::Setting(mut own), Statement::Setting(theirs)) => {
                own.dropped = theirs.readings.into_iter().chain(theirs.dropped).collect();
                Some(Statement::Setting(own))
            }
            (own, _) => Some(own),
        }
    }

    /// Reports a `move` without a name where the other game has several.
    fn unnamed_move(&mut self, own: &[Statement], merged: &[Statement]) {
        let unnamed = own.iter().filter_map(section).find(|section| section.name.text == "move");
        let names = || merged.iter().filter_map(section).filter(|section| section.name.text.starts_with("move "));
        if let (Some(unnamed), true) = (unnamed, names().next().is_some()) {
            let names: Vec<String> = names().map(|section| format!("`{}`", section.name.text)).collect();
            let message = format!("there are several ways to move in {}, and this one has no name", self.title);
            let help = format!("name the one that you change, {}; or give a new one a name", names.join(" or "));
            self.problems.push(Problem::new(Code::BadLike, unnamed.head, message).help(help));
        }
    }

    /// Merges a section with what the section of this name says in the other game.
    fn sections(&mut self, own: Section, theirs: Vec<Statement>) -> Section {
        let is_rule = |statement: &Statement| matches!(statement, Statement::Rule(_));
        let (rules, others): (Vec<_>, Vec<_>) = own.body.into_iter().partition(is_rule);
        let (base_rules, base_others): (Vec<_>, Vec<_>) = theirs.into_iter().partition(is_rule);
        let mut body = self.statements(others, base_others);
        body.extend(self.rules(rules, base_rules, &own.name.text));
        Section { body, ..own }
    }

    /// Merges the rules of a list: those of this file, and if they end with `otherwise -> as in NAME`, those of the other
    /// game below. Of two rules with one condition, that of this file counts. Without rules, the list is as in that game.
    fn rules(&mut self, mut own: Vec<Statement>, theirs: Vec<Statement>, list: &str) -> Vec<Statement> {
        if own.is_empty() {
            return theirs;
        }
        let last = own.pop_if(|last| as_in(self.source, last).is_some());
        own.retain(|rule| {
            let Some((named, span)) = as_in(self.source, rule) else { return true };
            let message = format!("`as in {named}` is not the last rule of its list");
            let help = format!("end the list with `otherwise -> as in {}`", self.like.name);
            self.problems.push(Problem::new(Code::BadLike, span, message).help(help));
            false
        });
        let Some((named, span)) = last.and_then(|last| as_in(self.source, &last)) else { return own };
        if named != self.like.name && named != self.title {
            let message = format!("this file is like `{}`, not like `{named}`", self.like.name);
            let problem = Problem::new(Code::BadLike, span, message);
            self.problems.push(problem.help(format!("write `as in {}`", self.like.name)));
        }
        if theirs.is_empty() {
            let message = format!("there are no rules in `{list}` of {}", self.title);
            let remedy = Remedy::new("Remove this line", Change::Remove(span));
            self.problems.push(Problem::new(Code::BadLike, span, message).help("remove this line").remedy(remedy));
        }
        let asked: Vec<Option<String>> = own.iter().map(|rule| self.asked(rule)).collect();
        let kept = theirs
            .into_iter()
            .filter(|rule| self.asked(rule).is_none_or(|condition| !asked.contains(&Some(condition))));
        let kept: Vec<Statement> = kept.collect();
        own.extend(kept);
        own
    }

    /// The words of a rule's condition, in the standard way of writing.
    fn asked(&self, rule: &Statement) -> Option<String> {
        let Statement::Rule(Rule { condition: Some(condition), .. }) = rule else { return None };
        let said = self.source.said(condition.span);
        Some(standard(&said).map_or(said, |text| single_blanks(&text)))
    }
}

/// The game of `as in GAME`, and its place, if a rule does just that.
fn as_in(source: &Source, rule: &Statement) -> Option<(String, Span)> {
    let Statement::Rule(rule) = rule else { return None };
    let [effect] = rule.effects.as_slice() else { return None };
    let [set] = effect.object.as_ref()?.parts.as_slice() else { return None };
    let SetKind::Words { words, within: Some((preposition, game)) } = &set.kind else { return None };
    (words.text() == "as" && preposition.text == "in" && effect.links.is_empty())
        .then(|| (source.said(game.span), effect.span))
}

/// Reports and removes the rules that are as in another game, in a file that is like none.
pub fn like_none(source: &Source, statements: &mut [Statement]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for section in statements.iter_mut().filter_map(section_mut) {
        problems.extend(like_none(source, &mut section.body));
        section.body.retain(|rule| {
            let Some((named, span)) = as_in(source, rule) else { return true };
            let message = "this file does not say what game it is like";
            let help = format!("write `like: {named}` into `game`, or decide the case here");
            problems.push(Problem::new(Code::BadLike, span, message).help(help));
            false
        });
    }
    problems
}

/// A plain setting as the rule of a list: `otherwise -> VALUE`.
fn otherwise(setting: Setting) -> Rule {
    let reading = setting.readings.into_iter().next();
    let (pieces, tag) = reading.map_or_else(Default::default, |reading| (reading.pieces, reading.tag));
    let effects: Vec<Phrase> = pieces
        .into_iter()
        .filter_map(|piece| if let Piece::Words(words) = piece { Some(words) } else { None })
        .collect();
    Rule { condition: None, may: None, effects, told: None, tag, span: setting.span }
}

/// Whether a setting is `NAME: none`, which takes the setting of the other game away.
fn is_none(setting: &Setting) -> bool {
    let [reading] = setting.readings.as_slice() else { return false };
    let [Piece::Words(words)] = reading.pieces.as_slice() else { return false };
    let Some([set]) = words.object.as_ref().map(|object| object.parts.as_slice()) else { return false };
    matches!(&set.kind, SetKind::Words { words, within: None } if words.text() == "none") && set.filter.is_none()
}

/// What tells statements of one place apart: the name of a section, a setting or a word.
fn key(statement: &Statement) -> Option<String> {
    match statement {
        Statement::Section(section) => Some(section.name.text.clone()),
        Statement::Setting(setting) => Some(key_of(setting)),
        Statement::Definition(definition) => Some(definition.name.text.clone()),
        Statement::Rule(_) | Statement::Remark(_) | Statement::Asked(_) => None,
    }
}

fn key_of(setting: &Setting) -> String {
    texts(&setting.names).join(", ")
}

fn texts(names: &[Name]) -> Vec<&str> {
    names.iter().map(|name| name.text.as_str()).collect()
}

fn is(section: &Section, word: SectionWord) -> bool {
    section.name.text == vocabulary::section_name(word)
}

fn section(statement: &Statement) -> Option<&Section> {
    if let Statement::Section(section) = statement { Some(section) } else { None }
}

fn section_mut(statement: &mut Statement) -> Option<&mut Section> {
    if let Statement::Section(section) = statement { Some(section) } else { None }
}

fn setting(statement: &Statement) -> Option<&Setting> {
    if let Statement::Setting(setting) = statement { Some(setting) } else { None }
}

fn setting_mut(statement: &mut Statement) -> Option<&mut Setting> {
    if let Statement::Setting(setting) = statement { Some(setting) } else { None }
}
