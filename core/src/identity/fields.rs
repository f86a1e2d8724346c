//! Fields that name people, customers and tenants: `reviewer: Ada Quill`, `CUSTOMER_NAME="..."`,
//! `{"customer": {"name": "..."}}`, `maintainers = [{name = "..."}]`, `oncall: [aquill, zvarga]`.

use super::{name, user, words};
use crate::anchor::Anchor;
use crate::contexts::label;
use crate::detect::Cx;
use crate::{Kind, Reach, Rule, Span};

/// A key as it is looked for, what it holds, and what may stand behind it; `_` and `-` do not count in a key.
struct Key(&'static str, Names, Ends);

/// What may stand behind a key.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// Nothing, `s`, `name`, `slug`.
    All,
    /// `name`, `slug`.
    Named,
    /// Nothing.
    None,
}

/// What a field holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    People,
    Companies,
    /// A first or a last name by itself.
    Halves,
}

use Names::{Companies, Halves, People};

#[rustfmt::skip]
const KEYS: &[Key] = &[
    Key("approver", People, Ends::All), Key("assignee", People, Ends::All), Key("attendee", People, Ends::All),
    Key("author", People, Ends::All), Key("cardholder", People, Ends::All), Key("committer", People, Ends::All),
    Key("contact", People, Ends::All), Key("contributor", People, Ends::All), Key("coordinator", People, Ends::All),
    Key("creator", People, Ends::All), Key("developer", People, Ends::All), Key("display_name", People, Ends::None),
    Key("displayname", People, Ends::None), Key("employee", People, Ends::All),
    Key("from: ", People, Ends::All), Key("full", People, Ends::Named), Key("lead", People, Ends::All),
    Key("maintainer", People, Ends::All), Key("manager", People, Ends::All), Key("member", People, Ends::All),
    Key("on_call", People, Ends::All), Key("on-call", People, Ends::All), Key("oncall", People, Ends::All),
    Key("organizer", People, Ends::All), Key("owner", People, Ends::All), Key("patient", People, Ends::All),
    Key("real_name", People, Ends::None), Key("realname", People, Ends::None), Key("recipient", People, Ends::All),
    Key("reporter", People, Ends::All), Key("requester", People, Ends::All), Key("requestor", People, Ends::All),
    Key("responder", People, Ends::All), Key("reviewer", People, Ends::All), Key("sender", People, Ends::All),
    Key("student", People, Ends::All), Key("submitter", People, Ends::All), Key("supervisor", People, Ends::All),
    Key("uploader", People, Ends::All),
    Key("first_name", Halves, Ends::None), Key("firstname", Halves, Ends::None), Key("given_name", Halves, Ends::None),
    Key("givenname", Halves, Ends::None), Key("last_name", Halves, Ends::None), Key("lastname", Halves, Ends::None),
    Key("family_name", Halves, Ends::None), Key("familyname", Halves, Ends::None), Key("surname", Halves, Ends::None),
    Key("client", Companies, Ends::All), Key("company", Companies, Ends::All), Key("customer", Companies, Ends::All),
    Key("employer", Companies, Ends::All), Key("organisation", Companies, Ends::All),
    Key("organization", Companies, Ends::All), Key("org_", Companies, Ends::All), Key("org\"", Companies, Ends::All),
    Key("org:", Companies, Ends::All), Key("partner", Companies, Ends::All), Key("tenant", Companies, Ends::All),
    Key("vendor", Companies, Ends::All), Key("account_name", Companies, Ends::None),
];

/// Words before `by:` and `by user` that somebody did.
#[rustfmt::skip]
const DEEDS: &[&str] = &[
    "added", "approved", "assigned", "authored", "cancelled", "canceled", "changed", "closed", "committed", "completed",
    "confirmed", "created", "deleted", "deployed", "edited", "executed", "filed", "fixed", "initiated", "invited",
    "launched", "led", "locked", "maintained", "merged", "modified", "opened", "owned", "posted", "prepared",
    "published", "pushed", "queued", "raised", "rejected", "released", "reported", "requested", "resolved", "reviewed",
    "run", "scheduled", "sent", "signed", "started", "submitted", "tested", "triggered", "updated", "uploaded",
    "verified", "written",
];

