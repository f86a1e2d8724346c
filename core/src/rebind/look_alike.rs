//! Text in a path that a reader takes for an issued handle, and that is none.
//!
//! Case, homoglyphs, padding, spaces, other brackets or none: each would let a path seem to be in a root. The
//! check folds a component to the letters it looks like and asks whether that names an issued slot.

use super::Local;
use crate::handle::Handle;
use crate::locate::Located;
use crate::{Kind, Span};

/// The first part of `text` outside `located` that looks like an issued handle.
pub(crate) fn find(local: Local<'_>, text: &str, located: &[Located]) -> Option<Span> {
    let mut from = 0;
    let ends = located.iter().map(|l| (l.span.start, l.span.end));
    for (start, end) in ends.chain([(text.len(), text.len())]) {
        let part = text.get(from..start)?;
        if may_hold_one(part.as_bytes())
            && let Some(span) = in_part(local, part, from)
        {
            return Some(Span::new(span.start + from, span.end + from));
        }
        from = end;
    }
    None
}

/// The first part of a file's contents outside `located` that is a handle in brackets, altered. Contents are
/// code, where `[user_1]` means something, so only capitals count.
pub(crate) fn find_group(local: Local<'_>, text: &str, located: &[Located]) -> Option<Span> {
    let mut from = 0;
    let ends = located.iter().map(|l| (l.span.start, l.span.end));
    for (start, end) in ends.chain([(text.len(), text.len())]) {
        let part = text.get(from..start)?;
        let plain = memchr::memchr_iter(b'[', part.as_bytes()).map(|at| (at, '['));
        let wide = if part.is_ascii() { "" } else { part };
        let wide = wide
            .match_indices('\u{ff3b}')
            .map(|(at, _)| (at, '\u{ff3b}'));
        for (at, c) in plain.chain(wide) {
            let inner = &part[at + c.len_utf8()..];
            let end = inner
                .char_indices()
                .take(2 * LONGEST)
                .find(|(_, c)| matches!(c, ']' | '\u{ff3d}'));
            let Some(inner) = end.map(|(end, _)| &inner[..end]) else {
                continue;
            };
            let begins = inner
                .chars()
                .next()
                .is_some_and(|c| !c.is_ascii() || c.is_ascii_uppercase() || c == ' ');
            if begins && !inner.bytes().any(is_small) && Skeleton::of(inner).is_issued(local) {
                return Some(Span::new(from + at, from + at + c.len_utf8() + inner.len()));
            }
        }
        from = end;
    }
    None
}

/// A digit, and something that could pass for a bracket, a letter or a joint.
pub(crate) fn may_hold_one(bytes: &[u8]) -> bool {
    let marks = bytes
        .iter()
        .fold(0, |marks, byte| marks | MARKS[usize::from(*byte)]);
    if marks & (BRACKET | JOINT) == 0 || marks & NUMBER == 0 {
        return false;
    }
    let mut digit = false;
    let mut odd = false;
    let mut joint = false;
    for (at, &byte) in bytes.iter().enumerate() {
        let number = byte.is_ascii_digit() || (joint && is_letter_digit(bytes, at));
        digit |= number;
        odd |= byte >= 0x80 || matches!(byte, b'[' | b'(' | b'{' | b'<' | b'%');
        odd |= joint && number;
        joint = matches!(byte, b'_' | b'-' | b' ');
    }
    odd && (digit || !bytes.is_ascii())
}

const BRACKET: u8 = 1;
const JOINT: u8 = 2;
const NUMBER: u8 = 4;

/// What a byte could be of. Those of other scripts could be anything.
const MARKS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'[' | b'(' | b'{' | b'<' | b'%' => BRACKET,
            b'_' | b'-' | b' ' => JOINT,
            b'0'..=b'9' | b'l' | b'I' | b'O' | b'o' => NUMBER,
            0x80.. => BRACKET | NUMBER,
            _ => 0,
        };
        byte += 1;
    }
    table
};

