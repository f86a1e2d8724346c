//! One session: the only place that calls every stage.

use hashbrown::HashSet;
use zeroize::Zeroizing;

use crate::config::{Access, Config, Spelling};
use crate::custom::Custom;
use crate::detect::{self, Cx, Implied, Link};
use crate::error::{ConfigError, Refusal, SanitizeError};
use crate::escaped;
use crate::facts::Facts;
use crate::finding::{Finding, Rank, Reach};
use crate::graph::echo::{self, Echo};
use crate::graph::trace::{Trace, Traces};
use crate::graph::{fragment, inner, names};
use crate::handle::{Handle, Style};
use crate::identity::{answers, user};
use crate::key_lines;
use crate::keyed::SessionKey;
use crate::random::{Draw, Random};
use crate::rebind::{self, Bounds};
use crate::replay::Replays;
use crate::restored::{self, Restored};
use crate::rewrite::Rewriter;
use crate::slots::{New, Table};
use crate::view::{Apart, View};
use crate::{Kind, Question, Rule, Span, origins, position, resolve, strength, surrogate};

/// Who produced a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// The user typed it.
    User,
    /// A tool printed it.
    #[default]
    Tool,
    /// It was read from a file.
    File,
    /// The model wrote it.
    Model,
}

/// Where a text comes from; secrets remember it, since they may go back there.
#[derive(Default)]
pub struct Context<'a> {
    /// Path of the file.
    pub file: Option<&'a str>,
    /// The command that printed it.
    pub command: Option<&'a str>,
    /// The host it came from.
    pub host: Option<&'a str>,
}

/// Who speaks in a part of something larger, and where it comes from.
#[derive(Clone, Copy)]
pub(crate) struct Voice<'a> {
    pub(crate) origin: Origin,
    pub(crate) context: &'a Context<'a>,
    /// Whether it may say where the agent works, if it is among the first words of the session.
    pub(crate) introduces: bool,
}

/// One rewritten span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// What stood there.
    pub kind: Kind,
    /// Where in the input, in bytes.
    pub input: Span,
    /// Where its stand-in is in the output, in bytes.
    pub output: Span,
    /// The rule that found it.
    pub rule: Rule,
}

/// A text that may leave, and what was done to it.
#[derive(Debug, PartialEq, Eq)]
pub struct Sanitized {
    /// The text for the provider.
    pub text: String,
    /// The replacements, by position.
    pub replacements: Vec<Replacement>,
}

/// Text with real values in it, for local use only. It has no `Debug`.
pub struct Rebound {
    /// The text.
    pub text: String,
    /// Where values were restored, as byte ranges of `text`.
    pub restored: Vec<Span>,
}

/// The shell a command is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shell {
    /// POSIX `sh`, bash, zsh, dash.
    #[default]
    Posix,
    /// PowerShell.
    PowerShell,
    /// Windows `cmd.exe`.
    Cmd,
}

/// A command ready to run: text or argv, and the variables its child needs. It has no `Debug`.
pub struct ReboundCommand {
    /// The shell text, or the arguments.
    pub words: Words,
    /// Variables that carry secrets: name, value.
    pub env: Vec<(String, String)>,
}

/// The two forms a command comes in.
pub enum Words {
    /// Text for a shell.
    Text(String),
    /// Arguments for `exec`.
    Argv(Vec<String>),
}

/// A tool call ready to run. It has no `Debug`.
pub struct ReboundCall {
    /// The arguments as JSON text.
    pub args: String,
    /// Variables that carry secrets: name, value.
    pub env: Vec<(String, String)>,
    /// The paths among them, as the tool gets them, and what it may do there. A host that has a file system asks
    /// again for what a symbolic link makes of them.
    pub paths: Vec<(String, Access)>,
}

/// A provider's answer ready to be used, with real values in it. It has no `Debug`.
pub struct ReboundJson {
    /// The document.
    pub text: String,
    /// Where values were restored in words for the user, as byte ranges of `text`; what stands in the arguments of
    /// calls is not listed.
    pub restored: Vec<Span>,
    /// Variables that carry secrets, of all calls: name, value.
    pub env: Vec<(String, String)>,
    /// The paths in the arguments of its calls, as for [`ReboundCall::paths`].
    pub paths: Vec<(String, Access)>,
}

/// What a local model or the host thinks is private.
pub struct Proposal<'a> {
    /// Line, from 1.
    pub line: u32,
    /// The text as it stands on that line.
    pub span: &'a str,
    /// What it is.
    pub kind: Kind,
}

/// A row of the slot table, without the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotInfo {
    /// What stands for the value: `[EMAIL_1]` or a surrogate.
    pub stand_in: String,
    /// What the value is.
    pub kind: Kind,
    /// The rule that found it first.
    pub rule: Rule,
    /// How often it was replaced.
    pub uses: u64,
    /// The number of the sanitize call that saw it first, from 1.
    pub first_seen: u64,
    /// Stand-ins of the entities it is linked to.
    pub links: Vec<String>,
}

/// Why a value is hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// What the value is.
    pub kind: Kind,
    /// The rule that found it first.
    pub rule: Rule,
    /// From the value to what it was linked by, in sentences without raw values.
    pub chain: Vec<String>,
}

/// One session of one user: a key, a table of values, and the two directions over it.
pub struct Session {
    pub(crate) table: Table,
    pub(crate) facts: Facts,
    custom: Custom,
    pub(crate) random: Box<dyn Random>,
    pub(crate) allowed: HashSet<u64>,
    disabled: Vec<Kind>,
    spelling: Spelling,
    max_text: usize,
    pub(crate) bounds: Bounds,
    /// The messages that were sent.
    pub(crate) replays: Replays,
    /// Of snapshots; see [`Session::counter`].
    pub(crate) counter: u64,
}