const DONE: [Anchor; 17] = [
    Anchor::word("by: ", done),
    Anchor::word("by\"", done),
    Anchor::word("by=", done),
    Anchor::word("by>", done),
    Anchor::word("by user ", done),
    Anchor::exact("for: ", done),
    Anchor::exact("to: ", done),
    Anchor::exact("developer>", developer),
    Anchor::word("requested by ", spoken),
    Anchor::word("triggered by ", spoken),
    Anchor::word("approved by ", spoken),
    Anchor::word("started by ", spoken),
    Anchor::word("assigned to ", spoken),
    Anchor::word("merged by ", spoken),
    Anchor::word("opened by ", spoken),
    Anchor::word("created by ", spoken),
    Anchor::word("reviewed by ", spoken),
];

pub(crate) const ANCHORS: &[Anchor] = &anchors();

const fn anchors() -> [Anchor; KEYS.len() + DONE.len()] {
    let mut out = [DONE[0]; KEYS.len() + DONE.len()];
    let mut at = 0;
    while at < out.len() {
        out[at] = match at < DONE.len() {
            true => DONE[at],
            false => Anchor::word(KEYS[at - DONE.len()].0, field),
        };
        at += 1;
    }
    out
}

/// How far the value of a field is followed, in bytes.
const REACH: usize = 1024;
/// Longest key that is looked at, in bytes.
const LONGEST_KEY: usize = 24;
/// Most names in one list.
const ITEMS: usize = 32;

/// How a name stands in its field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Quoted,
    /// The rest of a line.
    Line,
    /// The rest of a line that may be code: `x = y`.
    Code,
    /// Of a list without quotes.
    Item,
}

fn field(cx: &mut Cx<'_>, at: usize) {
    let key = words::run(cx, at, LONGEST_KEY, |b| {
        b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-')
    });
    let sign = closing(cx, key.end);
    if !matches!(cx.byte(sign), b'>' | b'=' | b':') {
        return;
    }
    let Some(names) = names_of(key.of(cx.text)).filter(|_| !cx.ends_at(at, b"target_")) else {
        return;
    };
    if cx.byte(sign) == b'>' {
        return in_tags(cx, at, sign, names);
    }
    let equals = usize::from(cx.byte(sign) == b'=');
    let colon = usize::from(cx.byte(sign) == b':' && cx.byte(sign + 1) != b':');
    if equals + colon == 0 || cx.byte(sign + 1) == b'=' {
        return;
    }
    let from = sign + 1 + usize::from(cx.byte(sign + 1) == b'>');
    let from = words::run(cx, from, 32, is_blank).end;
    let equals = equals == 1;
    value(cx, Field { at, equals, names }, from);
    if cx.before(at) == b'"' && matches!(cx.byte(at) | 0x20, b'r' | b'd') {
        beside(cx, at);
    }
}

/// `<author>Ada Quill</author>`, `<Attribute Name="displayName"><AttributeValue>Ada Quill<`: the `>` is at `sign`.
fn in_tags(cx: &mut Cx<'_>, at: usize, sign: usize, names: Names) {
    let mut from = sign + 1;
    if !matches!(cx.before(at), b'<' | b':') {
        if !matches!(cx.before(sign), b'"' | b'\'') {
            return;
        }
        from = words::run(cx, from, 32, |b| b.is_ascii_whitespace()).end;
        if cx.byte(from) == b'<' {
            from = bounded(cx, from, b">").min(from + 160) + 1;
        }
    }
    let from = cx.text.floor_char_boundary(from);
    let end = bounded(cx, from, b"<\n");
    judge(cx, Span::new(from, end), names, Place::Quoted);
}

/// `Triggered by: aquill`, `"created_by": "Ada Quill"`, `Started by user Ada Quill`, `Requested for: Ada Quill`.
fn done(cx: &mut Cx<'_>, at: usize) {
    let lead = words::run_back(cx, at, 2, |b| matches!(b, b' ' | b'_' | b'-'));
    let deed = words::run_back(cx, lead.start, 12, |b| b.is_ascii_alphabetic());
    let text = deed.of(cx.text);
    // `lastModifiedBy`
    let hump = text.rfind(|c: char| c.is_ascii_uppercase()).unwrap_or(0);
    let is = |word: &str| word.eq_ignore_ascii_case(&text[hump..]);
    let known = match cx.byte(at) | 0x20 {
        b'f' => is("requested"),
        b't' => is("assigned"),
        _ => DEEDS.iter().any(|word| is(word)),
    };
    if !known {
        return;
    }
    let word = words::run(cx, at, 8, |b| b.is_ascii_alphabetic()).end;
    let user = cx.at(word, b" user ");
    let sign = closing(cx, word + if user { 5 } else { 0 });
    if cx.byte(sign) == b'>' {
        let end = bounded(cx, sign + 1, b"<\n");
        return judge(cx, Span::new(sign + 1, end), People, Place::Quoted);
    }
    if !user && !matches!(cx.byte(sign), b':' | b'=') {
        return;
    }
    let from = words::run(cx, sign + usize::from(!user), 16, is_blank).end;
    dotted(cx, from);
    let equals = cx.byte(sign) == b'=' && from > sign + 1;
    let at = deed.start;
    value(
        cx,
        Field {
            at,
            equals,
            names: People,
        },
        from,
    );
}

