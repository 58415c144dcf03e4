//! A file prepared for resolving: the parts that do not depend on the readings in force.

use std::sync::Arc;

use foldhash::HashMap;

use super::choices::{self, OptionEntry};
use super::gathered::Gathered;
use super::outline::Outline;
use super::phrases::mark_word;
use crate::rules::inherit;
use crate::rules::model::{ReadingText, SourceText};
use crate::rules::vocabulary::SectionWord;
use crate::source::{Source, Span};
use crate::syntax::ast::{Definition, File, Setting};

/// A file prepared for resolving: the parts that do not depend on the readings in force.
pub struct Resolving<'a> {
    pub(super) source: &'a Source,
    pub(super) file: &'a File,
    pub(super) outline: Outline<'a>,
    /// The name of the game that the file is like, if statements of it were taken over.
    pub(super) like: Option<&'a str>,
    pub(super) options: Vec<OptionEntry<'a>>,
    /// The readings of each option, by option.
    pub(super) reading_texts: Vec<Arc<[ReadingText]>>,
    pub(super) sources: Vec<(SourceText, Span)>,
    /// The words that the file defines.
    pub(super) definitions: HashMap<&'a str, WordMeaning<'a>>,
    /// The names of these words, in the order of the file.
    pub(super) own_words: Vec<&'a str>,
    /// This game's name for a marked hole.
    pub(super) mark: String,
    /// The settings of each section, by the kind of section and its index among sections of that kind.
    pub(super) settings: HashMap<(SectionWord, usize), Vec<&'a Setting>>,
    /// For settings with an unknown name, the name that was probably meant, by the byte offset of the wrong name.
    pub(super) meant: HashMap<usize, String>,
    pub(super) gathered: Gathered,
    /// Whether the examples are records of a source, which hold under unknown readings.
    pub(super) of_records: bool,
}

impl<'a> Resolving<'a> {
    /// Reads the parts that do not depend on the readings in force.
    pub fn new(source: &'a Source, file: &'a File) -> Self {
        let mut problems = Vec::new();
        let outline = Outline::read(source, file, &mut problems);
        let options = choices::collect(source, &outline, &mut problems);
        let mark = outline.one(SectionWord::Board).and_then(mark_word).unwrap_or_else(|| "marked".to_owned());
        let mut resolving = Resolving {
            source,
            file,
            outline,
            like: inherit::title(file),
            options,
            reading_texts: Vec::new(),
            sources: Vec::new(),
            definitions: HashMap::default(),
            own_words: Vec::new(),
            mark,
            settings: HashMap::default(),
            meant: HashMap::default(),
            gathered: Gathered { problems, remarks: Vec::new(), reported: Vec::new() },
            of_records: false,
        };
        resolving.read_sources();
        let texts = resolving.options.iter().map(|entry| choices::reading_texts(entry, &resolving.sources));
        resolving.reading_texts = texts.collect();
        resolving.read_words();
        resolving.read_settings();
        resolving
    }

    /// The examples are records of a source. Each is resolved under all readings that accord with its head, and need
    /// not expect anything.
    pub fn of_records(self) -> Self {
        Resolving { of_records: true, ..self }
    }
}

/// A word that the file defines.
#[derive(Clone, Copy)]
pub(super) enum WordMeaning<'a> {
    Condition(&'a Definition),
    Holes(&'a Setting),
}
