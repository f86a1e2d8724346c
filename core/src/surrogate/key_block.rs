//! Key blocks: every character of the encoded body is drawn anew, everything around it (markers, headers, line
//! breaks in any spelling, indentation, quotes, marks of a diff) stays where it is.

use super::{der, openssh, pgp};
use crate::base64::{self, Base64};
use crate::checksum::crc24;
use crate::random::Draw;
use crate::shape::Alphabet;

/// A run of body characters this long is certainly body.
const LONG: usize = 16;

/// What the body that follows holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Body {
    Der,
    OpenSsh,
    Pgp,
    /// PuTTY's public part, or its private one in the clear.
    SshStrings,
    /// Encrypted, or unknown.
    Opaque,
}

/// A stand-in for the block, or the part of a block, `raw`.
pub(crate) fn key_block(raw: &str, draw: &mut Draw<'_>) -> String {
    let mut block = Block {
        raw: raw.as_bytes(),
        fresh: raw.as_bytes().to_vec(),
        body: Vec::new(),
        kind: kind_of_body(raw),
        putty: raw.contains("PuTTY-User-Key-File"),
        sealed: false,
        plus: has_plus_margin(raw),
    };
    for (start, end) in lines(raw.as_bytes()) {
        block.line(start, end, draw);
    }
    block.finish(draw);
    String::from_utf8(block.fresh).unwrap_or_default()
}

/// Whether the text alone says what key material it is, or at least that it has several lines.
pub(super) fn tells_its_kind(raw: &str) -> bool {
    let marks = ["----", "\n", "\\n", "PuTTY-User-Key-File"];
    marks.iter().any(|mark| raw.contains(mark)) || kind_of_body(raw) != Body::Opaque
}

/// What a body without its marker holds, by how it begins.
fn kind_of_body(raw: &str) -> Body {
    // A SEQUENCE in DER, OpenSSH's magic, the length of an SSH string, a secret-key packet of OpenPGP.
    const BEGINNINGS: &[(&str, Body)] = &[
        ("MI", Body::Der),
        ("MC", Body::Der),
        ("MD", Body::Der),
        ("ME", Body::Der),
        ("MF", Body::Der),
        ("MG", Body::Der),
        ("MH", Body::Der),
        ("b3BlbnNzaC1rZXktdj", Body::OpenSsh),
        ("AAAA", Body::SshStrings),
        ("lF", Body::Pgp),
        ("lI", Body::Pgp),
        ("lQ", Body::Pgp),
        ("xV", Body::Pgp),
        ("xc", Body::Pgp),
    ];
    let fits = |(beginning, _): &&(&str, Body)| raw.starts_with(beginning);
    BEGINNINGS
        .iter()
        .find(fits)
        .map_or(Body::Opaque, |(_, kind)| *kind)
}

/// The lines of `raw` without their breaks, which are `\n`, `\r\n`, or their escapes in JSON and shells.
fn lines(raw: &[u8]) -> Vec<(usize, usize)> {
    let (mut found, mut start, mut at) = (Vec::new(), 0, 0);
    while at < raw.len() {
        let len = match &raw[at..] {
            [b'\n' | b'\r', ..] => 1,
            [b'\\', b'\\', b'n' | b'r', ..] => 3,
            [b'\\', b'n' | b'r', ..] => 2,
            _ => 0,
        };
        if len > 0 {
            found.push((start, at));
            start = at + len;
        }
        at += len.max(1);
    }
    found.push((start, raw.len()));
    found.retain(|(start, end)| start < end);
    found
}

/// Whether all lines after the first start with `+`: an addition in a diff, and not base64.
fn has_plus_margin(raw: &str) -> bool {
    let mut rest = raw
        .lines()
        .skip(1)
        .filter(|line| !line.is_empty())
        .peekable();
    rest.peek().is_some() && rest.all(|line| line.starts_with('+'))
}

struct Block<'a> {
    raw: &'a [u8],
    fresh: Vec<u8>,
    /// Offsets of the characters of the body being collected.
    body: Vec<usize>,
    kind: Body,
    putty: bool,
    /// Whether a header said that the body is encrypted.
    sealed: bool,
    plus: bool,
}

