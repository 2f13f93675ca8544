//! Base64, as buffers in data URIs are written.

/// The bytes, or the offset of the first byte of the text that makes no sense.
pub(super) fn decode(text: &[u8]) -> Result<Vec<u8>, usize> {
    let padding = text.iter().rev().take(2).take_while(|&&byte| byte == b'=').count();
    let digits = &text[..text.len() - padding];
    if digits.len() % 4 == 1 {
        return Err(digits.len());
    }
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    for (number, group) in digits.chunks(4).enumerate() {
        let mut bits = 0_u32;
        for place in 0..4 {
            let value = group.get(place).map_or(Some(0), |&digit| value(digit));
            bits = bits << 6 | value.ok_or(4 * number + place)?;
        }
        bytes.extend_from_slice(&bits.to_be_bytes()[1..group.len()]);
    }
    Ok(bytes)
}

fn value(digit: u8) -> Option<u32> {
    let value = match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    };
    Some(value.into())
}

#[test]
fn groups_of_every_length() {
    for (text, expected) in [
        ("", ""),
        ("Zg==", "f"),
        ("Zm8=", "fo"),
        ("Zm9v", "foo"),
        ("Zm9vYg", "foob"),
        ("Zm9vYmE=", "fooba"),
    ] {
        assert_eq!(decode(text.as_bytes()), Ok(expected.as_bytes().to_vec()), "{text}");
    }
    assert_eq!(decode(b"Zm9vY"), Err(5));
    assert_eq!(decode(b"Zm!v"), Err(2));
    assert_eq!(decode(b"Z==="), Err(1));
}
