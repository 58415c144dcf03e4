//! Finds the sections of a file and checks that every statement stands where it may.

use foldhash::HashMap;

use super::gathered::MOST_GATHERED;
use super::phrases::listed;
use crate::problem::{Change, Code, Help, Problem, Remedy, nearest, one_of};
use crate::rules::vocabulary::{self, SectionWord};
use crate::source::{Source, Span};
use crate::syntax::ast::{File, Section, Setting, Statement};
use crate::syntax::spoken;

/// The sections of a file by kind, in the order of the file.
#[derive(Default)]
pub(super) struct Outline<'a> {
    sections: HashMap<SectionWord, Vec<&'a Section>>,
    /// The setting `each player scores`.
    pub score: Option<&'a Setting>,
    /// Whether `each player scores` was found in a wrong place or form, so that it is not reported as missing.
    score_told: bool,
    /// `each player after refilling`, which stands inside `match`.
    pub after_refilling: Option<&'a Section>,
}

impl<'a> Outline<'a> {
    /// All sections of a kind, in order.
    pub fn all(&self, word: SectionWord) -> &[&'a Section] {
        self.sections.get(&word).map_or(&[], Vec::as_slice)
    }

    /// The section of a kind that occurs once.
    pub fn one(&self, word: SectionWord) -> Option<&'a Section> {
        self.all(word).first().copied()
    }

    /// Sorts the statements of a file into sections and reports those in wrong places.
    pub fn read(source: &Source, file: &'a File, problems: &mut Vec<Problem>) -> Outline<'a> {
        let mut outline = Outline::default();
        for statement in &file.statements {
            match statement {
                Statement::Section(section) => outline.section(section, problems),
                Statement::Setting(setting) if is_score(setting) => {
                    if let Some(first) = outline.score {
                        problems.push(
                            Problem::new(Code::RepeatedSetting, setting.span, "`each player scores` is given twice")
                                .label("again here")
                                .also(first.span, "first here")
                                .help("give it once; add other readings after `|`"),
                        );
                    }
                    outline.score = Some(setting);
                }
                _ if problems.len() > MOST_GATHERED => {}
                other => problems.push(
                    Problem::new(Code::MisplacedStatement, other.span(), "this statement is outside all sections")
                        .help("sections are `NAME { .. }`; only `each player scores: ..` belongs outside them"),
                ),
            }
        }
        outline.complete(source, file, problems);
        outline
    }

    fn section(&mut self, section: &'a Section, problems: &mut Vec<Problem>) {
        let name = section.name.text.as_str();
        let (word, named) = match name.strip_prefix("move ") {
            Some(_) => (Some(SectionWord::Move), true),
            None => (vocabulary::section(name), false),
        };
        let meant = word.is_none() && !name.is_empty();
        let word = if meant { unknown(section, problems) } else { word };
        let Some(word) = word else { return };
        if word == SectionWord::AfterRefilling {
            problems.push(
                Problem::new(Code::MisplacedSection, section.head, format!("`{name}` is outside `match`"))
                    .help("move it into `match { .. }`, after the settings"),
            );
            return;
        }
        if word == SectionWord::Score {
            self.score_told = true;
            problems.push(
                Problem::new(Code::BadHead, section.head, "`each player scores` is a setting, not a section")
                    .help("write `each player scores: seeds in own store`"),
            );
            return;
        }
        if !meant && !section.head_told {
            check_head(section, word, named, problems);
        }
        let several = matches!(word, SectionWord::Move | SectionWord::Example | SectionWord::Never);
        let found = self.sections.entry(word).or_default();
        match found.first() {
            Some(first) if !several => problems.push(repeated(name, section, first)),
            _ => found.push(section),
        }
        self.inner(section, word, problems);
    }

    /// Checks the statements inside a section.
    fn inner(&mut self, section: &'a Section, word: SectionWord, problems: &mut Vec<Problem>) {
        for statement in &section.body {
            self.score_told |= matches!(statement, Statement::Setting(setting) if is_score(setting));
            let fits = match (word, statement) {
                (_, Statement::Section(inner)) => {
                    self.inner_section(inner, word, problems);
                    true
                }
                (SectionWord::LeftOut, Statement::Remark(_)) | (SectionWord::Never, Statement::Asked(_)) => true,
                (SectionWord::LeftOut | SectionWord::Never, _) | (_, Statement::Remark(_) | Statement::Asked(_)) => {
                    false
                }
                (SectionWord::Words, Statement::Definition(_) | Statement::Setting(_)) => true,
                (SectionWord::Words, _) | (_, Statement::Definition(_)) => false,
                (word, Statement::Rule(_)) => is_list(word),
                (SectionWord::EachSeed | SectionWord::LastSeed | SectionWord::AfterTurn, Statement::Setting(_)) => {
                    false
                }
                (_, Statement::Setting(_)) => true,
            };
            if !fits {
                let kind = match statement {
                    Statement::Rule(_) => "a rule",
                    Statement::Definition(_) => "the meaning of a word",
                    Statement::Remark(_) => "a text",
                    Statement::Asked(_) => "a condition alone",
                    _ => "a setting",
                };
                let name = vocabulary::section_name(word);
                problems.push(
                    Problem::new(Code::MisplacedStatement, statement.span(), format!("`{name}` does not take {kind}"))
                        .help(if word == SectionWord::Never { LONE_CONDITION } else { belongs(statement) }),
                );
            }
        }
    }

    fn inner_section(&mut self, inner: &'a Section, word: SectionWord, problems: &mut Vec<Problem>) {
        let name = inner.name.text.as_str();
        match (word, name) {
            (_, "") => {}
            (SectionWord::Move, "from" | "direction" | "begin") => {
                for statement in &inner.body {
                    if !matches!(statement, Statement::Rule(_)) {
                        problems.push(
                            Problem::new(
                                Code::MisplacedStatement,
                                statement.span(),
                                format!("`{name} {{ .. }}` takes only cases"),
                            )
                            .help("write `when CONDITION -> VALUE` and last `otherwise -> VALUE`"),
                        );
                    }
                }
            }
            (SectionWord::Match, "each player after refilling") => {
                if !inner.head_told {
                    check_head(inner, SectionWord::AfterRefilling, false, problems);
                }
                self.inner(inner, SectionWord::AfterRefilling, problems);
                if let Some(first) = self.after_refilling.replace(inner) {
                    problems.push(repeated(name, inner, first));
                }
            }
            _ => {
                let outer = vocabulary::section_name(word);
                let cased: &[&str] = if word == SectionWord::Move { &["from", "direction", "begin"] } else { &[] };
                let setting = vocabulary::settings(word).find(|known| *known == name);
                let help = if vocabulary::section(name).is_some() || name.starts_with("move ") {
                    format!("move it after the `}}` that closes `{outer}`").into()
                } else if let Some(help) = Help::nearest(name, cased.iter().copied()) {
                    help
                } else if let Some(setting) = setting {
                    format!("write `{setting}: VALUE`; only settings of `move` are decided case by case").into()
                } else {
                    format!("`{outer}` holds settings, `NAME: VALUE`, and no section of this name").into()
                };
                problems.push(
                    Problem::new(
                        Code::MisplacedSection,
                        inner.name.span,
                        format!("`{name}` cannot stand inside `{outer}`"),
                    )
                    .help(help),
                );
            }
        }
    }

    fn complete(&self, source: &Source, file: &File, problems: &mut Vec<Problem>) {
        let needed = [
            (SectionWord::Game, "write `game \"Name\" {` and `}` at the top"),
            (SectionWord::Board, "describe rows, columns, seeds and sides in `board { .. }`"),
            (SectionWord::Move, "describe what a player may choose, where he sows and how he begins in `move { .. }`"),
            (SectionWord::LastSeed, "describe what the last seed does in `last seed, the first that fits { .. }`"),
            (SectionWord::BeforeTurn, "describe when the game ends in `before turn, the first that fits { .. }`"),
        ];
        let unread: Vec<&str> = file.unread.iter().map(|span| source.slice(*span)).collect();
        let is_unread = |name: &str| unread.iter().any(|text| text.starts_with(name));
        let missing: Vec<(&str, &str)> = needed
            .into_iter()
            .filter(|(word, _)| self.all(*word).is_empty())
            .map(|(word, help)| (vocabulary::section_name(word), help))
            .filter(|(name, _)| !is_unread(name))
            .collect();
        let end = source.text.trim_end();
        let last = end.chars().next_back().map_or(0, char::len_utf8);
        let end = Span::new(end.len() - last, end.len());
        match missing.as_slice() {
            [] => {}
            [(name, help)] => problems.push(
                Problem::new(Code::MissingSection, end, format!("the section `{name}` is missing"))
                    .label("the file ends here")
                    .help(*help)
                    .remedy(begun(&[name])),
            ),
            several => {
                let remedy = begun(&several.iter().map(|(name, _)| *name).collect::<Vec<_>>());
                let names: Vec<String> = several.iter().map(|(name, _)| format!("`{name}`")).collect();
                let helps: Vec<&str> = several.iter().map(|(_, help)| *help).collect();
                let message = format!("the sections {} are missing", listed(&names));
                problems.push(
                    Problem::new(Code::MissingSection, end, message)
                        .label("the file ends here")
                        .help(helps.join("; "))
                        .remedy(remedy),
                );
            }
        }
        if self.score.is_none() && !is_unread("each player") && !self.score_told {
            problems.push(
                Problem::new(Code::MissingSetting, end, "the file does not say what each player scores")
                    .label("the file ends here")
                    .help("write `each player scores: seeds in own store`, or `nothing` if only a rule names a winner")
                    .remedy(Remedy::new(format!("Add `{SCORE}`"), Change::End(SCORE.to_owned()))),
            );
        }
    }
}

