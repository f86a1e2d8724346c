//! A value that is spelled out: a byte, a character or a small group at a time, with one separator between them.
//! Dumps (`xxd`, `hexdump -C`, `od`), arrays of bytes or of characters, one character a line, `Xq7L-mR2v-Tz9K`.
//!
//! Blanks in a separator may be more or fewer from one unit to the next, so arrays go on over lines; a dump goes on
//! behind the offset of its next line.

use super::Decoded;
use crate::Span;
use crate::graph::fragment::MIN_FRAGMENT;

/// Most units of one list.
const MAX_UNITS: usize = 1 << 16;
/// Room for a list of usual length.
const FEW: usize = 16;
/// Longest separator, in bytes: a line break and what an array has around it.
const MAX_SEPARATOR: usize = 12;
/// Most blanks in a row.
const MAX_BLANKS: usize = 64;
/// Longest rest of a line of a dump, behind its last byte: the column of characters.
const MAX_COLUMN: usize = 80;

/// How a unit is spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// So many digits, two a byte.
    Hex(usize),
    /// The same with the last byte first, as words of memory are shown.
    Swapped(usize),
    Decimal,
    Octal,
    Character,
    /// So many characters.
    Group(usize),
}

/// One byte or character.
#[derive(Clone, Copy)]
struct Unit {
    place: Span,
    /// Where it stands in the plain text.
    of: Span,
    /// Where the column of characters shows it.
    shown: Option<usize>,
    /// Units of one line of a dump have one number.
    line: usize,
}

/// A list, decoded.
pub(super) struct Listed<'t> {
    text: &'t str,
    plain: String,
    units: Vec<Unit>,
    way: Way,
    upper: bool,
    end: usize,
}

/// Calls `with` for every list that has a unit at one of `places`.
pub(super) fn each<'t>(text: &'t str, places: &[usize], mut with: impl FnMut(Listed<'t>)) {
    let mut done = 0;
    for &at in places {
        let floor = done;
        for way in ways(text.as_bytes(), at).into_iter().flatten() {
            if at >= floor
                && let Some(listed) = List::read(text, at, floor, way)
            {
                done = done.max(listed.end);
                with(listed);
            }
        }
    }
}

