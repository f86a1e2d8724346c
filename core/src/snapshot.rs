//! A session on its way to another process: sealed under the host's key.
//!
//! ```text
//! "SGSN" | format u8 | session id 16 | counter u64 | nonce 24 | XChaCha20-Poly1305 of the state
//! ```
//!
//! What stands before the nonce is authenticated with it. A snapshot *moves* a session: whoever restores it owns
//! it, and the host keeps the highest counter it has seen, so that an older one is not taken for the newest.

mod bytes;

use std::fmt;

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use zeroize::Zeroizing;

use crate::config::Config;
use crate::random::Random;
use crate::slots::Record;
use crate::{ConfigError, Kind, Rule, Session};
use bytes::{Reader, Writer};

const MAGIC: &[u8; 4] = b"SGSN";
const FORMAT: u8 = 1;
const HEAD: usize = 4 + 1 + 16 + 8;
const NONCE: usize = 24;

/// Why a snapshot was not taken. Nothing was restored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RestoreError {
    /// Not a snapshot, or cut off.
    Malformed,
    /// Of another version of the format.
    Format,
    /// Sealed with another key, or changed since.
    Unreadable,
    /// Its counter is lower than the one asked for.
    RolledBack,
    /// The configuration given with it is wrong.
    Config(ConfigError),
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed => f.write_str("not a snapshot, or cut off; start a new session"),
            Self::Format => f.write_str("a snapshot of another version; start a new session"),
            Self::Unreadable => f.write_str(
                "a snapshot of another key, or changed since it was made; start a new session",
            ),
            Self::RolledBack => {
                f.write_str("an older snapshot than the newest one; use the newest")
            }
            Self::Config(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RestoreError {}

impl Session {
    /// Seals the session under `host_key` (32 uniform bytes that the host keeps safe) and raises its counter.
    /// The session stays usable, but what it learns afterwards is not in the snapshot.
    pub fn snapshot(&mut self, host_key: &[u8; 32]) -> Vec<u8> {
        self.counter += 1;
        let mut out = Vec::with_capacity(1024);
        out.extend_from_slice(MAGIC);
        out.push(FORMAT);
        out.extend_from_slice(&self.id());
        out.extend_from_slice(&self.counter.to_le_bytes());
        let mut nonce = [0; NONCE];
        self.random.fill(&mut nonce);
        let state = self.state();
        let payload = Payload {
            msg: &state,
            aad: &out,
        };
        let sealed = XChaCha20Poly1305::new(host_key.into())
            .encrypt(XNonce::from_slice(&nonce), payload)
            .unwrap_or_default();
        out.extend_from_slice(&nonce);
        out.extend_from_slice(&sealed);
        out
    }

    /// The counter of the newest snapshot, and one more after [`Session::forget`]: a snapshot made before that
    /// must not be restored. Hosts keep it beside the snapshot.
    pub fn counter(&self) -> u64 {
        self.counter
    }

    /// Opens a snapshot that `host_key` sealed and whose counter is at least `least_counter`. `config` may differ
    /// from the one the session was started with; what it names is added.
    ///
    /// # Errors
    /// Why the snapshot, or the configuration, was not taken.
    pub fn restore(
        config: Config,
        host_key: &[u8; 32],
        snapshot: &[u8],
        least_counter: u64,
        random: Box<dyn Random>,
    ) -> Result<Session, RestoreError> {
        let (counter, state) = open(host_key, snapshot)?;
        if counter < least_counter {
            return Err(RestoreError::RolledBack);
        }
        let mut reader = Reader(&state);
        let key = reader.bytes().and_then(|key| key.try_into().ok());
        let key = key.ok_or(RestoreError::Malformed)?;
        let mut session = Session::bare(&config, key, random).map_err(RestoreError::Config)?;
        session.counter = counter;
        session.load(&mut reader).ok_or(RestoreError::Malformed)?;
        session.seed(&config).map_err(RestoreError::Config)?;
        Ok(session)
    }

    fn state(&self) -> Zeroizing<Vec<u8>> {
        let mut out = Writer::new();
        out.bytes(self.table.raw_key());
        out.number(self.table.turn);
        let records: Vec<Record<'_>> = self.table.records().collect();
        out.number(records.len() as u64);
        for record in &records {
            write_record(&mut out, record);
        }
        let reserved: Vec<(Kind, u32, Option<u16>)> = self.table.reserved().collect();
        out.number(reserved.len() as u64);
        for (kind, ordinal, form) in reserved {
            out.number(kind as u64);
            out.number(ordinal.into());
            out.maybe(form, |out, form| out.number(form.into()));
        }
        out.number(self.allowed.len() as u64);
        for hash in &self.allowed {
            out.number(*hash);
        }
        let scopes: Vec<(&str, bool)> = self.bounds.scopes().collect();
        out.number(scopes.len() as u64);
        for (key, write) in scopes {
            out.text(key);
            out.flag(write);
        }
        out.maybe(self.bounds.cwd.as_deref(), Writer::text);
        out.0
    }

    fn load(&mut self, reader: &mut Reader<'_>) -> Option<()> {
        self.table.turn = reader.number()?;
        for _ in 0..reader.number()? {
            let record = read_record(reader)?;
            self.table.load(&record)?;
            if record.everywhere && self.facts.learn(record.kind, record.raw) {
                self.table.known.extend(self.facts.beginnings());
            }
        }
        for _ in 0..reader.number()? {
            let kind = kind_of(reader.number()?)?;
            let ordinal = u32::try_from(reader.number()?).ok()?;
            let form = reader.maybe(Reader::number)?;
            self.table
                .load_reserved(kind, ordinal, form.and_then(|form| form.try_into().ok()));
        }
        self.allowed.extend(reader.list(Reader::number)?);
        for _ in 0..reader.number()? {
            let key = reader.text()?;
            self.bounds.load_scope(key, reader.flag()?);
        }
        let cwd = reader.maybe(Reader::text)?;
        self.bounds.cwd = self.bounds.cwd.take().or(cwd.map(str::to_owned));
        reader.0.is_empty().then_some(())
    }
}

/// Counter and plain text.
fn open(host_key: &[u8; 32], snapshot: &[u8]) -> Result<(u64, Zeroizing<Vec<u8>>), RestoreError> {
    let (head, rest) = snapshot
        .split_at_checked(HEAD)
        .ok_or(RestoreError::Malformed)?;
    let (nonce, sealed) = rest
        .split_at_checked(NONCE)
        .ok_or(RestoreError::Malformed)?;
    if !head.starts_with(MAGIC) {
        return Err(RestoreError::Malformed);
    }
    if head[4] != FORMAT {
        return Err(RestoreError::Format);
    }
    let payload = Payload {
        msg: sealed,
        aad: head,
    };
    let state = XChaCha20Poly1305::new(host_key.into())
        .decrypt(XNonce::from_slice(nonce), payload)
        .map_err(|_| RestoreError::Unreadable)?;
    let counter = head[21..].try_into().map_or(0, u64::from_le_bytes);
    Ok((counter, Zeroizing::new(state)))
}

fn write_record(out: &mut Writer, record: &Record<'_>) {
    out.text(record.raw);
    out.number(record.kind as u64);
    // By name: numbers of rules change from build to build.
    out.text(record.rule.name());
    out.flag(record.everywhere);
    out.flag(record.forgotten);
    out.maybe(record.source, |out, source| out.number(source.into()));
    out.maybe(record.ordinal, |out, ordinal| out.number(ordinal.into()));
    out.maybe(record.form, |out, form| out.number(form.into()));
    out.maybe(record.surrogate, Writer::text);
    out.number(record.uses);
    out.number(record.first_seen);
    out.number(record.origins.len() as u64);
    for origin in &record.origins {
        out.text(origin);
    }
}

fn read_record<'b>(reader: &mut Reader<'b>) -> Option<Record<'b>> {
    let narrow = |value: Option<u64>| value.map(u32::try_from).transpose().ok();
    Some(Record {
        raw: reader.text()?,
        kind: kind_of(reader.number()?)?,
        rule: Rule::from_name(reader.text()?).unwrap_or(Rule::Known),
        everywhere: reader.flag()?,
        forgotten: reader.flag()?,
        source: narrow(reader.maybe(Reader::number)?)?,
        ordinal: narrow(reader.maybe(Reader::number)?)?,
        form: narrow(reader.maybe(Reader::number)?)?.and_then(|form| form.try_into().ok()),
        surrogate: reader.maybe(Reader::text)?,
        uses: reader.number()?,
        first_seen: reader.number()?,
        origins: reader.list(Reader::text)?,
    })
}

