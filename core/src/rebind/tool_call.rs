//! The arguments of a tool call, field by field.
//!
//! A span rewrite: strings that change are exchanged, every other byte stays as it is.

use super::path::Manner;
use super::tools::{self, Field, Fields};
use super::{Local, command, display, in_word, look_alike, patch, path, refuse, url, write};
use crate::config::Access;
use crate::json::{self, Event, Reader};
use crate::locate::{self, Located, Stand};
use crate::{ReboundCall, Refusal, RefusalKind, Shell, Span, Words};

/// Restores `args`, the JSON object of a call of the tool `name`.
pub(crate) fn rebind(local: Local<'_>, name: &str, args: &str) -> Result<ReboundCall, Refusal> {
    rebind_after(local, name, args, Vec::new())
}

/// The same for one of several calls: `env` has the variables of those before it.
pub(super) fn rebind_after(
    local: Local<'_>,
    name: &str,
    args: &str,
    env: Vec<(String, String)>,
) -> Result<ReboundCall, Refusal> {
    let fields = Fields::of(name, &local.bounds.described);
    let mut leaves = leaves(args, fields)?;
    if goes_to_others(local, args, &leaves, fields) {
        let texts = leaves
            .iter_mut()
            .filter(|leaf| leaf.field == Field::Text && !leaf.is_key);
        texts.for_each(|leaf| leaf.field = Field::ThirdParty);
    }
    let mut call = Call {
        local,
        args,
        file: None,
        env,
        paths: Vec::new(),
        out: String::with_capacity(args.len() + 64),
        done: 0,
    };
    call.find_file(&leaves)?;
    let mut rest = &leaves[..];
    while let Some((leaf, tail)) = rest.split_first() {
        let run = 1 + tail
            .iter()
            .take_while(|next| leaf.array.is_some() && next.array == leaf.array)
            .count();
        let result = match leaf.field {
            Field::Command(_) if leaf.array.is_some() => call.argv(&rest[..run]),
            _ => call.leaf(leaf),
        };
        result.map_err(|refusal| located_in(refusal, args, leaf))?;
        rest = match leaf.field {
            Field::Command(_) if leaf.array.is_some() => &rest[run..],
            _ => tail,
        };
    }
    call.out.push_str(&args[call.done..]);
    Ok(ReboundCall {
        args: call.out,
        env: call.env,
        paths: call.paths,
    })
}

/// A string of the arguments.
struct Leaf {
    span: Span,
    field: Field,
    /// Offset of the array it is an element of.
    array: Option<usize>,
    is_key: bool,
}

/// The strings of the document, in order.
fn leaves(args: &str, fields: Fields<'_>) -> Result<Vec<Leaf>, Refusal> {
    let mut leaves = Vec::with_capacity(8);
    let mut open: Vec<Open> = Vec::with_capacity(4);
    for (index, event) in Reader::new(args).enumerate() {
        let Ok(event) = event else {
            return refuse(RefusalKind::Malformed, Span::new(0, args.len()), NO_OBJECT);
        };
        if index == 0 && event != Event::Object {
            return refuse(RefusalKind::Malformed, Span::new(0, args.len()), NO_OBJECT);
        }
        let current = open.last().copied();
        let inherited = current.map_or(Field::Text, |open| open.field);
        match event {
            Event::Object => open.push(Open {
                array: None,
                field: inherited,
            }),
            Event::Array => open.push(Open {
                array: Some(index),
                field: inherited,
            }),
            Event::End => drop(open.pop()),
            Event::Key(span) => {
                let key = json::decode(span.of(args));
                if let Some(last) = open.last_mut() {
                    last.field = fields.field(&key);
                }
                leaves.push(Leaf {
                    span,
                    field: Field::Text,
                    array: None,
                    is_key: true,
                });
            }
            Event::Text(span) => leaves.push(Leaf {
                span,
                field: inherited,
                array: current.and_then(|open| open.array),
                is_key: false,
            }),
            Event::Other(_) => {}
        }
    }
    Ok(leaves)
}

/// Whether what a call says goes to somebody else, by what stands beside it: the URL of another host, or, for a tool that
/// is not known, an address (`{"channel": "...", "body": "..."}`).
fn goes_to_others(local: Local<'_>, args: &str, leaves: &[Leaf], fields: Fields<'_>) -> bool {
    leaves.iter().any(|leaf| {
        let text = || json::decode(leaf.span.of(args));
        match leaf.field {
            Field::Url => url::leaves(local, &text()),
            _ => leaf.is_key && !fields.are_known() && tools::is_address(&text()),
        }
    })
}