/// How the word at `at` may be read.
fn ways(bytes: &[u8], at: usize) -> [Option<Way>; 3] {
    let rest = &bytes[at..];
    let length = rest
        .iter()
        .take(9)
        .take_while(|b| b.is_ascii_alphanumeric())
        .count();
    let word = &rest[..length];
    let hex = word.iter().all(u8::is_ascii_hexdigit);
    let digits = word.iter().all(u8::is_ascii_digit);
    match length {
        1 => [Some(Way::Character), None, None],
        2 => [
            hex.then_some(Way::Hex(2)),
            digits.then_some(Way::Decimal),
            None,
        ],
        3 => [
            digits.then_some(Way::Decimal),
            digits.then_some(Way::Octal),
            None,
        ],
        4 if word.starts_with(b"0x") => [Some(Way::Hex(2)), None, None],
        4 => [
            hex.then_some(Way::Hex(4)),
            hex.then_some(Way::Swapped(4)),
            Some(Way::Group(4)),
        ],
        5 => [Some(Way::Group(5)), None, None],
        _ => [None; 3],
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Where the blanks that begin at `at` end; an escaped line break or tab is one.
fn blanks(bytes: &[u8], at: usize) -> usize {
    let mut end = at;
    while end < at + MAX_BLANKS {
        end += match bytes.get(end..) {
            Some([byte, ..]) if is_blank(*byte) => 1,
            Some([b'\\', b'n' | b'r' | b't', ..]) => 2,
            _ => break,
        };
    }
    end
}

/// The separator of a list: what of it is not blank.
struct Separator {
    parts: [u8; MAX_SEPARATOR],
    count: usize,
}

impl Separator {
    /// What stands at `place`.
    fn at(bytes: &[u8], place: Span) -> Self {
        let (mut parts, mut count) = ([0; MAX_SEPARATOR], 0);
        let mut at = blanks(bytes, place.start);
        while at < place.end && count < MAX_SEPARATOR {
            parts[count] = bytes[at];
            count += 1;
            at = blanks(bytes, at + 1);
        }
        Self { parts, count }
    }

    fn parts(&self) -> &[u8] {
        &self.parts[..self.count]
    }

    /// Where the next unit begins if this separator stands at `at`.
    fn behind(&self, bytes: &[u8], at: usize) -> Option<usize> {
        let mut end = blanks(bytes, at);
        for &part in self.parts() {
            if bytes.get(end) != Some(&part) {
                return None;
            }
            end = blanks(bytes, end + 1);
        }
        (end > at && end < bytes.len()).then_some(end)
    }

    /// Where the unit before ends if this separator ends at `at`.
    fn ahead(&self, bytes: &[u8], at: usize) -> Option<usize> {
        let back = |at: usize| {
            let lead = bytes[..at].iter().rev().take(MAX_BLANKS);
            at - lead.take_while(|&&byte| is_blank(byte)).count()
        };
        let mut start = back(at);
        for &part in self.parts().iter().rev() {
            let last = start.checked_sub(1).filter(|&last| bytes[last] == part)?;
            start = back(last);
        }
        (0 < start && start < at).then_some(start)
    }
}

/// Length of the unit at `at`; `None` if there is none.
fn token(text: &str, at: usize, way: Way) -> Option<usize> {
    let rest = &text.as_bytes()[at..];
    let run = |most: usize, is: fn(&u8) -> bool| {
        let length = rest
            .iter()
            .take(most + 1)
            .take_while(|byte| is(byte))
            .count();
        let bordered = rest
            .get(length)
            .is_none_or(|byte| !byte.is_ascii_alphanumeric());
        (length <= most && bordered).then_some(length)
    };
    let length = match way {
        // The last of a dump may be shorter.
        Way::Hex(most) => run(most, u8::is_ascii_hexdigit).filter(|length| length % 2 == 0)?,
        Way::Swapped(all) => run(all, u8::is_ascii_hexdigit).filter(|&length| length == all)?,
        Way::Decimal => run(3, u8::is_ascii_digit)?,
        Way::Octal => run(3, u8::is_ascii_digit).filter(|&length| length == 3)?,
        Way::Character => {
            let c = text.get(at..)?.chars().next()?;
            let escape = c == '\\' && matches!(rest.get(1), Some(b'\'' | b'"' | b'\\'));
            if escape { 2 } else { c.len_utf8() }
        }
        Way::Group(most) => {
            let graphic = |byte: &&u8| byte.is_ascii_graphic();
            rest.iter().take(most).take_while(graphic).count()
        }
    };
    (length > 0 && !is_blank(rest[0])).then_some(length)
}

/// Whether a unit of a list with blanks between them stands at `at`, and not a longer word.
fn stands_alone(text: &str, at: usize, way: Way) -> bool {
    token(text, at, way).is_some_and(|length| {
        let bytes = text.as_bytes();
        let word = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
        !(word(at + length - 1) && word(at + length))
    })
}

/// The separator behind the unit that ends at `end`; the same stands behind the next unit.
fn separator(text: &str, end: usize, way: Way) -> Option<Separator> {
    let bytes = text.as_bytes();
    let words = matches!(way, Way::Character | Way::Group(_));
    let mut nexts = end + 1..bytes.len().min(end + MAX_SEPARATOR + 1);
    nexts.find_map(|next| {
        let begins = match words {
            true => begins_word(bytes, end, next),
            false => begins_number(bytes, next),
        };
        let length = begins.then(|| token(text, next, way))??;
        let separator = Separator::at(bytes, Span::new(end, next));
        let third = separator.behind(bytes, next + length)?;
        token(text, third, way).map(|_| separator)
    })
}

/// Whether digits begin at `at`: behind no other, or behind `0x`.
fn begins_number(bytes: &[u8], at: usize) -> bool {
    bytes[at].is_ascii_hexdigit()
        && (!bytes[at - 1].is_ascii_alphanumeric() || bytes[..at].ends_with(b"0x"))
}

/// Whether what stands in `[end, at)` is a separator of characters: a comma or the like, with quotes on both sides or
/// none, and blanks.
fn begins_word(bytes: &[u8], end: usize, at: usize) -> bool {
    let is_quote = |byte: u8| matches!(byte, b'"' | b'\'' | b'`');
    let between = &bytes[end..at];
    if is_blank(bytes[at]) {
        return false;
    }
    match is_quote(between[0]) || between[0] == b'\\' {
        true => between.len() > 2 && is_quote(between[between.len() - 1]),
        false => between.iter().filter(|&&byte| !is_blank(byte)).count() < 2,
    }
}

/// A list that is being read.
struct List<'t> {
    text: &'t str,
    way: Way,
    units: Vec<Unit>,
    plain: Vec<u8>,
    line: usize,
}

impl<'t> List<'t> {
    /// The list whose unit stands at `at`, and what goes before it from `floor` on.
    fn read(text: &'t str, at: usize, floor: usize, way: Way) -> Option<Listed<'t>> {
        let bytes = text.as_bytes();
        let at = at + if bytes[at..].starts_with(b"0x") { 2 } else { 0 };
        let first = at + token(text, at, way)?;
        let separator = separator(text, first, way)?;
        let mut list = List {
            text,
            way,
            units: Vec::with_capacity(FEW),
            plain: Vec::with_capacity(FEW),
            line: 0,
        };
        let mut next = Some(first_unit(text, at, floor, way, &separator));
        let mut end = at;
        while let Some(start) = next
            && list.units.len() < MAX_UNITS
            && let Some(length) = token(text, start, way)
            && list.push(start, length)
        {
            end = start + length;
            next = separator.behind(bytes, end);
            if separator.count == 0 && !next.is_some_and(|next| stands_alone(text, next, way)) {
                next = list.next_line(end);
            }
        }
        list.show_column(end);
        (list.plain.len() >= MIN_FRAGMENT).then(|| list.into_listed(end))
    }

    /// Takes in the unit at `start`; `false` if it is no byte.
    fn push(&mut self, start: usize, length: usize) -> bool {
        let part = &self.text.as_bytes()[start..start + length];
        let number = |digits: &[u8], base: u32| {
            let value = digits.iter().try_fold(0, |value, &digit| {
                Some(value * base + char::from(digit).to_digit(base)?)
            });
            value.and_then(|value| u8::try_from(value).ok())
        };
        match self.way {
            Way::Hex(_) | Way::Swapped(_) => {
                let mut pairs: Vec<usize> = (0..length).step_by(2).collect();
                if matches!(self.way, Way::Swapped(_)) {
                    pairs.reverse();
                }
                for at in pairs {
                    let byte = number(&part[at..at + 2], 16).unwrap_or(0);
                    self.unit(Span::new(start + at, start + at + 2), &[byte]);
                }
            }
            Way::Decimal | Way::Octal => {
                let base = if self.way == Way::Octal { 8 } else { 10 };
                let Some(byte) = number(part, base) else {
                    return false;
                };
                self.unit(Span::new(start, start + length), &[byte]);
            }
            Way::Character => {
                let escaped = length == 2 && part[0] == b'\\';
                let part = part[usize::from(escaped)..].to_vec();
                self.unit(Span::new(start, start + length), &part);
            }
            Way::Group(_) => {
                for at in start..start + length {
                    let part = [self.text.as_bytes()[at]];
                    self.unit(Span::new(at, at + 1), &part);
                }
            }
        }
        true
    }

    /// A byte or a character. Zeros are left out: every other byte of a text in UTF-16 is one.
    fn unit(&mut self, place: Span, part: &[u8]) {
        if part != [0] {
            let start = self.plain.len();
            self.plain.extend_from_slice(part);
            self.units.push(Unit {
                place,
                of: Span::new(start, self.plain.len()),
                shown: None,
                line: self.line,
            });
        }
    }

    /// Where the units of the next line of a dump begin, behind its offset.
    fn next_line(&mut self, end: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let rest = &bytes[end..bytes.len().min(end + MAX_COLUMN)];
        let line = end + memchr::memchr(b'\n', rest)? + 1;
        self.show_column(end);
        let offset = blanks(bytes, line);
        let digits = bytes[offset..]
            .iter()
            .take(19)
            .take_while(|b| b.is_ascii_alphanumeric());
        let digits = digits.count();
        let behind = offset + digits;
        let mark = usize::from(bytes.get(behind) == Some(&b':'));
        let next = blanks(bytes, behind + mark);
        let is_offset = (4..=18).contains(&digits) && next > behind && next < bytes.len();
        self.line += usize::from(is_offset);
        is_offset.then_some(next)
    }

    /// Ties the units of this line to the column of characters that ends it, if there is one.
    fn show_column(&mut self, end: usize) {
        let bytes = self.text.as_bytes();
        let rest = &bytes[end..bytes.len().min(end + MAX_COLUMN)];
        let stop = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let column = rest[..stop].strip_suffix(b"|").unwrap_or(&rest[..stop]);
        let first = self.units.partition_point(|unit| unit.line < self.line);
        let units = &mut self.units[first..];
        let Some(start) = column
            .len()
            .checked_sub(units.len())
            .filter(|&start| start > 1)
        else {
            return;
        };
        let plain = &self.plain[self.plain.len() - units.len().min(self.plain.len())..];
        let seen = column[start..].iter().zip(plain);
        if units.iter().all(|unit| unit.of.len() == 1)
            && seen
                .into_iter()
                .all(|(a, b)| a == b || !b.is_ascii_graphic())
        {
            for (at, unit) in units.iter_mut().enumerate() {
                unit.shown = Some(end + start + at);
            }
        }
    }

    fn into_listed(self, end: usize) -> Listed<'t> {
        let digits = self.units.iter().map(|unit| unit.place.of(self.text));
        let upper = digits
            .flat_map(str::bytes)
            .any(|byte| byte.is_ascii_uppercase());
        Listed {
            plain: super::readable(self.plain),
            units: self.units,
            way: self.way,
            upper,
            end,
            text: self.text,
        }
    }
}

impl Listed<'_> {
    /// The characters of `new`, one for each of `units`, if they can be written here.
    fn writable(&self, units: &[Unit], new: &str) -> Option<Vec<char>> {
        let numbers = !matches!(self.way, Way::Character | Way::Group(_));
        let fits = |c: char| c.is_ascii_graphic() && (numbers || !"\"'`\\".contains(c));
        let chars: Vec<char> = new.chars().collect();
        (chars.len() == units.len() && new.chars().all(fits)).then_some(chars)
    }

    /// The place of some units of a line, and the same with `new` in place of them.
    fn spelled(&self, units: &[Unit], new: Option<&[char]>) -> (Span, Option<String>) {
        let mut order: Vec<usize> = (0..units.len()).collect();
        order.sort_by_key(|&unit| units[unit].place.start);
        let ends = |unit: Option<&usize>| unit.map_or(Span::new(0, 0), |&unit| units[unit].place);
        let place = Span::new(ends(order.first()).start, ends(order.last()).end);
        let text = new.map(|new| {
            let (mut text, mut done) = (String::new(), place.start);
            for unit in order {
                text.push_str(&self.text[done..units[unit].place.start]);
                self.write(new[unit], &mut text);
                done = units[unit].place.end;
            }
            text
        });
        (place, text)
    }

    fn write(&self, c: char, text: &mut String) {
        let code = c as u32;
        match self.way {
            Way::Hex(_) | Way::Swapped(_) if self.upper => text.push_str(&format!("{code:02X}")),
            Way::Hex(_) | Way::Swapped(_) => text.push_str(&format!("{code:02x}")),
            Way::Decimal => text.push_str(&code.to_string()),
            Way::Octal => text.push_str(&format!("{code:03o}")),
            Way::Character | Way::Group(_) => text.push(c),
        }
    }
}

