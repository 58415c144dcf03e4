//! A rule file completed with the statements of the game that it is like: finds and reads the file of that game.

use crate::problem::{Code, Help, Problem};
use crate::rules::citations::LIKE;
use crate::rules::inherit::{self, Like};
use crate::shipped::{shipped_names, shipped_source};
use crate::source::{Source, Span};
use crate::syntax::ast::File;
use crate::syntax::{parse, parse_at};

/// Most games that a file takes over statements from, one like the next.
const MOST_BASES: usize = 3;

/// A rule file with what it takes over from the game that it is like.
pub struct Completed {
    /// The text of the file, with those of the games that it builds on.
    pub source: Source,
    /// The statements of the file, and those taken over. There are none if the other game cannot be read.
    pub file: File,
    /// What the file says it is like.
    pub like: Option<Like>,
    /// What is wrong with the text, and with what it says it is like.
    pub problems: Vec<Problem>,
}

/// The name after `like` in a rule file, if there is one.
pub fn name_of_like(source: &Source) -> Option<String> {
    // most files are like none, and need not be read to know
    if !source.text.contains(LIKE) {
        return None;
    }
    inherit::like(source, &parse(source).0).map(|like| like.name)
}

/// Adds the rule files beside a file that it is like, one like the next. `read` reads a file of this folder.
pub fn with_beside(source: Source, read: impl Fn(&str) -> Option<Source>) -> Source {
    let mut beside: Vec<Source> = Vec::new();
    let mut next = name_of_like(&source);
    while let Some(name) = next
        && !beside.iter().any(|known| known.stem() == name)
        && let Some(found) = read(&format!("{name}.mancala"))
    {
        next = name_of_like(&found);
        beside.push(found);
    }
    source.with_beside(beside)
}

impl Completed {
    /// Reads a file, and completes it with the statements of the game that it is like.
    pub fn read(mut source: Source) -> Completed {
        let (mut own, mut problems) = parse(&source);
        let Some(like) = inherit::like(&source, &own) else {
            problems.extend(inherit::like_none(&source, &mut own.statements));
            return Completed { source, file: own, like: None, problems };
        };
        let mut chain = Chain { read: vec![(source.stem().to_owned(), false)] };
        let file = match chain.base(&mut source, &like) {
            Ok(base) => {
                let (file, wrong) = inherit::complete(&source, own, base, &like);
                problems.extend(wrong);
                file
            }
            Err(problem) => {
                problems.push(*problem);
                File { statements: Vec::new(), ..own }
            }
        };
        Completed { source, file, like: Some(like), problems }
    }
}

/// The files read so far, one like the next.
struct Chain {
    /// For each file its name, and whether it ships inside the library.
    read: Vec<(String, bool)>,
}

impl Chain {
    /// The rule file of a name, and whether it ships inside the library: the file beside the first one, or else the
    /// ruleset inside the library. What ships inside is only like games that do. No file is read twice.
    fn find(&self, first: &Source, name: &str) -> Option<(Source, bool)> {
        let is_new = |shipped: bool| !self.read.iter().any(|(known, inside)| known == name && *inside == shipped);
        let inside = self.read.last().is_some_and(|(_, shipped)| *shipped);
        let beside = first.neighbour(name).filter(|_| !inside && is_new(false));
        let beside = beside.map(|found| (found.clone(), false));
        beside.or_else(|| Some((shipped_source(name).ok().filter(|_| is_new(true))?, true)))
    }

    /// Reads the game that the last file is like, with what that game takes over in turn. Adds the texts to `whole`.
    fn base(&mut self, whole: &mut Source, like: &Like) -> Result<File, Box<Problem>> {
        let wrong = |message: String, help: Help| Box::new(Problem::new(Code::BadLike, like.span, message).help(help));
        let name = &like.name;
        let Some((found, shipped)) = self.find(whole, name) else {
            if self.read.iter().any(|(known, _)| known == name) {
                let names: Vec<&str> = self.read.iter().map(|(known, _)| known.as_str()).collect();
                let message = format!("this file would be like itself: {}, {name}", names.join(", "));
                return Err(wrong(message, "name another game, or remove `like`".into()));
            }
            let shipped: Vec<&str> = shipped_names().collect();
            let known = whole.neighbours().chain(shipped);
            let help = Help::nearest(name, known).unwrap_or_else(|| {
                "name a ruleset of `mancala list`, or a rule file beside this one, without `.mancala`".into()
            });
            return Err(wrong(format!("there is no rule file `{name}`"), help));
        };
        if self.read.len() > MOST_BASES {
            let message = format!("`{name}` would be the {}th game, each like the next", MOST_BASES + 1);
            return Err(wrong(message, format!("at most {MOST_BASES} games are taken over one from the other").into()));
        }
        self.read.push((name.clone(), shipped));
        let offset = whole.end();
        let (file, problems) = parse_at(&found, offset);
        whole.build_on(offset, found);
        let mut first = problems.into_iter().next();
        let file = match inherit::like(whole, &file) {
            None => file,
            Some(next) => {
                let base = self.base(whole, &next)?;
                let (file, problems) = inherit::complete(whole, file, base, &next);
                first = first.or(problems.into_iter().next());
                file
            }
        };
        match first {
            None => Ok(file),
            Some(problem) => Err(wrong(
                format!("`{name}` has problems itself: {}", problem.message),
                format!("see `mancala check {}`", whole.file_name(offset)).into(),
            )),
        }
    }
}

/// Problems in the words and places of the file itself. A problem in a statement that it takes over is one of its `like`;
/// a rule taken over that never applies any more, or a name that nothing uses, is none.
pub fn in_own_file(problems: Vec<Problem>, source: &Source, like: Option<&Like>) -> Vec<Problem> {
    let Some(like) = like else { return problems };
    let own = |problem: Problem| -> Option<Problem> {
        let place = problem.span();
        if source.is_own(place) {
            let labels = problem.labels.into_iter().filter(|(span, _)| source.is_own(*span)).collect();
            return Some(Problem { labels, ..problem });
        }
        if problem.code == Code::BadLike {
            return Some(Problem { labels: vec![(like.span, String::new())], instead: None, ..problem });
        }
        if matches!(problem.code, Code::NeverApplies | Code::UnusedName) {
            return None;
        }
        let line = source.line(place.start).in_words();
        let said = source.said(Span::new(place.start, place.end));
        let message = format!("taken over from `{}`: {}", like.name, problem.message);
        let help = problem.help.map_or(String::new(), |help| format!("; there: {help}"));
        let help = format!("say in this file what is different: `{said}`, {line}, does not fit it{help}");
        Some(Problem { labels: vec![(like.span, String::new())], message, help: Some(help), instead: None, ..problem })
    };
    problems.into_iter().filter_map(own).collect()
}