/// A text may teach something that makes its own beginning read differently; twice is enough in practice, and
/// the bound keeps the time linear.
const MAX_ROUNDS: usize = 3;

/// A value may hold the text of a stand-in: so often the real values are put in.
const MAX_DEPTH: u8 = 2;

/// So many login names that paths give away are compared with what the text is about; the bound keeps the time linear.
const MAX_LOOKS: usize = 16;

impl Session {
    /// Starts a session.
    ///
    /// `key` is the session key: 32 uniform bytes that no other session has. `random` gives surrogates.
    ///
    /// # Errors
    /// The first field of `config` that is wrong.
    pub fn new(
        config: Config,
        key: [u8; 32],
        random: Box<dyn Random>,
    ) -> Result<Session, ConfigError> {
        let mut session = Session::bare(&config, key, random)?;
        session.seed(&config)?;
        Ok(session)
    }

    /// A session that knows nothing yet, not even what `config` names.
    pub(crate) fn bare(
        config: &Config,
        key: [u8; 32],
        random: Box<dyn Random>,
    ) -> Result<Session, ConfigError> {
        config.check()?;
        let key = SessionKey::new(key);
        let mut table = Table::new(
            key,
            config.naming,
            config.limits.values,
            config.home.clone(),
        );
        let facts = Facts::from_config(config);
        // The pass stops at known beginnings only, and those of `/srv` or `/opt` belong to no detector.
        table.known.extend(facts.beginnings());
        Ok(Session {
            table,
            facts,
            custom: Custom::new(config)?,
            random,
            allowed: HashSet::default(),
            disabled: config.disabled.clone(),
            spelling: config.spelling,
            max_text: config.limits.text,
            bounds: Bounds::from_config(config),
            replays: Replays::new(config.on_stale),
            counter: 0,
        })
    }

    /// The session's public name: of its key, but not leading back to it.
    pub(crate) fn id(&self) -> [u8; 16] {
        self.table.id()
    }

    /// Makes the configured values known; roots, home and user get the first ordinals.
    pub(crate) fn seed(&mut self, config: &Config) -> Result<(), ConfigError> {
        let roots = config.roots.iter().map(|root| (root, Kind::RepoRoot));
        let home = config.home.iter().map(|home| (home, Kind::Home));
        let user = config.user.iter().map(|user| (user, Kind::User));
        let hosts = config.hosts.iter().map(|host| (host, Kind::Host));
        let orgs = config.orgs.iter().map(|org| (org, Kind::Org));
        let literals = config.literals.iter().map(|l| (&l.value, l.kind));
        let all = roots.chain(home).chain(user).chain(hosts).chain(orgs);
        for (value, kind) in all.chain(literals) {
            self.protect(value, kind).map_err(|_| {
                ConfigError::new("limits.values", "fewer than the configuration itself names")
            })?;
        }
        for value in &config.allow {
            self.allow(value);
        }
        Ok(())
    }

    /// Rewrites `text` so that it may leave.
    ///
    /// # Errors
    /// When a limit is reached; nothing of `text` may be sent then.
    pub fn sanitize(
        &mut self,
        text: &str,
        origin: Origin,
        context: &Context<'_>,
    ) -> Result<Sanitized, SanitizeError> {
        self.begin(text)?;
        let view = View::of(text);
        self.facts.asked = context
            .command
            .and_then(answers::asked)
            .or(self.facts.asked);
        let found = self.settle(&view)?;
        self.facts.asked = answers::pending(text);
        self.note_origins(view.text(), &found, context);
        self.learn_scopes(view.text(), &found, origin, true);
        self.rewrite(&view, &found)
    }

    /// Begins another text.
    pub(crate) fn begin(&mut self, text: &str) -> Result<(), SanitizeError> {
        if text.len() > self.max_text {
            return Err(SanitizeError::TooLong);
        }
        self.table.turn += 1;
        Ok(())
    }

    /// Grows whenever there is something new to look for.
    pub(crate) fn knowledge(&self) -> u64 {
        self.table.known.generation()
    }

    /// Whether a value that the session knows stands in `text`.
    pub(crate) fn holds_known(&mut self, text: &str) -> bool {
        let found = self.find(&View::of(text));
        found
            .findings
            .iter()
            .any(|finding| finding.rank != Rank::Own && finding.rule == Rule::Known)
    }

    /// Rewrites `text` that stands as the value of something called `label`, if that is not empty.
    pub(crate) fn passage(
        &mut self,
        label: &str,
        text: &str,
        voice: Voice<'_>,
    ) -> Result<Sanitized, SanitizeError> {
        let plain = label.is_empty() || text.len() > 4096 || text.contains(['"', '\n', '\\']);
        let lead = if plain {
            String::new()
        } else {
            format!("{label}=\"")
        };
        let joined = [&*lead, text, if plain { "" } else { "\"" }].concat();
        let from = lead.len();
        let (out, end) = self.part(&joined, from, from + text.len(), voice)?;
        if end > from + text.len() {
            return self.passage("", text, voice);
        }
        let back = |span: Span| Span::new(span.start - from, span.end - from);
        let replacements = out.replacements.into_iter().map(|replacement| Replacement {
            input: back(replacement.input),
            output: back(replacement.output),
            ..replacement
        });
        let end = out.text.len() - (joined.len() - from - text.len());
        Ok(Sanitized {
            text: out.text[from..end].to_owned(),
            replacements: replacements.collect(),
        })
    }

    /// Replaces all of `text`, unless it already is a stand-in.
    pub(crate) fn whole(
        &mut self,
        text: &str,
        kind: Kind,
        rule: Rule,
    ) -> Result<Sanitized, SanitizeError> {
        let own = self.behind(text).is_some();
        let rank = if own { Rank::Own } else { Rank::Structural };
        let span = Span::new(0, text.len());
        let finding = Finding {
            span,
            kind,
            rank,
            rule,
            reach: Reach::Here,
        };
        if !own && !text.is_empty() {
            self.learn_finding(text, &finding, None)?;
        }
        let mut found = Found::default();
        if !text.is_empty() {
            found.findings.push(finding);
        }
        self.rewrite(&View::of(text), &found)
    }

