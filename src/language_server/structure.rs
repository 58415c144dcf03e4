//! The words that the grammar knows. All others are rows of the vocabulary.

/// Words that hold a statement together.
pub const STRUCTURE: &[&str] = &[
    "after", "all", "and", "another", "are", "because", "by", "describes", "even", "first", "fits", "from", "hold",
    "holds", "if", "in", "into", "is", "leave", "located", "makes", "may", "move", "never", "no", "not", "odd", "of",
    "or", "otherwise", "position", "read", "some", "that", "the", "through", "to", "was", "when", "where", "while",
    "would",
];

/// Those of them that no name can be.
pub const RESERVED: &[&str] = &[
    "after", "all", "and", "are", "from", "hold", "holds", "if", "in", "into", "is", "makes", "may", "no", "not", "of",
    "or", "otherwise", "some", "was", "when", "where", "while",
];
