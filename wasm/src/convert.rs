//! The only place that knows both the core's types and those of the boundary.

use slotguard_core as core;
use slotguard_core::config;

use crate::wit;

/// Conversions between enums whose cases have the same names on both sides. The matches are exhaustive in the
/// direction of the flow, so a case that one side gains does not compile until the other has it.
macro_rules! same_cases {
    ($($from:ty => $to:ty { $($case:ident)+ })+) => {
        $(impl From<$from> for Same<$to> {
            fn from(from: $from) -> Self {
                Same(match from { $(<$from>::$case => <$to>::$case,)+ })
            }
        })+
    };
}

/// A wrapper, because neither side of a conversion is a type of this crate in the sense of Rust's orphan rule.
struct Same<T>(T);

fn same<A, B>(from: A) -> B
where
    Same<B>: From<A>,
{
    Same::from(from).0
}

same_cases! {
    wit::Kind => core::Kind {
        RepoRoot Home User Email Host Ip Branch Org Person Project SensitiveDoc Dir Device Secret
    }
    core::Kind => wit::Kind {
        RepoRoot Home User Email Host Ip Branch Org Person Project SensitiveDoc Dir Device Secret
    }
    wit::Access => config::Access { Read Write }
    config::Access => wit::Access { Read Write }
    wit::Naming => config::Naming { Ordinal Keyed }
    wit::Spelling => config::Spelling { Bracket Dashed }
    wit::SecretsInCommands => config::SecretsInCommands { Env Inline Refuse }
    wit::Origin => core::Origin { User Tool File Model }
    wit::Shell => core::Shell { Posix PowerShell Cmd }
    wit::OnStale => config::OnStale { Keep Rewrite Refuse }
    wit::Encoding => core::Encoding { Text JsonString }
    core::RefusalKind => wit::RefusalKind {
        UnknownHandle WrongType Traversal OutOfScope Metacharacter Malformed SecretEgress TooLong Policy
    }
}

// ---- into the core ---------------------------------------------------------------------------------------

pub(crate) fn kind(kind: wit::Kind) -> core::Kind {
    same(kind)
}

pub(crate) fn origin(origin: wit::Origin) -> core::Origin {
    same(origin)
}

pub(crate) fn shell(shell: wit::Shell) -> core::Shell {
    same(shell)
}

pub(crate) fn encoding(encoding: wit::Encoding) -> core::Encoding {
    same(encoding)
}

pub(crate) fn access(access: wit::Access) -> config::Access {
    same(access)
}

pub(crate) fn context(context: &wit::Context) -> core::Context<'_> {
    core::Context {
        file: context.file.as_deref(),
        command: context.command.as_deref(),
        host: context.host.as_deref(),
    }
}

pub(crate) fn proposal(proposal: &wit::Proposal) -> core::Proposal<'_> {
    core::Proposal {
        line: proposal.line,
        span: &proposal.span,
        kind: same(proposal.kind),
    }
}

pub(crate) fn question(from: &wit::Question) -> core::Question {
    core::Question {
        rule: from.rule,
        kind: from.kind.map(same),
        value: from.value,
    }
}

/// The key of a host, if it has the right length.
pub(crate) fn host_key(bytes: &[u8]) -> Result<&[u8; 32], wit::SnapshotError> {
    bytes.try_into().map_err(|_| wit::SnapshotError::KeyLength)
}

pub(crate) fn config(from: wit::Config) -> core::Config {
    core::Config {
        roots: from.roots,
        scopes: from.scopes.into_iter().map(scope).collect(),
        cwd: from.cwd,
        home: from.home,
        user: from.user,
        hosts: from.hosts,
        orgs: from.orgs,
        literals: from.literals.into_iter().map(literal).collect(),
        allow: from.allow,
        custom_rules: from.custom_rules.into_iter().map(custom_rule).collect(),
        disabled: from.disabled.into_iter().map(same).collect(),
        public_ips: from.public_ips,
        person_names: from.person_names,
        account_ids: from.account_ids,
        naming: same(from.naming),
        spelling: same(from.spelling),
        secrets_in_commands: same(from.secrets_in_commands),
        on_stale: from.on_stale.map(same).unwrap_or_default(),
        limits: from.limits.map_or_else(Default::default, limits),
    }
}

fn scope(from: wit::Scope) -> config::Scope {
    config::Scope {
        path: from.path,
        access: same(from.access),
    }
}

fn literal(from: wit::Literal) -> config::Literal {
    config::Literal {
        value: from.value,
        kind: same(from.kind),
    }
}

fn custom_rule(from: wit::CustomRule) -> config::CustomRule {
    config::CustomRule {
        name: from.name,
        pattern: from.pattern,
        kind: same(from.kind),
    }
}

fn limits(from: wit::Limits) -> config::Limits {
    config::Limits {
        values: from.values as usize,
        text: from.text as usize,
    }
}