/// A letter that passes for a digit and stands where a number could: `_l`, `_l0`, no word.
fn is_letter_digit(bytes: &[u8], at: usize) -> bool {
    let passes = |byte: &u8| matches!(byte, b'l' | b'I' | b'O' | b'o');
    let alone = || {
        let mut rest = bytes[at..].iter().skip_while(|byte| passes(byte));
        rest.next().is_none_or(|byte| !byte.is_ascii_alphabetic())
    };
    passes(&bytes[at]) && alone()
}

fn in_part(local: Local<'_>, part: &str, offset: usize) -> Option<Span> {
    let mut at = 0;
    for component in part.split(['/', '\\']) {
        let span = Span::new(at, at + component.len());
        let first = at + offset == 0;
        if !may_hold_one(component.as_bytes()) {
            at = span.end + 1;
            continue;
        }
        if looks_issued(local, component, first)
            || group_looks_issued(local, component)
            || is_slot_shaped(component)
        {
            return Some(span);
        }
        at = span.end + 1;
    }
    None
}

/// Any `[...]` in the component, in whatever brackets, closed or not.
fn group_looks_issued(local: Local<'_>, component: &str) -> bool {
    let openings = component.char_indices().filter(|(_, c)| is_opening(*c));
    openings.into_iter().any(|(at, c)| {
        let inner = &component[at + c.len_utf8()..];
        let end = inner
            .char_indices()
            .take(2 * LONGEST)
            .find(|(_, c)| is_closing(*c) || is_opening(*c))
            .map_or(inner.len(), |(at, _)| at);
        Skeleton::of(&inner[..end]).is_issued(local)
    })
}

/// `[ROOT_1]`: the shape of a handle, of a type that does not exist; capitals of other scripts among them.
fn is_slot_shaped(component: &str) -> bool {
    let inner = component
        .split_once('[')
        .and_then(|(_, rest)| rest.split_once(']'));
    let Some((name, number)) = inner.and_then(|(inner, _)| inner.rsplit_once('_')) else {
        return false;
    };
    let shouts = name.chars().nth(1).is_some()
        && name.starts_with(char::is_uppercase)
        && name.bytes().any(|b| b.is_ascii_uppercase())
        && name
            .chars()
            .all(|c| c.is_uppercase() || c == '_' || c.is_ascii_digit());
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    shouts && digits > 0 && number[digits..].bytes().all(|b| b.is_ascii_lowercase())
}

/// The component as a whole. Without brackets a name like `user_1` is a file's own good name, so only what
/// is in capitals counts, and the kinds that begin a path where a path begins.
fn looks_issued(local: Local<'_>, component: &str, first: bool) -> bool {
    let skeleton = Skeleton::of(component);
    let Some(kind) = skeleton.issued_kind(local) else {
        return false;
    };
    let decorated = component
        .bytes()
        .any(|b| !b.is_ascii_alphanumeric() && !matches!(b, b'_' | b'-'));
    let capitals = !component.bytes().any(is_small);
    decorated || capitals || (first && kind.is_root())
}

/// A small letter, and none that passes for a digit.
fn is_small(byte: u8) -> bool {
    byte.is_ascii_lowercase() && !matches!(byte, b'l' | b'o')
}

const LONGEST: usize = 32;

/// What a text looks like: capitals, digits and `_`, without brackets, spaces and invisible characters.
struct Skeleton {
    text: [u8; LONGEST + 2],
    len: usize,
}

impl Skeleton {
    fn of(part: &str) -> Self {
        let mut skeleton = Self {
            text: [0; LONGEST + 2],
            len: 1,
        };
        skeleton.text[0] = b'[';
        let mut chars = part.chars();
        while let Some(c) = chars.next() {
            let c = if c == '%' {
                percent(&mut chars).unwrap_or('%')
            } else {
                c
            };
            let folded = match fold(c) {
                Folded::Nothing => continue,
                Folded::As(byte) => byte,
            };
            let joint = folded == b'_';
            if joint && matches!(skeleton.text[skeleton.len - 1], b'_' | b'[') {
                continue;
            }
            if skeleton.len > LONGEST {
                skeleton.len = 0;
                return skeleton;
            }
            skeleton.text[skeleton.len] = folded;
            skeleton.len += 1;
        }
        skeleton
    }

