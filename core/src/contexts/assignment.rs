//! `KEY=value`, `key: value` and their kin: env files, shells, YAML, JSON, TOML, INI, HCL, properties, source
//! code, logs.

use std::borrow::Cow;

use super::keys::{self, Class};
use super::value::{self, Quote, Value};
use super::verdict::{self, Form};
use super::{
    call, expansion, header, login, name, once, pair, pipe, provider, query, statement, tail, uri,
    written,
};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::identity::device;
use crate::{Rank, Rule, Span, strength};

/// `=` or `:` at `at`. Almost every call ends at the question about the last three letters.
#[inline]
pub(crate) fn at_delimiter(cx: &mut Cx<'_>, at: usize) {
    if cx.bytes[at] == b':'
        && let Some(start) = uri::authority(cx.bytes, at)
    {
        return uri::at_authority(cx, start);
    }
    device::pairs(cx, at);
    promised(cx, at);
}

/// A name may stand before the delimiter at `at`.
#[inline]
fn promised(cx: &mut Cx<'_>, at: usize) {
    let name_end = name::end(cx.bytes, at);
    if let Some(name_end) = name_end.filter(|&end| tail::may_promise(cx.bytes, end)) {
        named(cx, at, name_end);
    }
}

/// A name that may promise something ends at `name_end`, and a delimiter stands at `at`.
#[inline(never)]
fn named(cx: &mut Cx<'_>, at: usize, name_end: usize) {
    if cx.nested.is_deep(at) {
        return;
    }
    let Some(delimiter) = Delimiter::at(cx, at) else {
        return;
    };
    let Some(name) = name::before(cx, name_end) else {
        return;
    };
    let Some(name) = name::declared(cx, name, at) else {
        return;
    };
    let word = &cx.bytes[name.start..name.end];
    // Test runners print `PASS: name`.
    if word == b"PASS" && cx.bytes[at] == b':' || is_stage(cx, name) {
        return;
    }
    let Some(class) = keys::judge(word) else {
        return unnamed(cx, name, delimiter.end);
    };
    let before = cx.findings.len();
    assigned(cx, class, name, delimiter);
    let found = &cx.findings[before..];
    let end = found.iter().map(|finding| finding.span.end).max();
    cx.nested.note(at, end);
}

/// The colon of Chinese and Japanese texts, as wide as their letters.
const WIDE: &str = "\u{ff1a}";

/// See [`at_delimiter`], which is called for ASCII.
pub(crate) const ANCHORS: &[Anchor] = &[Anchor::exact(WIDE, promised)];

/// A name that promises nothing by itself, but ends like one that does.
fn unnamed(cx: &mut Cx<'_>, name: Span, from: usize) {
    let word = &cx.bytes[name.start..name.end];
    if keys::is_network(word) {
        device::wireless(cx, from);
    } else if word.eq_ignore_ascii_case(b"code") {
        once::sent(cx, name.start, from);
    }
}

/// `second pass: `, `each pass: ` of something that goes through data.
fn is_stage(cx: &Cx<'_>, name: Span) -> bool {
    const WHICH: &[&[u8]] = &[
        b"first", b"second", b"third", b"next", b"last", b"final", b"each", b"every", b"this",
        b"single", b"one", b"per",
    ];
    let lead = &cx.bytes[name.start.saturating_sub(8)..name.start];
    let word = lead
        .strip_suffix(b" ")
        .map(|lead| lead.rsplit(|b| !b.is_ascii_alphabetic()).next());
    let which = word.flatten().unwrap_or_default();
    cx.at(name.start, b"pass")
        && name.len() == 4
        && WHICH.iter().any(|one| which.eq_ignore_ascii_case(one))
}

/// The delimiter behind a name that ends at `end`, over its closing quote or bracket.
pub(crate) fn delimiter_after(cx: &Cx<'_>, end: usize) -> Option<usize> {
    let mut at = end;
    while at < end + 96
        && matches!(
            cx.byte(at),
            b' ' | b'\t' | b'"' | b'\'' | b'`' | b'\\' | b']' | b'?'
        )
    {
        at += 1;
    }
    while matches!(cx.byte(at), b':' | b'?' | b'+' | b'=' | b'|') && cx.byte(at + 1) == b'='
        || cx.at(at, b"||=")
    {
        at += 1;
    }
    matches!(cx.byte(at), b'=' | b':').then_some(at)
}