// ---- out of the core -------------------------------------------------------------------------------------

pub(crate) fn config_error(from: core::ConfigError) -> wit::ConfigError {
    wit::ConfigError {
        field: from.field,
        problem: from.problem.to_owned(),
    }
}

pub(crate) fn sanitize_error(from: core::SanitizeError) -> wit::SanitizeError {
    match from {
        core::SanitizeError::TableFull => wit::SanitizeError::TableFull,
        core::SanitizeError::NotJson => wit::SanitizeError::NotJson,
        core::SanitizeError::Sealed => wit::SanitizeError::Sealed,
        core::SanitizeError::Stale => wit::SanitizeError::Stale,
        // `SanitizeError` may grow; whatever is new fails closed as the caller's text being too much.
        _ => wit::SanitizeError::TooLong,
    }
}

pub(crate) fn sanitized(from: core::Sanitized) -> wit::Sanitized {
    wit::Sanitized {
        text: from.text,
        replacements: from.replacements.into_iter().map(replacement).collect(),
    }
}

fn replacement(from: core::Replacement) -> wit::Replacement {
    wit::Replacement {
        kind: same(from.kind),
        rule: from.rule.id(),
        input: span(from.input),
        output: span(from.output),
    }
}

/// Offsets fit: a text of a 32-bit memory is shorter than 4 GiB.
fn span(from: core::Span) -> wit::Span {
    wit::Span {
        start: from.start as u32,
        end: from.end as u32,
    }
}

pub(crate) fn rebound(from: core::Rebound) -> wit::Rebound {
    wit::Rebound {
        text: from.text,
        restored: from.restored.into_iter().map(span).collect(),
    }
}

pub(crate) fn refusal(from: core::Refusal) -> wit::Refusal {
    wit::Refusal {
        kind: same(from.kind),
        field: from.field,
        range: span(from.range),
        message: from.message.to_owned(),
        ask: from.ask.map(|ask| wit::Question {
            rule: ask.rule,
            kind: ask.kind.map(same),
            value: ask.value,
        }),
    }
}

fn variable((name, value): (String, String)) -> wit::Variable {
    wit::Variable { name, value }
}

pub(crate) fn command(from: core::ReboundCommand) -> wit::ReboundCommand {
    wit::ReboundCommand {
        text: match from.words {
            core::Words::Text(text) => text,
            core::Words::Argv(argv) => argv.join(" "),
        },
        env: from.env.into_iter().map(variable).collect(),
    }
}

pub(crate) fn argv(from: core::ReboundCommand) -> wit::ReboundArgv {
    wit::ReboundArgv {
        argv: match from.words {
            core::Words::Text(text) => vec![text],
            core::Words::Argv(argv) => argv,
        },
        env: from.env.into_iter().map(variable).collect(),
    }
}

fn opened((path, access): (String, core::config::Access)) -> wit::OpenedPath {
    wit::OpenedPath {
        path,
        access: same(access),
    }
}

pub(crate) fn call(from: core::ReboundCall) -> wit::ReboundCall {
    wit::ReboundCall {
        args: from.args,
        env: from.env.into_iter().map(variable).collect(),
        paths: from.paths.into_iter().map(opened).collect(),
    }
}

pub(crate) fn json(from: core::ReboundJson) -> wit::ReboundJson {
    wit::ReboundJson {
        text: from.text,
        restored: from.restored.into_iter().map(span).collect(),
        env: from.env.into_iter().map(variable).collect(),
        paths: from.paths.into_iter().map(opened).collect(),
    }
}

pub(crate) fn restore_error(from: core::RestoreError) -> wit::SnapshotError {
    match from {
        core::RestoreError::Format => wit::SnapshotError::Format,
        core::RestoreError::Unreadable => wit::SnapshotError::Unreadable,
        core::RestoreError::RolledBack => wit::SnapshotError::RolledBack,
        core::RestoreError::Config(error) => wit::SnapshotError::Config(config_error(error)),
        // `RestoreError` may grow; whatever is new is no snapshot to this build.
        _ => wit::SnapshotError::Malformed,
    }
}

pub(crate) fn slot(from: core::SlotInfo) -> wit::SlotInfo {
    wit::SlotInfo {
        stand_in: from.stand_in,
        kind: same(from.kind),
        rule: from.rule.id(),
        uses: from.uses,
        first_seen: from.first_seen,
        links: from.links,
    }
}

pub(crate) fn stale(from: core::Stale) -> wit::StaleValue {
    wit::StaleValue {
        stand_in: from.stand_in,
        kind: same(from.kind),
        message: from.message,
    }
}

pub(crate) fn explanation(from: core::Explanation) -> wit::Explanation {
    wit::Explanation {
        kind: same(from.kind),
        rule: from.rule.id(),
        chain: from.chain,
    }
}
