//! Codes that let somebody in once: `otp=493021`, `verification code: 493 021`, `/verify?code=493021`.

use crate::detect::Cx;
use crate::{Rank, Rule, Span};

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
    #[rustfmt::skip]
    const KINDS: &[&str] = &[
        "verification", "confirmation", "authentication", "authorization", "activation", "security", "login", "one-time",
        "onetime", "passcode", "access", "pin", "unlock", "pairing", "signin", "sign-in",
    ];
    let lead = cx.line_before(word, 24);
    let kind = lead.strip_suffix(b" ").map(|lead| {
        let len = lead
            .iter()
            .rev()
            .take_while(|b| b.is_ascii_alphabetic() || **b == b'-');
        &lead[lead.len() - len.count()..]
    });
    let kind = kind.unwrap_or_default();
    if KINDS
        .iter()
        .any(|one| kind.eq_ignore_ascii_case(one.as_bytes()))
    {
        report(cx, from);
    }
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
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