/// `zoe.quill`, where nothing but a login stands.
fn dotted(cx: &mut Cx<'_>, at: usize) {
    let login = words::run(cx, at, 40, |b| b.is_ascii_lowercase() || b == b'.');
    let text = login.of(cx.text);
    let after = cx.byte(login.end);
    if text.contains('.')
        && name::is_login(text)
        && matches!(after, 0 | b'\n' | b'\r' | b' ' | b'<')
    {
        cx.structural(login, Kind::User, Rule::User, Reach::Session);
    }
}

/// `Requested by zquill (Zoe Quill)`, `approved by Zoe Quill.`
fn spoken(cx: &mut Cx<'_>, at: usize) {
    let by = words::run(cx, at, 12, |b| b.is_ascii_alphabetic()).end + " by ".len();
    let by = by + usize::from(cx.byte(by) == b'@');
    let login = words::run(cx, by, 40, |b| {
        b.is_ascii_alphanumeric() || b"-_.".contains(&b)
    });
    let full = words::run(cx, by, 64, |b| {
        b.is_ascii_alphabetic() || matches!(b, b' ' | b'-' | b'\'') || b >= 0x80
    });
    let full = words::trim_end(cx, full, b" ");
    let behind = words::run(cx, login.end + 2, 64, |b| !matches!(b, b')' | b'\n'));
    let beside = cx.at(login.end, b" (") && name::is_surely_person(behind.of(cx.text));
    if beside && user::is_telling(login.of(cx.text)) {
        cx.structural(login, Kind::User, Rule::User, Reach::Session);
        judge(cx, behind, People, Place::Quoted);
    } else if name::is_surely_person(full.of(cx.text)) {
        judge(cx, full, People, Place::Quoted);
    } else if cx.before(by) == b'@' {
        judge(cx, Span::new(by - 1, login.end), People, Place::Quoted);
    }
}

/// The account beside the name of a profile: `{"real_name": "Ada Quill", "name": "aquill"}`.
fn beside(cx: &mut Cx<'_>, at: usize) {
    let from = at.saturating_sub(120);
    let lead = &cx.bytes[from..at];
    let open = from + memchr::memrchr(b'{', lead).map_or(lead.len(), |open| open + 1);
    let end = bounded(cx, at, b"}").min(at + 160);
    if let Some(value) = find_key(cx, Span::new(open, end), "name")
        && let Some(span) = quoted(cx, value)
        && user::is_telling(span.of(cx.text))
        && !span.of(cx.text).contains(' ')
    {
        cx.structural(span, Kind::User, Rule::User, Reach::Session);
    }
}

/// `<developer><id>aquill</id><name>Ada Quill</name>` of a pom.
fn developer(cx: &mut Cx<'_>, at: usize) {
    if cx.before(at) != b'<' {
        return;
    }
    let object = &cx.bytes[at..cx.bytes.len().min(at + 512)];
    let object = &object[..memchr::memmem::find(object, b"</dev").unwrap_or(object.len())];
    for tag in ["<id>", "<name>"] {
        if let Some(found) = memchr::memmem::find(object, tag.as_bytes()) {
            let from = at + found + tag.len();
            let span = Span::new(from, bounded(cx, from, b"<\n"));
            judge(cx, span, People, Place::Item);
        }
    }
}

struct Field {
    at: usize,
    equals: bool,
    names: Names,
}