    /// Rewrites what is found to begin in `text[from..to]`; the rest of `text` is context. Returns the
    /// rewritten part and where it ends in `text`: at `to`, or where a finding that crosses `to` does.
    ///
    /// # Errors
    /// As [`Session::sanitize`].
    pub(crate) fn sanitize_part(
        &mut self,
        text: &str,
        from: usize,
        to: usize,
        voice: Voice<'_>,
    ) -> Result<(String, usize), SanitizeError> {
        self.begin(text)?;
        let (out, end) = self.part(text, from, to, voice)?;
        let rest = text.len() - end;
        Ok((out.text[from..out.text.len() - rest].to_owned(), end))
    }

    /// Rewrites what begins in `text[from..to]`; also returns where the last finding ends, at least `to`.
    fn part(
        &mut self,
        text: &str,
        from: usize,
        to: usize,
        voice: Voice<'_>,
    ) -> Result<(Sanitized, usize), SanitizeError> {
        let view = View::of(text);
        // A part of a text is no answer to a command.
        self.facts.asked = None;
        let mut found = self.settle(&view)?;
        self.note_origins(view.text(), &found, voice.context);
        self.learn_scopes(view.text(), &found, voice.origin, voice.introduces);
        self.begin_at(&view, from, &mut found)?;
        let mut end = to;
        found.findings.retain(|finding| {
            let span = view.in_source(finding.span);
            let inside = from <= span.start && span.start < end;
            end = if inside { end.max(span.end) } else { end };
            inside
        });
        Ok((self.rewrite(&view, &found)?, end))
    }

    /// A secret that begins before `from` and goes on behind it was read otherwise when what stands before left: of an
    /// overlong line more is seen now. Then the rest of it is a secret of its own.
    fn begin_at(
        &mut self,
        view: &View<'_>,
        from: usize,
        found: &mut Found,
    ) -> Result<(), SanitizeError> {
        for finding in &mut found.findings {
            let span = view.in_source(finding.span);
            let fresh = finding.kind == Kind::Secret && finding.rank != Rank::Own;
            if fresh && span.start < from && from < span.end {
                finding.span.start = view.place_of(from);
                self.learn_finding(view.text(), finding, None)?;
            }
        }
        Ok(())
    }

    /// Whether the word at `held[word..]` could still turn out private when more of it comes: if a value
    /// that is known, a handle or a token could begin with it.
    pub(crate) fn may_become_private(&mut self, before: &str, held: &str, word: usize) -> bool {
        let open = &held[word..];
        if open.is_empty() {
            return false;
        }
        let handle = open.contains('[') && open.contains(|c: char| c.is_ascii_uppercase());
        let from = before.len() + word;
        let fillers = ["0123456789abcdef".repeat(4), "Zq7Lw2Xk9Rt4Vb8N".repeat(4)];
        let token = fillers.iter().any(|filler| {
            let text = [before, held, filler].concat();
            let found = self.find(&View::of(&text));
            found.findings.iter().any(|finding| finding.span.end > from)
        });
        handle || token || self.table.begins_with_end_of(open)
    }

    /// Detects, learns, and detects again while there was something new to look for.
    fn settle(&mut self, view: &View<'_>) -> Result<Found, SanitizeError> {
        let mut found = self.find(view);
        for _ in 1..MAX_ROUNDS {
            if !self.learn(view.text(), &found)? {
                return Ok(found);
            }
            found = self.find(view);
        }
        self.learn(view.text(), &found)?;
        Ok(found)
    }

    /// Secrets remember where they were seen: they may go back there.
    fn note_origins(&mut self, text: &str, found: &Found, context: &Context<'_>) {
        let secrets = found.findings.iter();
        for finding in secrets.filter(|f| f.kind == Kind::Secret && f.rank != Rank::Own) {
            let Some(number) = self.table.find(Kind::Secret, finding.span.of(text)) else {
                continue;
            };
            let value = self.table.value(number);
            if value.first_seen != self.table.turn && !value.origins.is_empty() {
                // Where it came from was settled when it was first seen.
                continue;
            }
            origins::each(text, finding.span, context, |place, text| {
                self.table.add_origin(number, place, text);
            });
        }
    }

    /// Roots that the user named become scopes; what any other text says about roots does not.
    fn learn_scopes(&mut self, text: &str, found: &Found, origin: Origin, introduces: bool) {
        let (users_own, first) = (origin == Origin::User, introduces && self.table.turn == 1);
        if !users_own && !first {
            return;
        }
        let replaced = found.findings.iter().filter(|f| f.rank != Rank::Own);
        let spans = replaced.map(|f| (f.kind, f.span));
        let implied = found.implied.iter().map(|i| (i.kind, i.span));
        for (_, span) in spans
            .chain(implied)
            .filter(|(kind, _)| *kind == Kind::RepoRoot)
        {
            self.bounds.learn(text, span, users_own, first);
        }
    }

    /// Detects and resolves with what is known now.
    fn find(&mut self, view: &View<'_>) -> Found {
        let mut found = self.look(view, &mut Before::Unasked(MAX_DEPTH));
        found.findings = resolve::resolve(view.text(), found.findings);
        found
    }

