//! The screen in the signs of ASCII alone, for terminals whose locale has no others.

use ratatui::buffer::Buffer;

/// Replaces every sign beyond ASCII by one that looks or means alike.
pub(super) fn plain(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        let Some(sign) = cell.symbol().chars().next().filter(|sign| !sign.is_ascii()) else { continue };
        cell.set_char(like(sign));
    }
}

/// The sign of ASCII for a sign.
pub fn like(sign: char) -> char {
    match sign {
        '─' | '━' | '╴' | '╶' | '·' | '–' => '-',
        '═' => '=',
        '│' | '┃' | '║' | '╷' | '╵' | '▏' => '|',
        '\u{2500}'..='\u{257f}' => '+',
        '●' => 'o',
        '○' => '.',
        '▸' | '»' | '→' => '>',
        '◂' | '«' | '←' => '<',
        '▴' | '↑' => '^',
        '▾' | '↓' => 'v',
        '░' => '#',
        '•' => '*',
        sign => deunicode::deunicode_char(sign).and_then(|text| text.chars().next()).unwrap_or('?'),
    }
}

#[cfg(test)]
mod tests {
    use super::like;

    #[test]
    fn lines_and_letters_have_signs_alike() {
        let text: String =
            "╭─a1━┳═╗ ● é ▸".chars().map(|sign| if sign.is_ascii() { sign } else { like(sign) }).collect();
        assert_eq!(text, "+-a1-+=+ o e >");
    }
}