    /// The kind of the issued slot it names.
    fn issued_kind(&self, local: Local<'_>) -> Option<Kind> {
        let body = self.text.get(1..self.len)?;
        let handle = Kind::ALL
            .into_iter()
            .filter(|kind| *kind != Kind::Secret)
            .find_map(|kind| {
                let rest = strip_spaced(body, kind.name().as_bytes())?;
                let rest = rest.strip_prefix(b"_").unwrap_or(rest);
                let rest = rest
                    .strip_prefix(b"SLOT")
                    .map_or(rest, |rest| rest.strip_prefix(b"_").unwrap_or(rest));
                number(kind, rest)
            })?;
        local.table.by_handle(handle).map(|_| handle.kind)
    }

    fn is_issued(&self, local: Local<'_>) -> bool {
        self.issued_kind(local).is_some()
    }
}

/// What follows `name`, whose joints may be missing.
fn strip_spaced<'b>(body: &'b [u8], name: &[u8]) -> Option<&'b [u8]> {
    let mut rest = body;
    for &want in name {
        match rest.split_first() {
            Some((&have, tail)) if have == want || passes_for(have, want) => rest = tail,
            _ if want == b'_' => {}
            _ => return None,
        }
    }
    Some(rest)
}

/// Digits and letters that pass for another letter.
const fn passes_for(have: u8, want: u8) -> bool {
    matches!(
        (have, want),
        (b'0', b'O') | (b'1' | b'L', b'I') | (b'5', b'S') | (b'3', b'E') | (b'4', b'A')
    )
}

/// The handle of that number; leading zeros and a padding before the end do not matter. Where a number must
/// begin, letters are read as the digits they look like.
fn number(kind: Kind, digits: &[u8]) -> Option<Handle> {
    let digits = digits.strip_suffix(b"_").unwrap_or(digits);
    let mut read = [0; LONGEST];
    let read = read.get_mut(..digits.len())?;
    read.copy_from_slice(digits);
    for byte in read.iter_mut().take_while(|byte| digit(**byte).is_some()) {
        *byte = digit(*byte).unwrap_or(*byte);
    }
    exactly(kind, digits).or_else(|| exactly(kind, read))
}

/// What a digit, or a letter that passes for one, stands for.
const fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte),
        b'L' | b'I' => Some(b'1'),
        b'O' => Some(b'0'),
        _ => None,
    }
}

fn exactly(kind: Kind, digits: &[u8]) -> Option<Handle> {
    let zeros = digits.iter().take_while(|byte| **byte == b'0').count();
    let mut text = [0; LONGEST * 2];
    let mut len = 0;
    let parts: [&[u8]; 5] = [b"[", kind.name().as_bytes(), b"_", &digits[zeros..], b"]"];
    for part in parts {
        text.get_mut(len..len + part.len())?.copy_from_slice(part);
        len += part.len();
    }
    let number_at = 2 + kind.name().len();
    text[number_at..len].make_ascii_lowercase();
    let (handle, _, end) = Handle::parse_at(&text[..len], 0)?;
    (end == len).then_some(handle)
}

fn percent(chars: &mut std::str::Chars<'_>) -> Option<char> {
    let mut ahead = chars.clone();
    let mut value = ahead.next()?.to_digit(16)?;
    value = value * 16 + ahead.next()?.to_digit(16)?;
    if value == 0x25 {
        // Another layer: `%255B`.
        value = ahead.next()?.to_digit(16)?;
        value = value * 16 + ahead.next()?.to_digit(16)?;
    }
    *chars = ahead;
    char::from_u32(value).filter(char::is_ascii)
}

enum Folded {
    Nothing,
    As(u8),
}

