//! A secret with its label behind a name on the same line: `SSID: Fen Quay / PSK: x`, `Owner: Ada Quill, passcode x`.
//! The name ends before the label, however far its own rule reads.

use super::verdict::{self, Form};
use super::{flag, keys, keys::Class, tail, value};
use crate::detect::Cx;
use crate::{Kind, Rank, Rule, Span};

/// Longest name that is searched for a label, in bytes.
const LONGEST: usize = 256;
/// Words of a label: `WPA2 pre-shared key`.
const WORDS: usize = 3;

/// Whether a name of that kind is read up to something that may stand behind a label.
pub(crate) fn may_swallow(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Device | Kind::Person | Kind::Org | Kind::Project
    )
}

/// The part of the name at `span` before the label of a secret. The secret in it, or right behind it, is reported.
pub(crate) fn cut(cx: &mut Cx<'_>, span: Span, kind: Kind) -> Span {
    let network = kind == Kind::Device;
    let Some((label, value)) = inside(cx, span, network) else {
        if let Some(value) = behind(cx, span.end, network) {
            cx.secret(value, Rank::Context, Rule::Statement);
        }
        return span;
    };
    cx.secret(value, Rank::Context, Rule::Statement);
    let joint = |b: &&u8| b" \t,;/|-(:\"'`".contains(*b);
    let name = cx.bytes[span.start..label].iter().rev();
    cx.between(span.start, label - name.take_while(joint).count())
}

/// Where a label begins in the name at `span`, and the secret behind the label.
pub(crate) fn inside(cx: &Cx<'_>, span: Span, network: bool) -> Option<(usize, Span)> {
    let text = &cx.bytes[span.start..span.end.min(span.start + LONGEST)];
    let may = text
        .iter()
        .any(|b| b.is_ascii_digit() || matches!(b, b':' | b'='));
    let mut blanks = memchr::memchr2_iter(b' ', b'(', if may { text } else { b"" });
    blanks.find_map(|blank| {
        let label = span.start + blank + 1;
        Some((label, secret(cx, label, network)?))
    })
}

/// The secret behind a label that follows the name ending at `end`; of a network on one of the next two lines as well.
pub(crate) fn behind(cx: &Cx<'_>, end: usize, network: bool) -> Option<Span> {
    let mut lines = if network { 2 } else { 0 };
    let mut at = end;
    for _ in 0..48 {
        match cx.byte(at) {
            b'\n' if lines > 0 => lines -= 1,
            b'\\' if cx.byte(at + 1) == b'n' && lines > 0 => {
                lines -= 1;
                at += 1;
            }
            b' ' | b'\t' | b'\r' | b',' | b';' | b'/' | b'|' | b'-' | b'(' | b'"' | b'\''
            | b'`' | b'*' | b'>' | b'.' | 0xe2 | 0x80 | 0x93 | 0x94 => {}
            _ => break,
        }
        at += 1;
    }
    (at > end).then(|| secret(cx, at, network)).flatten()
}

/// The secret whose label begins at `at`.
fn secret(cx: &Cx<'_>, at: usize, network: bool) -> Option<Span> {
    let mut end = at;
    for _ in 0..WORDS {
        let rest = cx.bytes.get(end..)?.iter().take(32);
        let len = rest.take_while(|b| value::is_name_byte(**b)).count();
        if len == 0 {
            return None;
        }
        let word = &cx.bytes[end..end + len];
        let promises = len <= 4 || network || tail::may_promise(cx.bytes, end + len);
        let value = (promises && is_label(word, network)).then(|| labelled(cx, end + len));
        if let Some(value) = value.flatten() {
            return Some(value);
        }
        if cx.byte(end + len) != b' ' || !is_lead(word) {
            return None;
        }
        end += len + 1;
    }
    None
}

fn is_label(word: &[u8], network: bool) -> bool {
    const ALWAYS: &[&[u8]] = &[b"pin", b"passkey", b"creds"];
    const OF_NETWORKS: &[&str] = &[
        "key",
        "code",
        "wpa",
        "wpa2",
        "wep",
        "schl\u{fc}ssel",
        "netzwerkschl\u{fc}ssel",
        "cl\u{e9}",
        "chiave",
        "sleutel",
    ];
    let is = |one: &[u8]| word.eq_ignore_ascii_case(one);
    let promised = !word.is_empty() && keys::judge(word).is_some_and(|class| class != Class::Weak);
    promised
        || ALWAYS.iter().any(|one| is(one))
        || network && {
            let last = word.rsplit(|b| matches!(b, b'_' | b'-')).next();
            let ends =
                |one: &&str| last.is_some_and(|last| last.eq_ignore_ascii_case(one.as_bytes()));
            OF_NETWORKS.iter().any(ends)
        }
}

