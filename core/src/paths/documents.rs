//! Documents whose names tell what is in them.
//!
//! The extension decides the group: what tells much in the name of a letter tells nothing in that of a source
//! file. Only the stem is hidden; directory and extension stay useful.

use super::lexicon::{self, DOCUMENT, SCAN, TABLE, TEXT};
use super::text;
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Kind, Reach, Rule, Span};

/// The extensions.
pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::word("pdf", document),
    Anchor::word("doc", document),
    Anchor::word("odt", document),
    Anchor::word("rtf", document),
    Anchor::word("ppt", document),
    Anchor::word("odp", document),
    Anchor::word("xls", document),
    Anchor::word("ods", document),
    Anchor::word("pages", document),
    Anchor::word("numbers", document),
    Anchor::word("vsdx", document),
    Anchor::word("csv", table),
    Anchor::word("tsv", table),
    Anchor::word("parquet", table),
    Anchor::word("jpg", scan),
    Anchor::word("jpeg", scan),
    Anchor::word("png", scan),
    Anchor::word("heic", scan),
    Anchor::word("tif", scan),
    Anchor::word("dcm", scan),
    Anchor::word("txt", plain),
    Anchor::word("md", plain),
    Anchor::word("eml", mail),
    Anchor::word("msg", mail),
    Anchor::word("pst", mail),
    Anchor::word("mbox", mail),
];

/// Longest stem that is looked at, in bytes.
const LONGEST: usize = 160;
/// Most words of a stem.
const WORDS: usize = 24;

fn document(cx: &mut Cx<'_>, at: usize) {
    const TYPES: [&[u8]; 16] = [
        b"pdf", b"doc", b"docx", b"docm", b"odt", b"rtf", b"ppt", b"pptx", b"odp", b"xls", b"xlsx",
        b"xlsm", b"ods", b"pages", b"numbers", b"vsdx",
    ];
    examine(cx, at, DOCUMENT, &TYPES);
}

fn table(cx: &mut Cx<'_>, at: usize) {
    examine(cx, at, TABLE, &[b"csv", b"tsv", b"parquet"]);
}

fn scan(cx: &mut Cx<'_>, at: usize) {
    examine(
        cx,
        at,
        SCAN,
        &[b"jpg", b"jpeg", b"png", b"heic", b"tif", b"tiff", b"dcm"],
    );
}

fn plain(cx: &mut Cx<'_>, at: usize) {
    examine(cx, at, TEXT, &[b"txt", b"md"]);
}

/// The name of a mail is its subject.
fn mail(cx: &mut Cx<'_>, at: usize) {
    examine(cx, at, 0, &[b"eml", b"msg", b"pst", b"mbox"]);
}

fn examine(cx: &mut Cx<'_>, at: usize, group: u8, types: &[&[u8]]) {
    if cx.before(at) != b'.' {
        return;
    }
    let len = cx.bytes[at..]
        .iter()
        .take(10)
        .take_while(|b| b.is_ascii_alphanumeric())
        .count();
    let extension = &cx.bytes[at..at + len];
    let known = types
        .iter()
        .any(|known| extension.eq_ignore_ascii_case(known));
    if !known || !text::ends_name(cx.text, at + len) {
        return;
    }
    let stem = stem_before(cx, at - 1);
    let telling = match group {
        0 => stem.len() >= 4 && !is_field(cx, stem, extension) && !is_innocent(cx, stem),
        _ => tells(stem.of(cx.text), group) && !is_innocent(cx, stem),
    };
    if telling {
        cx.structural(
            stem,
            Kind::SensitiveDoc,
            Rule::SensitiveName,
            Reach::Session,
        );
    }
}

/// `inner.msg` and `payload.msg` are fields in code.
fn is_field(cx: &Cx<'_>, stem: Span, extension: &[u8]) -> bool {
    let part = &cx.bytes[stem.start..stem.end];
    let plain = part
        .iter()
        .all(|b| b.is_ascii_lowercase() || matches!(b, b'_' | b'.'));
    let opened = matches!(cx.before(stem.start), b'/' | b'\\' | b'"' | b'\'' | b'`');
    extension == b"msg" && plain && !opened
}

/// The stem that ends at `end`; spaces belong to it inside quotes, behind a separator and on a line of its own.
fn stem_before(cx: &Cx<'_>, end: usize) -> Span {
    let word = back(cx, end, in_stem);
    if !matches!(cx.before(word), b' ') {
        return Span::new(word, end);
    }
    let whole = back(cx, end, |c| {
        in_stem(c) || matches!(c, ' ' | '(' | ')' | '&' | ',')
    });
    let opened = match cx.before(whole) {
        b'"' | b'\'' | b'`' => true,
        b'/' | b'\\' => cx.byte(whole) != b' ',
        0 | b'\n' => {
            let after = cx.bytes[end..].iter().position(|b| b.is_ascii_whitespace());
            let after = after.map_or(0, |after| cx.byte(end + after));
            let title = cx.byte(whole).is_ascii_uppercase() || cx.byte(whole).is_ascii_digit();
            title && matches!(after, 0 | b'\n' | b'\r')
        }
        _ => false,
    };
    let start = if opened && cx.byte(whole) != b' ' {
        whole
    } else {
        word
    };
    Span::new(start, end)
}

