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
    &["sk_test_", "tR3PYbcVNZZ796tH88S4VQ2u"],
    // Azurite's and the old emulator's account key.
    &[
        "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq",
        "/K1SZFPTOtr/KBHBeksoGMGw==",
    ],
];

/// Whether `token`, whose fixed prefix has `prefix` bytes, is a documented sample or a filler (`xxxx`, `****`).
pub fn is_sample(token: &[u8], prefix: usize) -> bool {
    let body = &token[prefix.min(token.len())..];
    is_filler(body)
        || is_periodic(body)
        || ends_in_example(token)
        || SAMPLES.iter().any(|pieces| is_joined(token, pieces))
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
}