impl Decoded for Listed<'_> {
    fn plain(&self) -> &str {
        &self.plain
    }

    fn encode(&self, span: Span, new: Option<&str>) -> Vec<(Span, Option<String>)> {
        let first = self.units.partition_point(|unit| unit.of.end <= span.start);
        let last = self.units.partition_point(|unit| unit.of.start < span.end);
        let units = self.units.get(first..last).unwrap_or_default();
        let chars = new.and_then(|new| self.writable(units, new));
        let (mut parts, mut done) = (Vec::new(), 0);
        for line in units.chunk_by(|a, b| a.line == b.line) {
            let new = chars.as_ref().map(|chars| &chars[done..done + line.len()]);
            done += line.len();
            parts.push(self.spelled(line, new));
            if let (Some(from), Some(to)) = (line[0].shown, line[line.len() - 1].shown) {
                parts.push((Span::new(from, to + 1), new.map(|new| new.iter().collect())));
            }
        }
        parts
    }
}

/// Where the first unit of the list stands: at `at`, or before it if characters are listed, some of which begin no word.
fn first_unit(text: &str, at: usize, floor: usize, way: Way, separator: &Separator) -> usize {
    let bytes = text.as_bytes();
    let mut first = at;
    for _ in 0..MAX_UNITS {
        let Some(end) = separator.ahead(bytes, first).filter(|&end| end > floor) else {
            break;
        };
        let length = match way {
            Way::Character => text
                .get(..end)
                .and_then(|lead| lead.chars().next_back())
                .map(char::len_utf8),
            Way::Group(length) => Some(length),
            _ => None,
        };
        let start = length
            .and_then(|length| end.checked_sub(length))
            .filter(|&start| start >= floor);
        match start {
            Some(start) if token(text, start, way) == Some(end - start) => first = start,
            _ => break,
        }
    }
    first
}
