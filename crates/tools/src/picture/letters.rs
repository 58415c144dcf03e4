//! How wide a text is at most, so that it stays inside what is drawn around it.

/// Widths of the signs from the blank to the tilde in DejaVu Sans, in thousandths of the font size. The other fonts that
/// pictures ask for are narrower.
const WIDTHS: [u16; 95] = [
    317, 400, 459, 837, 636, 950, 779, 274, 390, 390, 500, 837, 317, 360, 317, 336, 636, 636, 636, 636, 636, 636, 636,
    636, 636, 636, 336, 336, 837, 837, 837, 530, 1000, 684, 686, 698, 770, 631, 575, 774, 751, 294, 294, 655, 557, 862,
    748, 787, 603, 787, 694, 634, 610, 731, 684, 988, 685, 610, 685, 390, 336, 390, 837, 500, 500, 612, 634, 549, 634,
    615, 352, 634, 633, 277, 277, 579, 277, 974, 633, 611, 634, 634, 411, 520, 392, 633, 591, 817, 591, 591, 524, 636,
    336, 636, 837,
];

/// Width of other signs: as of a wide letter.
const OTHER: u16 = 850;

/// How much wider bold letters are, at most about.
const BOLD: f64 = 1.14;

/// The width of a text in a font size.
pub(super) fn width(text: &str, size: f64) -> f64 {
    let sign = |sign: char| {
        let at = (sign as usize).checked_sub(0x20);
        f64::from(at.and_then(|at| WIDTHS.get(at)).copied().unwrap_or(OTHER))
    };
    text.chars().map(sign).sum::<f64>() / 1000.0 * size
}

/// The width of a bold text in a font size.
pub(super) fn bold_width(text: &str, size: f64) -> f64 {
    width(text, size) * BOLD
}

/// Wraps a text into lines that are at most so wide in a font size. A word that is longer is broken.
pub(super) fn wrapped(text: &str, size: f64, most: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line, size) + width(" ", size) + width(word, size) <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.extend(broken(word, size, most)),
        }
    }
    lines
}

/// A word in pieces that are at most so wide.
fn broken(word: &str, size: f64, most: f64) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for letter in word.chars() {
        if let Some(piece) = pieces.last_mut() {
            if piece.is_empty() || width(piece, size) + width(letter.encode_utf8(&mut [0; 4]), size) <= most {
                piece.push(letter);
            } else {
                pieces.push(letter.to_string());
            }
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::{width, wrapped};

    #[test]
    fn lines_are_no_wider_than_asked() {
        let text = "If the hole lies on the mover's side and was empty, he captures supercalifragilisticexpialidocious";
        let lines = wrapped(text, 12.0, 120.0);
        assert!(lines.len() > 4 && lines.iter().all(|line| width(line, 12.0) <= 120.0), "{lines:?}");
        assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
        assert!(wrapped(" ", 12.0, 100.0).is_empty());
    }
}