    /// What stands in a text, overlaps included. What only its stand-ins make look private is not.
    fn look(&mut self, view: &View<'_>, before: &mut Before) -> Found {
        let text = view.text();
        let Seen {
            mut findings,
            mut implied,
            mut links,
            traces,
        } = self.detect(text);
        self.keep_standing(text, &mut findings, &mut implied);
        let apart = view.apart().map(|apart| {
            let mut more = self.detect(&apart.text);
            self.keep_standing(&apart.text, &mut more.findings, &mut more.implied);
            findings.extend(apart.own(&more.findings));
            (apart, more)
        });
        self.judge_as_before(view, before, &mut findings);
        if let Some((apart, more)) = &apart {
            beside(text, apart, more, &mut findings);
        }
        let echoes = echo::find(text, &self.table, &traces, &mut findings);
        let known = echoes.iter().map(Echo::finding);
        findings.extend(known.filter(|echo| !self.is_allowed(echo.span.of(text))));
        if let Some((apart, more)) = apart {
            // What loses against an echo leaves its place free.
            beside(text, &apart, &more, &mut findings);
            implied.extend(more.implied.into_iter().filter_map(|implied| {
                let span = apart.in_view(implied.span)?;
                Some(Implied { span, ..implied })
            }));
            links.extend(more.links.into_iter().filter_map(|link| {
                let span = apart.in_view(link.span)?;
                Some(Link { span, ..link })
            }));
        }
        self.judge_as_before(view, before, &mut findings);
        if let Before::Was(restored) = before {
            implied.retain(|implied| restored.implies(view.in_source(implied.span)));
        }
        Found {
            findings,
            implied,
            links,
            echoes,
        }
    }

    /// What is found around stand-ins of ours is judged with the real values in their places: as it was judged when
    /// they stood there.
    fn judge_as_before(
        &mut self,
        view: &View<'_>,
        before: &mut Before,
        findings: &mut Vec<Finding>,
    ) {
        let is_doubtful = |finding: &Finding| restored::is_doubtful(finding);
        let is_own = |finding: &Finding| finding.rank == Rank::Own;
        if matches!(before, Before::Never)
            || !findings.iter().any(is_own)
            || !findings.iter().any(is_doubtful)
        {
            return;
        }
        if let Before::Unasked(depth) = *before {
            let restored = (depth > 0).then(|| Restored::of(view, findings, &self.table));
            *before = match restored.flatten() {
                Some((text, mut restored)) => {
                    let there = View::of(&text);
                    let found = self.look(&there, &mut Before::Unasked(depth - 1));
                    let findings_there = resolve::resolve(there.text(), found.findings);
                    restored.compare(&there, &findings_there, &found.implied);
                    findings.extend(restored.secrets(view));
                    Before::Was(restored)
                }
                None => Before::Never,
            };
        }
        if let Before::Was(restored) = before {
            findings.retain(|finding| {
                !is_doubtful(finding) || restored.confirms(finding, view.in_source(finding.span))
            });
        }
    }

    fn detect(&self, text: &str) -> Seen {
        let mut cx = Cx::new(text, &self.facts);
        cx.trace = Trace::of(&self.table.grams);
        detect::detect(&mut cx, &self.table.known);
        self.custom.find(&mut cx);
        Seen {
            findings: cx.findings,
            implied: cx.implied,
            links: cx.links,
            traces: cx.trace.into_traces(),
        }
    }

    /// Keeps what counts. Whoever allows an address allows its host and its user there, but no secret in it.
    fn keep_standing(
        &mut self,
        text: &str,
        findings: &mut Vec<Finding>,
        implied: &mut Vec<Implied>,
    ) {
        let spared = self.spared(text, findings);
        findings.retain_mut(|finding| {
            let is_name = finding.rank != Rank::Own && finding.kind != Kind::Secret;
            self.stands(text, finding) && !(is_name && is_inside(&spared, finding.span))
        });
        if !spared.is_empty() {
            implied.retain(|implied| !is_inside(&spared, implied.span));
        }
    }

    /// Where allowed values stand, by position; none of them lies in another.
    fn spared(&self, text: &str, findings: &[Finding]) -> Vec<Span> {
        if self.allowed.is_empty() {
            return Vec::new();
        }
        let spans = findings.iter().map(|finding| finding.span);
        let mut spans: Vec<Span> = spans
            .filter(|span| self.is_allowed(span.of(text)))
            .collect();
        spans.sort_unstable_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
        let mut end = 0;
        spans.retain(|span| {
            let is_outer = span.end > end;
            end = end.max(span.end);
            is_outer
        });
        spans
    }

    /// Whether a finding counts: not allowed, not disabled, and a handle only if it was issued. A handle that
    /// was not is text, and its ordinal is taken so that it never leads anywhere later.
    fn stands(&mut self, text: &str, finding: &mut Finding) -> bool {
        let part = finding.span.of(text);
        // Text equal to an issued surrogate is that surrogate, whatever context it stands in.
        if finding.kind == Kind::Secret && self.table.by_surrogate(part).is_some() {
            finding.rank = Rank::Own;
        }
        if finding.rank == Rank::Own {
            return finding.kind == Kind::Secret || self.is_issued(part);
        }
        !self.disabled.contains(&finding.kind) && !self.is_allowed(part)
    }

    fn is_issued(&mut self, part: &str) -> bool {
        let Some((handle, _, _)) = Handle::parse_at(part.as_bytes(), 0) else {
            return false;
        };
        let issued = self.table.by_handle(handle).is_some();
        if !issued {
            self.table.reserve(handle);
        }
        issued
    }

    fn is_allowed(&self, part: &str) -> bool {
        !self.allowed.is_empty() && self.allowed.contains(&self.table.hash_of(part))
    }