/// The name of that class at `name` was found by a word in it; its delimiter stands at `at`.
pub(crate) fn by_name(cx: &mut Cx<'_>, class: Class, name: Span, at: usize) {
    if let Some(delimiter) = Delimiter::at(cx, at) {
        assigned(cx, class, name, delimiter);
    }
}

/// What stands between name and value.
#[derive(Clone, Copy)]
pub(crate) struct Delimiter {
    /// Offset of the first byte of the operator.
    pub(crate) start: usize,
    /// Offset behind the operator.
    pub(crate) end: usize,
    pub(crate) kind: Operator,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Equals,
    Colon,
    Comparison,
}

impl Delimiter {
    fn at(cx: &Cx<'_>, at: usize) -> Option<Self> {
        if cx.at(at, WIDE.as_bytes()) {
            return Some(Self {
                start: at,
                end: at + WIDE.len(),
                kind: Operator::Colon,
            });
        }
        let (before, next) = (cx.before(at), cx.byte(at + 1));
        let (kind, end) = match (cx.bytes[at], next) {
            // The second half of the operator calls again, or a path (`a::b`) goes on.
            (b':', b':' | b'=') | (b'=', b'=') => return None,
            // LDIF marks base64 so: `userPassword:: b64`.
            (b':', b' ')
                if before == b':' && cx.byte(at.saturating_sub(2)).is_ascii_alphabetic() =>
            {
                (Operator::Colon, at + 1)
            }
            (b':', _) if before == b':' => return None,
            (b':', _) => (Operator::Colon, at + 1),
            (b'=', b'>') => (Operator::Equals, at + 2),
            (b'=', b'~') => return None,
            (b'=', _) if matches!(before, b'=' | b'!') => (Operator::Comparison, at + 1),
            (b'=', _) if matches!(before, b'<' | b'>') => return None,
            _ => (Operator::Equals, at + 1),
        };
        Some(Delimiter {
            start: at,
            end,
            kind,
        })
    }
}

/// Looks at the value of a name whose class is known.
pub(crate) fn assigned(cx: &mut Cx<'_>, class: Class, name: Span, delimiter: Delimiter) {
    if cx.ends_at(name.start, b"${") {
        return expansion::fallback(cx, class, name.end);
    }
    // The user of a URI: its password is not the value.
    if delimiter.kind == Operator::Colon && uri::scheme_before(cx.bytes, name.start).is_some() {
        return;
    }
    match class {
        Class::Authorization => {
            return header::authorization(cx, delimiter.end, enclosing(cx, name, delimiter));
        }
        Class::Cookie => return header::cookies(cx, name, delimiter.end),
        Class::Signature if !query::is_parameter(cx, name) => return,
        _ => {}
    }
    if query::is_parameter(cx, name) && delimiter.kind == Operator::Equals {
        return query::parameter(cx, class, name, delimiter.end);
    }
    let enclosing = enclosing(cx, name, delimiter);
    if inside(cx, class, delimiter) {
        return;
    }
    let colon = delimiter.kind == Operator::Colon;
    if colon && (pair::marked(cx, class, delimiter.end) || below(cx, class, name, delimiter)) {
        return;
    }
    let from = delimiter.end + usize::from(colon) * emphasis(cx, delimiter.end);
    let Some(value) = value::read(cx, from, enclosing) else {
        return;
    };
    let value = if colon { stressed(cx, value) } else { value };
    if !cx.at(delimiter.start, b"=") || delimiter.kind != Operator::Comparison || value.quoted {
        judged(cx, class, name, delimiter, value, enclosing);
    }
}

