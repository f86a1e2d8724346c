//! Names and values that stand apart: XML elements, arguments of a call, entries of a list of
//! `{name, value}`.

use super::header;
use super::keys::Class;
use super::value::{self, Value};
use super::verdict::{self, Form};
use crate::detect::Cx;
use crate::{Rank, Rule, Span};

/// How far the value of an entry may stand from its name.
const REACH: usize = 256;

fn report(cx: &mut Cx<'_>, class: Class, span: Span) {
    match class {
        Class::Authorization => return header::credentials(cx, span),
        Class::Cookie => return header::pairs(cx, span),
        _ => {}
    }
    let span = header::without_scheme(cx, span);
    if verdict::is_secret(class, span.of(cx.text), Form::QUOTED) {
        let rank = if class == Class::Weak {
            Rank::Entropy
        } else {
            Rank::Context
        };
        cx.secret(span, rank, Rule::Assignment);
    }
}

/// `<password>value</password>`, escaped or not.
pub(crate) fn element(cx: &mut Cx<'_>, class: Class, name: Span) -> bool {
    let open = matches!(cx.before(name.start), b'<' | b':') || cx.ends_at(name.start, b"&lt;");
    let tag = &cx.bytes[name.end..cx.line_end(name.end).min(name.end + 160)];
    let close = if cx.byte(name.end) == b'>' {
        1
    } else if open && cx.byte(name.end) == b' ' {
        match memchr::memchr(b'>', tag) {
            Some(at) if tag[at - 1] != b'/' => at + 1,
            _ => return false,
        }
    } else if cx.at(name.end, b"&gt;") {
        4
    } else {
        return false;
    };
    if !open {
        return false;
    }
    // `<Password>` of an answer file of Windows holds `<Value>x</Value>`.
    let start = inside_value(cx, name.end + close);
    let cdata = b"<![CDATA[";
    let cdata = cx.at(start, cdata).then_some(start + cdata.len());
    let start = cdata.unwrap_or(start);
    let part = &cx.bytes[start..cx.bytes.len().min(start + 4096)];
    let end: &[u8] = match cdata {
        Some(_) => b"]]>",
        None if !cx.at(name.end, b"&") => b"</",
        None => b"&lt;/",
    };
    let end = memchr::memmem::find(part, end);
    if let Some(len) = end.filter(|len| cdata.is_some() || !part[..*len].contains(&b'<')) {
        let blank = part[..len]
            .iter()
            .take_while(|b| b.is_ascii_whitespace())
            .count();
        let tail = part[blank..len]
            .iter()
            .rev()
            .take_while(|b| b.is_ascii_whitespace())
            .count();
        report(cx, class, Span::new(start + blank, start + len - tail));
    }
    true
}

/// Behind `<Value>`, where an element begins with it.
fn inside_value(cx: &Cx<'_>, start: usize) -> usize {
    let rest = cx.bytes.get(start..).unwrap_or_default().iter();
    let blank = rest.take(64).take_while(|b| b.is_ascii_whitespace());
    let at = start + blank.count();
    let tag = [&b"<Value>"[..], b"<value>"]
        .into_iter()
        .find(|tag| cx.at(at, tag));
    tag.map_or(start, |tag| at + tag.len())
}

/// Text in the next element of a page: `<td>Password</td><td>value</td>`, `<b>Password:</b> value`. The name, or the
/// colon behind it, ends at `from`, and its element there.
pub(crate) fn marked(cx: &mut Cx<'_>, class: Class, from: usize) -> bool {
    #[rustfmt::skip]
    const TAGS: &[&[u8]] = &[b"td", b"dd", b"code", b"span", b"b", b"strong", b"pre", b"kbd", b"tt", b"p", b"br", b"em", b"string"];
    if !cx.at(from, b"</") && !cx.at(from, b"<\\/") {
        return false;
    }
    let limit = cx.bytes.len().min(from + REACH);
    let mut at = from;
    while at < limit {
        match cx.bytes[at] {
            b'<' => {
                let escape = usize::from(cx.byte(at + 1) == b'\\');
                let name = at + 1 + escape + usize::from(cx.byte(at + 1 + escape) == b'/');
                let rest = &cx.bytes[name..limit.max(name)];
                let tag = &rest[..rest
                    .iter()
                    .take_while(|b| b.is_ascii_alphanumeric())
                    .count()];
                let Some(close) = memchr::memchr(b'>', rest) else {
                    return true;
                };
                if name == at + 1 && !TAGS.contains(&tag) {
                    return true;
                }
                at = name + close + 1;
            }
            b':' => at += 1,
            byte if byte.is_ascii_whitespace() => at += 1,
            _ => break,
        }
    }
    let text = &cx.bytes[at.min(limit)..limit];
    let len = text
        .iter()
        .position(|b| *b == b'<' || b.is_ascii_whitespace())
        .unwrap_or(text.len());
    let span = cx.between(at, at + len);
    if span.len() >= 6 && verdict::has_mixture(&cx.bytes[span.start..span.end]) {
        report(cx, class, span);
    }
    true
}

