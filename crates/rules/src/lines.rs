//! Wrapping of text.

use unicode_width::UnicodeWidthStr;

/// Wraps text into lines of at most `width` columns. A longer word gets a line of its own.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn lines_hold_as_many_words_as_fit() {
        assert_eq!(wrapped("one  two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("one two three", 6), ["one", "two", "three"]);
        assert_eq!(wrapped("einundzwanzig zwei", 5), ["einundzwanzig", "zwei"]);
        assert_eq!(wrapped("ein größerer", 12), ["ein größerer"]);
        assert!(wrapped(" ", 5).is_empty());
    }
}
