//! Can the value be put together from what was shown?
//!
//! The attacker joins over lines and turns, undoes escapes, percent, hex and base64 at every alignment, reads
//! backwards, and ignores case and separators. It is an upper bound: pieces may come from anywhere in the
//! transcript, and the attacker is told which pieces belong together.

use super::coding;

/// Shortest piece that counts; six characters of one case match by chance once in two thousand million.
const PIECE: usize = 6;
/// Most pieces that an attacker would put together.
const PIECES: usize = 6;

/// Everything that can be read from a transcript, ready to be searched.
#[derive(Debug)]
pub struct Views {
    plain: String,
    forward: String,
    backward: String,
}

impl Views {
    /// Reads `outputs`, the turns that the provider saw.
    pub fn new<'a>(outputs: impl IntoIterator<Item = &'a str>) -> Self {
        let mut plain = String::new();
        for output in outputs {
            plain.push_str(output);
            plain.push('\n');
        }
        let mut all = plain.clone();
        all.push('\n');
        all.push_str(&coding::unescape(&plain));
        all.push('\n');
        all.push_str(&decoded(&plain));
        let forward = canonical(&all);
        let backward = forward.chars().rev().collect();
        Self {
            plain,
            forward,
            backward,
        }
    }

    /// Whether `value` simply stands there.
    pub fn shows(&self, value: &str) -> bool {
        self.plain.contains(value)
    }

    /// Whether `value` can be put together.
    pub fn gives(&self, value: &str) -> bool {
        let value = canonical(value);
        covers(&self.forward, &value) || covers(&self.backward, &value)
    }
}

/// Lower case, letters and digits only.
fn canonical(text: &str) -> String {
    let kept = text.chars().filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}

/// What runs of base64 and hex digits say, at every alignment.
fn decoded(text: &str) -> String {
    let mut out = String::new();
    let is_digit = |c: char| c.is_ascii_alphanumeric() || "+/-_".contains(c);
    // Wrapped blocks are read in one piece as well.
    let joined: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    for source in [text, &joined] {
        for run in source
            .split(|c: char| !is_digit(c))
            .filter(|run| run.len() >= 8)
        {
            for skip in 0..4 {
                out.push_str(&readable(&coding::unbase64(&run[skip..])));
                out.push('\n');
            }
            if run.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                out.push_str(&readable(&coding::unhex(run)));
                out.push('\n');
            }
        }
    }
    out
}

/// The printable characters.
fn readable(bytes: &[u8]) -> String {
    let text = bytes.iter().map(|byte| char::from(*byte));
    text.map(|c| if c.is_ascii_graphic() { c } else { ' ' })
        .collect()
}

/// Whether a few long pieces of `text` cover at least three quarters of `value`.
fn covers(text: &str, value: &str) -> bool {
    let (mut at, mut covered, mut pieces) = (0, 0, 0);
    while at + PIECE <= value.len() && pieces < PIECES {
        match longest(text, value, at) {
            0 => at += 1,
            length => {
                at += length;
                covered += length;
                pieces += 1;
            }
        }
        while !value.is_char_boundary(at) {
            at += 1;
        }
    }
    // A remainder too short to count comes for free: whoever has the rest guesses or finds it.
    let missing = value.len() - covered;
    !value.is_empty() && covered > 0 && missing * 4 <= value.len()
}

/// Length of the longest piece of `value` at `at` that stands in `text`; 0 if it is too short to count.
fn longest(text: &str, value: &str, at: usize) -> usize {
    let fits = |length: usize| {
        value
            .get(at..at + length)
            .is_some_and(|piece| text.contains(piece))
    };
    if !fits(PIECE) {
        return 0;
    }
    let (mut low, mut high) = (PIECE, value.len() - at);
    while low < high {
        let middle = (low + high).div_ceil(2);
        if fits(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALUE: &str = "Qz7pLm2Xw9Rt4Vb8Nk3Hd6Jf1Gs5Yc0A";

    fn given(text: &str) -> bool {
        Views::new([text]).gives(VALUE)
    }

    #[test]
    fn the_attacker_joins_and_decodes() {
        let (head, tail) = VALUE.split_at(15);
        assert!(given(VALUE));
        assert!(given(&format!("{tail}\nlater\n{head}")));
        assert!(given(&format!("'{head}' + '{tail}'")));
        assert!(given(&VALUE.to_lowercase()));
        assert!(given(&VALUE.chars().rev().collect::<String>()));
        assert!(given(&coding::hex(VALUE.as_bytes())));
        for before in ["", "a", "ab"] {
            let wide = format!("{before}{VALUE};");
            assert!(given(&coding::base64(wide.as_bytes(), true)));
        }
        let wrapped = coding::base64(VALUE.as_bytes(), false);
        let (head, tail) = wrapped.split_at(20);
        assert!(given(&format!("data: {head}\n  {tail}")));
    }

    #[test]
    fn the_attacker_does_not_guess() {
        assert!(!given("nothing"));
        assert!(!given(&VALUE[..20]));
        assert!(!given("Qz7pLm2Xw9Rt4Vb8000000000000000000"));
    }
}