    /// Makes what was found known. Returns whether there was anything new to look for.
    fn learn(&mut self, text: &str, found: &Found) -> Result<bool, SanitizeError> {
        let before = self.table.known.generation();
        self.learn_key_blocks(text, found)?;
        for finding in &found.findings {
            if finding.rank == Rank::Own {
                continue;
            }
            match found.echo_at(finding) {
                Some(echo) => self.learn_echo(text, echo)?,
                None => self.learn_finding(text, finding, found.source_of(finding))?,
            }
        }
        let mut looks = 0;
        for implied in &found.implied {
            let raw = implied.span.of(text);
            let hidden = !self.is_allowed(raw) && !self.disabled.contains(&implied.kind);
            if hidden && !self.is_settled(implied.kind, raw, true) {
                looks += usize::from(implied.kind == Kind::User);
                let subject =
                    implied.kind == Kind::User && looks <= MAX_LOOKS && user::is_subject(text, raw);
                let everywhere = !subject && names::spreads(implied.kind, raw);
                self.learn_value(raw, implied.kind, implied.rule, everywhere)?;
            }
        }
        Ok(self.table.known.generation() != before)
    }

    /// Gives the lines of a key block that is new stand-ins that make a key of the same kind together.
    fn learn_key_blocks(&mut self, text: &str, found: &Found) -> Result<(), SanitizeError> {
        for group in key_lines::groups(text, &found.findings) {
            let lines: Vec<&str> = group.iter().map(|line| line.span.of(text)).collect();
            let known = |raw: &&str| self.table.find(Kind::Secret, raw).is_some();
            if lines.iter().any(known) {
                continue;
            }
            let fresh = key_lines::fresh(&lines, &mut Draw::new(&mut *self.random));
            for (line, fresh) in lines.into_iter().zip(fresh) {
                self.learn_key_line(line, fresh)?;
            }
        }
        Ok(())
    }

    fn learn_key_line(&mut self, raw: &str, fresh: String) -> Result<(), SanitizeError> {
        let (number, _) = self.table.learn(&New {
            raw,
            kind: Kind::Secret,
            rule: Rule::KeyBlock,
            everywhere: false,
            source: None,
        })?;
        let free = fresh != raw && !self.table.is_taken(&fresh);
        if free && self.table.value(number).surrogate.is_none() {
            self.table.set_surrogate(number, fresh);
        }
        Ok(())
    }

    fn learn_finding(
        &mut self,
        text: &str,
        finding: &Finding,
        source: Option<u32>,
    ) -> Result<(), SanitizeError> {
        let (raw, kind, rule) = (finding.span.of(text), finding.kind, finding.rule);
        if self.is_settled(kind, raw, finding.reach == Reach::Session) {
            return Ok(());
        }
        let everywhere = finding.reach == Reach::Session
            && match kind {
                Kind::Secret => strength::propagates(raw),
                _ => names::spreads(kind, raw),
            };
        self.learn_new(&New {
            raw,
            kind,
            rule,
            everywhere,
            source,
        })
    }

    /// Whether a value is known so well that seeing it again teaches nothing: nearly every finding, since
    /// values come back.
    fn is_settled(&self, kind: Kind, raw: &str, spreading: bool) -> bool {
        self.table.find(kind, raw).is_some_and(|number| {
            let value = self.table.value(number);
            (value.everywhere || !spreading) && (kind != Kind::Secret || value.surrogate.is_some())
        })
    }

    /// A form of a secret that comes back gets the same form of its surrogate.
    fn learn_echo(&mut self, text: &str, echo: &Echo) -> Result<(), SanitizeError> {
        if !echo.is_registered() {
            return Ok(());
        }
        let raw = echo.span.of(text);
        let (number, _) = self.table.learn(&New {
            raw,
            kind: Kind::Secret,
            rule: echo.rule,
            everywhere: false,
            source: Some(echo.owner),
        })?;
        if self.table.value(number).surrogate.is_some() {
            return Ok(());
        }
        let surrogate = self.table.value(echo.owner).surrogate.as_deref();
        let escaped = raw.contains('%') && surrogate == echo.stand_in.as_deref();
        let stand_in = match &echo.stand_in {
            Some(text) if escaped => Some(inner::percent_of(text)),
            // What pieces cover from end to end is their join.
            None => fragment::join(raw, &self.table),
            other => other.clone(),
        };
        match stand_in
            .as_deref()
            .filter(|text| *text != raw && !self.table.is_taken(text))
        {
            Some(stand_in) => self.table.set_surrogate(number, stand_in.to_owned()),
            None => self.give_surrogate(number),
        }
        Ok(())
    }

    fn learn_value(
        &mut self,
        raw: &str,
        kind: Kind,
        rule: Rule,
        everywhere: bool,
    ) -> Result<(), SanitizeError> {
        self.learn_new(&New {
            raw,
            kind,
            rule,
            everywhere,
            source: None,
        })
    }

    fn learn_new(&mut self, new: &New<'_>) -> Result<(), SanitizeError> {
        let New {
            raw,
            kind,
            everywhere,
            ..
        } = *new;
        let (number, fresh) = self.table.learn(new)?;
        if everywhere && fresh {
            self.replays.learned(kind, number);
        }
        if everywhere && fresh && self.facts.learn(kind, raw) {
            self.table.known.extend(self.facts.beginnings());
        }
        if kind == Kind::Secret && self.table.value(number).surrogate.is_none() {
            match self.composed(new)? {
                Some(text) => self.table.set_surrogate(number, text),
                None => self.give_surrogate(number),
            }
        }
        Ok(())
    }

    /// The surrogate of a secret that is made of others: the encoding of one, or the join of several.
    fn composed(&mut self, new: &New<'_>) -> Result<Option<String>, SanitizeError> {
        let text = match inner::of(new.raw) {
            Some(inner) => {
                let (number, fresh) = self.table.learn(&New {
                    raw: &inner.plain,
                    everywhere: true,
                    ..*new
                })?;
                if fresh {
                    self.replays.learned(new.kind, number);
                }
                if self.table.value(number).surrogate.is_none() {
                    if let Some(text) = self.drawn_encoded(new, number) {
                        return Ok(Some(text));
                    }
                    self.give_surrogate(number);
                }
                let surrogate = self.table.value(number).surrogate.as_deref();
                surrogate.map(|surrogate| inner.encode(surrogate))
            }
            None => fragment::join(new.raw, &self.table),
        };
        Ok(text.filter(|text| text != new.raw && !self.table.is_taken(text)))
    }

