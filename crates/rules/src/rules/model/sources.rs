//! The sources that a file declares: what they are, on which game, what was read of them.

use super::stated::Likeness;

/// A source that the file lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    /// The key by which the file cites it.
    pub key: String,
    /// The title, and where the source can be found.
    pub texts: Vec<String>,
    /// The game that it describes, if that is another one, and why that game serves.
    pub describes: Option<Likeness>,
    /// What was read of it; `None` if the file does not say.
    pub read: Option<ReadOf>,
    /// How places in it are given.
    pub located: Option<String>,
}

/// What was read of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadOf {
    /// All of it.
    Whole,
    /// A part, perhaps with a word on which.
    Extract(Option<String>),
    /// What the source of this key tells of it, perhaps with a word on how much.
    Through(String, Option<String>),
}

impl SourceText {
    /// Whether this source was read through that of a key.
    pub fn is_read_through(&self, key: &str) -> bool {
        matches!(&self.read, Some(ReadOf::Through(through, _)) if through == key)
    }

    /// What is declared beside the title: the game, what was read, how places are given.
    pub fn notes(&self) -> Vec<String> {
        let describes = self.describes.iter().map(|other| match &other.why {
            Some(why) => format!("describes {}, a similar game: {why}", other.game),
            None => format!("describes {}", other.game),
        });
        let read = self.read.iter().map(ReadOf::said);
        let located = self.located.iter().map(|scheme| format!("places by {scheme}"));
        describes.chain(read).chain(located).collect()
    }
}

impl ReadOf {
    /// What was read, in words.
    pub fn said(&self) -> String {
        let what = |text: &Option<String>| text.as_ref().map_or(String::new(), |text| format!(": {text}"));
        match self {
            ReadOf::Whole => "read whole".to_owned(),
            ReadOf::Extract(text) => format!("read in extract{}", what(text)),
            ReadOf::Through(key, text) => format!("read through {key}{}", what(text)),
        }
    }
}
