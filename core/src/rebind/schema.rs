//! What a host says about tools that the table does not know: the JSON Schema of their arguments.
//!
//! What says something about a property, the first that does decides:
//!
//! | where | what |
//! |---|---|
//! | `x-slotguard` | `read-path`, `write-path`, `glob`, `command`, `power-shell`, `url`, `pattern`, `prompt`, `shown`, `third-party`, `text`; beside the root's `properties` it is for all that say nothing |
//! | its name | as for tools without a schema: `outputDir`, `base_url`, `command` |
//! | `format` (JSON Schema 2020-12, OpenAPI) | `uri`, `path`, `directory-path`, `glob`, `regex`, ... |
//! | `contentMediaType` | `application/x-sh` is a command |
//! | `description` | what its first words name: "Absolute path of the file", "The shell command to run" |
//!
//! A schema may come from whoever serves the tool. So it makes no tool freer that talks to somebody else by its
//! name, the table goes before it, and no word of it lets a path out of a scope or a secret out at all.

use super::tools::{self, Field};
use crate::ConfigError;
use crate::json::{self, Event, Reader};

/// Most tools that a session knows a schema of.
const MAX_TOOLS: usize = 1_000;
/// Most properties of one schema.
const MAX_FIELDS: usize = 1_000;
/// Most bytes of one schema.
const MAX_SCHEMA: usize = 1 << 20;
/// Longest name of a tool or a property.
const MAX_NAME: usize = 256;

/// The tools that were described.
#[derive(Default)]
pub(crate) struct Described(Vec<Schema>);

/// A tool's name, and what its schema says about its fields.
pub(crate) struct Schema {
    name: String,
    fields: Vec<(String, Field)>,
    rest: Option<Field>,
}

impl Described {
    /// Takes a schema in place of what was said about the tool before.
    pub(crate) fn add(&mut self, name: &str, schema: &str) -> Result<(), ConfigError> {
        if name.is_empty() || name.len() > MAX_NAME {
            return Err(ConfigError::new("tool", "a name of 1 to 256 bytes"));
        }
        let schema = Schema::parse(name, schema)?;
        self.0.retain(|known| known.name != name);
        if self.0.len() == MAX_TOOLS {
            return Err(ConfigError::new("tool", "more than 1,000 tools"));
        }
        self.0.push(schema);
        Ok(())
    }

    /// What is known about the tool of that name.
    pub(crate) fn find(&self, name: &str) -> Option<&Schema> {
        self.0.iter().find(|schema| schema.name == name)
    }
}

impl Schema {
    /// What it says about a field.
    pub(crate) fn field(&self, key: &str) -> Option<Field> {
        let listed = self.fields.iter().find(|(field, _)| field == key);
        listed.map(|(_, field)| *field).or(self.rest)
    }

    fn parse(name: &str, text: &str) -> Result<Self, ConfigError> {
        let wrong = |problem| ConfigError::new("schema", problem);
        if text.len() > MAX_SCHEMA {
            return Err(wrong("longer than 1 MB"));
        }
        let mut reading = Reading::default();
        for (index, event) in Reader::new(text).enumerate() {
            let event = event.map_err(|_| wrong("not a JSON document"))?;
            if index == 0 && event != Event::Object {
                return Err(wrong("expected a JSON Schema, an object"));
            }
            reading.take(text, event);
            if reading.drafts.len() > MAX_FIELDS {
                return Err(wrong("more than 1,000 properties"));
            }
        }
        if let Some(word) = reading.unknown {
            return Err(ConfigError::new(format!("schema.{word}"), UNKNOWN_WORD));
        }
        Ok(reading.finish(name))
    }
}

const UNKNOWN_WORD: &str = "x-slotguard says read-path, write-path, glob, command, power-shell, url, pattern, prompt, shown, third-party or text";

/// What is being read.
#[derive(Clone, Copy)]
enum Place {
    /// A schema: of the draft of that number, or of no property.
    Schema(Option<usize>),
    /// `properties`: each member is one.
    Properties,
    /// Values, such as examples: their words say nothing.
    Values,
}

/// What one property says about itself.
#[derive(Default)]
struct Draft {
    name: String,
    explicit: Option<Field>,
    format: Option<Field>,
    described: Option<Field>,
}

#[derive(Default)]
struct Reading {
    open: Vec<(Place, String)>,
    drafts: Vec<Draft>,
    rest: Option<Field>,
    /// The property that says a word we do not know.
    unknown: Option<String>,
}

impl Reading {
    fn take(&mut self, text: &str, event: Event) {
        match event {
            Event::Object | Event::Array => {
                let place = self.inside(event == Event::Object);
                self.open.push((place, String::new()));
            }
            Event::End => drop(self.open.pop()),
            Event::Key(span) => {
                if let Some((_, key)) = self.open.last_mut() {
                    *key = json::decode(span.of(text)).into_owned();
                }
            }
            Event::Text(span) => self.word(&json::decode(span.of(text))),
            Event::Other(_) => {}
        }
    }

