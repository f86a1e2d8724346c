//! Word lists that tell a name from a random value.

pub(crate) mod names;
pub(crate) mod providers;
pub(crate) mod set;

/// Common words of English and of computing, sorted, lower case, four to fourteen letters, one a line.
const WORDS: &str = include_str!("words.txt");

/// Whether `word` (ASCII letters of any case) is a common word.
pub(crate) fn is_word(word: &[u8]) -> bool {
    (4..=14).contains(&word.len()) && holds(WORDS.as_bytes(), word)
}

/// Binary search in a sorted list of lines.
pub(crate) fn holds(list: &[u8], word: &[u8]) -> bool {
    let (mut low, mut high) = (0, list.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let start = memchr::memrchr(b'\n', &list[low..middle]).map_or(low, |at| low + at + 1);
        let end = memchr::memchr(b'\n', &list[start..high]).map_or(high, |at| start + at);
        match compare(&list[start..end], word) {
            std::cmp::Ordering::Equal => return true,
            std::cmp::Ordering::Less => low = end + 1,
            std::cmp::Ordering::Greater => high = start,
        }
    }
    false
}

/// Order of a lower-case line and a word of any case.
fn compare(line: &[u8], word: &[u8]) -> std::cmp::Ordering {
    line.iter()
        .copied()
        .cmp(word.iter().map(u8::to_ascii_lowercase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_found_and_the_list_is_sorted() {
        let words: Vec<_> = WORDS.lines().collect();
        assert!(words.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(words.iter().all(|word| is_word(word.as_bytes())));
        assert!(WORDS.len() <= 25 << 10);
    }

    #[test]
    fn what_is_not_in_the_list_is_not_found() {
        for word in ["", "zzzz", "aaaa", "passwordx", "qwxk", "Docker1"] {
            assert!(!is_word(word.as_bytes()), "{word}");
        }
        assert!(is_word(b"DOCKER") && is_word(b"Password"));
    }
}
