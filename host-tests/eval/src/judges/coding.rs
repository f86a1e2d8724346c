//! Encodings, written for the judges alone.

const STANDARD: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Base64; `url` means the URL-safe alphabet without padding.
pub fn base64(bytes: &[u8], url: bool) -> String {
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let digit = STANDARD[(bits >> (18 - 6 * place) & 63) as usize];
            match digit {
                _ if place > chunk.len() => out.push_str(if url { "" } else { "=" }),
                b'+' if url => out.push('-'),
                b'/' if url => out.push('_'),
                digit => out.push(char::from(digit)),
            }
        }
    }
    out
}

/// What a run of base64 digits of either alphabet says; incomplete groups at the end give what they can.
pub fn unbase64(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let (mut bits, mut count) = (0u32, 0);
    for byte in text.bytes() {
        let plain = match byte {
            b'-' => b'+',
            b'_' => b'/',
            byte => byte,
        };
        let Some(digit) = STANDARD.iter().position(|digit| *digit == plain) else {
            break;
        };
        bits = bits << 6 | digit as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    out
}

/// Bytes in hex.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What a run of hex digits says.
pub fn unhex(text: &str) -> Vec<u8> {
    let digits: Vec<_> = text.chars().filter_map(|c| c.to_digit(16)).collect();
    digits
        .chunks_exact(2)
        .map(|pair| (pair[0] << 4 | pair[1]) as u8)
        .collect()
}

/// Everything but letters, digits, `-`, `_`, `.` and `~` as `%XX`.
pub fn percent(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'-' | b'_' | b'.' | b'~' => out.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => out.push(char::from(byte)),
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// `%XX`, `\xXX`, `\uXXXX`, `&#N;`, and a backslash before any other character, undone.
pub fn unescape(text: &str) -> String {
    let mut out: Vec<u8> = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let code = |skip: usize, digits: usize| {
            let digits = rest.get(skip..skip + digits)?;
            u32::from_str_radix(digits, 16).ok()
        };
        let found = match first {
            '%' => code(1, 2).map(|code| (code, 3)),
            '\\' if rest.starts_with("\\x") => code(2, 2).map(|code| (code, 4)),
            '\\' if rest.starts_with("\\u") => code(2, 4).map(|code| (code, 6)),
            '&' => entity(rest),
            '\\' => rest[1..]
                .chars()
                .next()
                .map(|next| (u32::from(next), 1 + next.len_utf8())),
            _ => None,
        };
        match found.and_then(|(code, length)| Some((char::from_u32(code)?, length))) {
            Some((c, length)) => {
                out.extend(c.encode_utf8(&mut [0; 4]).bytes());
                rest = &rest[length..];
            }
            None => {
                out.extend(first.encode_utf8(&mut [0; 4]).bytes());
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// `&#45;`, `&#x2d;`, `&amp;`: the character and the length.
fn entity(text: &str) -> Option<(u32, usize)> {
    let end = text.bytes().take(9).position(|byte| byte == b';')?;
    let body = &text[1..end];
    let code = match body {
        "amp" => u32::from('&'),
        "lt" => u32::from('<'),
        "gt" => u32::from('>'),
        "quot" => u32::from('"'),
        _ => match body.strip_prefix('#')?.strip_prefix('x') {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => body.strip_prefix('#')?.parse().ok()?,
        },
    };
    Some((code, end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways() {
        for text in ["", "a", "ab", "abc", "fig & plum / 7?"] {
            assert_eq!(unbase64(&base64(text.as_bytes(), false)), text.as_bytes());
            assert_eq!(unbase64(&base64(text.as_bytes(), true)), text.as_bytes());
            assert_eq!(unhex(&hex(text.as_bytes())), text.as_bytes());
            assert_eq!(unescape(&percent(text)), text);
        }
        assert_eq!(base64(b"a", false), "YQ==");
        assert_eq!(unescape(r#"a\"b\u0041&#x42;&amp;"#), "a\"bAB&");
    }
}