/// `f("NAME", "value")`, `define(NAME, 'value')`.
pub(crate) fn argument(cx: &mut Cx<'_>, class: Class, name: Span) -> bool {
    let after = value::opening(cx, name.end).map_or(name.end, |(_, inside)| inside);
    let after = value::skip_blank(cx, after);
    if cx.byte(after) != b',' {
        return false;
    }
    let start = value::skip_blank(cx, after + 1);
    let named = [&b"default="[..], b"default: ", b"fallback="];
    let named = named.iter().find(|name| cx.at(start, name));
    let start = start + named.map_or(0, |name| name.len());
    let Some((quote, inside)) = value::opening(cx, start) else {
        return false;
    };
    let Some(value) = value::quoted(cx, quote, inside) else {
        return false;
    };
    // In a list of names, or in an object, the next string is no value.
    let next = cx.byte(value::skip_blank(cx, value.end));
    let in_call = cx.bytes[name.start.saturating_sub(80)..name.start]
        .iter()
        .rev()
        .take_while(|b| !matches!(b, b'\n' | b'[' | b'{' | b';'))
        .any(|b| *b == b'(');
    let random = verdict::looks_random(inner(cx, value.span).of(cx.text));
    if !in_call && !random || next == b':' || !value.closed {
        return false;
    }
    if likely_value(cx, class, &value) {
        report(cx, class, inner(cx, value.span));
    }
    true
}

/// What is left of a string that holds a quoted string (`'"x"'` in build files).
fn inner(cx: &Cx<'_>, span: Span) -> Span {
    let quotes = |byte: &&u8| matches!(**byte, b'"' | b'\\');
    let text = &cx.bytes[span.start..span.end];
    let lead = text.iter().take_while(quotes).count();
    let tail = text[lead..].iter().rev().take_while(quotes).count();
    Span::new(span.start + lead, span.end - tail)
}

/// A string argument beside a name may be another name.
fn likely_value(cx: &Cx<'_>, class: Class, value: &Value) -> bool {
    let text = value.span.of(cx.text).as_bytes();
    verdict::has_mixture(text) || class == Class::Password && text.len() >= 6
}

/// `{"name": "NAME", "value": "x"}`, `<add key="NAME" value="x"/>`, `- name: NAME` and `value: x` on the next
/// line, in either order.
pub(crate) fn entry(cx: &mut Cx<'_>, class: Class, name: Span) -> bool {
    if cx.ends_at(name.start, b"variable \"") {
        return variable(cx, class, name);
    }
    if cx.at(name.start, b"random_password") && cx.before(name.start) == b'"' {
        return generated(cx, class, name);
    }
    if !is_name_of_entry(cx, name) && !is_input(cx, name) {
        return false;
    }
    if let Some(value) = value_after(cx, name.end).or_else(|| value_before(cx, name.start)) {
        report(cx, class, value.span);
    } else if let Some(span) = text_of_element(cx, name.end) {
        report(cx, class, span);
    }
    true
}

/// `<entry key="NAME">value</entry>`, `<setting name="NAME"><value>value</value></setting>`.
fn text_of_element(cx: &Cx<'_>, from: usize) -> Option<Span> {
    let line = &cx.bytes[from..cx.line_end(from).min(from + REACH)];
    let mut start = from + memchr::memchr(b'>', line)? + 1;
    if cx.at(start - 2, b"/>") {
        return None;
    }
    if cx.at(start, b"<value>") {
        start += 7;
    }
    let rest = &cx.bytes[start..cx.line_end(start)];
    let len = memchr::memchr(b'<', rest)?;
    let closed = rest[len..].starts_with(b"</") && len > 0;
    closed.then(|| Span::new(start, start + len))
}