impl Block<'_> {
    fn line(&mut self, mut start: usize, end: usize, draw: &mut Draw<'_>) {
        while let Some((from, to)) = marker(&self.raw[start..end]) {
            self.body(start, start + from);
            self.finish(draw);
            self.marked(start + from, start + to);
            start += to;
        }
        let line = &self.raw[start..end];
        match header_colon(line, self.putty) {
            Some(colon) => {
                self.finish(draw);
                self.header(start, start + colon, end, draw);
            }
            None if self.kind == Body::Pgp && is_crc_line(line) => {
                self.finish_pgp(start, end, draw)
            }
            None => {
                let margin = self.plus && line.first() == Some(&b'+');
                self.body(start + usize::from(margin), end);
            }
        }
    }

    /// `-----BEGIN x-----` tells what follows.
    fn marked(&mut self, start: usize, end: usize) {
        let label = &self.raw[start..end];
        let has = |word: &[u8]| label.windows(word.len()).any(|part| part == word);
        self.sealed = false;
        self.kind = match () {
            () if has(b"OPENSSH") => Body::OpenSsh,
            () if has(b"PGP") => Body::Pgp,
            () if has(b"SSH2") => Body::Opaque,
            () => Body::Der,
        };
    }

    /// `Key: value` lines of PEM (RFC 1421), PGP's armor and PuTTY's files.
    fn header(&mut self, start: usize, colon: usize, end: usize, draw: &mut Draw<'_>) {
        let key = self.raw[start..colon].to_ascii_lowercase();
        let has = |word: &[u8]| key.windows(word.len()).any(|part| part == word);
        let value = colon + 1..end;
        let text = &self.raw[value.clone()];
        let says = |word: &[u8]| text.windows(word.len()).any(|part| part == word);
        if has(b"proc-type") || has(b"dek-info") || (has(b"encryption") && !says(b"none")) {
            self.sealed = true;
        }
        if has(b"public-lines") {
            self.kind = Body::SshStrings;
        } else if has(b"private-lines") {
            self.kind = if self.sealed {
                Body::Opaque
            } else {
                Body::SshStrings
            };
        } else if has(b"dek-info") || has(b"mac") || has(b"hash") || has(b"salt") {
            self.redraw_long_hex(value, draw);
        } else if has(b"comment") {
            self.redraw_words(value, draw);
        }
    }

    fn redraw_long_hex(&mut self, range: std::ops::Range<usize>, draw: &mut Draw<'_>) {
        let mut at = range.start;
        while at < range.end {
            let len = Alphabet::HexAny.run(&self.raw[at..range.end], usize::MAX);
            if len >= LONG {
                let part = &self.raw[at..at + len];
                let hex = Alphabet::of(part).unwrap_or(Alphabet::HexUpper);
                let pool = if hex == Alphabet::Digits {
                    Alphabet::HexUpper
                } else {
                    hex
                };
                self.fresh[at..at + len].fill_with(|| draw.of(pool.members()));
            }
            at += len.max(1);
        }
    }

    /// Comments name people and machines.
    fn redraw_words(&mut self, range: std::ops::Range<usize>, draw: &mut Draw<'_>) {
        for place in &mut self.fresh[range] {
            if place.is_ascii_alphanumeric() {
                *place = draw.of(Alphabet::Lower.members());
            }
        }
    }

    /// Collects the body characters of a line: from its first long run on, so that a margin (line numbers, a
    /// logger's prefix) stays. A line without a long run is the end of a body; then its longest run counts.
    fn body(&mut self, start: usize, end: usize) {
        let runs = runs(&self.raw[start..end]);
        let longest = runs.iter().map(|(from, to)| to - from).max().unwrap_or(0);
        let least = longest.min(LONG);
        let first = runs
            .iter()
            .position(|(from, to)| to - from >= least)
            .unwrap_or(0);
        for (from, to) in runs
            .into_iter()
            .skip(first)
            .filter(|(from, to)| to - from > 1)
        {
            let places = (start + from)..(start + to);
            self.body.extend(places.filter(|at| self.raw[*at] != b'='));
        }
    }

    /// Draws the collected body.
    fn finish(&mut self, draw: &mut Draw<'_>) -> Vec<u8> {
        let places = std::mem::take(&mut self.body);
        let text: Vec<u8> = places.iter().map(|at| self.raw[*at]).collect();
        // One character of four stands for no byte.
        let even = text.len() - usize::from(text.len() % 4 == 1);
        let mut bytes = base64::decode(&text[..even]).unwrap_or_default();
        match self.kind {
            _ if self.sealed => der::random(&mut bytes, draw),
            Body::Der => der::refresh(&mut bytes, draw),
            Body::OpenSsh => openssh::refresh(&mut bytes, draw),
            Body::Pgp => pgp::refresh(&mut bytes, draw),
            Body::SshStrings => openssh::refresh_strings(&mut bytes, draw),
            Body::Opaque => der::random(&mut bytes, draw),
        }
        let coded = base64::encode(&bytes, Base64::Standard);
        let drawn = std::iter::repeat_with(|| draw.of(Alphabet::Base64.members()));
        for (at, byte) in places.iter().zip(coded.bytes().chain(drawn)) {
            self.fresh[*at] = byte;
        }
        bytes
    }

    /// `=` and the CRC-24 of the body end PGP's armor.
    fn finish_pgp(&mut self, start: usize, end: usize, draw: &mut Draw<'_>) {
        let crc = crc24(&self.finish(draw)).to_be_bytes();
        let coded = base64::encode(&crc[1..], Base64::Standard);
        let at = self.raw[start..end]
            .iter()
            .position(|byte| *byte == b'=')
            .unwrap_or(0);
        for (place, byte) in self.fresh[start + at + 1..end]
            .iter_mut()
            .zip(coded.bytes())
        {
            *place = byte;
        }
    }
}