fn fold(c: char) -> Folded {
    let ascii = match c {
        _ if c.is_ascii() => c,
        '\u{ff01}'..='\u{ff5e}' => shifted(c, 0xff01, '!'),
        _ => homoglyph(c),
    };
    match ascii {
        'a'..='z' | 'A'..='Z' | '0'..='9' => Folded::As(ascii.to_ascii_uppercase() as u8),
        '_' | '-' | '.' | ' ' => Folded::As(b'_'),
        '[' | ']' | '(' | ')' | '{' | '}' | '<' | '>' | '"' | '\'' | '`' | '\\' | '\t' => {
            Folded::Nothing
        }
        _ if is_opening(c) || is_closing(c) || is_mark(c) || super::encoded::is_invisible(c) => {
            Folded::Nothing
        }
        _ => Folded::As(b'?'),
    }
}

fn shifted(c: char, from: u32, to: char) -> char {
    char::from_u32(u32::from(c) - from + u32::from(to)).unwrap_or('?')
}

/// Combining marks and variation selectors.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{fe00}'..='\u{fe0f}' | '\u{20d0}'..='\u{20ff}' | '\u{483}'..='\u{489}')
}

fn is_opening(c: char) -> bool {
    matches!(
        c,
        '[' | '('
            | '{'
            | '<'
            | '\u{ff3b}'
            | '\u{ff08}'
            | '\u{ff5b}'
            | '\u{3010}'
            | '\u{3014}'
            | '\u{27e6}'
            | '\u{2045}'
            | '\u{2772}'
            | '\u{301a}'
            | '\u{ff1c}'
            | '\u{300c}'
            | '\u{3008}'
            | '\u{27e8}'
    )
}

fn is_closing(c: char) -> bool {
    matches!(
        c,
        ']' | ')'
            | '}'
            | '>'
            | '\u{ff3d}'
            | '\u{ff09}'
            | '\u{ff5d}'
            | '\u{3011}'
            | '\u{3015}'
            | '\u{27e7}'
            | '\u{2046}'
            | '\u{2773}'
            | '\u{301b}'
            | '\u{ff1e}'
            | '\u{300d}'
            | '\u{3009}'
            | '\u{27e9}'
    )
}

/// The ASCII character that a letter of another script looks like (Unicode's confusables, those of the letters
/// that names of slots are made of).
fn homoglyph(c: char) -> char {
    match c {
        // Mathematical alphabets: 13 runs of 52 letters, then digits.
        '\u{1d400}'..='\u{1d6a3}' => letter((u32::from(c) - 0x1d400) % 52),
        '\u{1d7ce}'..='\u{1d7ff}' => shifted(c, u32::from(c) - (u32::from(c) - 0x1d7ce) % 10, '0'),
        '\u{24b6}'..='\u{24cf}' => shifted(c, 0x24b6, 'A'),
        '\u{24d0}'..='\u{24e9}' => shifted(c, 0x24d0, 'a'),
        '\u{1f130}'..='\u{1f149}' => shifted(c, 0x1f130, 'A'),
        '\u{2460}'..='\u{2468}' => shifted(c, 0x2460, '1'),
        '\u{660}'..='\u{669}' => shifted(c, 0x660, '0'),
        '\u{6f0}'..='\u{6f9}' => shifted(c, 0x6f0, '0'),
        'А' | 'а' | 'Α' | 'α' | 'ᴀ' | 'Ꭺ' => 'A',
        'В' | 'Β' | 'в' | 'ʙ' | 'Ᏼ' => 'B',
        'С' | 'с' | 'Ϲ' | 'ᴄ' | 'Ꮯ' | 'Ⅽ' => 'C',
        'ԁ' | 'Ꭰ' | 'ᴅ' | 'Ⅾ' | 'Ԁ' => 'D',
        'Е' | 'е' | 'Ε' | 'ᴇ' | 'Ꭼ' | 'Ё' => 'E',
        'Ꮐ' | 'Ԍ' | 'ɢ' | 'ց' => 'G',
        'Н' | 'Η' | 'н' | 'ʜ' | 'Ꮋ' | 'һ' => 'H',
        'І' | 'і' | 'Ι' | 'ι' | 'ɪ' | 'Ӏ' | 'ӏ' | 'Ⅰ' | 'ı' => 'I',
        'Ј' | 'ј' | 'ᴊ' => 'J',
        'К' | 'к' | 'Κ' | 'κ' | 'ᴋ' => 'K',
        'Ꮮ' | 'ʟ' | 'Ⅼ' => 'L',
        'М' | 'м' | 'Μ' | 'ᴍ' | 'Ⅿ' => 'M',
        'Ν' | 'ɴ' => 'N',
        'О' | 'о' | 'Ο' | 'ο' | 'ᴏ' | 'Օ' | 'օ' | 'ӧ' | 'Ө' => 'O',
        'Р' | 'р' | 'Ρ' | 'ρ' | 'ᴘ' | 'Ꮲ' => 'P',
        'Ꭱ' | 'ʀ' | 'Ʀ' | 'Ꮢ' => 'R',
        'Ѕ' | 'ѕ' | 'ꜱ' | 'Տ' | 'Ꮪ' => 'S',
        'Т' | 'т' | 'Τ' | 'τ' | 'ᴛ' | 'Ꭲ' => 'T',
        'Ս' | 'ᴜ' | 'υ' | 'ս' => 'U',
        'Ѵ' | 'ѵ' | 'Ꮩ' | 'ᴠ' | 'ν' | 'Ⅴ' => 'V',
        'Х' | 'х' | 'Χ' | 'Ⅹ' => 'X',
        '＿' | '‗' | '﹍' | '﹎' | '﹏' | '‐' | '‑' | '‒' | '–' | '—' | '−' | '\u{a0}'
        | '\u{3000}' => '_',
        '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' => ' ',
        'З' | 'з' => '3',
        _ => '?',
    }
}