    /// The surrogate of `new`, a text with percent escapes whose plain value is `plain`: the escapes stay as they are
    /// and where they are, so that it is as long and means another value in the same places.
    fn drawn_encoded(&mut self, new: &New<'_>, plain: u32) -> Option<String> {
        if escaped::is_escaped(new.raw.as_bytes()) {
            // Base64, whose last character depends on its padding.
            return None;
        }
        let rest = Zeroizing::new(inner::without_escapes(new.raw)?);
        let fresh = drawn(&self.table, &mut *self.random, &rest, new.rule);
        let text = inner::with_escapes_of(new.raw, &fresh)?;
        let inner = inner::of(&text)?;
        if self.table.is_taken(&inner.plain) {
            return None;
        }
        self.table.set_surrogate(plain, inner.plain.to_string());
        Some(text)
    }

    fn give_surrogate(&mut self, number: u32) {
        let value = self.table.value(number);
        let raw = value.raw.expose();
        let surrogate = drawn(&self.table, &mut *self.random, raw, value.rule);
        self.table.set_surrogate(number, surrogate);
    }

    fn rewrite(&mut self, view: &View<'_>, found: &Found) -> Result<Sanitized, SanitizeError> {
        let (text, findings) = (view.text(), &found.findings);
        let mut rewriter = Rewriter::new(view, findings.len());
        for finding in findings.iter().filter(|finding| finding.rank != Rank::Own) {
            let echo = found.echo_at(finding);
            if let Some(echo) = echo.filter(|echo| !echo.is_registered()) {
                rewriter.replace(finding, Kind::Secret, |out| match &echo.stand_in {
                    Some(stand_in) => out.push_str(stand_in),
                    None => out.extend(std::iter::repeat_n('x', echo.span.len())),
                });
                continue;
            }
            let number = self.table.number_of(finding.kind, finding.span.of(text))?;
            let value = self.table.value_mut(number);
            value.uses += 1;
            let kind = value.kind;
            // Of a value that is known by now, the rule that found it first says more.
            let rule = match finding.rule {
                Rule::Known => value.rule,
                rule => rule,
            };
            let finding = &Finding { rule, ..*finding };
            if kind == Kind::Secret {
                let surrogate = self.table.value(number).surrogate.as_deref();
                rewriter.replace(finding, kind, |out| {
                    out.push_str(surrogate.unwrap_or_default());
                });
            } else {
                let handle = self.table.issue(number)?;
                let style = match view.glues(finding.span) {
                    // Only brackets can be told from letters beside them, such as the end of an escape.
                    true => Style::Bracket,
                    false => position::style(text.as_bytes(), finding.span, kind, self.spelling),
                };
                rewriter.replace(finding, kind, |out| handle.write(style, out));
            }
        }
        Ok(rewriter.finish())
    }

    /// As [`Session::sanitize`], for bytes that may not be UTF-8: what is not becomes U+FFFD first. Offsets
    /// of the input are those of the text after that.
    ///
    /// # Errors
    /// As [`Session::sanitize`].
    pub fn sanitize_bytes(
        &mut self,
        bytes: &[u8],
        origin: Origin,
        context: &Context<'_>,
    ) -> Result<Sanitized, SanitizeError> {
        self.sanitize(&String::from_utf8_lossy(bytes), origin, context)
    }

    /// What decisions about rebinding may ask.
    pub(crate) fn local<'s>(&'s self, tool: &'s str) -> rebind::Local<'s> {
        rebind::Local {
            table: &self.table,
            bounds: &self.bounds,
            tool,
        }
    }

    /// Restores structural slots in text for the local user. Secrets stay hidden, and so does whatever stands
    /// in a URL that is not itself a slot. Unknown handles stay as they are.
    pub fn rebind_display(&self, text: &str) -> Rebound {
        rebind::display(self.local("display"), text)
    }

    /// Restores a path, if it stays inside a scope.
    ///
    /// # Errors
    /// The reason why not.
    pub fn rebind_path(
        &self,
        text: &str,
        access: crate::config::Access,
    ) -> Result<Rebound, Refusal> {
        rebind::path(self.local("path"), text, access)
    }

    /// Restores a shell command.
    ///
    /// # Errors
    /// The reason why not.
    pub fn rebind_command(&self, text: &str, shell: Shell) -> Result<ReboundCommand, Refusal> {
        rebind::command(self.local("command"), text, shell)
    }

    /// Restores the arguments of a command that is run without a shell.
    ///
    /// # Errors
    /// The reason why not; its field is `/n` for the n-th argument, from 0.
    pub fn rebind_argv(&self, argv: &[&str]) -> Result<ReboundCommand, Refusal> {
        rebind::argv(self.local("argv"), argv)
    }

    /// Restores the arguments of a tool call: a JSON object, field by field.
    ///
    /// # Errors
    /// The reason why not; its field is a JSON pointer.
    pub fn rebind_tool_call(&self, tool: &str, args: &str) -> Result<ReboundCall, Refusal> {
        rebind::tool_call(self.local(tool), tool, args)
    }

    /// Replaces the policy: a JSON text, see `docs/policy.md`. What was confirmed before is forgotten. A snapshot
    /// does not carry the policy: set it again after a restore.
    ///
    /// # Errors
    /// The first field that is wrong; the old policy stands then.
    pub fn set_policy(&mut self, policy: &str) -> Result<(), ConfigError> {
        self.bounds.policy = rebind::Policy::parse(policy)?;
        Ok(())
    }

