//! Fields that name people, customers and tenants: `reviewer: Ada Quill`, `CUSTOMER_NAME="..."`,
//! `{"customer": {"name": "..."}}`, `maintainers = [{name = "..."}]`, `oncall: [aquill, zvarga]`.

use super::{name, words};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Kind, Reach, Rule, Span};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::word("approver", people),
    Anchor::word("assignee", people),
    Anchor::word("author", people),
    Anchor::word("committer", people),
    Anchor::word("contact", people),
    Anchor::word("coordinator", people),
    Anchor::word("employee", people),
    Anchor::word("from: ", people),
    Anchor::word("full", people),
    Anchor::word("lead", people),
    Anchor::word("maintainer", people),
    Anchor::word("manager", people),
    Anchor::word("member", people),
    Anchor::word("on_call", people),
    Anchor::word("on-call", people),
    Anchor::word("oncall", people),
    Anchor::word("organizer", people),
    Anchor::word("owner", people),
    Anchor::word("patient", people),
    Anchor::word("real_name", people),
    Anchor::word("reporter", people),
    Anchor::word("requester", people),
    Anchor::word("reviewer", people),
    Anchor::word("cardholder", people),
    Anchor::word("client", companies),
    Anchor::word("company", companies),
    Anchor::word("customer", companies),
    Anchor::word("employer", companies),
    Anchor::word("organisation", companies),
    Anchor::word("organization", companies),
    Anchor::word("org_", companies),
    Anchor::word("org\"", companies),
    Anchor::word("org:", companies),
    Anchor::word("partner", companies),
    Anchor::word("tenant", companies),
    Anchor::word("vendor", companies),
    Anchor::word("account_name", companies),
];

/// How far the value of a field is followed, in bytes.
const REACH: usize = 1024;
/// Longest key that is looked at, in bytes.
const LONGEST_KEY: usize = 24;
/// Most names in one list.
const ITEMS: usize = 32;

/// What a field holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    People,
    Companies,
}

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

fn people(cx: &mut Cx<'_>, at: usize) {
    field(cx, at, Names::People);
}

fn companies(cx: &mut Cx<'_>, at: usize) {
    field(cx, at, Names::Companies);
}

fn field(cx: &mut Cx<'_>, at: usize, names: Names) {
    let key = words::run(cx, at, LONGEST_KEY, |b| {
        b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-')
    });
    if !is_key(key.of(cx.text)) || cx.ends_at(at, b"target_") {
        return;
    }
    let sign = closing(cx, key.end);
    let tag = cx.byte(sign) == b'>' && cx.before(at) == b'<';
    if tag {
        let end = bounded(cx, sign + 1, b"<\n");
        return judge(cx, Span::new(sign + 1, end), names, Place::Quoted);
    }
    let equals = usize::from(cx.byte(sign) == b'=');
    let colon = usize::from(cx.byte(sign) == b':' && cx.byte(sign + 1) != b':');
    if equals + colon == 0 || cx.byte(sign + 1) == b'=' {
        return;
    }
    let from = sign + 1 + usize::from(cx.byte(sign + 1) == b'>');
    let from = words::run(cx, from, 32, is_blank).end;
    value(
        cx,
        Field {
            at,
            equals: equals == 1,
            names,
        },
        from,
    );
}

struct Field {
    at: usize,
    equals: bool,
    names: Names,
}