/// `variable "NAME" { default = "x" }` of Terraform.
fn variable(cx: &mut Cx<'_>, class: Class, name: Span) -> bool {
    let part = &cx.bytes[name.end..cx.bytes.len().min(name.end + REACH)];
    let limit = memchr::memchr(b'}', part).unwrap_or(part.len());
    let at = memchr::memmem::find(&part[..limit], b"default");
    if let Some(value) = at.and_then(|at| read_field(cx, name.end + at + 7)) {
        report(cx, class, value.span);
    }
    true
}

/// `resource "random_password" "x" { result = "y" }` of Terraform, also in its state.
fn generated(cx: &mut Cx<'_>, class: Class, name: Span) -> bool {
    let part = &cx.bytes[name.end..cx.bytes.len().min(name.end + 8 * REACH)];
    let next = memchr::memmem::find(&part[1.min(part.len())..], b"random_password");
    let part = &part[..next.unwrap_or(part.len())];
    let at = memchr::memmem::find_iter(part, b"result").find(|at| {
        let before = at.checked_sub(1).map_or(0, |at| part[at]);
        !value::is_name_byte(before)
    });
    if let Some(value) = at.and_then(|at| read_field(cx, name.end + at + 6)) {
        report(cx, class, value.span);
    }
    true
}

/// Whether the name is the type of a field of a form: `<input type="password" value="x">`.
fn is_input(cx: &Cx<'_>, name: Span) -> bool {
    let lead = &cx.bytes[name.start.saturating_sub(160)..name.start];
    let tag = memchr::memrchr(b'<', lead).map_or(&[][..], |at| &lead[at..]);
    tag.starts_with(b"<input ") && (tag.ends_with(b"type=\"") || tag.ends_with(b"type='"))
}

/// Whether `name: `, `key=` or the like stands before the name.
fn is_name_of_entry(cx: &Cx<'_>, name: Span) -> bool {
    const FIELDS: &[&[u8]] = &[
        b"name",
        b"key",
        b"variable",
        b"field",
        b"option",
        b"parameter",
        b"header",
        b"id",
    ];
    let before = &cx.bytes[name.start.saturating_sub(24)..name.start];
    let mut at = before.len();
    while at > 0
        && matches!(
            before[at - 1],
            b' ' | b'"' | b'\'' | b'\\' | b':' | b'=' | b'>'
        )
    {
        at -= 1;
    }
    let delimited = before[at..].iter().any(|byte| matches!(byte, b':' | b'='));
    let field = &before[..at];
    delimited
        && FIELDS.iter().any(|one| {
            field.len() >= one.len() && field[field.len() - one.len()..].eq_ignore_ascii_case(one)
        })
}

/// The field `value` behind the name, within the same entry.
fn value_after(cx: &Cx<'_>, from: usize) -> Option<Value> {
    let part = &cx.bytes[from..cx.bytes.len().min(from + REACH)];
    let limit = part
        .iter()
        .position(|byte| matches!(byte, b'}' | b'>' | b'{'))
        .unwrap_or(part.len());
    let at = find_value_field(&part[..limit])?;
    read_field(cx, from + at)
}

/// The field `value` before the name, within the same braces.
fn value_before(cx: &Cx<'_>, to: usize) -> Option<Value> {
    let floor = to.saturating_sub(8 * REACH);
    let part = &cx.bytes[floor..to];
    let start = memchr::memrchr(b'{', part)?;
    let at = find_value_field(&part[start..])?;
    read_field(cx, floor + start + at)
}

/// Offset behind the word `value` or `default`.
fn find_value_field(part: &[u8]) -> Option<usize> {
    [&b"value"[..], b"Value", b"content", b"default"]
        .iter()
        .find_map(|word| memchr::memmem::find(part, word).map(|at| at + word.len()))
}

pub(crate) fn read_field(cx: &Cx<'_>, at: usize) -> Option<Value> {
    let mut at = at;
    while matches!(cx.byte(at), b'"' | b'\'' | b'\\' | b' ') {
        at += 1;
    }
    matches!(cx.byte(at), b':' | b'=')
        .then(|| value::read(cx, at + 1, None))
        .flatten()
}

#[cfg(test)]
mod tests {
    use crate::contexts::found;

