//! Codes that let somebody in once: `otp=493021`, `verification code: 493 021`, `/verify?code=493021`.

use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Rank, Rule, Span};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::word("code is ", said),
    Anchor::word("use code ", said),
    Anchor::word("is your ", before),
];

/// `your code is 493021`, `Use code 493021 to sign in`: six to eight digits, of which somebody says that they let in.
fn said(cx: &mut Cx<'_>, at: usize) {
    let code = cx.bytes[at] | 0x20 == b'c';
    let from = at
        + if code {
            b"code is ".len()
        } else {
            b"use code ".len()
        };
    let rest = &cx.bytes[from..cx.line_end(from).min(from + 48)];
    let whose = cx.line_before(at, 24);
    let whose = whose.strip_suffix(b" ").unwrap_or_default();
    let word = &whose[whose.len()
        - whose
            .iter()
            .rev()
            .take_while(|b| b.is_ascii_alphabetic() || **b == b'-')
            .count()..];
    let mine = word.eq_ignore_ascii_case(b"your") || is_kind(word);
    let purposes = [
        &b" to sign"[..],
        b" to log",
        b" to verify",
        b" to confirm",
        b" to continue",
    ];
    let purpose = purposes
        .iter()
        .any(|it| memchr::memmem::find(rest, it).is_some());
    let digits = rest.iter().filter(|b| b.is_ascii_digit()).count();
    if (code && mine || !code && purpose) && digits >= 5 {
        report(cx, from);
    }
}

/// `493021 is your verification code`, `G-493021 is your ... code`.
fn before(cx: &mut Cx<'_>, at: usize) {
    let rest = &cx.bytes[at..cx.line_end(at).min(at + 64)];
    let lead = cx.line_before(at, 16);
    let lead = lead.strip_suffix(b" ").unwrap_or_default();
    let digits = lead.iter().rev().take_while(|b| b.is_ascii_digit()).count();
    let border = lead.get(lead.len().wrapping_sub(digits + 1));
    let alone = border.is_none_or(|b| matches!(b, b' ' | b'-' | b'"' | b'>' | b'*'));
    if memchr::memmem::find(rest, b" code").is_some() && (5..=8).contains(&digits) && alone {
        cx.secret(
            Span::new(at - 1 - digits, at - 1),
            Rank::Context,
            Rule::Statement,
        );
    }
}

/// Whether the value is such a code: four to ten digits, in one group or two.
pub(crate) fn is_code(value: &str) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let joints = value.bytes().filter(|b| matches!(b, b'-' | b' ')).count();
    (4..=10).contains(&digits)
        && digits + joints == value.len()
        && joints <= 1
        && value.bytes().any(|b| !matches!(b, b'0' | b'-' | b' '))
}

/// Whether a parameter or a field of that name holds a code.
pub(crate) fn is_name(name: &[u8]) -> bool {
    const NAMES: [&[u8]; 6] = [b"otp", b"totp", b"pin", b"mfa", b"twofa", b"sms"];
    let last = name.rsplit(|b| matches!(b, b'_' | b'-' | b'.')).next();
    last.is_some_and(|last| NAMES.iter().any(|one| last.eq_ignore_ascii_case(one)))
}

/// `verification code: 493021`: the word `code` is at `word`, what it says behind the colon at `from`.
pub(crate) fn sent(cx: &mut Cx<'_>, word: usize, from: usize) {
    let lead = cx.line_before(word, 24);
    let kind = lead.strip_suffix(b" ").map(|lead| {
        let len = lead
            .iter()
            .rev()
            .take_while(|b| b.is_ascii_alphabetic() || **b == b'-');
        &lead[lead.len() - len.count()..]
    });
    let kind = kind.unwrap_or_default();
    if is_kind(kind) {
        report(cx, from);
    }
}

/// Whether a word before `code` says that it lets somebody in.
fn is_kind(word: &[u8]) -> bool {
    #[rustfmt::skip]
    const KINDS: &[&str] = &[
        "verification", "confirmation", "authentication", "authorization", "activation", "security", "login", "one-time",
        "onetime", "passcode", "access", "pin", "unlock", "pairing", "signin", "sign-in",
    ];
    KINDS
        .iter()
        .any(|one| word.eq_ignore_ascii_case(one.as_bytes()))
}

/// `?code=493021` of an address at which somebody logs in; the parameter is at `name`.
pub(crate) fn in_address(cx: &mut Cx<'_>, name: usize, from: usize) {
    const PLACES: [&[u8]; 8] = [
        b"verif", b"confirm", b"login", b"signin", b"sign-in", b"auth", b"2fa", b"otp",
    ];
    let lead = cx.line_before(name, 160);
    let path = memchr::memmem::rfind(lead, b"://").map_or(&[][..], |at| &lead[at..]);
    if PLACES
        .iter()
        .any(|place| memchr::memmem::find(path, place).is_some())
    {
        report(cx, from);
    }
}

fn report(cx: &mut Cx<'_>, from: usize) {
    let rest = cx.bytes.get(from..).unwrap_or_default();
    let around = |b: &&u8| matches!(**b, b' ' | b'*' | b'`' | b'"' | b'\'');
    let start = from + rest.iter().take(6).take_while(around).count();
    let rest = cx.bytes.get(start..).unwrap_or_default().iter().take(12);
    let len = rest
        .take_while(|b| b.is_ascii_digit() || matches!(b, b'-' | b' '))
        .count();
    let text = cx.bytes[start..start + len].trim_ascii_end();
    let span = Span::new(start, start + text.len());
    let ends = !matches!(cx.byte(span.end), b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'-');
    if ends && text.len() >= 4 && is_code(span.of(cx.text)) {
        cx.secret(span, Rank::Context, Rule::Statement);
    }
}

#[cfg(test)]
mod tests {
    use crate::contexts::found;

    #[test]
    fn codes() {
        for text in [
            "https://fen.io/verify?otp=593021&x=1",
            "https://fen.io/login?mail=x&code=593021",
            "Your verification code: 593021\n",
            "Security code: **593021**",
            "OTP: 593021\n",
            "{\"totp\": \"593021\"}",
            "your code is 593021",
            "Your login code is 593021.",
            "Use code 593021 to sign in",
            "G-593021 is your Loom verification code.",
        ] {
            assert_eq!(found(text), ["593021"], "{text}");
        }
        assert_eq!(found("Your login code: 593-021."), ["593-021"]);
    }

    #[test]
    fn other_numbers() {
        for text in [
            "https://fen.io/items?code=593021",
            "exit code: 1\nreturn code: 1024\nsource code: 2048 lines\n",
            "pin: 13",
            "setup(pin: 1300, mode: 2)",
            "totp: enabled",
            "verification code: 593021abc",
            "status code: 4040",
            "your code is 120 lines long, the exit code is 137, error code is 593021",
            "Use code 593021 in the query",
            "42 is your answer code",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