/// How most games score.
const SCORE: &str = "each player scores: seeds in own store";

/// Sections that every game needs, as most games have them.
const USUAL: [(SectionWord, &str); 4] = [
    (SectionWord::Board, "board {\n  rows:    2\n  columns: 6\n  seeds:   4\n  side:    row\n}"),
    (
        SectionWord::Move,
        "move {\n  from:      own holes\n  direction: counterclockwise\n  begin:     lift here, sow after here\n}",
    ),
    (SectionWord::LastSeed, "last seed, the first that fits {\n  otherwise -> end turn\n}"),
    (
        SectionWord::BeforeTurn,
        "before turn, the first that fits {\n  when no legal move -> game over\n  otherwise          -> play\n}",
    ),
];

/// Adds sections as most games have them.
fn begun(names: &[&str]) -> Remedy {
    let usual = |name: &&str| USUAL.iter().find(|(word, _)| vocabulary::section_name(*word) == *name);
    let texts: Vec<&str> = names.iter().filter_map(usual).map(|(_, text)| *text).collect();
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let title = format!("Add {} as most games have {}", listed(&quoted), if names.len() > 1 { "them" } else { "it" });
    Remedy::new(title, Change::End(texts.join("\n\n")))
}

/// Help for a head that cites a source.
const CITE_INSIDE: &str = "write it behind each statement inside that it belongs to";