fn kind_of(number: u64) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| *kind as u64 == number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Seeded, zoe};
    use crate::{Context, Origin};

    const KEY: [u8; 32] = [9; 32];

    fn out(session: &mut Session, text: &str) -> String {
        let done = session.sanitize(text, Origin::Tool, &Context::default());
        done.expect("within the limits").text
    }

    fn restored(bytes: &[u8], least: u64) -> Result<Session, RestoreError> {
        Session::restore(Config::default(), &KEY, bytes, least, Box::new(Seeded(3)))
    }

    const TEXT: &str =
        "zoe and ZOE in /home/zoe/quarry/a.rs, [USER_1c], DB_PASSWORD=Rauhreif-4711-Feld\n";

    #[test]
    fn a_restored_session_goes_on_as_the_one_before() {
        let mut before = zoe();
        let first = out(&mut before, TEXT);
        let snapshot = before.snapshot(&KEY);
        let mut after = restored(&snapshot, 1).expect("a good snapshot");
        assert_eq!(out(&mut after, TEXT), first);
        assert_eq!(out(&mut after, &first), first);
        assert_eq!(
            after.reveal("[REPO_ROOT_1]"),
            before.reveal("[REPO_ROOT_1]")
        );
        assert_eq!(
            after.rebind_display(&first).text,
            before.rebind_display(&first).text
        );
        let path = |session: &Session| {
            let path = session.rebind_path("[REPO_ROOT_1]/a.rs", crate::config::Access::Write);
            path.map(|path| path.text)
        };
        assert_eq!(path(&after), path(&before));
        assert_eq!(after.slots().len(), before.slots().len());
    }

    #[test]
    fn keyed_handles_and_values_that_were_never_issued_go_along() {
        let config = || Config {
            naming: crate::config::Naming::Keyed,
            user: Some("zoe".to_owned()),
            ..Config::default()
        };
        let mut before = crate::testing::session(config());
        let first = out(
            &mut before,
            "zoe wrote to Zoe Quarry <zoe.quarry@firn.internal>",
        );
        let snapshot = before.snapshot(&KEY);
        let after = Session::restore(config(), &KEY, &snapshot, 0, Box::new(Seeded(3)));
        let mut after = after.expect("a good snapshot");
        let shown = |session: &Session| session.rebind_display(&first).text;
        assert_eq!(shown(&after), shown(&before));
        assert_eq!(out(&mut after, "zoe"), out(&mut before, "zoe"));
    }

    #[test]
    fn a_snapshot_is_unreadable_to_others() {
        let mut session = zoe();
        out(&mut session, TEXT);
        let snapshot = session.snapshot(&KEY);
        let holds = |needle: &[u8]| snapshot.windows(needle.len()).any(|part| part == needle);
        assert!(!holds(b"zoe") && !holds(b"Rauhreif"));
        let other = Session::restore(
            Config::default(),
            &[8; 32],
            &snapshot,
            0,
            Box::new(Seeded(3)),
        );
        assert_eq!(other.err(), Some(RestoreError::Unreadable));
    }

    #[test]
    fn what_was_changed_cut_or_rolled_back_is_refused() {
        let mut session = zoe();
        let old = session.snapshot(&KEY);
        let new = session.snapshot(&KEY);
        assert_eq!(restored(&old, 2).err(), Some(RestoreError::RolledBack));
        assert!(restored(&new, 2).is_ok());
        for at in 0..new.len() {
            let mut changed = new.clone();
            changed[at] ^= 1;
            assert!(restored(&changed, 0).is_err(), "byte {at}");
            assert!(restored(&new[..at], 0).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn what_was_forgotten_stays_forgotten_and_wants_a_new_snapshot() {
        let mut session = zoe();
        session
            .protect("Nachtfalke", Kind::Project)
            .expect("room for one");
        let old = session.snapshot(&KEY);
        assert!(session.forget("[PROJECT_1]"));
        assert_eq!(
            restored(&old, session.counter()).err(),
            Some(RestoreError::RolledBack)
        );
        let new = session.snapshot(&KEY);
        let mut after = restored(&new, session.counter()).expect("a good snapshot");
        assert_eq!(after.reveal("[PROJECT_1]"), None);
        after
            .protect("Morgenrot", Kind::Project)
            .expect("room for one");
        assert_eq!(out(&mut after, "Morgenrot"), "[PROJECT_2]");
    }
}
