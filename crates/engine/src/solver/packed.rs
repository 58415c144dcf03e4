//! Numbers as few bytes: seven bits to a byte, the lowest first; only the last byte is below 128.

/// Appends a number.
#[inline(always)]
pub(super) fn put(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number from the front; `None` at the end.
#[inline(always)]
pub(super) fn take(bytes: &mut &[u8]) -> Option<u32> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = *bytes.split_off_first()?;
        number |= u32::from(byte & 127) << shift;
        if byte < 128 {
            return Some(number);
        }
        shift += 7;
    }
}

/// Takes so many bytes from the front; `None` if there are fewer.
#[inline(always)]
pub(super) fn take_bytes<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let numbers = [0, 1, 127, 128, 16_383, 16_384, (1 << 28) - 1, 1 << 28, u32::MAX];
        let mut bytes = Vec::new();
        for number in numbers {
            put(&mut bytes, number);
            bytes.extend([7, 200]);
        }
        assert_eq!(bytes.len(), 1 + 1 + 1 + 2 + 2 + 3 + 4 + 5 + 5 + 2 * numbers.len());
        let mut left = &bytes[..];
        for number in numbers {
            assert_eq!(take(&mut left), Some(number));
            assert_eq!(take_bytes(&mut left), Some([7, 200]));
        }
        assert_eq!((take(&mut left), take_bytes::<2>(&mut left)), (None, None));
    }
}