    #[test]
    fn elements() {
        assert_eq!(found("<password>orchid77</password>"), ["orchid77"]);
        assert_eq!(found("<apiKey>\n  k7Lm2Qp9\n</apiKey>"), ["k7Lm2Qp9"]);
        assert_eq!(
            found("<password>orchid&amp;77</password>"),
            ["orchid&amp;77"]
        );
        assert_eq!(
            found("<password><![CDATA[orchid<77&x]]></password>"),
            ["orchid<77&x"]
        );
        assert_eq!(found("&lt;apiKey&gt;k7Lm2Qp9&lt;/apiKey&gt;"), ["k7Lm2Qp9"]);
        assert_eq!(
            found(
                "<Password>\n  <Value>orchid77</Value>\n  <PlainText>true</PlainText>\n</Password>"
            ),
            ["orchid77"]
        );
        assert!(found("<password>${db.password}</password> <token/>").is_empty());
        assert!(found("<token><type>word2</type></token>").is_empty());
    }

    #[test]
    fn texts_of_a_page() {
        for text in [
            "<tr><td>Password</td><td>orchid77</td></tr>",
            "<tr><td>Password</td>\n  <td><code>orchid77</code></td></tr>",
            "<dt>Password</dt><dd>orchid77</dd>",
            "<th>API key</th><td>orchid77</td>",
            "<b>Password:</b> orchid77<br>",
            "<strong>Password</strong>: orchid77</p>",
            "{\"html\":\"<td>Password<\\/td><td>orchid77<\\/td>\"}",
            "<key>apiToken</key>\n<string>orchid77</string>",
            "<wsse:Password Type=\"text\">orchid77</wsse:Password>",
        ] {
            assert_eq!(found(text), ["orchid77"], "{text}");
        }
        for text in [
            "<label>Password</label><input type=\"password\"><button>Login2</button>",
            "<td>Password</td><td>required</td><td>min8chars</td>",
            "<b>Password:</b> at least 8 characters",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }

    #[test]
    fn arguments() {
        assert_eq!(
            found("System.setProperty(\"API_TOKEN\", \"k7Lm2Qp9\")"),
            ["k7Lm2Qp9"]
        );
        assert_eq!(found("os.getenv('API_KEY','k7Lm2Qp9')"), ["k7Lm2Qp9"]);
        assert_eq!(found("define('DB_PASSWORD', 'orchid');"), ["orchid"]);
        assert_eq!(
            found("easy_setopt(curl, CURLOPT_PASSWORD, \"orchid77\");"),
            ["orchid77"]
        );
        assert_eq!(
            found("field 'String' , 'API_KEY' , '\"951bc382db9cfee29c68634\"'"),
            ["951bc382db9cfee29c68634"]
        );
        assert!(found("f(\"token\", \"user\", \"name\")").is_empty());
        assert!(found("[\"password\", \"username7\"]").is_empty());
    }

    #[test]
    fn entries() {
        assert_eq!(
            found("{\"name\":\"DB_PASSWORD\",\"value\":\"orchid77\"}"),
            ["orchid77"]
        );
        assert_eq!(
            found("{\"value\":\"orchid77\",\"name\":\"DB_PASSWORD\"}"),
            ["orchid77"]
        );
        assert_eq!(
            found("{\"value\":\"Bearer k7Lm2Qp9x\",\"name\":\"Authorization\"}"),
            ["k7Lm2Qp9x"]
        );
        assert_eq!(
            found("{\"name\":\"Set-Cookie\",\"value\":\"sid=k7Lm2Qp9x; Path=/\"}"),
            ["k7Lm2Qp9x"]
        );
        assert_eq!(
            found("req.setHeader('Cookie', 'sid=k7Lm2Qp9x; theme=dark')"),
            ["k7Lm2Qp9x"]
        );
        assert_eq!(
            found("- name: DB_PASSWORD\n  value: orchid77\n"),
            ["orchid77"]
        );
        assert_eq!(
            found("<input name=\"p\" type=\"password\" value=\"orchid&#39;77\">"),
            ["orchid&#39;77"]
        );
        assert_eq!(
            found("<add key=\"ClearTextPassword\" value=\"orchid77\" />"),
            ["orchid77"]
        );
        assert!(
            found("- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef: {name: x}\n").is_empty()
        );
        assert!(found("<entry key=\"token.count\" value=\"executed\" />").is_empty());
    }
}