/// A value that other rules would take for a placeholder or a word: in the braces of a connection string
/// (`Password={x};`), and the words of a seed phrase.
fn whole(cx: &Cx<'_>, name: Span, value: &Value) -> Option<Span> {
    let text = value.span.of(cx.text);
    if value.quoted {
        return None;
    }
    if let Some(inner) = text
        .strip_prefix('{')
        .and_then(|text| text.strip_suffix('}'))
    {
        let odbc = cx.byte(value.end) == b';' && verdict::has_mixture(inner.as_bytes());
        return odbc.then(|| Span::new(value.span.start + 1, value.span.end - 1));
    }
    let phrase = cx.bytes[name.start..name.end].to_ascii_lowercase();
    if !phrase.ends_with(b"phrase") && !phrase.ends_with(b"mnemonic") {
        return None;
    }
    let line = &cx.bytes[value.span.start..cx.line_end(value.span.start)];
    let small = |b: &u8| b.is_ascii_lowercase() || *b == b' ';
    let line = &line[..line.iter().take(256).take_while(|b| small(b)).count()];
    let line = line.trim_ascii_end();
    let words = line.split(|b| *b == b' ');
    let fits = words.clone().all(|word| (3..=8).contains(&word.len()));
    let start = value.span.start;
    (fits && (12..=24).contains(&words.count())).then(|| Span::new(start, start + line.len()))
}

/// Length of the marks that end the emphasis of a name: `**Password:** x`.
fn emphasis(cx: &Cx<'_>, at: usize) -> usize {
    let marks = [&b"** "[..], b"__ ", b"* ", b"_ "];
    let mark = marks.iter().find(|mark| cx.at(at, mark));
    mark.map_or(0, |mark| mark.len())
}

/// A value in emphasis, without its marks: `Password: **x**`.
fn stressed(cx: &Cx<'_>, value: Value) -> Value {
    let text = value.span.of(cx.text);
    for mark in ["**", "__"] {
        let inner = text.strip_prefix(mark).and_then(|it| it.strip_suffix(mark));
        if !value.quoted && inner.is_some_and(|inner| !inner.is_empty()) {
            let span = Span::new(value.span.start + 2, value.span.end - 2);
            return Value { span, ..value };
        }
    }
    value
}

/// A password alone on the line below its name, as mails and installers show it.
fn below(cx: &mut Cx<'_>, class: Class, name: Span, delimiter: Delimiter) -> bool {
    let end = value::skip_blank(cx, delimiter.end);
    class == Class::Password
        && (matches!(cx.byte(end), b'\n' | b'\r') || cx.at(end, b"\\n"))
        && (written::begins_line(cx, name.start) == Some(false) || cx.before(name.start) == b'"')
        && statement::announced(cx, delimiter.start)
}

/// The quote in which name, delimiter and value stand together: `"NAME=value"`.
fn enclosing(cx: &Cx<'_>, name: Span, delimiter: Delimiter) -> Option<Quote> {
    (name.end == delimiter.start)
        .then(|| value::quote_before(cx, name.start))
        .flatten()
}

fn judged(
    cx: &mut Cx<'_>,
    class: Class,
    name: Span,
    delimiter: Delimiter,
    value: Value,
    enclosing: Option<Quote>,
) {
    let span = header::without_scheme(cx, value.span);
    let (span, value) = match whole(cx, name, &value) {
        Some(span) => (
            span,
            Value {
                span,
                quoted: true,
                ..value
            },
        ),
        None => (span, value),
    };
    if cx.at(span.start, b"$(") {
        return pipe::substituted(cx, class, span);
    }
    if is_command(cx, delimiter, &value) {
        return pipe::substituted(cx, class, span);
    }
    let form = written::form(cx, name, delimiter, &value, enclosing.is_some());
    if is_coordinate(cx, class, name, delimiter, &value) {
        return;
    }
    let set = form.quoted || form.alone || form.shell || form.logged;
    let once = class == Class::Weak
        && set
        && once::is_code(span.of(cx.text))
        && once::is_name(&cx.bytes[name.start..name.end]);
    if once || is_known(cx, span) || verdict::is_secret(class, span.of(cx.text), form) {
        report(cx, class, name, span);
        if class == Class::Password {
            login::beside(cx, span);
        }
        changed(cx, class, &value);
        wrapped(cx, value);
    } else if matches!(class, Class::Weak | Class::Token)
        && strength::is_scattered(span.of(cx.text).as_bytes())
        && provider::begins(cx, name)
    {
        report(cx, Class::Token, name, span);
    } else if let Some(literal) = call::wrapped(cx, &value) {
        quoted(cx, class, literal);
    } else if !value.quoted {
        alternative(cx, class, value);
    }
}