const NO_OBJECT: &str = "the arguments of a tool are one JSON object";

#[derive(Clone, Copy)]
struct Open {
    /// Number of the event that opened it, if it is an array.
    array: Option<usize>,
    /// What the value of the last key is.
    field: Field,
}

struct Call<'a> {
    local: Local<'a>,
    args: &'a str,
    /// The file that contents go to, and the leaf that names it.
    file: Option<(Span, String)>,
    env: Vec<(String, String)>,
    paths: Vec<(String, Access)>,
    out: String,
    done: usize,
}

impl Call<'_> {
    /// Contents may stand before the path they are for.
    fn find_file(&mut self, leaves: &[Leaf]) -> Result<(), Refusal> {
        let writes = leaves
            .iter()
            .any(|leaf| matches!(leaf.field, Field::Content | Field::Edit));
        let mut paths = leaves.iter().filter(|leaf| leaf.field == Field::WritePath);
        // Two paths: nobody knows which one a secret would go to.
        let (Some(leaf), None, true) = (paths.next(), paths.next(), writes) else {
            return Ok(());
        };
        let text = json::decode(leaf.span.of(self.args));
        let done = path::rebind(self.local, &text, Access::Write);
        let done = done.map_err(|refusal| located_in(refusal, self.args, leaf))?;
        self.paths.push((done.text.clone(), Access::Write));
        self.file = Some((leaf.span, done.text));
        Ok(())
    }

    fn leaf(&mut self, leaf: &Leaf) -> Result<(), Refusal> {
        let raw = leaf.span.of(self.args);
        let text = json::decode(raw);
        if leaf.is_key && !may_hold_any(self.local, &text) {
            return Ok(());
        }
        if let Some((span, file)) = &self.file
            && *span == leaf.span
        {
            let file = file.clone();
            self.exchange(leaf.span, &text, &file);
            return Ok(());
        }
        let done = self.field(leaf.field, &text)?;
        self.exchange(leaf.span, &text, &done);
        Ok(())
    }

    fn exchange(&mut self, span: Span, text: &str, done: &str) {
        if done != text {
            self.out.push_str(&self.args[self.done..span.start]);
            json::encode(done, &mut self.out);
            self.done = span.end;
        }
    }

    fn field(&mut self, field: Field, text: &str) -> Result<String, Refusal> {
        let local = self.local;
        match field {
            Field::ReadPath | Field::WritePath | Field::Glob if text.is_empty() => {
                Ok(String::new())
            }
            Field::ReadPath => self.path(text, Access::Read, Manner::Field),
            Field::WritePath => self.path(text, Access::Write, Manner::Field),
            Field::Glob => self.path(text, Access::Read, Manner::Glob),
            Field::Command(shell) => command::rebind_into(local, text, shell, &mut self.env),
            Field::Url => url::rebind(local, text),
            Field::Content => write::content(
                local,
                text,
                self.file.as_ref().map(|(_, file)| file.as_str()),
            ),
            Field::Edit => write::edit(
                local,
                text,
                self.file.as_ref().map(|(_, file)| file.as_str()),
            ),
            Field::Patch => patch::rebind(local, text, &mut self.paths),
            Field::Pattern => pattern(local, text),
            Field::Prompt => Ok(text.to_owned()),
            Field::ThirdParty => third_party(local, text),
            Field::Shown => Ok(display::rebind(local, text).text),
            Field::Text => plain(local, text),
        }
    }

    fn path(&mut self, text: &str, access: Access, manner: Manner) -> Result<String, Refusal> {
        let done = path::rebind_as(self.local, text, access, manner)?.text;
        self.paths.push((done.clone(), access));
        Ok(done)
    }

    /// A command that is an array: the arguments of a program.
    fn argv(&mut self, leaves: &[Leaf]) -> Result<(), Refusal> {
        let decoded: Vec<_> = leaves
            .iter()
            .map(|leaf| json::decode(leaf.span.of(self.args)))
            .collect();
        let words: Vec<&str> = decoded.iter().map(|word| &**word).collect();
        let shell = words
            .first()
            .is_some_and(|word| word.to_ascii_lowercase().contains("powershell"));
        let done = match shell && words.len() > 1 {
            true => self.power_shell(&words)?,
            false => match command::argv_into(self.local, &words, &mut self.env)? {
                Words::Argv(done) => done,
                Words::Text(text) => vec![text],
            },
        };
        for ((leaf, word), done) in leaves.iter().zip(&words).zip(&done) {
            self.exchange(leaf.span, word, done);
        }
        Ok(())
    }

    fn power_shell(&mut self, words: &[&str]) -> Result<Vec<String>, Refusal> {
        let mut done: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        if let (Some(last), Some(word)) = (done.last_mut(), words.last()) {
            *last = command::rebind_into(self.local, word, Shell::PowerShell, &mut self.env)?;
        }
        Ok(done)
    }
}