    /// What opens as the value of the last key.
    fn inside(&mut self, object: bool) -> Place {
        let Some((place, key)) = self.open.last() else {
            return Place::Schema(None);
        };
        match place {
            Place::Properties if object && key.len() <= MAX_NAME => {
                self.drafts.push(Draft {
                    name: key.clone(),
                    ..Draft::default()
                });
                Place::Schema(Some(self.drafts.len() - 1))
            }
            Place::Schema(_) if key == "properties" && object => Place::Properties,
            Place::Schema(None) if !VALUES.contains(&key.as_str()) => Place::Schema(None),
            // An array of paths says so of its items, a choice of its branches. What is open is an array then.
            Place::Schema(draft) if key.is_empty() || SAME.contains(&key.as_str()) => {
                Place::Schema(*draft)
            }
            _ => Place::Values,
        }
    }

    fn word(&mut self, word: &str) {
        let Some((Place::Schema(draft), key)) = self.open.last() else {
            return;
        };
        let Some(draft) = draft.and_then(|draft| self.drafts.get_mut(draft)) else {
            if key == "x-slotguard" {
                self.rest = explicit(word);
                if self.rest.is_none() {
                    self.unknown = Some("x-slotguard".to_owned());
                }
            }
            return;
        };
        match key.as_str() {
            "x-slotguard" => {
                draft.explicit = explicit(word);
                if draft.explicit.is_none() {
                    self.unknown = Some(draft.name.clone());
                }
            }
            "format" | "contentMediaType" => draft.format = draft.format.or(by_format(word)),
            "description" | "title" => draft.described = draft.described.or(by_description(word)),
            _ => {}
        }
    }

    fn finish(self, name: &str) -> Schema {
        // Whoever serves a tool that talks to somebody else has no say in what goes there.
        let remote = tools::is_remote(name);
        let says = |draft: Draft| {
            let field = draft
                .explicit
                .or_else(|| tools::by_name(&draft.name))
                .or(draft.format)
                .or(draft.described)?;
            Some((draft.name, field))
        };
        let fields = self.drafts.into_iter().filter_map(says);
        Schema {
            name: name.to_owned(),
            fields: fields.filter(|_| !remote).collect(),
            rest: self.rest.filter(|_| !remote),
        }
    }
}

/// Members of a schema that hold values.
const VALUES: &[&str] = &["default", "examples", "example", "enum", "const"];
/// Members of a property's schema that are about the same property.
const SAME: &[&str] = &["items", "prefixItems", "anyOf", "oneOf", "allOf"];

fn explicit(word: &str) -> Option<Field> {
    Some(match word {
        "read-path" => Field::ReadPath,
        "write-path" | "path" => Field::WritePath,
        "glob" => Field::Glob,
        "command" => tools::SHELL,
        "power-shell" => tools::POWER_SHELL,
        "url" => Field::Url,
        "pattern" => Field::Pattern,
        "prompt" => Field::Prompt,
        "shown" => Field::Shown,
        "third-party" => Field::ThirdParty,
        "text" => Field::Text,
        _ => return None,
    })
}

fn by_format(word: &str) -> Option<Field> {
    Some(match word {
        "uri" | "url" | "iri" | "uri-reference" | "iri-reference" => Field::Url,
        "path" | "file-path" | "filepath" | "file" | "directory-path" | "directory" | "folder"
        | "filename" => Field::WritePath,
        "glob" => Field::Glob,
        "regex" => Field::Pattern,
        "command" | "shell" | "application/x-sh" | "text/x-shellscript" | "text/x-sh" => {
            tools::SHELL
        }
        "powershell" => tools::POWER_SHELL,
        _ => return None,
    })
}

/// What the first words of a description name; nothing if they name two things (`path or URL`), which the strict
/// default is for.
fn by_description(text: &str) -> Option<Field> {
    let start: String = text.chars().take(80).collect::<String>().to_lowercase();
    let mut words = start
        .split([' ', '\n', '(', ')', ',', ':', '.', '`', '"'])
        .filter(|word| !word.is_empty())
        .peekable();
    while words.next_if(|word| FILLERS.contains(word)).is_some() {}
    let words: Vec<&str> = words.take(6).collect();
    let starts = |phrase: &str| {
        let phrase = phrase.split(' ');
        phrase.enumerate().all(|(at, want)| {
            let word = words.get(at);
            word.is_some_and(|word| *word == want || word.strip_suffix('s') == Some(want))
        })
    };
    let (_, field) = PHRASES.iter().find(|(phrase, _)| starts(phrase))?;
    let choice = words.iter().position(|word| *word == "or");
    let other = choice.and_then(|at| words.get(at + 1));
    let two_things = other.is_some_and(|word| {
        let mut nouns = PHRASES
            .iter()
            .flat_map(|(phrase, _)| phrase.split(' ').next());
        nouns.any(|noun| noun == *word) || matches!(*word, "text" | "content" | "id" | "name")
    });
    (!two_things).then_some(*field)
}