/// `NAME=`pwgen 20 1``: what a command prints, in the quotes of old shells.
fn is_command(cx: &Cx<'_>, delimiter: Delimiter, value: &Value) -> bool {
    let shell = cx.at(delimiter.start, b"=`") && value.span.start == delimiter.end + 1;
    let mut words = value.span.of(cx.text).splitn(2, ' ');
    let program = words.next().unwrap_or_default();
    let named = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-_/.".contains(&b);
    shell && words.next().is_some() && program.bytes().all(named)
}

/// Whether a known secret was just met there: nothing has to be judged again.
fn is_known(cx: &Cx<'_>, span: Span) -> bool {
    let last = cx.findings.iter().rev().take(4);
    last.into_iter()
        .any(|found| found.span == span && found.rank == Rank::Known)
}

/// `"x" -> "y"`: a plan of Terraform shows both values.
fn changed(cx: &mut Cx<'_>, class: Class, value: &Value) {
    let next = (value.quoted && cx.at(value.end, b" -> ")).then_some(value.end + 4);
    let opened = next.and_then(|at| value::opening(cx, at));
    if let Some(value) = opened.and_then(|(quote, inside)| value::quoted(cx, quote, inside)) {
        quoted(cx, class, value);
    }
}

/// A value in brackets: `auth = ("user", "x")`, `"password": ["x"]`, `"password": {"value": "x"}`.
fn inside(cx: &mut Cx<'_>, class: Class, delimiter: Delimiter) -> bool {
    let open = value::skip_blank(cx, delimiter.end);
    let bracket = cx.byte(open);
    let first = value::skip_blank(cx, open + 1);
    if !matches!(bracket, b'(' | b'[' | b'{') || value::opening(cx, first).is_none() {
        return false;
    }
    match (bracket, class) {
        (b'(' | b'[', Class::Weak) => call::tuple(cx, open),
        (b'[', Class::Password | Class::Secret | Class::Token) => {
            let value = value::read(cx, first, None).filter(|value| value.closed);
            let mixed = |value: &Value| verdict::has_mixture(value.span.of(cx.text).as_bytes());
            if let Some(value) = value.filter(mixed) {
                quoted(cx, class, value);
            }
        }
        (b'{', Class::Password | Class::Secret | Class::Token) => {
            let limit = cx.bytes.len().min(open + 256);
            let part = &cx.bytes[open..limit];
            let end = memchr::memchr(b'}', part).unwrap_or(part.len());
            let field = memchr::memmem::find(&part[..end], b"\"value\"").map(|at| open + at + 7);
            let colon = field
                .map(|at| value::skip_blank(cx, at))
                .filter(|at| cx.byte(*at) == b':');
            if let Some(value) = colon.and_then(|at| value::read(cx, at + 1, None)) {
                quoted(cx, class, value);
            }
        }
        _ => return false,
    }
    true
}

fn quoted(cx: &mut Cx<'_>, class: Class, value: Value) {
    if value.quoted && verdict::is_secret(class, value.span.of(cx.text), Form::QUOTED) {
        cx.secret(value.span, Rank::Context, Rule::Assignment);
    }
}