/// Whether the text could hold a stand-in at all.
fn may_hold_any(local: Local<'_>, text: &str) -> bool {
    local.table.has_surrogates() || memchr::memchr3(b'[', b'-', b'_', text.as_bytes()).is_some()
}

/// A field nobody knows: paths in it are judged as in a command, nothing leaves in a URL, and a secret has no
/// business there.
fn plain(local: Local<'_>, text: &str) -> Result<String, Refusal> {
    let whole = Span::new(0, text.len());
    let located = locate::locate(local.table, text);
    let path = text.contains('/') && !text.contains(char::is_whitespace);
    if path && look_alike::find(local, text, &located).is_some() {
        return refuse(RefusalKind::UnknownHandle, whole, path::LOOKS_LIKE);
    }
    for line in lines(text) {
        in_word::judge(local, line.of(text), Access::Read, line)?;
    }
    replace(local, text, |number, found, out| {
        if display::leaves_with_it(local, text, found, &located, true) != Some(false) {
            let message = "this value would go to another host; only a policy can allow that";
            return refuse(RefusalKind::Policy, found.span, message);
        }
        out.push_str(local.raw(number));
        Ok(())
    })
}

fn lines(text: &str) -> impl Iterator<Item = Span> {
    let ends = memchr::memchr_iter(b'\n', text.as_bytes()).chain([text.len()]);
    ends.scan(0, |start, end| {
        let line = Span::new(*start, end);
        *start = end + 1;
        Some(line)
    })
}

/// A regular expression: a handle becomes the text it stands for, unless its bracket is escaped.
fn pattern(local: Local<'_>, text: &str) -> Result<String, Refusal> {
    replace(local, text, |number, found, out| {
        let escapes = text[..found.span.start]
            .bytes()
            .rev()
            .take_while(|byte| *byte == b'\\')
            .count();
        if escapes % 2 == 1 {
            out.push_str(found.span.of(text));
            return Ok(());
        }
        for c in local.raw(number).chars() {
            if matches!(
                c,
                '\\' | '.' | '+' | '*' | '?' | '(' | ')' | '|' | '[' | ']' | '{' | '}' | '^' | '$'
            ) {
                out.push('\\');
            }
            out.push(c);
        }
        Ok(())
    })
}

/// Nothing that identifies anybody leaves for somebody else.
fn third_party(local: Local<'_>, text: &str) -> Result<String, Refusal> {
    replace(local, text, |number, found, out| {
        if !local.permits(number, found.span)? {
            let message = "this value would go to a third party; leave it out, or ask the user for a policy that allows it";
            return refuse(RefusalKind::Policy, found.span, message);
        }
        out.push_str(local.raw(number));
        Ok(())
    })
}

fn replace(
    local: Local<'_>,
    text: &str,
    mut put: impl FnMut(u32, &Located, &mut String) -> Result<(), Refusal>,
) -> Result<String, Refusal> {
    let located = locate::locate(local.table, text);
    let mut out = String::with_capacity(text.len() + 24 * located.len());
    let mut done = 0;
    for found in &located {
        out.push_str(&text[done..found.span.start]);
        done = found.span.end;
        match found.stand {
            Stand::Slot(number) => {
                local.permits(number, found.span)?;
                put(number, found, &mut out)?;
            }
            Stand::Unknown { .. } => out.push_str(found.span.of(text)),
            Stand::Secret(number) if local.permits(number, found.span)? => {
                out.push_str(local.raw(number));
            }
            Stand::Secret(_) => {
                return refuse(
                    RefusalKind::SecretEgress,
                    found.span,
                    "a secret does not go into this field of this tool",
                );
            }
        }
    }
    out.push_str(&text[done..]);
    Ok(out)
}