    /// Says what the arguments of a tool are that SlotGuard does not know: a JSON Schema, or a tool's definition
    /// with one in it, in place of what was said about that tool before. What counts is listed in `docs/policy.md`;
    /// without it an unknown tool gets the strict default. A snapshot does not carry it.
    ///
    /// # Errors
    /// The first thing that is wrong; what was said before stands then.
    pub fn describe_tool(&mut self, tool: &str, schema: &str) -> Result<(), ConfigError> {
        self.bounds.described.add(tool, schema)
    }

    /// What the user said yes to, in place of what they confirmed before. A host confirms the questions of one
    /// call, calls again, and then confirms none.
    pub fn confirm(&mut self, questions: &[Question]) {
        self.bounds.policy.confirmed = questions.to_vec();
    }

    /// Restores a provider's answer (a JSON document): what it says as [`Session::rebind_display`] does, the
    /// arguments of the calls in it as [`Session::rebind_tool_call`] does. It stays JSON with the same formatting.
    ///
    /// # Errors
    /// The reason why the first of its calls that is refused is; its field is a JSON pointer that goes on into
    /// arguments that are JSON text. `malformed` for what is no JSON document.
    pub fn rebind_json(&self, text: &str) -> Result<ReboundJson, Refusal> {
        rebind::answer(self.local("display"), text)
    }

    /// Takes proposals of the second tier. One is admitted only if its span stands verbatim on that line of
    /// `text` and its kind is enabled; admitted values are known from then on. Returns which were admitted.
    ///
    /// # Errors
    /// When the table is full.
    pub fn propose(
        &mut self,
        text: &str,
        proposals: &[Proposal<'_>],
    ) -> Result<Vec<bool>, SanitizeError> {
        let mut admitted = Vec::with_capacity(proposals.len());
        for proposal in proposals {
            let stands = self.admits(text, proposal);
            if stands {
                self.learn_value(proposal.span, proposal.kind, Rule::Proposal, true)?;
            }
            admitted.push(stands);
        }
        Ok(admitted)
    }

    fn admits(&self, text: &str, proposal: &Proposal<'_>) -> bool {
        let line = proposal.line.checked_sub(1);
        let line = line.and_then(|line| text.lines().nth(line as usize));
        let verbatim = line.is_some_and(|line| line.contains(proposal.span));
        verbatim
            && proposal
                .span
                .chars()
                .filter(|c| c.is_alphanumeric())
                .count()
                >= 3
            && !self.disabled.contains(&proposal.kind)
            && !self.is_allowed(proposal.span)
    }

    /// The slot table without raw values, in the order of first sight. Values that were learned but never
    /// replaced are not listed.
    pub fn slots(&self) -> Vec<SlotInfo> {
        self.table
            .live()
            .filter_map(|number| self.slot(number))
            .collect()
    }

    fn slot(&self, number: u32) -> Option<SlotInfo> {
        let value = self.table.value(number);
        let links = self.table.siblings(number).chain(value.source);
        Some(SlotInfo {
            stand_in: self.stand_in(number)?,
            kind: value.kind,
            rule: value.rule,
            uses: value.uses,
            first_seen: value.first_seen,
            links: links.filter_map(|other| self.stand_in(other)).collect(),
        })
    }

    /// What stands for a value, in brackets if it is a slot.
    pub(crate) fn stand_in(&self, number: u32) -> Option<String> {
        let value = self.table.value(number);
        if value.kind == Kind::Secret {
            return value.surrogate.as_deref().map(str::to_owned);
        }
        let mut text = String::new();
        self.table
            .handle_of(number)?
            .write(Style::Bracket, &mut text);
        Some(text)
    }

    /// The number of the value behind a handle in any spelling, or behind a surrogate.
    fn behind(&self, stand_in: &str) -> Option<u32> {
        match Handle::parse_at(stand_in.as_bytes(), 0) {
            Some((handle, _, end)) if end == stand_in.len() => self.table.by_handle(handle),
            _ => self.table.by_surrogate(stand_in),
        }
    }

    /// Why the value behind `stand_in` (a handle in any spelling, or a surrogate) is hidden.
    pub fn explain(&self, stand_in: &str) -> Option<Explanation> {
        let value = self.table.value(self.behind(stand_in)?);
        let mut chain = vec![format!(
            "found by rule {} in text {}",
            value.rule.name(),
            value.first_seen
        )];
        let mut source = value.source;
        while let Some(number) = source {
            let value = self.table.value(number);
            let name = self.stand_in(number).unwrap_or_default();
            chain.push(format!("linked to {name} by rule {}", value.rule.name()));
            source = value.source;
        }
        Some(Explanation {
            kind: value.kind,
            rule: value.rule,
            chain,
        })
    }

    /// Makes `value` private from now on, wherever it stands as a whole token.
    ///
    /// # Errors
    /// When the table is full.
    pub fn protect(&mut self, value: &str, kind: Kind) -> Result<(), SanitizeError> {
        if value.is_empty() {
            return Ok(());
        }
        self.replays.forget_all();
        self.allowed.remove(&self.table.hash_of(value));
        self.learn_value(value, kind, Rule::Literal, true)?;
        if kind != Kind::Secret {
            let number = self.table.number_of(kind, value)?;
            self.table.issue(number)?;
        }
        Ok(())
    }

    /// Never replaces `value` again. What was issued for it still resolves.
    pub fn allow(&mut self, value: &str) {
        self.replays.forget_all();
        self.allowed.insert(self.table.hash_of(value));
    }

    /// Wipes the value behind `stand_in`. The stand-in is unknown afterwards and never issued again.
    /// Returns whether there was one.
    pub fn forget(&mut self, stand_in: &str) -> bool {
        let Some(number) = self.behind(stand_in) else {
            return false;
        };
        self.replays.forget_all();
        self.table.forget(number);
        self.counter += 1;
        true
    }

    /// The raw value behind `stand_in`, for the local user's eyes only.
    pub fn reveal(&self, stand_in: &str) -> Option<String> {
        let number = self.behind(stand_in)?;
        Some(self.table.value(number).raw.expose().to_owned())
    }
}

/// Whether `span` lies in one of `outer`, which are sorted and none of which lies in another.
fn is_inside(outer: &[Span], span: Span) -> bool {
    let next = outer.partition_point(|outer| outer.start <= span.start);
    next.checked_sub(1)
        .and_then(|last| outer.get(last))
        .is_some_and(|outer| outer.contains(span))
}

/// How a text with stand-ins reads with the real values in their places.
enum Before {
    /// Nobody asked yet; so many times values may be put in the place of stand-ins, since a value may hold some.
    Unasked(u8),
    /// Not asked: it has none, or the answer would cost too much.
    Never,
    Was(Restored),
}

/// What one pass over a text gave.
struct Seen {
    findings: Vec<Finding>,
    implied: Vec<Implied>,
    links: Vec<Link>,
    traces: Traces,
}

/// Adds what `more` found in the text with its seams apart, where nothing else stands. What loses against another
/// finding, or against a stand-in, leaves its place free.
fn beside(text: &str, apart: &Apart, more: &Seen, findings: &mut Vec<Finding>) {
    let standing = resolve::resolve(text, findings.clone());
    findings.extend(apart.beside(&more.findings, &standing));
}

/// What one look at a text gave.
#[derive(Default)]
struct Found {
    findings: Vec<Finding>,
    implied: Vec<Implied>,
    links: Vec<Link>,
    echoes: Vec<Echo>,
}

impl Found {
    /// The echo behind a finding.
    fn echo_at(&self, finding: &Finding) -> Option<&Echo> {
        let next = self.echoes.partition_point(|echo| echo.span < finding.span);
        let echo = self.echoes.get(next)?;
        (echo.span == finding.span && echo.rule == finding.rule).then_some(echo)
    }

