//! Numbers of bytes, read and written.

/// The memory that is used at most, unless another size is given.
pub(super) const DEFAULT: &str = "4G";

/// Parses a number of bytes, with K, M or G.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let wrong = || "expected a size such as `500M` or `6G`".to_owned();
    let (number, unit) = match text.char_indices().last() {
        Some((at, unit)) if unit.is_ascii_alphabetic() => (text.get(..at).unwrap_or(""), unit.to_ascii_uppercase()),
        _ => (text, 'B'),
    };
    let shift = match unit {
        'B' => 0,
        'K' => 10,
        'M' => 20,
        'G' => 30,
        _ => return Err(wrong()),
    };
    let number: u64 = number.parse().map_err(|_| wrong())?;
    number.checked_mul(1 << shift).filter(|bytes| *bytes > 0).ok_or_else(wrong)
}

/// A number of bytes as text for a person.
pub(super) fn bytes(number: u64) -> String {
    let (size, unit) = match number {
        0..1024 => return format!("{number} bytes"),
        1024..1_048_576 => (1_u64 << 10, "K"),
        1_048_576..1_073_741_824 => (1 << 20, "M"),
        _ => (1 << 30, "G"),
    };
    let value = number as f64 / size as f64;
    if value < 10.0 { format!("{value:.1}{unit}") } else { format!("{value:.0}{unit}") }
}