/// Whether what follows the anchor keeps it a field of names: `customer_name`, `reviewers`, `ownerName`.
fn is_key(key: &str) -> bool {
    const BASES: [&str; 29] = [
        "approver",
        "assignee",
        "author",
        "committer",
        "contact",
        "coordinator",
        "employee",
        "from",
        "full",
        "lead",
        "maintainer",
        "manager",
        "member",
        "oncall",
        "organizer",
        "owner",
        "patient",
        "real",
        "reporter",
        "requester",
        "reviewer",
        "cardholder",
        "client",
        "company",
        "customer",
        "employer",
        "organisation",
        "organization",
        "org",
    ];
    const MORE: [&str; 4] = ["partner", "tenant", "vendor", "account"];
    const NAMED_ONLY: [&str; 3] = ["full", "real", "account"];
    let mut letters = [0; LONGEST_KEY];
    let mut len = 0;
    for byte in key.bytes().filter(|b| !matches!(b, b'_' | b'-')) {
        if let Some(slot) = letters.get_mut(len) {
            *slot = byte.to_ascii_lowercase();
        }
        len += 1;
    }
    let letters = letters.get(..len).unwrap_or_default();
    BASES.iter().chain(&MORE).any(|base| {
        letters
            .strip_prefix(base.as_bytes())
            .is_some_and(|rest| match rest {
                b"" | b"s" => !NAMED_ONLY.contains(base),
                b"name" | b"slug" => true,
                _ => false,
            })
    })
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
    let at = span.start + memchr::memmem::find(part, key.as_bytes())?;
    let alone = !cx.before(at).is_ascii_alphanumeric() && cx.before(at) != b'_';
    let sign = closing(cx, at + key.len());
    let signed = matches!(cx.byte(sign), b':' | b'=');
    (alone && signed).then(|| words::run(cx, sign + 1, 4, is_blank).end)
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
        let dashed = cx.bytes[from..text].contains(&b'-');
        let key = cx.at(text, b"name:");
        let inside = text - from > indent || dashed && text - from >= indent;
        if !inside || !dashed && !key || !matches!(cx.before(text), b' ') {
            return;
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
    if field.names == Names::Companies && matches!(cx.before(end), b',' | b';' | b'{') {
        return;
    }
    let mut at = from;
    let list = cx.bytes[from..end].contains(&b',') && field.names == Names::People;
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

/// Whether only marks and a few words of a longer name stand before the key on its line.
fn begins_line(cx: &Cx<'_>, at: usize) -> bool {
    let lead = words::run_back(cx, at, 40, |b| b.is_ascii_uppercase() || matches!(b, b'_'));
    let start = if cx.byte(at).is_ascii_uppercase() {
        lead.start
    } else {
        at
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
        Names::People => person(cx, span, place),
        Names::Companies if place == Place::Code && !text.contains(' ') => {}
        Names::Companies if place != Place::Item && name::is_company(text) => {
            cx.structural(span, Kind::Org, Rule::Org, Reach::Session);
        }
        Names::Companies => {
            if let Some(stem) =
                name::slug_stem(text).filter(|_| !text.bytes().any(|b| b.is_ascii_uppercase()))
            {
                let span = Span::new(span.start, span.start + stem.len());
                cx.structural(span, Kind::Org, Rule::Org, Reach::Session);
            }
        }
    }
}

/// `Ada Quill`, `Ada Quill <...>`, `@aquill`, `aquill`.
fn person(cx: &mut Cx<'_>, span: Span, place: Place) {
    let text = span.of(cx.text);
    let at = usize::from(text.starts_with('@'));
    let (login, text) = (Span::new(span.start + at, span.end), &text[at..]);
    // A title of two words is quoted more often than written behind a field.
    let named = match place {
        Place::Quoted => name::is_surely_person(text),
        _ => name::is_person(text),
    };
    if named {
        return cx.structural(login, Kind::Person, Rule::Person, Reach::Session);
    }
    if name::is_login(text)
        && !text.contains('.')
        && place != Place::Code
        && (place != Place::Quoted || text.contains('-') || at == 1)
    {
        cx.structural(login, Kind::User, Rule::User, Reach::Session);
    }
}

/// Without blanks, quotes, an address, and the end of a statement.
fn trimmed(cx: &Cx<'_>, span: Span) -> Span {
    let text = span.of(cx.text);
    let text = text.split([';', '<']).next().unwrap_or_default();
    let end = text
        .trim_end_matches([' ', '\t', '\r', '"', '\'', ',', '.'])
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
            "full: Full Screen",
            "display: inline-block",
            "contact: Support Desk",
            "members: Vec<Member>,",
            "tenant: default",
            "client: &reqwest::Client,",
            "organization: kubernetes",
            "author",
            "author:",
            "author: [",
            "author: {",
        ] {
            finds(text, &[]);
        }
    }
}
