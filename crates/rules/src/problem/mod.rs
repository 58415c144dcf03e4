//! Problems of a rule file: collected, sorted by place, and rendered for a person or as JSON.

mod diagnostic;
mod mend;
mod remedy;
#[cfg(feature = "render")]
mod render;

use std::fmt;

pub use mend::{Mend, corrected, corrections, mends};
pub use remedy::Correction;
pub use remedy::{Change, Extents, Remedy};
#[cfg(feature = "render")]
pub use render::render;

#[cfg(feature = "serde")]
use crate::source::Line;
use crate::source::{Source, Span};

macro_rules! codes {
    ($($variant:ident $name:literal $doc:literal,)*) => {
        /// The kind of a problem. Codes are stable; `tests/errors/` has a file for each.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code { $(#[doc = $doc] $variant,)* }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];

            /// The code as printed.
            pub fn name(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }

            /// What the code means, in one line.
            pub fn meaning(self) -> &'static str {
                match self { $(Code::$variant => $doc,)* }
            }
        }
    };
}

codes! {
    TooLarge "too-large" "The file is too large for a rule file.",
    TooDeep "too-deep" "Brackets are nested too deeply.",
    BadCharacter "bad-character" "A character that cannot occur in a rule file, such as NUL.",
    NotAStatement "not-a-statement" "A line that is not a setting, rule, word or section.",
    ForeignSign "foreign-sign" "A sign of another notation, such as `>=` or a typographic quotation mark.",
    BrokenRule "broken-rule" "A rule that lacks its condition, its `->` or its effects.",
    BrokenCitation "broken-citation" "A citation that lacks its source or the place in the source.",
    UnclosedText "unclosed-text" "A quotation mark is missing at the end of a text.",
    UnclosedBracket "unclosed-bracket" "A round bracket is not closed, or not opened.",
    UnclosedSection "unclosed-section" "The closing bracket of a section is missing.",
    StrayBracket "stray-bracket" "A closing bracket that closes nothing.",
    EmptyFile "empty-file" "The file holds no statement.",
    UnknownSection "unknown-section" "There is no section of this name.",
    MisplacedSection "misplaced-section" "A section is inside another section to which it does not belong.",
    RepeatedSection "repeated-section" "A section that may occur once occurs twice.",
    MissingSection "missing-section" "A section that every game needs is missing.",
    BadHead "bad-head" "The head of a section lacks something or has something extra.",
    MisplacedStatement "misplaced-statement" "A statement is in a section that does not take statements of its kind.",
    UnknownSetting "unknown-setting" "This section has no setting of this name.",
    RepeatedSetting "repeated-setting" "A setting, option, source or word is given twice.",
    MissingSetting "missing-setting" "A required setting is missing.",
    WrongValue "wrong-value" "A setting has a value that it does not take.",
    OutOfRange "out-of-range" "A number is too small or too large.",
    WrongShape "wrong-shape" "A drawn board or a list of seeds does not fit the board.",
    UnknownWord "unknown-word" "A word that is unknown to the language and to the file.",
    NameTaken "name-taken" "A name is already a word of the language.",
    CircularWord "circular-word" "A word is defined by itself.",
    UnusedName "unused-name" "An option, word or source that nothing uses.",
    UnknownSource "unknown-source" "A citation names a source that the file does not list.",
    UnknownReading "unknown-reading" "A condition asks for a reading that its option does not have.",
    UnevenReadings "uneven-readings" "Names that go together need a value for each name.",
    NotAHoleSet "not-a-hole-set" "Words that do not name holes where holes are expected.",
    NotACondition "not-a-condition" "Words that are not a condition.",
    NotAnEffect "not-an-effect" "Words that are not an effect or outcome.",
    NotANumber "not-a-number" "Words that do not name a number where a number is expected.",
    OneHoleNeeded "one-hole-needed" "A set of holes where one hole is expected.",
    WrongMoment "wrong-moment" "A word, effect or outcome that has no meaning at this moment of the game.",
    WrongBoard "wrong-board" "A word that has no meaning on this board or with this number of players.",
    MissingOutcome "missing-outcome" "A rule does not say how the turn or the game continues.",
    EffectAfterOutcome "effect-after-outcome" "An effect comes after the outcome of its rule.",
    Undecided "undecided" "A list leaves a situation undecided.",
    NeverApplies "never-applies" "A rule that can never apply.",
    NothingToSow "nothing-to-sow" "A rule sows although no seeds were lifted.",
    NothingToPlay "nothing-to-play" "A rule says `play` for a player without a legal move.",
    NoAnswer "no-answer" "A position that games reach and in which the rules give no answer.",
    NoEnd "no-end" "A game that can go on for ever: nobody can move, or a position comes back.",
    WrongRefill "wrong-refill" "A share of the seeds after which refilling goes wrong.",
    RoundOrGame "round-or-game" "A file with a match must say `round`, a file without a match must say `game`.",
    BadLike "bad-like" "The game that the file says it is like cannot be used, or a statement does not fit it.",
    BadExample "bad-example" "An example that cannot be read.",
    FailingExample "failing-example" "An example whose moves lead to something else.",
    BadClaim "bad-claim" "A claim that cannot be read.",
    BrokenClaim "broken-claim" "A claim that a game refutes.",
    MoreProblems "more-problems" "There are more problems than are reported.",
}