/// Help for claims that are not one condition.
const LONE_CONDITION: &str = "a claim is a single condition, such as `seeds in holes is 1`";

fn is_score(setting: &Setting) -> bool {
    matches!(setting.names.as_slice(), [name] if name.text == vocabulary::section_name(SectionWord::Score))
}

/// Whether a section is a list of rules.
pub(super) fn is_list(word: SectionWord) -> bool {
    matches!(
        word,
        SectionWord::EachSeed
            | SectionWord::LastSeed
            | SectionWord::AfterTurn
            | SectionWord::BeforeTurn
            | SectionWord::AfterRefilling
    )
}

fn check_head(section: &Section, word: SectionWord, named: bool, problems: &mut Vec<Problem>) {
    let name = vocabulary::section_name(word);
    let bad = |span, message: String, help: String| Problem::new(Code::BadHead, span, message).help(help);
    let titled = matches!(word, SectionWord::Game | SectionWord::Example | SectionWord::Never);
    if is_list(word) && section.first_fits.is_none() {
        let behind = section.title.as_ref().map_or(section.name.span, |title| title.span).end;
        let written = Change::Replace(Span::new(behind, behind), ", the first that fits".to_owned());
        let problem = bad(
            section.head,
            format!("the list `{name}` does not say how it is read"),
            format!("write `{name}, the first that fits {{`: only the first rule that fits applies"),
        );
        problems.push(problem.remedy(Remedy::sure("Write `, the first that fits`", written)));
    }
    if let (false, Some(span)) = (is_list(word), section.first_fits) {
        let help = if titled { format!("write `{name} \"..\" {{`") } else { format!("write `{name} {{`") };
        problems.push(bad(span, format!("`{name}` is not a list of rules"), help));
    }
    match &section.title {
        None if titled => {
            problems.push(bad(section.head, format!("this `{name}` has no name"), format!("write `{name} \"..\" {{`")));
        }
        Some(title) if !titled && word != SectionWord::Move => {
            problems.push(bad(
                title.span,
                format!("`{name}` takes no name in quotation marks"),
                format!("write `{name} {{`"),
            ));
        }
        _ => {}
    }
    let conditional = matches!(word, SectionWord::Move | SectionWord::Example | SectionWord::Never);
    if let (Some(when), false) = (&section.when, conditional) {
        problems.push(bad(
            when.span,
            format!("`{name}` takes no condition"),
            "only `move`, `example` and `never` have one".to_owned(),
        ));
    }
    if let Some(tag) = &section.tag
        && (word != SectionWord::Move || section.when.is_none())
    {
        let (message, help) = match word {
            SectionWord::Move => ("only the condition of a `move` section has a source".to_owned(), CITE_INSIDE),
            SectionWord::Example => ("an example has no source".to_owned(), "name the source in a note: `// ..`"),
            SectionWord::Never => (
                "a claim has its source behind its condition".to_owned(),
                "write it inside: `seeds in holes is 1 @ source \"place\"`",
            ),
            _ => (format!("a source stands behind a statement, not in the head of `{name}`"), CITE_INSIDE),
        };
        problems.push(bad(tag.span, message, help.to_owned()));
    }
    if named && section.name.text.contains(' ') && section.name.text.split(' ').count() > 2 {
        problems.push(bad(
            section.name.span,
            "the name of a `move` is one word".to_owned(),
            "join its words with hyphens: `move second-sowing {`".to_owned(),
        ));
        let joined = format!("move {}", section.name.text.trim_start_matches("move ").replace(' ', "-"));
        if let Some(problem) = problems.last_mut() {
            let change = Change::Replace(section.name.span, joined.clone());
            problem.remedy = Some(Remedy::sure(format!("Write `{joined}`"), change));
        }
    }
}

