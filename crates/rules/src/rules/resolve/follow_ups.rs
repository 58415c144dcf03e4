//! Removes problems that only follow from others, so that one mistake is not reported twice.

use std::collections::{HashMap, HashSet};

use crate::problem::{Code, Problem};
use crate::rules::vocabulary::{SectionWord, section_name};
use crate::source::{Source, Span};
use crate::syntax::ast::{File, Section, Statement};

/// Removes problems that follow from unreadable lines or from other problems.
pub(super) fn silence(problems: &mut Vec<Problem>, source: &Source, file: &File) {
    let unread: Vec<&str> = file.unread.iter().map(|span| source.slice(*span)).collect();
    let begun: HashSet<&str> = unread.iter().filter_map(|text| words(text).next()).collect();
    let wrong = !unread.is_empty() || problems.iter().any(|problem| problem.code != Code::UnusedName);
    let mut said: HashMap<&str, usize> = HashMap::new();
    if wrong && problems.iter().any(|problem| problem.code == Code::UnusedName) {
        for word in words(&source.text) {
            *said.entry(word).or_default() += 1;
        }
    }
    let broken_laps = is_broken(SectionWord::LastSeed, problems, file);
    let broken_ways = broken_laps || is_broken(SectionWord::Move, problems, file);
    let inside_examples = problems.iter().filter(|problem| matches!(problem.code, Code::BadExample | Code::WrongShape));
    let mut places: Vec<Span> = inside_examples.map(Problem::span).collect();
    places.extend(&file.unread);
    problems.retain(|problem| {
        let name = source.slice(problem.span());
        match problem.code {
            // it may be used in what could not be understood
            Code::UnusedName if wrong => match name {
                "endless" => !broken_laps,
                "clockwise track" => !broken_ways,
                name => said.get(name).is_none_or(|count| *count < 2),
            },
            Code::Undecided => !holds(&file.statements, problem.span(), &file.unread),
            // its expectations could not be understood
            Code::BadExample if problem.message.ends_with("expects nothing") => {
                !holds(&file.statements, problem.span(), &places)
            }
            Code::BadClaim if problem.message.ends_with("says nothing") => {
                !holds(&file.statements, problem.span(), &file.unread)
            }
            Code::UnknownWord | Code::UnknownSource | Code::NotANumber | Code::NotACondition | Code::NotAHoleSet => {
                !begun.contains(name)
            }
            _ => true,
        }
    });
}

/// Whether sections of a kind are missing, or something in one was not understood: a rule that sows may be missing
/// there.
fn is_broken(word: SectionWord, problems: &[Problem], file: &File) -> bool {
    let sections = file.statements.iter().filter_map(|statement| match statement {
        Statement::Section(section) => Some(section),
        _ => None,
    });
    let name = section_name(word);
    let is_it = |section: &&Section| section.name.text.strip_prefix(name).is_some_and(|rest| !rest.starts_with('-'));
    let mut of_kind = sections.filter(is_it).peekable();
    let broken = |section: &Section| {
        let inside = |span: Span| section.head.end <= span.start && span.end <= section.span.end;
        problems.iter().any(|problem| inside(problem.span())) || file.unread.iter().any(|span| inside(*span))
    };
    of_kind.peek().is_none() || of_kind.any(broken)
}

/// Splits a text into words as rule files do.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '\''))).filter(|word| !word.is_empty())
}

/// Whether one of `places` lies inside the section with this head, after the head.
fn holds(statements: &[Statement], head: Span, places: &[Span]) -> bool {
    let sections = statements.iter().filter_map(|statement| match statement {
        Statement::Section(section) => Some(section),
        _ => None,
    });
    let inside = |section: &Section, span: &Span| section.head.end <= span.start && span.end <= section.span.end;
    sections.into_iter().any(|section| {
        section.head == head && places.iter().any(|span| inside(section, span)) || holds(&section.body, head, places)
    })
}