    /// The value that a derived form belongs to.
    fn source_of(&self, finding: &Finding) -> Option<u32> {
        let of = |link: &&Link| link.span == finding.span;
        let derived = finding.rule == Rule::Derived;
        derived.then(|| self.links.iter().find(of).map(|link| link.source))?
    }
}

/// A surrogate of `raw` that no other value of the table has.
fn drawn(table: &Table, random: &mut dyn Random, raw: &str, rule: Rule) -> String {
    let taken = |text: &str| table.is_taken(text);
    surrogate::surrogate(raw, rule, &mut Draw::new(random), &taken)
}

#[cfg(test)]
mod tests {
    use crate::testing::{session, zoe};
    use crate::{Config, Context, Kind, Origin, Session};

    fn out(session: &mut Session, text: &str) -> String {
        let done = session.sanitize(text, Origin::Tool, &Context::default());
        done.expect("within the limits").text
    }

    #[test]
    fn a_protected_value_returns_in_every_later_text() {
        let mut session = zoe();
        session
            .protect("Nachtfalke", Kind::Project)
            .expect("room for one");
        assert_eq!(out(&mut session, "about Nachtfalke."), "about [PROJECT_1].");
        assert_eq!(out(&mut session, "NACHTFALKE_KEY"), "PROJECT_SLOT_1B_KEY");
        assert_eq!(out(&mut session, "Nachtfalken"), "Nachtfalken");
    }

    #[test]
    fn configured_roots_are_hidden_wherever_they_lie() {
        for root in [
            "/srv/kiosk",
            "/opt/kiosk",
            "/tmp/kiosk",
            "/var/tmp/kiosk",
            "/q/kiosk",
            "/zy/kiosk",
            "/mnt/kiosk",
            r"E:\xq\kiosk",
        ] {
            let mut session = session(Config {
                roots: vec![root.into()],
                ..Config::default()
            });
            let text = out(&mut session, &format!("cat {root} twice"));
            assert_eq!(text, "cat [REPO_ROOT_1] twice", "{root}");
        }
    }

    #[test]
    fn what_was_never_issued_stays_and_never_resolves() {
        let mut session = zoe();
        assert_eq!(out(&mut session, "x[PROJECT_1]y"), "x[PROJECT_1]y");
        session
            .protect("Nachtfalke", Kind::Project)
            .expect("room for one");
        assert_eq!(out(&mut session, "Nachtfalke"), "[PROJECT_2]");
        assert_eq!(session.reveal("[PROJECT_1]"), None);
        assert_eq!(session.reveal("[PROJECT_2]").as_deref(), Some("Nachtfalke"));
    }

    #[test]
    fn what_lies_in_an_allowed_value_stays_with_it_and_nowhere_else() {
        let mut session = zoe();
        let text = "mail tamsin.hale@quill.internal or root@quill.internal on quill.internal";
        let hidden = "mail [EMAIL_1] or root@host-slot-1 on [HOST_1]";
        assert_eq!(out(&mut session, text), hidden);
        session.allow("tamsin.hale@quill.internal");
        let spared = "mail tamsin.hale@quill.internal or root@host-slot-1 on [HOST_1]";
        assert_eq!(out(&mut session, text), spared);
        let mut fresh = zoe();
        fresh.allow("tamsin.hale@quill.internal");
        assert_eq!(out(&mut fresh, text), spared);
        assert_eq!(out(&mut fresh, "by tamsin.hale"), "by tamsin.hale");
    }

    #[test]
    fn what_was_allowed_stays_and_what_was_forgotten_is_gone() {
        let mut session = zoe();
        session
            .protect("Nachtfalke", Kind::Project)
            .expect("room for one");
        session.allow("Nachtfalke");
        assert_eq!(out(&mut session, "Nachtfalke"), "Nachtfalke");
        assert!(session.forget("[PROJECT_1]"));
        assert_eq!(session.reveal("[PROJECT_1]"), None);
        assert!(!session.forget("[PROJECT_1]"));
    }
}