fn repeated(name: &str, section: &Section, first: &Section) -> Problem {
    Problem::new(Code::RepeatedSection, section.head, format!("the section `{name}` occurs twice"))
        .label("again here")
        .also(first.head, "first here")
        .help("move all its statements into one section")
}

/// Reports a section with an unknown name. Returns the section that was probably meant.
fn unknown(section: &Section, problems: &mut Vec<Problem>) -> Option<SectionWord> {
    let name = section.name.text.as_str();
    let inner = [SectionWord::Score, SectionWord::AfterRefilling].map(vocabulary::section_name);
    let known: Vec<&str> = vocabulary::rows(|meaning| matches!(meaning, vocabulary::Meaning::Section(_)))
        .map(|entry| entry.words)
        .filter(|name| !inner.contains(name))
        .collect();
    // wrong heads such as `game Three holes {` or `last seed the first that fits {`
    let begun = known.iter().filter(|known| name.strip_prefix(**known).is_some_and(|rest| rest.starts_with(' ')));
    if let Some(known) = begun.max_by_key(|known| known.len()) {
        let word = vocabulary::section(known);
        if section.head_told {
            return word;
        }
        let rest = name[known.len()..].trim();
        let titled = matches!(word, Some(SectionWord::Game | SectionWord::Example | SectionWord::Never));
        let problem = if titled {
            Problem::new(Code::BadHead, section.name.span, format!("the name of this `{known}` needs quotation marks"))
                .help(format!("write `{known} \"{rest}\" {{`"))
                .remedy(Remedy::sure(
                    format!("Write `{known} \"{rest}\"`"),
                    Change::Replace(section.name.span, format!("{known} \"{rest}\"")),
                ))
        } else if word.is_some_and(is_list) {
            Problem::new(Code::BadHead, section.name.span, "the head of this list cannot be read")
                .help(format!("write `{known}, the first that fits {{`"))
        } else {
            Problem::new(Code::BadHead, section.name.span, format!("`{rest}` does not belong in the head of `{known}`"))
                .help(format!("write `{known} {{`"))
        };
        problems.push(problem);
        return word;
    }
    let problem = Problem::new(Code::UnknownSection, section.name.span, format!("there is no section `{name}`"));
    let said: Vec<&str> = name.split(' ').collect();
    let spoken = spoken::replaced(&said).map(|words| words.join(" "));
    let spoken = spoken.as_deref().and_then(|name| known.iter().copied().find(|known| *known == name));
    let like = spoken.or_else(|| nearest(name, known.iter().copied()));
    let help = spoken.and_then(|spoken| Help::write(name, spoken));
    problems.push(match help.or_else(|| Help::nearest(name, known.iter().copied())) {
        Some(help) => problem.help(help),
        None if matches!(name, "from" | "direction" | "begin") => problem.help("it belongs inside `move { .. }`"),
        None => problem.help(format!("the sections are {}", one_of(known))),
    });
    like.and_then(vocabulary::section)
}

fn belongs(statement: &Statement) -> &'static str {
    match statement {
        Statement::Rule(_) => "rules belong in `each seed`, `last seed`, `after turn`, `before turn`",
        Statement::Definition(_) => "define words in `words { .. }`",
        Statement::Remark(_) => "separate texts belong in `left out { .. }`",
        Statement::Asked(_) => "a condition alone belongs in `never \"..\" { .. }`",
        _ => "settings belong in `board`, `move`, `sowing`, `before turn`, `match`, `example`",
    }
}