/// One problem in a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Its kind.
    pub code: Code,
    /// What is wrong, in terms of the game: lower case, no final period.
    pub message: String,
    /// Spans to underline, each with a text that may be empty; the first is where the problem is.
    pub labels: Vec<(Span, String)>,
    /// What to write instead, in words.
    pub help: Option<String>,
    /// Text that replaces the first span, if the help suggests just that.
    pub instead: Option<String>,
    /// What solves it otherwise.
    pub remedy: Option<Remedy>,
    /// A drawn situation that shows the problem.
    pub shown: Option<String>,
}

impl Problem {
    /// A problem at a place.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Problem {
            code,
            message: shortened(message.into()),
            labels: vec![(span, String::new())],
            help: None,
            instead: None,
            remedy: None,
            shown: None,
        }
    }

    /// Sets the text of the first label.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        if let Some(first) = self.labels.first_mut() {
            first.1 = text.into();
        }
        self
    }

    /// Adds another label.
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push((span, text.into()));
        self
    }

    /// Sets what to write instead.
    pub fn help(mut self, help: impl Into<Help>) -> Self {
        let Help { text, instead } = help.into();
        self.help = Some(shortened(text));
        self.instead = instead;
        self
    }

    /// Sets what to write instead of `said`, which is what stands at the first span, in words and as the replacement.
    pub fn correct(self, said: &str, instead: &str, text: impl Into<String>) -> Self {
        let text = text.into();
        match Help::replace(said, instead, text.clone()) {
            Some(help) => self.help(help),
            None => self.help(text),
        }
    }

    /// Sets what solves it, where that is not a replacement of the first span.
    pub fn remedy(mut self, remedy: Remedy) -> Self {
        self.remedy = Some(remedy);
        self
    }

    /// Sets a drawn situation that shows the problem.
    pub fn shown(mut self, drawing: impl Into<String>) -> Self {
        self.shown = Some(drawing.into());
        self
    }

    /// Where the problem is.
    pub fn span(&self) -> Span {
        self.labels.first().map(|(span, _)| *span).unwrap_or_default()
    }
}

/// A rule file that cannot be used: its text and its problems.
#[derive(Clone, Debug)]
pub struct RuleFileError {
    /// The text of the file.
    pub source: Source,
    /// The problems, sorted by place.
    pub problems: Vec<Problem>,
}

impl RuleFileError {
    /// Sorts the problems and keeps only as many as can be read at once.
    pub fn new(source: Source, mut problems: Vec<Problem>) -> Self {
        sort(&mut problems);
        leave_out(&mut problems);
        RuleFileError { source, problems }
    }
}

impl fmt::Display for RuleFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.problems.first().map_or("", |problem| problem.message.as_str());
        write!(f, "{} has problems: {first}", self.source.name)
    }
}

impl std::error::Error for RuleFileError {}

/// What to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Help {
    /// The suggestion in words.
    text: String,
    /// Text that replaces the wrong part, if nothing else needs to change.
    instead: Option<String>,
}

impl Help {
    /// Suggests the known name most similar to what stands in the file, as its replacement.
    pub fn nearest<'a>(said: &str, known: impl IntoIterator<Item = &'a str>) -> Option<Help> {
        let like = nearest(said, known)?;
        Help::replace(said, like, format!("did you mean `{like}`?"))
    }

    /// Suggests what to write instead of what stands in the file.
    pub fn write(said: &str, instead: &str) -> Option<Help> {
        Help::replace(said, instead, format!("write `{instead}`"))
    }

    /// Says in words what to write, and gives it as the replacement. Every replacement is made here: what stands in the
    /// file already is none.
    pub fn replace(said: &str, instead: &str, text: impl Into<String>) -> Option<Help> {
        let differs = !said.split_whitespace().eq(instead.split_whitespace());
        differs.then(|| Help { text: text.into(), instead: Some(instead.to_owned()) })
    }
}