/// Words before the noun that a description begins with.
const FILLERS: &[&str] = &[
    "the",
    "a",
    "an",
    "optional",
    "required",
    "absolute",
    "relative",
    "full",
    "local",
    "target",
    "input",
    "output",
    "source",
    "destination",
    "list",
    "of",
    "workspace",
    "new",
    "existing",
];

/// What a description begins with.
const PHRASES: &[(&str, Field)] = &[
    ("path", Field::WritePath),
    ("file path", Field::WritePath),
    ("filepath", Field::WritePath),
    ("filename", Field::WritePath),
    ("file name", Field::WritePath),
    ("file to", Field::WritePath),
    ("directory path", Field::WritePath),
    ("directory to", Field::WritePath),
    ("directory in", Field::WritePath),
    ("directory where", Field::WritePath),
    ("folder path", Field::WritePath),
    ("folder to", Field::WritePath),
    ("folder in", Field::WritePath),
    ("working directory", Field::WritePath),
    ("shell command", tools::SHELL),
    ("bash command", tools::SHELL),
    ("terminal command", tools::SHELL),
    ("command to", tools::SHELL),
    ("command line", tools::SHELL),
    ("powershell command", tools::POWER_SHELL),
    ("powershell script", tools::POWER_SHELL),
    ("glob", Field::Glob),
    ("url", Field::Url),
    ("uri", Field::Url),
    ("regular expression", Field::Pattern),
    ("regex", Field::Pattern),
    ("prompt for", Field::Prompt),
    ("message to", Field::ThirdParty),
    ("text to send", Field::ThirdParty),
    ("text to post", Field::ThirdParty),
    ("recipient", Field::ThirdParty),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn field(schema: &str, key: &str) -> Option<Field> {
        let mut described = Described::default();
        let done = described.add("frobnicate", schema);
        done.expect("a schema");
        described.find("frobnicate")?.field(key)
    }

    #[test]
    fn each_source_says_its_own() {
        let schema = r#"{"type":"object","x-slotguard":"shown","properties":{
            "where":{"type":"string","format":"path"},
            "page":{"anyOf":[{"type":"string","format":"uri"},{"type":"null"}]},
            "targets":{"type":"array","items":{"type":"string","description":"Absolute path of a file"}},
            "run":{"type":"string","description":"The shell command to run"},
            "either":{"type":"string","description":"Path or URL of the picture"},
            "outputDir":{"type":"string","description":"A URL"},
            "file":{"type":"string","x-slotguard":"read-path"},
            "words":{"description":"The message to post"},
            "notes":{"type":"string","description":"Words about the file path","examples":["Path of x"]},
            "properties":{"type":"object","properties":{"deep":{"description":"Glob of files"}}}}}"#;
        for (key, want) in [
            ("where", Field::WritePath),
            ("page", Field::Url),
            ("targets", Field::WritePath),
            ("run", tools::SHELL),
            ("either", Field::Shown),
            ("outputDir", Field::WritePath),
            ("file", Field::ReadPath),
            ("words", Field::ThirdParty),
            ("notes", Field::Shown),
            ("deep", Field::Glob),
            ("unheard", Field::Shown),
        ] {
            assert_eq!(field(schema, key), Some(want), "{key}");
        }
    }

    #[test]
    fn the_definition_of_a_tool_holds_its_schema() {
        for outer in ["inputSchema", "input_schema", "parameters"] {
            let schema = format!(
                r#"{{"name":"x","description":"Path of all evil","{outer}":{{"properties":{{"doc":{{"description":"File to open"}}}}}}}}"#
            );
            assert_eq!(field(&schema, "doc"), Some(Field::WritePath), "{outer}");
            assert_eq!(field(&schema, "name"), None);
        }
    }

    #[test]
    fn a_tool_that_talks_to_others_is_not_made_freer() {
        let mut described = Described::default();
        let schema = r#"{"x-slotguard":"shown","properties":{"body":{"x-slotguard":"text"}}}"#;
        let done = described.add("mcp__slack__frobnicate", schema);
        done.expect("a schema");
        let known = described.find("mcp__slack__frobnicate");
        assert_eq!(known.and_then(|schema| schema.field("body")), None);
    }

    #[test]
    fn a_wrong_schema_names_its_field() {
        let mut described = Described::default();
        for (name, schema, field) in [
            ("x", "[]", "schema"),
            ("x", "{", "schema"),
            ("", "{}", "tool"),
            (
                "x",
                r#"{"properties":{"a":{"x-slotguard":"nope"}}}"#,
                "schema.a",
            ),
            ("x", r#"{"x-slotguard":"nope"}"#, "schema.x-slotguard"),
        ] {
            let error = described.add(name, schema).err().map(|error| error.field);
            assert_eq!(error.as_deref(), Some(field), "{schema}");
        }
        assert!(described.find("x").is_none());
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_without_panic(text in "[\\[\\]{}\",:a-z]{0,80}") {
            let _ = Described::default().add("x", &text);
        }
    }
}