/// Words before the last one of a label.
fn is_lead(word: &[u8]) -> bool {
    const LEADS: &[&[u8]] = &[
        b"wpa",
        b"wpa2",
        b"wpa3",
        b"wep",
        b"wifi",
        b"wi-fi",
        b"wlan",
        b"network",
        b"security",
        b"pre-shared",
        b"shared",
        b"guest",
        b"initial",
        b"temporary",
        b"temp",
        b"new",
        b"the",
        b"with",
        b"and",
        b"api",
        b"access",
        b"their",
        b"his",
        b"her",
        b"your",
    ];
    LEADS.iter().any(|one| word.eq_ignore_ascii_case(one))
}

/// The value behind a label that ends at `end`, with or without a sign between.
fn labelled(cx: &Cx<'_>, end: usize) -> Option<Span> {
    let marks = |at: usize| {
        (0..3).take_while(move |&n| matches!(cx.byte(at + n), b'*' | b'"' | b'\'' | b'`' | b'\\'))
    };
    let blank = value::skip_blank(cx, end);
    let sign = value::skip_blank(cx, blank + marks(blank).count());
    let signed = matches!(cx.byte(sign), b':' | b'=' | b'|');
    let word = [&b"is "[..], b"is: ", b"-> "]
        .into_iter()
        .find(|word| cx.at(blank, word));
    let from = match (signed, word) {
        (true, _) => {
            let more = marks(sign + 1)
                .filter(|n| cx.byte(sign + 1 + n) == b'*')
                .count();
            value::skip_blank(cx, sign + 1 + more)
        }
        (false, Some(word)) => blank + word.len(),
        (false, None) if blank > end => blank,
        _ => return None,
    };
    let span = flag::word(cx, from)?;
    let text = span
        .of(cx.text)
        .trim_end_matches(['.', ',', ')', '!', '?', ';']);
    let bytes = text.as_bytes();
    let digits = bytes.iter().filter(|b| b.is_ascii_digit()).count();
    let mixed = verdict::has_mixture(bytes) && (signed || bytes.len() >= 6 && digits > 0);
    let number = digits >= 4 && digits == bytes.len();
    let secret =
        verdict::is_secret(Class::Password, text, Form::QUOTED) && !text.contains(['(', '{', '$']);
    (bytes.len() <= 64 && (mixed || number) && secret)
        .then(|| Span::new(span.start, span.start + text.len()))
}

#[cfg(test)]
mod tests {
    use crate::Kind::{Device, Org, Person, Secret};
    use crate::testing::{assert_found, found_of};

    #[test]
    fn names_end_before_the_label_of_a_secret() {
        for (text, want) in [
            (
                "SSID: Loom Guest / PSK: amber-Otter-41",
                ("Loom Guest", Device),
            ),
            (
                "SSID: Loom Guest (WPA2 key: amber-Otter-41)\n",
                ("Loom Guest", Device),
            ),
            (
                "Customer: Marsh Lane Foods, PIN amber-Otter-41\n",
                ("Marsh Lane Foods", Org),
            ),
            (
                "Client: Marsh Lane Foods - token amber-Otter-41\n",
                ("Marsh Lane Foods", Org),
            ),
            (
                "Reviewer: Tilda Okafor passcode amber-Otter-41\n",
                ("Tilda Okafor", Person),
            ),
            (
                "Owner: Tilda Okafor / pw: amber-Otter-41\n",
                ("Tilda Okafor", Person),
            ),
        ] {
            let found = found_of(&[Device, Org, Person, Secret], text);
            assert_found(text, &found, &[want, ("amber-Otter-41", Secret)]);
        }
    }

    #[test]
    fn names_with_such_words_and_other_fields_stay_whole() {
        for (text, want) in [
            ("Customer: Marsh Token Foods\n", ("Marsh Token Foods", Org)),
            (
                "Reviewer: Tilda Okafor, key user\n",
                ("Tilda Okafor", Person),
            ),
            (
                "Reviewer: Tilda Okafor / Key: FEN-412\n",
                ("Tilda Okafor", Person),
            ),
        ] {
            let found = found_of(&[Device, Org, Person, Secret], text);
            assert_found(text, &found, &[want]);
        }
    }
}
