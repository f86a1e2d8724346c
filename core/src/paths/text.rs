//! Characters of file names.

/// The character that ends at `at`.
pub(crate) fn char_before(text: &str, at: usize) -> Option<char> {
    text.get(..at)?.chars().next_back()
}

/// The character at `at`.
pub(crate) fn char_at(text: &str, at: usize) -> Option<char> {
    let byte = *text.as_bytes().get(at)?;
    if byte.is_ascii() {
        return Some(byte.into());
    }
    text.get(at..)?.chars().next()
}

/// Whether `c` stands inside file names and does not end one in running text.
pub(crate) fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || matches!(c, '_' | '-' | '@' | '+' | '~' | '$' | '%')
        || (!c.is_ascii() && c.is_alphanumeric())
}

/// Whether a file name ends at `at`: nothing of a name follows, or only the dot of a sentence.
pub(crate) fn ends_name(text: &str, at: usize) -> bool {
    match char_at(text, at) {
        None => true,
        // `[` may begin a stand-in that the name goes on with.
        Some('.') => {
            !char_at(text, at + 1).is_some_and(|c| is_name_char(c) || matches!(c, '.' | '['))
        }
        Some(c) => !is_name_char(c),
    }
}

/// The ASCII characters of names and separators.
static RUN: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        let b = byte as u8;
        let mark = matches!(b, b'_' | b'-' | b'@' | b'+' | b'~' | b'$' | b'%');
        table[byte] = b.is_ascii_alphanumeric() || mark || matches!(b, b'.' | b'/' | b'\\');
        byte += 1;
    }
    table
};

/// End of the run of names and separators at `at`, looking at most 4 KB ahead.
pub(crate) fn end_of_run(text: &str, at: usize) -> usize {
    let in_run = |c: char| is_name_char(c) || matches!(c, '.' | '/' | '\\');
    let rest = text.get(at..).unwrap_or_default();
    let plain = rest.bytes().take(4097).take_while(|&b| RUN[usize::from(b)]);
    let plain = plain.count();
    if plain > 4096 || rest.as_bytes().get(plain).is_none_or(u8::is_ascii) {
        return at + plain;
    }
    let end = rest
        .char_indices()
        .find(|&(len, c)| len > 4096 || !in_run(c))
        .map_or(rest.len(), |(len, _)| len);
    at + end
}