/// The range of `-----BEGIN x-----` or `-----END x-----` (with four dashes and a blank for SSH2) in a line. A
/// marker that is cut off reaches to the line's end.
fn marker(line: &[u8]) -> Option<(usize, usize)> {
    const STARTS: [&[u8]; 4] = [b"-----BEGIN", b"-----END", b"---- BEGIN", b"---- END"];
    let starts = |at: &usize| STARTS.iter().any(|start| line[*at..].starts_with(start));
    let from = (0..line.len()).find(starts)?;
    let label = from + b"---- END".len();
    let close = line[label..].windows(4).position(|part| part == b"----");
    let dashes = |at: usize| line[at..].iter().take_while(|byte| **byte == b'-').count();
    let to = close.map_or(line.len(), |at| label + at + dashes(label + at).min(5));
    Some((from, to))
}

/// Offset of the colon of a header line. In PEM and PGP a header has a blank after it.
fn header_colon(line: &[u8], putty: bool) -> Option<usize> {
    let colon = line.iter().position(|byte| *byte == b':')?;
    let blank = line.get(colon + 1) == Some(&b' ');
    let named = line[..colon]
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-')
        .count()
        >= 3;
    (named && (blank || putty)).then_some(colon)
}

/// `=` and four characters, whatever stands before.
fn is_crc_line(line: &[u8]) -> bool {
    let at = line.iter().position(|byte| *byte == b'=');
    at.is_some_and(|at| {
        Alphabet::Base64.run(&line[at + 1..], 5) == 4
            && !line[..at].iter().any(u8::is_ascii_alphanumeric)
    })
}