fn back(cx: &Cx<'_>, end: usize, belongs: impl Fn(char) -> bool) -> usize {
    let mut start = end;
    while let Some(c) = text::char_before(cx.text, start).filter(|&c| belongs(c)) {
        if end - start > LONGEST {
            return end;
        }
        start -= c.len_utf8();
    }
    start
}

fn in_stem(c: char) -> bool {
    text::is_name_char(c) || c == '.'
}

/// Whether the name tells something in that group of files.
fn tells(stem: &str, group: u8) -> bool {
    let mut words = [""; WORDS];
    let lower = stem.to_lowercase();
    let count = split(stem, &lower, &mut words);
    let words = &words[..count];
    let innocent = |word: &&str| lexicon::INNOCENT.binary_search(word).is_ok();
    if words.iter().any(innocent) {
        return false;
    }
    words.iter().any(|word| has_word(word, group))
        || has_phrase(words, group)
        || (group & (DOCUMENT | TABLE) != 0 && has_stem(&lower, words))
}

fn has_word(word: &str, group: u8) -> bool {
    lexicon::WORDS
        .binary_search_by(|(known, _)| (*known).cmp(word))
        .is_ok_and(|at| lexicon::WORDS[at].1 & group != 0)
}

fn has_phrase(words: &[&str], group: u8) -> bool {
    words.iter().enumerate().any(|(at, first)| {
        let from = lexicon::PHRASES.partition_point(|(known, ..)| known < first);
        lexicon::PHRASES[from..]
            .iter()
            .take_while(|(known, ..)| known == first)
            .filter(|(.., groups)| groups & group != 0)
            .any(|(_, second, _)| words[at + 1..].iter().take(3).any(|word| word == second))
    })
}

fn has_stem(lower: &str, words: &[&str]) -> bool {
    let begins = |word: &&str| lexicon::STEMS.iter().any(|stem| word.starts_with(stem));
    words.iter().any(begins)
        || (!lower.is_ascii() && lexicon::UNSPACED.iter().any(|word| lower.contains(word)))
}

/// Splits `lower` where a separator stands, and where in `stem` an upper-case letter follows a lower-case one.
fn split<'t>(stem: &str, lower: &'t str, words: &mut [&'t str; WORDS]) -> usize {
    // Lower case may have another length outside ASCII; then there is no camel case to see.
    let camel = stem.len() == lower.len() && stem.is_ascii();
    let source = stem.as_bytes();
    let (mut count, mut from) = (0, 0);
    for (at, c) in lower.char_indices() {
        let joint = !c.is_alphanumeric();
        let hump = camel
            && at > from
            && source[at].is_ascii_uppercase()
            && source[at - 1].is_ascii_lowercase();
        if !joint && !hump {
            continue;
        }
        if at > from && count < WORDS {
            words[count] = &lower[from..at];
            count += 1;
        }
        from = if joint { at + c.len_utf8() } else { at };
    }
    if from < lower.len() && count < WORDS {
        words[count] = &lower[from..];
        count += 1;
    }
    count
}

/// Whether one of the directories before the stem is one of tests, templates or packages.
fn is_innocent(cx: &Cx<'_>, stem: Span) -> bool {
    let start = back(cx, stem.start, |c| in_stem(c) || matches!(c, '/' | '\\'));
    cx.text[start..stem.start]
        .split(['/', '\\'])
        .any(|folder| lexicon::FOLDERS.binary_search(&folder).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::found;

    #[test]
    fn the_tables_are_sorted() {
        assert!(lexicon::WORDS.is_sorted_by_key(|(word, _)| *word));
        assert!(lexicon::PHRASES.is_sorted_by_key(|(first, second, _)| (*first, *second)));
        assert!(lexicon::INNOCENT.is_sorted() && lexicon::FOLDERS.is_sorted());
    }

    #[test]
    fn telling_names() {
        for (text, stem) in [
            ("legal/severance_tilda.pdf", "severance_tilda"),
            ("open Q4-MergerPlan.docx", "Q4-MergerPlan"),
            ("\"Board deck May.pptx\"", "Board deck May"),
            ("hr/payroll-2031.csv:3", "payroll-2031"),
            ("hr/exit_interview_may.csv", "exit_interview_may"),
            ("confidential-rollout.tsv", "confidential-rollout"),
            ("scans/passport.jpg", "passport"),
            ("notes/resignation.txt", "resignation"),
            ("gehaltsliste_2031.xlsx", "gehaltsliste_2031"),
            ("工资2031.xlsx", "工资2031"),
            ("mails/lunch-with-enzo.eml", "lunch-with-enzo"),
        ] {
            let want = (stem.to_owned(), Kind::SensitiveDoc);
            assert_eq!(found(text), [want], "{text}");
        }
    }

    #[test]
    fn innocent_names() {
        for text in [
            "src/payroll/calculator.py",
            "docs/manual.pdf",
            "README.md CHANGELOG.md",
            "testdata/payroll.csv",
            "balance_sheet.csv clinical_trial.tsv price_list.csv",
            "contracts/Token.sol",
            "img/logo.png",
            "payroll.pdf.ts",
            "lecture-03.pdf",
            "x.csv",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }
}
