//! The requests by operation. Unknown fields are errors.

use std::borrow::Cow;

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, de};
use serde_json::value::RawValue;
use slotguard_host::{Access, Context, Encoding, Kind, Origin, Proposal, Question, Shell};

/// What every request has; read first, to know which one it is.
#[derive(Deserialize)]
pub(super) struct Head<'a> {
    #[serde(borrow, default)]
    pub(super) id: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) op: Cow<'a, str>,
}

/// The target of a `rebind`; read second.
#[derive(Deserialize)]
pub(super) struct RebindHead<'a> {
    #[serde(borrow)]
    pub(super) target: Cow<'a, str>,
}

/// Each request has the fields `id` and `op` besides its own.
macro_rules! requests {
    ($($name:ident { $($(#[$attribute:meta])* $field:ident: $type:ty,)* })+) => {$(
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(super) struct $name<'a> {
            #[serde(default, rename = "id")]
            _id: IgnoredAny,
            #[serde(rename = "op")]
            _op: IgnoredAny,
            $($(#[$attribute])* pub(super) $field: $type,)*
        }
    )+};
}

requests! {
    Open {
        #[serde(default)]
        protocol: Option<u64>,
        #[serde(borrow, default)]
        config: Option<&'a RawValue>,
    }
    Sanitize {
        #[serde(borrow)]
        session: Cow<'a, str>,
        #[serde(borrow, default)]
        text: Option<Text<'a>>,
        #[serde(borrow, default)]
        bytes_b64: Option<Text<'a>>,
        #[serde(default = "tool", deserialize_with = "origin")]
        origin: Origin,
        #[serde(default, deserialize_with = "context")]
        context: Context,
    }
    Json {
        #[serde(borrow)]
        session: Cow<'a, str>,
        #[serde(borrow)]
        text: Cow<'a, str>,
    }
    StreamOpen {
        #[serde(borrow)]
        session: Cow<'a, str>,
        #[serde(deserialize_with = "direction")]
        direction: Direction,
        #[serde(default = "plain", deserialize_with = "encoding")]
        encoding: Encoding,
        #[serde(default = "tool", deserialize_with = "origin")]
        origin: Origin,
        #[serde(default, deserialize_with = "context")]
        context: Context,
    }
    StreamPush {
        #[serde(borrow)]
        session: Cow<'a, str>,
        #[serde(borrow)]
        stream: Cow<'a, str>,
        #[serde(borrow, default)]
        text: Option<Text<'a>>,
        #[serde(borrow, default)]
        bytes_b64: Option<Text<'a>>,
    }
    OfStream {
        #[serde(borrow)]
        session: Cow<'a, str>,
        #[serde(borrow)]
        stream: Cow<'a, str>,
    }
    Policy {
        #[serde(borrow)]
        session: Cow<'a, str>,
        #[serde(borrow, default)]
        policy: Option<&'a RawValue>,
        #[serde(default, deserialize_with = "questions")]
        confirmed: Option<Vec<Question>>,
    }
    DescribeTool {
        #[serde(borrow)]
        session: Cow<'a, str>,
        #[serde(borrow)]
        tool: Cow<'a, str>,
        #[serde(borrow)]
        schema: &'a RawValue,
    }
    Snapshot {
        #[serde(borrow)]
        session: Cow<'a, str>,
        #[serde(borrow)]
        key_b64: Cow<'a, str>,
    }
    Restore {
        #[serde(borrow)]
        key_b64: Cow<'a, str>,
        #[serde(borrow)]
        snapshot_b64: Cow<'a, str>,
        #[serde(default)]
        min_counter: u64,
        #[serde(borrow, default)]
        config: Option<&'a RawValue>,
    }
    RebindDisplay {
        #[serde(rename = "target")]
        _target: IgnoredAny,
        #[serde(borrow)]
        session: Cow<'a, str>,
        #[serde(borrow)]
        text: Cow<'a, str>,
    }
    RebindPath {
        #[serde(rename = "target")]
        _target: IgnoredAny,
        #[serde(borrow)]
        session: Cow<'a, str>,
        #[serde(borrow)]
        text: Cow<'a, str>,
        #[serde(default = "read", deserialize_with = "access")]
        access: Access,
    }
    RebindCommand {
        #[serde(rename = "target")]
        _target: IgnoredAny,
        #[serde(borrow)]
        session: Cow<'a, str>,
        #[serde(borrow, default)]
        text: Option<Text<'a>>,
        #[serde(default)]
        argv: Option<Vec<String>>,
        #[serde(default = "posix", deserialize_with = "shell")]
        shell: Shell,
    }
    RebindCall {
        #[serde(rename = "target")]
        _target: IgnoredAny,
        #[serde(borrow)]
        session: Cow<'a, str>,
        #[serde(borrow)]
        tool: Cow<'a, str>,
        #[serde(borrow)]
        args: &'a RawValue,
    }
    Propose {
        #[serde(borrow)]
        session: Cow<'a, str>,
        #[serde(borrow)]
        text: Cow<'a, str>,
        #[serde(deserialize_with = "proposals")]
        proposals: Vec<Proposal>,
    }
    OfSession {
        #[serde(borrow)]
        session: Cow<'a, str>,
    }
    OfStandIn {
        #[serde(borrow)]
        session: Cow<'a, str>,
        #[serde(borrow)]
        standin: Cow<'a, str>,
    }
    Protect {
        #[serde(borrow)]
        session: Cow<'a, str>,
        #[serde(borrow)]
        value: Cow<'a, str>,
        #[serde(rename = "type", default = "secret", deserialize_with = "kind")]
        kind: Kind,
    }
    Allow {
        #[serde(borrow)]
        session: Cow<'a, str>,
        #[serde(borrow)]
        value: Cow<'a, str>,
    }
}

/// A string that is borrowed from the line where it has no escapes; serde does so for a bare `Cow` only.
#[derive(Deserialize)]
#[serde(transparent)]
pub(super) struct Text<'a>(#[serde(borrow)] pub(super) Cow<'a, str>);

/// Which way a stream goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Sanitize,
    Rebind,
}

fn plain() -> Encoding {
    Encoding::Text
}

fn tool() -> Origin {
    Origin::Tool
}

fn read() -> Access {
    Access::Read
}

fn posix() -> Shell {
    Shell::Posix
}

fn secret() -> Kind {
    Kind::Secret
}

/// A value of a closed list, by its name.
fn one_of<'de, D: Deserializer<'de>, T: Copy>(
    from: D,
    list: &[(&str, T)],
    expected: &'static str,
) -> Result<T, D::Error> {
    let name = Cow::<str>::deserialize(from)?;
    let found = list.iter().find(|(known, _)| *known == name);
    let found = found.map(|(_, value)| *value);
    found.ok_or_else(|| de::Error::custom(expected))
}

fn origin<'de, D: Deserializer<'de>>(from: D) -> Result<Origin, D::Error> {
    let list = [
        ("user", Origin::User),
        ("tool", Origin::Tool),
        ("file", Origin::File),
        ("model", Origin::Model),
    ];
    one_of(from, &list, "expected user, tool, file or model as origin")
}

fn direction<'de, D: Deserializer<'de>>(from: D) -> Result<Direction, D::Error> {
    let list = [
        ("sanitize", Direction::Sanitize),
        ("rebind", Direction::Rebind),
    ];
    one_of(from, &list, "expected sanitize or rebind as direction")
}

fn encoding<'de, D: Deserializer<'de>>(from: D) -> Result<Encoding, D::Error> {
    let list = [
        ("text", Encoding::Text),
        ("json-string", Encoding::JsonString),
    ];
    one_of(from, &list, "expected text or json-string as encoding")
}

fn access<'de, D: Deserializer<'de>>(from: D) -> Result<Access, D::Error> {
    let list = [("read", Access::Read), ("write", Access::Write)];
    one_of(from, &list, "expected read or write as access")
}

fn shell<'de, D: Deserializer<'de>>(from: D) -> Result<Shell, D::Error> {
    let list = [
        ("bash", Shell::Posix),
        ("sh", Shell::Posix),
        ("zsh", Shell::Posix),
        ("dash", Shell::Posix),
        ("ksh", Shell::Posix),
        ("posix", Shell::Posix),
        ("powershell", Shell::PowerShell),
        ("pwsh", Shell::PowerShell),
        ("cmd", Shell::Cmd),
    ];
    one_of(
        from,
        &list,
        "expected bash, sh, zsh, dash, ksh, posix, powershell, pwsh or cmd as shell",
    )
}

fn named_kind<E: de::Error>(name: &str) -> Result<Kind, E> {
    Kind::from_name(name).ok_or_else(|| E::custom("expected a type such as EMAIL or SECRET"))
}

fn kind<'de, D: Deserializer<'de>>(from: D) -> Result<Kind, D::Error> {
    named_kind(&Cow::<str>::deserialize(from)?)
}

fn context<'de, D: Deserializer<'de>>(from: D) -> Result<Context, D::Error> {
    #[derive(Default, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    struct Json {
        file: Option<String>,
        command: Option<String>,
        host: Option<String>,
    }
    let json = Option::<Json>::deserialize(from)?.unwrap_or_default();
    Ok(Context {
        file: json.file,
        command: json.command,
        host: json.host,
    })
}

fn proposals<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Proposal>, D::Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Json {
        line: u32,
        span: String,
        #[serde(rename = "type", deserialize_with = "kind")]
        kind: Kind,
    }
    let list = Vec::<Json>::deserialize(from)?;
    let proposal = |json: Json| Proposal {
        line: json.line,
        span: json.span,
        kind: json.kind,
    };
    Ok(list.into_iter().map(proposal).collect())
}

/// Questions as refusals carry them; what else stands in one is for the user.
fn questions<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<Question>>, D::Error> {
    #[derive(Deserialize)]
    struct Json {
        rule: u32,
        #[serde(rename = "type", default)]
        kind: Option<String>,
        #[serde(default)]
        value: Option<u32>,
    }
    let question = |json: Json| {
        let kind = json.kind.map(|name| named_kind(&name)).transpose()?;
        Ok(Question {
            rule: json.rule,
            kind,
            value: json.value,
        })
    };
    let list = Option::<Vec<Json>>::deserialize(from)?;
    let list = list.map(|list| list.into_iter().map(question).collect());
    list.transpose()
}
