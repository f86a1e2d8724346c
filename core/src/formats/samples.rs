//! Tokens that stand in a provider's documentation, and fillers: they grant nothing, and agents need to read them.

/// Sample keys, each in pieces so that no scanner takes this file for a leak.
const SAMPLES: &[&[&str]] = &[
    // docs.aws.amazon.com, everywhere; the second is its secret, the third of IAM's examples of session keys.
    &["AKIA", "IOSFODNN7EXAMPLE"],
    &["wJalrXUtnFEMI/K7MDENG/", "bPxRfiCYEXAMPLEKEY"],
    &["AKIA", "I44QH8DHBEXAMPLE"],
    &["ASIA", "IOSFODNN7EXAMPLE"],
    &["je7MtGbClwBF/2Zp9Utk/", "h3yCo8nvbEXAMPLEKEY"],
    // jwt.io's first token, by its unmistakable signature.
    &["SflKxwRJSMeKKF2QT4fwpM", "eJf36POk6yJV_adQssw5c"],
    // Stripe's documentation before it showed the reader's own keys.
    &["sk_test_", "4eC39HqLyjWDarjtT1zdp7dc"],
    &["sk_test_", "BQokikJOvBiI2HlWgH4olfQ2"],
    &["pk_test_", "TYooMQauvdEDq54NiTphI7jx"],
    &["pk_test_", "6pRNASCoBOKtIshFeQd4XMUh"],
    &["sk_test_", "tR3PYbcVNZZ796tH88S4VQ2u"],
    // Azurite's and the old emulator's account key.
    &[
        "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq",
        "/K1SZFPTOtr/KBHBeksoGMGw==",
    ],
];

/// Passwords of documentation pages that configurations are copied from, likewise.
const PASSWORDS: &[&[&str]] = &[
    // learn.microsoft.com, nuget.config reference.
    &["33f!!", "lloppa"],
    &["hal+9ooo", "_da!sY"],
    // mcr.microsoft.com, SQL Server's container.
    &["yourStrong(!)", "Password"],
    &["Your", "Strong@Passw0rd"],
];

/// Whether `value` is a password that stands in documentation.
pub(crate) fn is_documented(value: &[u8]) -> bool {
    PASSWORDS.iter().any(|pieces| {
        let len: usize = pieces.iter().map(|piece| piece.len()).sum();
        value.len() == len && is_joined(value, pieces)
    })
}

/// Whether `token`, whose fixed prefix has `prefix` bytes, is a documented sample or a filler (`xxxx`, `****`).
pub fn is_sample(token: &[u8], prefix: usize) -> bool {
    is_filled_in(token, prefix) || is_periodic(&token[prefix.min(token.len())..])
}

/// The same beside a credential word: there, a pattern that repeats may be somebody's key.
pub(crate) fn is_filled_in(token: &[u8], prefix: usize) -> bool {
    is_filler(&token[prefix.min(token.len())..])
        || ends_in_example(token)
        || SAMPLES.iter().any(|pieces| is_joined(token, pieces))
}

/// Whether `token`, which stands nowhere near a credential word, was made up for a test: it counts, or says so.
pub(crate) fn is_made_up(token: &[u8], prefix: usize) -> bool {
    let body = &token[prefix.min(token.len())..];
    let hex = body.iter().all(u8::is_ascii_hexdigit);
    let says = |word: &[u8]| word == b"EXAMPLE" || word == b"Example";
    // Long ones name a realm or a host, which may be an example without the rest being one.
    counts(body, if hex { 7 } else { 6 }) || body.len() <= 256 && body.windows(7).any(says)
}

fn is_joined(token: &[u8], pieces: &[&str]) -> bool {
    let len: usize = pieces.iter().map(|piece| piece.len()).sum();
    let Some(mut rest) = token.len().checked_sub(len).map(|start| &token[start..]) else {
        return false;
    };
    pieces
        .iter()
        .all(|piece| match rest.strip_prefix(piece.as_bytes()) {
            Some(after) => {
                rest = after;
                true
            }
            None => false,
        })
}

/// AWS, Google and others end their samples so.
fn ends_in_example(token: &[u8]) -> bool {
    [&b"EXAMPLE"[..], b"EXAMPLEKEY", b"-example", b"_example"]
        .iter()
        .any(|end| token.ends_with(end))
}

/// Nothing that was drawn repeats so few characters: two at most, or five in a long token (`FakeFakeFake...`).
fn is_filler(body: &[u8]) -> bool {
    let mut seen = [0u8; 5];
    let (mut distinct, mut count) = (0, 0);
    for byte in body.iter().filter(|byte| byte.is_ascii_alphanumeric()) {
        count += 1;
        if seen[..distinct].contains(byte) {
            continue;
        }
        if distinct == seen.len() {
            return false;
        }
        seen[distinct] = *byte;
        distinct += 1;
    }
    distinct <= 2 || count >= 24
}

/// Whether so many characters in a row count up or down (`123456`, `fedcba`): made up, not drawn. One in ten million
/// drawn tokens does it with six of sixty-two characters, one in a hundred thousand with seven hexadecimal digits.
pub(crate) fn counts(body: &[u8], run: usize) -> bool {
    let by = |step: u8| {
        let next = |pair: &[u8]| pair[1] == pair[0].wrapping_add(step);
        body.windows(run).any(|window| window.windows(2).all(next))
    };
    by(1) || by(u8::MAX)
}

/// The same few characters over and over: `0123456789abcdef0123456789abcdef...`.
fn is_periodic(body: &[u8]) -> bool {
    const LONGEST: usize = 16;
    let repeats = |period: usize| body.iter().zip(&body[period..]).all(|(a, b)| a == b);
    body.len() >= 2 * LONGEST && (1..=LONGEST).any(repeats)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_and_fillers_are_told_from_tokens() {
        for pieces in SAMPLES {
            assert!(is_sample(pieces.concat().as_bytes(), 0));
        }
        assert!(is_sample(b"ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", 4));
        assert!(is_sample(b"hf_FakeFakeFakeFakeFakeFakeFakeFakeFa", 3));
        assert!(is_sample(b"xoxb-0000-0000-xxxxxxxx", 5));
        assert!(is_sample(b"tok_0123456789abcdef0123456789abcdef01234", 4));
        assert!(!is_sample(b"ghp_Q2xvc2VkIGJ1dCBpbnZlbnRlZCB0b2tlbg", 4));
    }

    #[test]
    fn tokens_that_count_are_made_up() {
        assert!(is_made_up(b"pre_9cKq43y03hegFEiZ3Kf1654321", 4));
        assert!(is_made_up(b"pre_1234567dc42cb40d2c69cbb6", 4));
        assert!(!is_made_up(b"pre_123456adc42cb40d2c69cbb6", 4));
        assert!(!is_made_up(b"123456789_k7Lm2Qp9xRt5Zw3bN8vC", 10));
    }
}