/// The refusal with the pointer of the field it lies in.
fn located_in(refusal: Refusal, args: &str, leaf: &Leaf) -> Refusal {
    let own = refusal.field.clone();
    let mut field = pointer(args, leaf.span.start);
    // An argument of a command already knows its index.
    if !own.is_empty() && leaf.array.is_some() {
        field.truncate(field.rfind('/').unwrap_or(field.len()));
    }
    field.push_str(&own);
    refusal.in_field(&field)
}

/// The JSON pointer (RFC 6901) of the string that begins at `at`.
pub(super) fn pointer(args: &str, at: usize) -> String {
    let mut open: Vec<(bool, String, usize)> = Vec::new();
    for event in Reader::new(args).map_while(Result::ok) {
        match event {
            Event::Object | Event::Array => {
                bump(&mut open);
                open.push((event == Event::Array, String::new(), 0));
            }
            Event::End => drop(open.pop()),
            Event::Key(span) => {
                if let Some((_, key, _)) = open.last_mut() {
                    *key = json::decode(span.of(args))
                        .replace('~', "~0")
                        .replace('/', "~1");
                }
                if span.start == at {
                    break;
                }
            }
            Event::Text(span) => {
                bump(&mut open);
                if span.start == at {
                    break;
                }
            }
            Event::Other(_) => bump(&mut open),
        }
    }
    let parts = open.iter().map(|(array, key, index)| {
        if *array {
            index.saturating_sub(1).to_string()
        } else {
            key.clone()
        }
    });
    parts.fold(String::new(), |pointer, part| pointer + "/" + &part)
}

fn bump(open: &mut [(bool, String, usize)]) {
    if let Some((true, _, index)) = open.last_mut() {
        *index += 1;
    }
}

#[cfg(test)]
mod tests {
    use crate::config::Access::{Read, Write};
    use crate::testing::zoe;

    #[test]
    fn the_paths_of_a_call_are_listed_as_the_tool_gets_them() {
        for (tool, args, want) in [
            (
                "Read",
                r#"{"file_path":"[REPO_ROOT_1]/a.rs","limit":3}"#,
                vec![("/home/zoe/quarry/a.rs", Read)],
            ),
            (
                "Write",
                r#"{"content":"x","file_path":"b.rs"}"#,
                vec![("b.rs", Write)],
            ),
            (
                "apply_patch",
                r#"{"input":"*** Begin Patch\n*** Update File: [REPO_ROOT_1]/c.rs\n*** Move to: d.rs\n@@\n-a\n+b\n*** End Patch"}"#,
                vec![("/home/zoe/quarry/c.rs", Write), ("d.rs", Write)],
            ),
            (
                "Grep",
                r#"{"pattern":"x","path":"src"}"#,
                vec![("src", Read)],
            ),
            ("Bash", r#"{"command":"cat [REPO_ROOT_1]/a"}"#, vec![]),
        ] {
            let done = zoe().rebind_tool_call(tool, args);
            let paths = done
                .map_err(|refusal| refusal.kind)
                .expect("in scope")
                .paths;
            let paths: Vec<_> = paths
                .iter()
                .map(|(path, access)| (&**path, *access))
                .collect();
            assert_eq!(paths, want, "{tool}");
        }
    }

    #[test]
    fn a_described_tool_is_judged_field_by_field() {
        let mut session = zoe();
        let args = r#"{"doc":"[REPO_ROOT_1]/../../../etc/shadow","run":"cat [REPO_ROOT_1]/a b"}"#;
        let schema = r#"{"properties":{"doc":{"description":"File to convert"},"run":{"x-slotguard":"command"}}}"#;
        session.describe_tool("convert", schema).expect("a schema");
        let refusal = session.rebind_tool_call("convert", args).err();
        assert_eq!(
            refusal.map(|refusal| refusal.field).as_deref(),
            Some("/doc")
        );
        let args = r#"{"doc":"../x"}"#;
        assert!(zoe().rebind_tool_call("convert", args).is_ok());
        assert!(session.rebind_tool_call("convert", args).is_err());
        // The table goes first.
        let schema = r#"{"properties":{"file_path":{"x-slotguard":"text"}}}"#;
        session.describe_tool("Read", schema).expect("a schema");
        let args = r#"{"file_path":"/etc/shadow"}"#;
        assert!(session.rebind_tool_call("Read", args).is_err());
    }
}