/// What a field of that name holds: `customer_name`, `reviewers`, `ownerName`.
fn names_of(key: &str) -> Option<Names> {
    let mut letters = [0; LONGEST_KEY];
    let mut len = 0;
    for byte in key.bytes().filter(|b| !matches!(b, b'_' | b'-')) {
        if let Some(slot) = letters.get_mut(len) {
            *slot = byte.to_ascii_lowercase();
        }
        len += 1;
    }
    let letters = letters.get(..len).unwrap_or_default();
    let fits = |key: &&Key| {
        if letters.first() != key.0.as_bytes().first() {
            return false;
        }
        let base = || key.0.bytes().filter(u8::is_ascii_alphabetic);
        let len = base().count();
        let begins = letters.len() >= len && base().eq(letters[..len].iter().copied());
        begins
            && match &letters[len..] {
                b"" => key.2 != Ends::Named,
                b"s" => key.2 == Ends::All,
                b"name" | b"slug" => key.2 != Ends::None,
                _ => false,
            }
    };
    KEYS.iter().find(fits).map(|key| key.1)
}

/// Behind the quote that closes a key, and blanks.
fn closing(cx: &Cx<'_>, at: usize) -> usize {
    let quote = words::run(cx, at, 2, |b| matches!(b, b'\\' | b'"' | b'\'')).end;
    words::run(cx, quote, 24, is_blank).end
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The first of `marks` from `at` on, or the end of the field's reach.
fn bounded(cx: &Cx<'_>, at: usize, marks: &[u8]) -> usize {
    words::run(cx, at, REACH, |b| !marks.contains(&b)).end
}

fn value(cx: &mut Cx<'_>, field: Field, from: usize) {
    match cx.byte(from) {
        b'{' => object(cx, from, field.names),
        b'[' => {
            let end = bounded(cx, from, b"]");
            items(cx, Span::new(from + 1, end.max(from + 1)), field.names);
        }
        b'\n' => block(cx, field, from),
        b'"' | b'\'' | b'\\' => {
            if let Some(span) = quoted(cx, from) {
                judge(cx, span, field.names, Place::Quoted);
            }
        }
        _ => line(cx, field, from),
    }
}

/// The text between the quote at `at` and the next, on one line.
fn quoted(cx: &Cx<'_>, at: usize) -> Option<Span> {
    let escape = usize::from(cx.byte(at) == b'\\');
    let quote = cx.byte(at + escape);
    let from = at + escape + 1;
    let span = words::run(cx, from, 160, |b| b != quote && b != b'\n' && b != b'\\');
    let closed = cx.byte(span.end) == quote || escape == 1 && cx.byte(span.end) == b'\\';
    (closed && matches!(quote, b'"' | b'\'')).then_some(span)
}

/// The `name` of the object that begins at `at`.
fn object(cx: &mut Cx<'_>, at: usize, names: Names) {
    let end = words::run(cx, at + 1, 240, |b| b != b'}').end;
    for key in [
        "name",
        "displayName",
        "display_name",
        "full_name",
        "fullName",
    ] {
        let Some(found) = find_key(cx, Span::new(at, end), key) else {
            continue;
        };
        if let Some(span) = quoted(cx, found) {
            judge(cx, span, names, Place::Quoted);
        }
    }
}

/// Where the value of `key` begins in `span`.
fn find_key(cx: &Cx<'_>, span: Span, key: &str) -> Option<usize> {
    let part = cx.bytes.get(span.start..span.end)?;
    memchr::memmem::find_iter(part, key.as_bytes()).find_map(|found| {
        let at = span.start + found;
        let alone = !cx.before(at).is_ascii_alphanumeric() && cx.before(at) != b'_';
        let sign = closing(cx, at + key.len());
        let signed = matches!(cx.byte(sign), b':' | b'=');
        (alone && signed).then(|| words::run(cx, sign + 1, 4, is_blank).end)
    })
}

/// The names in a list: words, quoted or not, or objects.
fn items(cx: &mut Cx<'_>, list: Span, names: Names) {
    let mut at = list.start;
    for _ in 0..ITEMS {
        at = words::run(cx, at, 64, |b| {
            matches!(b, b' ' | b',' | b'\n' | b'\r' | b'\t')
        })
        .end;
        if at >= list.end {
            return;
        }
        let end = match cx.byte(at) {
            b'{' => {
                object(cx, at, names);
                bounded(cx, at, b"}") + 1
            }
            b'"' | b'\'' => {
                let Some(span) = quoted(cx, at) else { return };
                judge(cx, span, names, Place::Quoted);
                span.end + 1
            }
            _ => {
                let end = bounded(cx, at, b",]\n").min(list.end);
                judge(cx, Span::new(at, end), names, Place::Item);
                end + 1
            }
        };
        at = cx.text.ceil_char_boundary(end.max(at + 1));
    }
}

/// The lines below a YAML key: `- name`, or a mapping with a `name`.
fn block(cx: &mut Cx<'_>, field: Field, at: usize) {
    let indent = field.at - cx.line_start(field.at);
    if field.equals || !begins_line(cx, field.at) {
        return;
    }
    let mut from = at + 1;
    for _ in 0..ITEMS {
        let text = words::run(cx, from, 64, |b| matches!(b, b' ' | b'-')).end;
        let lead = cx.bytes.get(from..text).unwrap_or_default();
        let dashed = lead.contains(&b'-');
        let key = cx.at(text, b"name:");
        let inside = lead.len() > indent || dashed && lead.len() >= indent;
        if !inside || cx.before(text) != b' ' {
            return;
        }
        if !dashed && !key {
            from = cx.line_end(text) + 1;
            continue;
        }
        let skip = words::run(cx, text + if key { 5 } else { 0 }, 4, is_blank).end;
        let end = cx.line_end(skip);
        match cx.byte(skip) {
            b'"' | b'\'' => {
                if let Some(span) = quoted(cx, skip) {
                    judge(cx, span, field.names, Place::Quoted);
                }
            }
            _ => judge(cx, Span::new(skip, end), field.names, Place::Item),
        }
        from = end + 1;
    }
}

/// The rest of a line behind a field that begins it.
fn line(cx: &mut Cx<'_>, field: Field, from: usize) {
    if !begins_line(cx, field.at) {
        return;
    }
    let end = words::run(cx, from, 160, |b| {
        !matches!(b, b'\n' | b'\r' | b'\t' | b'<' | b'(' | b'#' | b'|')
    })
    .end;
    // `client: HttpClient,` is a field of a structure.
    if field.names == Companies && matches!(cx.before(end), b',' | b';' | b'{') {
        return;
    }
    let mut at = from;
    let list = cx.bytes[from..end].contains(&b',') && field.names == People;
    if !list {
        let code = field.equals && cx.byte(field.at).is_ascii_lowercase();
        let place = if code { Place::Code } else { Place::Line };
        return judge(cx, Span::new(from, end), field.names, place);
    }
    while at < end {
        let item = bounded(cx, at, b",\n").min(end);
        judge(cx, Span::new(at, item), field.names, Place::Item);
        at = words::run(cx, item, 4, |b| matches!(b, b',' | b' '))
            .end
            .max(item + 1);
        at = cx.text.ceil_char_boundary(at.min(cx.bytes.len()));
    }
}

/// Whether only marks and a few words of a longer name stand before the key on its line: `Page owner`.
fn begins_line(cx: &Cx<'_>, at: usize) -> bool {
    let lead = words::run_back(cx, at, 40, |b| b.is_ascii_uppercase() || matches!(b, b'_'));
    let label = words::run_back(cx, at, 24, |b| b.is_ascii_alphabetic() || matches!(b, b' '));
    let label = words::run(cx, label.start, 24, |b| b == b' ').end;
    let titled = cx.byte(label).is_ascii_uppercase() && cx.byte(label + 1).is_ascii_lowercase();
    let start = match () {
        () if cx.byte(at).is_ascii_uppercase() => lead.start,
        () if titled && cx.before(at) == b' ' => label.min(at),
        () => at,
    };
    let marks = words::run_back(cx, start, 64, |b| {
        matches!(
            b,
            b' ' | b'\t' | b'-' | b'*' | b'#' | b'/' | b'+' | b'>' | b'|' | b'"' | b'@' | b'!'
        )
    });
    let before = cx.before(marks.start);
    matches!(before, 0 | b'\n' | b'{' | b',' | b';')
        || cx.ends_at(marks.start, b"\\n")
        || cx.ends_at(marks.start, b"export")
}

/// Reports a name, if it is one.
fn judge(cx: &mut Cx<'_>, span: Span, names: Names, place: Place) {
    let span = trimmed(cx, span);
    let text = span.of(cx.text);
    match names {
        People => person(cx, span, place),
        Halves => half(cx, span, place),
        Companies if place == Place::Code && !text.contains(' ') => {}
        Companies
            if place != Place::Item && name::is_company(text) || name::is_incorporated(text) =>
        {
            cx.structural(span, Kind::Org, Rule::Org, Reach::Session);
        }
        Companies => {
            if let Some(stem) =
                name::slug_stem(text).filter(|_| !text.bytes().any(|b| b.is_ascii_uppercase()))
            {
                let span = Span::new(span.start, span.start + stem.len());
                cx.structural(span, Kind::Org, Rule::Org, Reach::Session);
            }
        }
    }
}

/// The name that the rest of the line or a quoted text at `from` is.
pub(super) fn somebody(cx: &mut Cx<'_>, from: usize) {
    let span = quoted(cx, from).unwrap_or_else(|| Span::new(from, cx.line_end(from).max(from)));
    judge(cx, span, People, Place::Line);
}

/// `Ada Quill`, `Ada Quill <...>`, `@aquill`, `aquill`.
fn person(cx: &mut Cx<'_>, span: Span, place: Place) {
    let text = span.of(cx.text);
    let at = usize::from(text.starts_with('@'));
    let (login, text) = (Span::new(span.start + at, span.end), &text[at..]);
    // `connect(receiver=receiver, sender=sender)`: a variable is named after the field it goes into.
    let head = text.split(['_', '.']).next().unwrap_or_default();
    if names_of(head).is_some() {
        return;
    }
    // A title of two words is quoted more often than written behind a field.
    let named = match place {
        Place::Quoted => name::is_surely_person(text),
        _ => name::is_person(text),
    };
    if named {
        return cx.structural(login, Kind::Person, Rule::Person, Reach::Session);
    }
    if name::is_dotted(text) && place != Place::Quoted {
        return cx.structural(login, Kind::User, Rule::User, Reach::Session);
    }
    if name::is_login(text)
        && !text.contains('.')
        && place != Place::Code
        && (place != Place::Quoted || text.contains('-') || at == 1)
    {
        cx.structural(login, Kind::User, Rule::User, Reach::Session);
    }
}

/// `Quill` where a first or last name stands.
fn half(cx: &mut Cx<'_>, span: Span, place: Place) {
    if place != Place::Code && name::is_half(span.of(cx.text)) {
        cx.structural(span, Kind::Person, Rule::Person, Reach::Session);
    }
}

/// Without blanks, quotes, an address, and the end of a statement.
fn trimmed(cx: &Cx<'_>, span: Span) -> Span {
    let end = label::inside(cx, span, false).map_or(span.end, |(label, _)| label);
    let text = Span::new(span.start, end).of(cx.text);
    let text = text.split([';', '<']).next().unwrap_or_default();
    let slash = memchr::memchr(b'/', text.as_bytes());
    let slash = slash.filter(|at| text[..*at].ends_with(' ') && text[*at..].starts_with("/ "));
    let text = &text[..slash.unwrap_or(text.len())];
    let end = text
        .trim_end_matches([' ', '\t', '\r', '"', '\'', ',', '.', '-', '/', '('])
        .len();
    let lead = text[..end].len() - text[..end].trim_start_matches([' ', '\t', '"', '\'']).len();
    Span::new(span.start + lead, span.start + end)
}

#[cfg(test)]
mod tests {
    use crate::Kind::{self, Org, Person, User};
    use crate::testing::{assert_found, found_of};

    #[track_caller]
    fn finds(text: &str, want: &[(&str, Kind)]) {
        assert_found(text, &found_of(&[Org, Person, User], text), want);
    }

    #[test]
    fn people() {
        finds("Reviewer: Tilda Okafor\n", &[("Tilda Okafor", Person)]);
        finds(
            "x\n  - assignee: \"Tilda Okafor\"",
            &[("Tilda Okafor", Person)],
        );
        finds(
            r#"{"author": {"email": "", "name": "Tilda Okafor"}}"#,
            &[("Tilda Okafor", Person)],
        );
        finds(
            "maintainers = [{name = \"Tilda Okafor\", email = \"\"}, {name = \"Enzo Varga\"}]",
            &[("Tilda Okafor", Person), ("Enzo Varga", Person)],
        );
        finds(
            "authors = [\"Tilda Okafor\", 'Enzo Varga']",
            &[("Tilda Okafor", Person), ("Enzo Varga", Person)],
        );
        finds(
            "lead: Tilda Okafor\noncall: [tokafor, evarga]",
            &[
                ("Tilda Okafor", Person),
                ("tokafor", User),
                ("evarga", User),
            ],
        );
        finds(
            "approvers:\n- tokafor\n- evarga\nreviewers:\n  - zquill\n",
            &[("tokafor", User), ("evarga", User), ("zquill", User)],
        );
        finds(
            "Reviewers: Tilda Okafor, Enzo Varga",
            &[("Tilda Okafor", Person), ("Enzo Varga", Person)],
        );
        finds("<author>Tilda Okafor</author>", &[("Tilda Okafor", Person)]);
        finds("owner: tokafor\n", &[("tokafor", User)]);
        finds("  owner=sophie.okafor\n", &[("sophie.okafor", User)]);
        for text in [
            "Triggered by: tilda.okafor\n",
            "Requested by okafor-dev (Tilda Okafor)",
            r#"{"created_by": "tilda-okafor"}"#,
        ] {
            assert_eq!(found_of(&[User], text).len(), 1, "{text}");
        }
        for text in [
            "Started by user Tilda Okafor\n",
            "Requested for: Tilda Okafor\n",
            "Page owner: Tilda Okafor\nSpace: X",
            "Last edited by: Tilda Okafor\n",
            "<lastModifiedBy>Tilda Okafor</lastModifiedBy>",
            "<x:Attribute Name=\"displayName\"><x:Value>Tilda Okafor</x:Value>",
            "merged by Tilda Okafor.",
            "{\"contributors\": [{\"name\": \"Tilda Okafor\"}]}",
        ] {
            finds(text, &[("Tilda Okafor", Person)]);
        }
        finds(
            "{\"given_name\": \"Tilda\", \"family_name\": \"Okafor\"}",
            &[("Tilda", Person), ("Okafor", Person)],
        );
        finds(
            "{\"real_name\": \"Tilda Okafor\", \"name\": \"tok-42\"}",
            &[("Tilda Okafor", Person), ("tok-42", User)],
        );
        finds(
            "<developer>\n <id>tokafor</id>\n <name>Tilda Okafor</name>\n</developer>",
            &[("tokafor", User), ("Tilda Okafor", Person)],
        );
        finds(
            "maintainers:\n  - name: Tilda Okafor\n    since: 2031\n  - name: Enzo Varga\n",
            &[("Tilda Okafor", Person), ("Enzo Varga", Person)],
        );
        finds(
            "GIT_AUTHOR_NAME=\"Tilda Okafor\"",
            &[("Tilda Okafor", Person)],
        );
    }

    #[test]
    fn companies() {
        finds(
            "CUSTOMER_NAME=\"Brightloom Freight\"",
            &[("Brightloom Freight", Org)],
        );
        finds(
            r#"{"customer": {"name": "Nordvik Kraft AS", "plan": 1}}"#,
            &[("Nordvik Kraft AS", Org)],
        );
        finds(
            "Customer: Apple Orchard Bakery",
            &[("Apple Orchard Bakery", Org)],
        );
        finds(
            "customers:\n  - name: Brightloom Freight GmbH\n    tier: x\n",
            &[("Brightloom Freight GmbH", Org)],
        );
        finds("tenant: brightloom-prod\n", &[("brightloom", Org)]);
        finds("TENANT_SLUG=brightloom", &[("brightloom", Org)]);
    }

    #[test]
    fn code_and_prose_name_no_one() {
        for text in [
            "author: string;",
            "owner: User,",
            "const author = await getAuthor();",
            "lead: true",
            "client = boto3.client('s3')",
            "client: redis",
            "customer: Customer",
            "customer = Customer.objects.get(pk=1)",
            "the author: Some people think",
            "reviewers: [alice.id, bob]",
            "company: null",
            "\"owner\": \"root\"",
            "owner: root",
            "owner = sophie.name",
            "owner: event.target",
            "full: Full Screen",
            "display: inline-block",
            "contact: Support Desk",
            "members: Vec<Member>,",
            "  receiver=receiver, sender=sender, weak=weak",
            "mail(to=to, sender=sender_addr, recipient=recipient.mailbox)",
            "tenant: default",
            "client: &reqwest::Client,",
            "organization: kubernetes",
            "Sorted by: name",
            "order_by=created_at",
            "created_by: string",
            "approved by the team",
            "first_name: str",
            "author",
            "author:",
            "author: [",
            "author: {",
        ] {
            finds(text, &[]);
        }
    }
}
