//! What a secret that comes encoded says in plain: both spellings are one secret and have one surrogate.

use zeroize::Zeroizing;

use crate::base64::{self, Base64};
use crate::strength;

/// Longest encoded value that is looked into, in bytes.
const MAX: usize = 4096;

/// The plain value, and how it was written.
pub(crate) struct Inner {
    pub(crate) plain: Zeroizing<String>,
    way: Way,
}

enum Way {
    Base64 { newline: bool, pad: bool },
    Percent,
}

/// The plain value of `raw`, if `raw` is base64 of text or percent-encoded, and the plain value may be looked for
/// wherever it stands. By accident, twelve bytes of base64 are printable once in a hundred thousand times.
pub(crate) fn of(raw: &str) -> Option<Inner> {
    if raw.len() > MAX {
        return None;
    }
    let inner = percent(raw).or_else(|| of_base64(raw))?;
    strength::propagates(&inner.plain).then_some(inner)
}

fn of_base64(raw: &str) -> Option<Inner> {
    let padded = raw.len().is_multiple_of(4);
    if raw.len() < 12 || !padded && raw.ends_with('=') || raw.contains(['-', '_']) {
        return None;
    }
    let mut bytes = Zeroizing::new(base64::decode(raw.as_bytes())?);
    let newline = bytes.last() == Some(&b'\n');
    if newline {
        bytes.pop();
    }
    // `user:password` is a pair, not one secret.
    let plain = |byte: &u8| byte.is_ascii_graphic() && *byte != b':';
    let plain = bytes.iter().all(plain).then_some(&bytes)?;
    Some(Inner {
        plain: Zeroizing::new(std::str::from_utf8(plain).ok()?.to_owned()),
        way: Way::Base64 {
            newline,
            pad: padded,
        },
    })
}

fn percent(raw: &str) -> Option<Inner> {
    let mut parts = raw.split('%');
    let mut bytes = Zeroizing::new(parts.next()?.as_bytes().to_vec());
    let mut count = 0;
    for part in parts {
        bytes.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
        count += 1;
    }
    let text = std::str::from_utf8(&bytes).ok()?;
    let plain = count > 0 && !text.contains(char::is_control) && !text.contains('%');
    plain.then(|| Inner {
        plain: Zeroizing::new(text.to_owned()),
        way: Way::Percent,
    })
}

impl Inner {
    /// `plain` in the same encoding. It always differs from `plain`.
    pub(crate) fn encode(&self, plain: &str) -> String {
        match self.way {
            Way::Percent => percent_of(plain),
            Way::Base64 { newline, pad } => {
                let text = [plain, if newline { "\n" } else { "" }].concat();
                let mut text = base64::encode(text.as_bytes(), Base64::Standard);
                while pad && !text.len().is_multiple_of(4) {
                    text.push('=');
                }
                text
            }
        }
    }
}

/// `plain` with escapes in place of what is not safe in a URI, and of the last character if all is: stand-ins of two
/// spellings must be two texts.
pub(crate) fn percent_of(plain: &str) -> String {
    let safe = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let all = plain.bytes().all(safe);
    let mut text = String::with_capacity(plain.len() + 8);
    for (at, byte) in plain.bytes().enumerate() {
        if safe(byte) && !(all && at + 1 == plain.len()) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text
}

/// `raw` without its percent escapes, if it has any.
pub(crate) fn without_escapes(raw: &str) -> Option<String> {
    let mut parts = raw.split('%');
    let mut rest = parts.next()?.to_owned();
    for part in parts {
        rest.push_str(part.get(2..)?);
    }
    (rest.len() < raw.len()).then_some(rest)
}

/// `fresh` with the percent escapes of `raw` where that has them, if it is as long as the rest of `raw`.
pub(crate) fn with_escapes_of(raw: &str, fresh: &str) -> Option<String> {
    let mut text = String::with_capacity(raw.len());
    let mut left = fresh;
    for (at, part) in raw.split('%').enumerate() {
        let (escape, rest) = part.split_at_checked(if at == 0 { 0 } else { 2 })?;
        let (here, behind) = left.split_at_checked(rest.len())?;
        if at > 0 {
            text.push('%');
        }
        text.extend([escape, here]);
        left = behind;
    }
    left.is_empty().then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::zoe;
    use crate::{Context, Origin};

    fn out(session: &mut crate::Session, text: &str) -> String {
        let done = session.sanitize(text, Origin::Tool, &Context::default());
        done.expect("within the limits").text
    }

    const PLAIN: &str = "Wv5nGq8sXt3kBz6r";

    #[test]
    fn base64_and_percent_are_looked_into() {
        let encoded = base64::encode(PLAIN.as_bytes(), Base64::Standard) + "==";
        assert!(of(&encoded).is_some_and(|inner| *inner.plain == *PLAIN));
        assert!(of("Wv5n%40Gq8sXt3kBz6r").is_some_and(|i| *i.plain == *"Wv5n@Gq8sXt3kBz6r"));
        for none in [PLAIN, "Wv5n%4", "%zz12345678", "", "abc=", "100%"] {
            assert!(of(none).is_none(), "{none}");
        }
    }

    #[test]
    fn an_encoded_secret_is_known_in_plain() {
        let mut session = zoe();
        let encoded = base64::encode(PLAIN.as_bytes(), Base64::Standard) + "==";
        let first = out(
            &mut session,
            &format!("kind: Secret\ndata:\n  password: {encoded}\n"),
        );
        let plain = out(&mut session, PLAIN);
        assert!(!first.contains(&encoded) && plain != PLAIN);
        let again = base64::encode(plain.as_bytes(), Base64::Standard);
        assert!(first.contains(&again), "the same surrogate, encoded");
        assert_eq!(out(&mut session, &first), first);
    }

    #[test]
    fn two_spellings_have_one_surrogate() {
        for turned in [false, true] {
            let mut session = zoe();
            let uri = "postgres://app:Wv5n%40Gq8sXt3kBz6r@db.quarry.internal/crm";
            let plain = "DB_PASSWORD=Wv5n@Gq8sXt3kBz6r";
            let texts = if turned { [plain, uri] } else { [uri, plain] };
            let outs = texts.map(|text| out(&mut session, text));
            let (uri, plain) = match turned {
                true => (&outs[1], &outs[0]),
                false => (&outs[0], &outs[1]),
            };
            let surrogate = plain.trim_start_matches("DB_PASSWORD=");
            assert!(uri.contains(&percent_of(surrogate)), "{uri} {plain}");
        }
    }

    #[test]
    fn escapes_stay_where_they_are() {
        let mut session = zoe();
        let token = concat!("Hq7xLw2%3aZt9RvB4n%26Ks6dYc1", "fJp8gT5u");
        let first = out(&mut session, &format!("API_TOKEN={token}"));
        let surrogate = first.trim_start_matches("API_TOKEN=");
        assert!(surrogate != token && surrogate.len() == token.len());
        assert_eq!((&surrogate[7..10], &surrogate[18..21]), ("%3a", "%26"));
        let plain = token.replace("%3a", ":").replace("%26", "&");
        let fresh = surrogate.replace("%3a", ":").replace("%26", "&");
        assert_eq!(out(&mut session, &plain), fresh);
    }
}