/// `group:artifact:version` of a package: a colon without blanks, no quotes, dots in the name or the value.
fn is_coordinate(
    cx: &Cx<'_>,
    class: Class,
    name: Span,
    delimiter: Delimiter,
    value: &Value,
) -> bool {
    let glued = delimiter.kind == Operator::Colon
        && name.end == delimiter.start
        && value.span.start == delimiter.end;
    // A handle stands for an address or a host, which have dots.
    let dots = |span: Span| {
        memchr::memchr(b'.', &cx.bytes[span.start..span.end]).is_some()
            || matches!(verdict::without_handles(span.of(cx.text)), Cow::Owned(_))
    };
    let weak = matches!(class, Class::Weak | Class::Token | Class::Secret);
    glued
        && !value.quoted
        && weak
        && (dots(name) || dots(value.span))
        && (dots(name) && dots(value.span) || !verdict::looks_random(value.span.of(cx.text)))
        || glued && class == Class::Weak && dots(value.span)
}

fn report(cx: &mut Cx<'_>, class: Class, name: Span, span: Span) {
    let rank = match class {
        Class::Weak | Class::Likely => Rank::Entropy,
        _ => Rank::Context,
    };
    let rule = if cx.ends_at(name.start, b"--") {
        Rule::Flag
    } else {
        Rule::Assignment
    };
    cx.secret(span, rank, rule);
}

/// A literal behind a reference: `process.env.X || 'literal'`, `os.environ.get("X") or "literal"`.
fn alternative(cx: &mut Cx<'_>, class: Class, value: Value) {
    let end = cx.line_end(value.span.start).min(value.span.start + 200);
    let line = &cx.bytes[value.span.start..end];
    // An expression of a build server may be nothing but a literal: `${{ 'x' }}`.
    let found = [&b"|| "[..], b"?? ", b"?: ", b" or ", b"${{ "]
        .iter()
        .find_map(|operator| memchr::memmem::find(line, operator).map(|at| at + operator.len()));
    let Some(from) = found.map(|at| value.span.start + at) else {
        return;
    };
    let literal =
        value::opening(cx, from).and_then(|(quote, inside)| value::quoted(cx, quote, inside));
    if let Some(literal) = literal.filter(|it| {
        let text = it.span.of(cx.text);
        verdict::has_mixture(text.as_bytes()) && verdict::is_secret(class, text, Form::QUOTED)
    }) {
        cx.secret(literal.span, Rank::Context, Rule::Assignment);
    }
}