fn letter(index: u32) -> char {
    let (base, at) = if index < 26 {
        ('A', index)
    } else {
        ('a', index - 26)
    };
    char::from_u32(u32::from(base) + at).unwrap_or('?')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locate::locate;
    use crate::testing::zoe;

    fn found(text: &str) -> bool {
        let session = zoe();
        let local = session.local("test");
        find(local, text, &locate(local.table, text)).is_some()
    }

    #[test]
    fn look_alikes_are_found() {
        for text in [
            "[repo_root_1]/src",
            "[REPО_ROOT_1]/src",
            "［REPO_ROOT_1］/src",
            "[REPO_ROOT_1 ]/src",
            "[ REPO_ROOT_1]/src",
            "[REPO ROOT 1]/src",
            "[REPO-ROOT-1]/src",
            "[REPO_ROOT_01]/src",
            "REPO_ROOT_1/src",
            "repo_root_1/src",
            "{REPO_ROOT_1}/src",
            "<REPO_ROOT_1>/src",
            "【REPO_ROOT_1】/src",
            "%5BREPO_ROOT_1%5D/src",
            "[REPO\u{200b}_ROOT_1]/src",
            "[𝐑EPO_ROOT_1]",
            "[REPO_ROOT_１]/x",
            "src/[user_1]/x",
            "src/USER_1/x",
            "[REPO_ROOT_1/src",
            "[REPOROOT_1]/x",
            "[REPO_R00T_1]/x",
            "REPO_ROOT_1]/x",
            "[ROOT_1]/x",
            "[REPO_ROOT_l]/src",
            "[ЯEPO_ROOT_1]/src",
            "[REPO_ROOT_I]/src",
            "[REPO_ROOT_Ol]/src",
            "REPO_ROOT_l/src",
            "[REPO_ROOT_ｌ]/src",
        ] {
            assert!(found(text), "{text}");
        }
    }

    #[test]
    fn honest_names_are_not() {
        for text in [
            "src/user_1.rs",
            "app/[slug]/page.tsx",
            "src/[id].vue",
            "[REPO_ROOT_1]/src/[...rest].ts",
            "[repo_root_9]/src",
            "user_1/x",
            "メモ_1.txt",
            "home/x1",
            "src/[user]/[1].ts",
            "src/my-l/[post_l].ts",
            "src/user_l.rs",
            "src/[ОТЧЕТ_1].md",
            "src/my-lib/[tool_list].ts",
        ] {
            assert!(!found(text), "{text}");
        }
    }
}