/// The runs of base64 characters and padding in `line`.
fn runs(line: &[u8]) -> Vec<(usize, usize)> {
    let (mut found, mut at) = (Vec::new(), 0);
    while at < line.len() {
        let in_run = |byte: &&u8| Alphabet::Base64.has(**byte) || **byte == b'=';
        let len = line[at..].iter().take_while(in_run).count();
        if len > 0 {
            found.push((at, at + len));
        }
        at += len.max(1);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::tests::Seeded;

    const BODY: &str = "MC4CAQAwBQYDK2VwBCIEIAcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH";

    fn fresh(raw: &str) -> String {
        let mut source = Seeded(6);
        key_block(raw, &mut Draw::new(&mut source))
    }

    fn pem(breaks: &str, margin: &str) -> String {
        let (first, second) = BODY.split_at(40);
        let lines = [
            concat!("-----BEGIN ", "PRIVATE KEY-----").to_owned(),
            format!("{margin}{first}"),
            format!("{margin}{second}"),
            format!("{margin}{}", concat!("-----END ", "PRIVATE KEY-----")),
        ];
        lines.join(breaks)
    }

    #[test]
    fn layout_stays_whatever_the_line_breaks_and_margins() {
        for breaks in ["\n", "\r\n", "\\n", "\\\\n", "\\r\\n", " "] {
            for margin in ["", "    ", "+", "# ", "  12\t", "\""] {
                // A block on one line has no margin, and an escaped one is no diff.
                if (breaks == " " && !margin.is_empty())
                    || (margin == "+" && !breaks.ends_with('\n'))
                {
                    continue;
                }
                let raw = pem(breaks, margin);
                let made = fresh(&raw);
                assert_eq!(made.len(), raw.len());
                assert!(!made.contains("BwcHBwcH"), "{breaks:?} {margin:?}");
                let shape = |text: &str| {
                    text.replace(|c: char| c.is_ascii_alphanumeric() || "+/".contains(c), "x")
                };
                assert_eq!(shape(&made), shape(&raw));
                assert_eq!(made[..27], raw[..27]);
                assert!(
                    made.contains("MC4CAQAwBQYDK2VwBCIEI"),
                    "{breaks:?} {margin:?}"
                );
            }
        }
    }

    #[test]
    fn a_part_of_a_block_is_drawn_too() {
        let made = fresh("BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH\nBwcHBwcH");
        assert!(!made.contains("BwcH") && made.len() == 53);
        let cut = fresh(&pem("\n", "")[..60]);
        assert!(cut.starts_with(concat!("-----BEGIN ", "PRIVATE KEY-----\nMC4CAQ")));
    }

    #[test]
    fn armor_gets_a_valid_checksum() {
        let raw = concat!(
            "-----BEGIN PGP ",
            "PRIVATE KEY BLOCK-----\nVersion: Invented 1\n\n",
            "lQEABGABAgMBAICrq6urq6urq6urq6urq6sAEQEAAf/Nzc3Nzc3Nzc3Nzc0=\n=AAAA\n",
            "-----END PGP ",
            "PRIVATE KEY BLOCK-----"
        );
        let made = fresh(raw);
        let lines: Vec<&str> = made.lines().collect();
        let bytes = base64::decode(lines[3].as_bytes()).unwrap();
        let crc = base64::encode(&crc24(&bytes).to_be_bytes()[1..], Base64::Standard);
        assert_eq!(lines[4], format!("={crc}"));
        assert_eq!(lines[1], "Version: Invented 1");
    }

    #[test]
    fn putty_files_keep_their_form() {
        let raw = "PuTTY-User-Key-File-2: ssh-ed25519\nEncryption: none\nComment: someone@machine\nPublic-Lines: 1\n\
                   AAAAC3NzaC1lZDI1NTE5AAAAIAcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH\nPrivate-Lines: 1\n\
                   AAAAIAcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH\nPrivate-MAC: 0707070707070707070707070707070707070707";
        let made = fresh(raw);
        assert!(
            made.starts_with("PuTTY-User-Key-File-2: ssh-ed25519\nEncryption: none\nComment: ")
        );
        assert!(made.contains("\nAAAAC3NzaC1lZDI1NTE5AAAAI") && made.contains("\nAAAAI"));
        for gone in ["someone", "machine", "BwcHBwcH", "07070707"] {
            assert!(!made.contains(gone), "{gone}");
        }
    }

    #[test]
    fn an_encrypted_body_is_drawn_whole() {
        let raw = concat!(
            "-----BEGIN RSA ",
            "PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,",
            "00112233445566778899AABBCCDDEEFF\n\nMC4CAQAwBQYDK2VwBCIEIAcHBwcH\n-----END RSA ",
            "PRIVATE KEY-----"
        );
        let made = fresh(raw);
        assert!(made.contains("AES-128-CBC,") && !made.contains("00112233"));
        assert!(!made.contains("MC4CAQ"));
    }
}