/// A value that goes on in the next line: a string behind a diff sign or a gutter, a bare one behind a backslash.
fn wrapped(cx: &mut Cx<'_>, value: Value) {
    let joined = written::goes_on_below(cx, &value);
    if !joined && (value.closed || cx.byte(value.end) != b'\n') {
        return;
    }
    let from = value.end + 1 + usize::from(joined);
    let end = cx.line_end(from);
    let mark = usize::from(!joined && matches!(cx.byte(from), b'+' | b'-' | b' ' | b'|'));
    let start = value::skip_blank(cx, from + mark);
    let len = cx.bytes[start..end.max(start)]
        .iter()
        .take_while(|&&b| {
            b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=' | b'_' | b'-' | b'.')
        })
        .count();
    let ends = match joined {
        true => matches!(cx.byte(start + len), b'\n' | b'\r' | 0),
        false => matches!(cx.byte(start + len), b'"' | b'\'' | b'`'),
    };
    // Behind blanks a shell begins the next word.
    let word = joined && start > from;
    let option = cx.byte(start) == b'-' || !verdict::has_mixture(&cx.bytes[start..start + len]);
    if len >= 8 && ends && !(word && option) {
        cx.secret(
            Span::new(start, start + len),
            Rank::Context,
            Rule::Assignment,
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::contexts::found;

    #[test]
    fn configuration_and_shells() {
        assert_eq!(found("DB_PASSWORD=hunter2Larch\nPORT=80"), ["hunter2Larch"]);
        assert_eq!(found("export API_KEY=\"k7 Lm2\"; ls"), ["k7 Lm2"]);
        assert_eq!(found("PASSWORD=OrchidFogLamp"), ["OrchidFogLamp"]);
        assert_eq!(
            found("admin_password: \"four lamps in fog\"\n"),
            ["four lamps in fog"]
        );
        assert_eq!(found("password: letmein\nuser: bob"), ["letmein"]);
        assert_eq!(found("  token: 'k7Lm2Qp9'"), ["k7Lm2Qp9"]);
        assert_eq!(found("{\"password\": \"lamp\", \"n\": 1}"), ["lamp"]);
        assert_eq!(
            found("{\"q\":\"{\\\"password\\\": \\\"lamp77\\\"}\"}"),
            ["lamp77"]
        );
        assert_eq!(found("client_secret = 'Larch.77.fog'"), ["Larch.77.fog"]);
        assert_eq!(found("spring.datasource.password=orchid"), ["orchid"]);
        assert_eq!(found("+password = orchid77\n"), ["orchid77"]);
        assert_eq!(found("     3→API_TOKEN=orchid77\n"), ["orchid77"]);
        assert_eq!(
            found("[\"PATH=/bin\",\"DB_PASS=fog b, c7\"]"),
            ["fog b, c7"]
        );
        assert_eq!(found("user=bob password=orchid77 ok"), ["orchid77"]);
        assert_eq!(
            found("Server=db;User ID=app;Password=Orchid.Fog77;Encrypt=True"),
            ["Orchid.Fog77"]
        );
        assert_eq!(found("pwd=Orchid77Fog;uid=app"), ["Orchid77Fog"]);
        assert_eq!(found("password: Fog.Orchid77\n"), ["Fog.Orchid77"]);
        assert!(found("password: form.orchid,\n").is_empty());
        assert_eq!(found("密码\u{ff1a}orchid77Fog\n"), ["orchid77Fog"]);
        assert_eq!(found("password\u{ff1a} orchid77Fog\n"), ["orchid77Fog"]);
        assert_eq!(found("verification code\u{ff1a}593021\n"), ["593021"]);
        assert_eq!(
            found("WiFi\u{ff1a} Loom-5G / amber-Otter-41\n"),
            ["amber-Otter-41"]
        );
        assert_eq!(
            found("$user = \"zoe\"; $password = orchidfog;"),
            ["orchidfog"]
        );
        assert_eq!(found("password       => 'orchid77',"), ["orchid77"]);
        assert_eq!(found("dbpassword=orchid77"), ["orchid77"]);
        assert_eq!(found("token_v2=v02%3Aorchid77"), ["v02%3Aorchid77"]);
        // A piece of a token by the name of the whole.
        assert_eq!(
            found(
                "DEPLOY_TOKEN_PART1=k7Lm2Qp9x\nDEPLOY_TOKEN_PART2=Rt5Zw3bN8\nAPI_KEY_HALF2=vCq4Ty7s\n"
            ),
            ["k7Lm2Qp9x", "Rt5Zw3bN8", "vCq4Ty7s"]
        );
        assert_eq!(found("password: 'It''s-Ochre'"), ["It''s-Ochre"]);
        assert_eq!(found("x\\nPASSWORD=orchid77\\nY=1"), ["orchid77"]);
        assert_eq!(
            found("{\"out\":\"PASSWORD=orchid77\\r\\nY=1\\n\"}"),
            ["orchid77"]
        );
        assert_eq!(found("{\"password\": \"orchid77\\n\"}"), ["orchid77"]);
        assert_eq!(
            found("{\"q\":\"{\\\"password\\\": \\\"orchid77\\\\n\\\"}\"}"),
            ["orchid77"]
        );
    }

    #[test]
    fn source_code() {
        assert_eq!(found("var apiToken string = \"k7Lm2Qp9x\""), ["k7Lm2Qp9x"]);
        assert_eq!(
            found("const KEY_SECRET: &str = \"k7Lm2Qp9x\";"),
            ["k7Lm2Qp9x"]
        );
        assert_eq!(found("credential = 'k7Lm2Qp9x'"), ["k7Lm2Qp9x"]);
        assert_eq!(found("apiKey := \"k7Lm2Qp9x\""), ["k7Lm2Qp9x"]);
        assert_eq!(found("if password == \"team10\":"), ["team10"]);
        assert_eq!(found("{'api_key': b'k7Lm2Qp9x', 'n': 2}"), ["k7Lm2Qp9x"]);
        assert_eq!(
            found("os.environ['API_TOKEN'] = 'k7Lm2Qp9x'"),
            ["k7Lm2Qp9x"]
        );
        assert_eq!(
            found("apiKey = process.env.K || 'k7Lm2Qp9x'"),
            ["k7Lm2Qp9x"]
        );
        assert_eq!(found("login(user=\"x\", password=\"orchid\")"), ["orchid"]);
    }

    #[test]
    fn values_in_brackets_blocks_and_forms() {
        for text in [
            "Password: Orchid77Fog (temporary)",
            "password=Orchid77Fog&user=zoe",
            "PASSWORD: |\n  Orchid77Fog\nNEXT: x\n",
            "password: >-\n  Orchid77Fog\n",
            "auth=(\"mkrause\", \"Orchid77Fog\")",
            "\"auth\": [\"mkrause\", \"Orchid77Fog\"]",
            "\"password\": [\"Orchid77Fog\"]",
            "{\"password\":{\"type\":\"string\",\"value\":\"Orchid77Fog\"}}",
            "<entry key=\"db.password\">Orchid77Fog</entry>",
            "<setting name=\"ApiKey\" x=\"y\"><value>Orchid77Fog</value></setting>",
            "\npw: Orchid77Fog\n",
            "env: {DB_USER: app, DB_PASSWORD: Orchid77Fog, POOL: 5}",
            "password: ${{ 'Orchid77Fog' }}",
            "resource \"random_password\" \"db\" {\n  length = 16\n  result = \"Orchid77Fog\"\n}",
            "\"type\": \"random_password\", \"instances\": [{\"result\": \"Orchid77Fog\"}]",
            "env: { API_TOKEN: Orchid77Fog }",
            "root_password: !!str Orchid77Fog\n",
            "db_password: !unsafe 'Orchid77Fog'",
            "my $pass = q(Orchid77Fog);",
            "password = %q(Orchid77Fog)",
            "let password = r#\"Orchid77Fog\"#;",
            "ALTER USER zoe PASSWORD $$Orchid77Fog$$",
            "ansible -e \"ansible_password=Orchid77Fog env=dev\" all",
            "with: { password: Orchid77Fog, registry: x.io }",
            "env[DB_PASSWORD] = Orchid77Fog\n",
            "ENV['DB_PASSWORD'] ||= 'Orchid77Fog'",
            "SetEnv DB_PASSWORD Orchid77Fog\n",
            "fastcgi_param DB_PASSWORD Orchid77Fog;",
            "LoginRequest(user=x, password=Orchid77Fog, remember=true)",
            "psql -v \"password=Orchid77Fog mode=x\"",
        ] {
            assert_eq!(found(text), ["Orchid77Fog"], "{text}");
        }
    }

    #[test]
    fn drawn_values_wherever_they_stand() {
        for text in [
            "connect with password=Vt3kR8nB5wZ2, host=db",
            "{host: db, password: Vt3kR8nB5wZ2}",
            "login(user, password=Vt3kR8nB5wZ2)",
            "a/x.yml:14:  password: Vt3kR8nB5wZ2",
            "hasło: Vt3kR8nB5wZ2",
            "Mot de passe : Vt3kR8nB5wZ2",
            "비밀번호: Vt3kR8nB5wZ2",
            "mysql --password=Vt3kR8nB5wZ2|grep x",
            "helm install --set auth.password=Vt3kR8nB5wZ2,ingress.host=x",
            "cfg: password=Vt3kR8nB5wZ2|user=zoe",
            "export DB_PASSWORD=Vt3kR8nB5wZ2;./run.sh",
            "{&quot;password&quot;:&quot;Vt3kR8nB5wZ2&quot;}",
            "Login: mkrause, password: Vt3kR8nB5wZ2",
            "**Username:** mkrause **Password:** Vt3kR8nB5wZ2",
            "Log in as mkrause / password: Vt3kR8nB5wZ2.",
            "LoginRequest(user=x, password=Vt3kR8nB5wZ2, remember=true)",
            "jdbc:sqlserver://db7;user=app;password={Vt3kR8nB5wZ2};",
            "{\"text\":\"Password:\\nVt3kR8nB5wZ2\\n\"}",
            "const p = process.env.DB_PASSWORD || \"Vt3kR8nB5wZ2\";",
            "p = process.env.API_TOKEN ?? 'Vt3kR8nB5wZ2'",
        ] {
            assert_eq!(found(text), ["Vt3kR8nB5wZ2"], "{text}");
        }
        assert!(found("login(token=sha256b64, salt)").is_empty());
        let phrase = "ridge lamp orbit canal mango swift pearl velvet noble quartz hazel timber";
        assert_eq!(found(&format!("seed phrase: {phrase}\n")), [phrase]);
        assert_eq!(
            found("~ password = \"Fog-41\" -> \"Lamp-7\"\n"),
            ["Fog-41", "Lamp-7"]
        );
    }

    #[test]
    fn not_secrets() {
        for text in [
            "tokenizer=bpe",
            "secretary=Jan",
            "MAX_TOKENS = 100",
            "TOKEN_BUDGET: int = 8192",
            "author: Jan",
            "passwords_file=/x/y",
            "api_key = os.environ['API_KEY']",
            "password = getpass.getpass()",
            "token: str",
            "password: string;",
            "  password: Option<String>,",
            "token=\"<your-token>\"",
            "password=changeme",
            "password: ${DB_PASSWORD}",
            "token: ***",
            "secret: null",
            "login(password=password)",
            "password=var.db_password",
            "token = self.token",
            "api_key: process.env.KEY,",
            "token = next_token(x)",
            "password: Enter your password",
            "\"password\": \"Enter your password\"",
            "error: invalid token: unexpected end",
            "key = 'value'",
            "(using password: YES)",
            "PWD=/home/zoe",
            "password = $(cat x)",
            "import { token } from 'x'",
            "SECRET = os.getenv(",
            "token::new(x)",
            "secret_file: /run/secrets/x",
            "PASS: test_login_ok",
            "if token == '{':",
            "PuttyPassword=0",
            "password: {type: string}",
            "const { token } = useAuth();",
            "\"token\": [\"id\", \"name\"]",
            "auth = (user, password)",
            "password: |\n  Enter it here\n",
            "\"password\": {\"type\": \"string\", \"minLength\": 8}",
            "\"jsonwebtoken\": \"^9.0.2\"",
            "password: !Ref DbPassword2\n",
            "$password = shift;",
            "$password = trim($x);",
            "password: \"at least eight characters\"",
            "{password: Base64, n: 1}",
            "  user: string, password: Base64",
            "The second pass: resolve2 all names",
            "UPDATE users SET password = :pw2 WHERE id = 1",
            "password: \"the second of two\"",
            "password: \"minLength: 8, maxLength: 64\"",
            "credentials: aws-prod-2\n",
            "aws_credentials: role_arn2\n",
            "**Token**: `TokenKind::Ident2`",
            "credentials: \"include\"",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }

    #[test]
    fn a_string_wrapped_in_a_diff() {
        let text = "+ \"token\": \"k7Lm2Qp9xRt5\n+Zw3bN8vC\"\n";
        assert_eq!(found(text), ["k7Lm2Qp9xRt5", "Zw3bN8vC"]);
        for text in [
            "API_KEY=k7Lm2Qp9xRt5\\\nZw3bN8vC\nNEXT=1\n",
            "api.token=k7Lm2Qp9xRt5\\\n    Zw3bN8vC\n",
            "token: \"k7Lm2Qp9xRt5\\\n  Zw3bN8vC\"\n",
        ] {
            assert_eq!(found(text), ["k7Lm2Qp9xRt5", "Zw3bN8vC"], "{text}");
        }
        assert_eq!(
            found("docker run -e API_KEY=k7Lm2Qp9xRt5\\\n  --name=web-7a \\\n  img"),
            ["k7Lm2Qp9xRt5"]
        );
    }
}