impl<T: Into<String>> From<T> for Help {
    fn from(text: T) -> Help {
        Help { text: text.into(), instead: None }
    }
}

/// Most problems of a file that are reported.
pub const MOST_TOLD: usize = 50;

/// Sorts by place and removes duplicates.
pub fn sort(problems: &mut Vec<Problem>) {
    problems.sort_by(|a, b| (a.span().start, a.code, &a.message).cmp(&(b.span().start, b.code, &b.message)));
    problems.dedup_by(|a, b| a.span() == b.span() && a.code == b.code && a.message == b.message);
}

/// Cuts sorted problems down to [`MOST_TOLD`], the last of which then says that there are more.
pub fn leave_out(problems: &mut Vec<Problem>) {
    if problems.len() > MOST_TOLD
        && let Some(next) = problems.get(MOST_TOLD - 1).map(Problem::span)
    {
        problems.truncate(MOST_TOLD - 1);
        problems.push(
            Problem::new(Code::MoreProblems, next, "there are more problems from here on")
                .help("fix those above first: other problems often follow from them"),
        );
    }
}

/// Shortens quotations from the user's text, which may have any length. A command stays whole, so that it can be typed.
pub fn shortened(text: String) -> String {
    if text.len() <= LONGEST_QUOTE {
        return text;
    }
    let parts = text.split('`').enumerate().map(|(at, part)| {
        let quoted = at % 2 == 1 && !part.starts_with("mancala ");
        match part.char_indices().nth(LONGEST_QUOTE) {
            Some((end, _)) if quoted => format!("{} ..", part[..end].trim_end()),
            _ => part.to_owned(),
        }
    });
    parts.collect::<Vec<_>>().join("`")
}

/// Most characters of a quotation.
const LONGEST_QUOTE: usize = 60;

/// The name in `known` most similar to `said`, if similar enough; else the only one whose first words are `said`. Never
/// `said` itself.
pub fn nearest<'a>(said: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = said.to_lowercase();
    let length = word.chars().count();
    if length > LONGEST_NAME {
        return None;
    }
    let known: Vec<&str> = known.into_iter().filter(|name| *name != said).collect();
    let like = known
        .iter()
        .map(|name| (*name, (name.chars().count().min(length) + 1) / 3))
        .filter(|(name, most)| name.chars().count().abs_diff(length) <= *most)
        // a short word differs from many others in one letter
        .filter(|(name, _)| length > SHORT_NAME || name.chars().next() == word.chars().next())
        .map(|(name, most)| (strsim::damerau_levenshtein(&word, &name.to_lowercase()), most, name))
        .filter(|(distance, most, _)| distance <= most)
        .min_by_key(|(distance, ..)| *distance)
        .map(|(.., name)| name);
    like.or_else(|| {
        let mut longer = known.iter().filter(|name| name.strip_prefix(&word).is_some_and(|rest| rest.starts_with(' ')));
        longer.next().copied().filter(|_| length > 3 && longer.next().is_none())
    })
}

/// A word of this length or a shorter one, in characters, is similar only to names with the same first letter.
const SHORT_NAME: usize = 3;

/// A longer word, in characters, is similar to no name.
const LONGEST_NAME: usize = 60;

/// Lists the names as in "`a`, `b` or `c`".
pub fn one_of<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

/// The machine-readable form of a problem.
#[cfg(feature = "serde")]
#[derive(serde::Serialize)]
pub struct ProblemRecord<'a> {
    code: &'a str,
    message: &'a str,
    file: &'a str,
    #[serde(flatten)]
    line: Line,
    column: usize,
    length: usize,
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    instead: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    situation: Option<&'a str>,
}

#[cfg(feature = "serde")]
impl<'a> ProblemRecord<'a> {
    /// The record of a problem. Line and column count from 1; column and length are in characters.
    pub fn new(problem: &'a Problem, source: &'a Source) -> Self {
        let span = problem.span();
        let (_, column) = source.line_column(span.start);
        ProblemRecord {
            code: problem.code.name(),
            message: &problem.message,
            file: &source.name,
            line: source.line(span.start),
            column,
            length: source.slice(span).chars().count(),
            help: problem.help.as_deref(),
            instead: problem.instead.as_deref(),
            situation: problem.shown.as_deref(),
        }
    }
}
