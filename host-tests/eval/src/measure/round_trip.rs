//! Table 16, beyond the paper: what was hidden comes back, byte for byte, where the user may see it.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::json;

use super::{Progress, Section};
use crate::cases;
use crate::corpora::{credentials, structural};
use crate::judges::links;
use crate::table::{Table, percent};
use crate::transcript::{Transcript, Turn};
use crate::{Boundary, Failure, Output, Session, Setup, Text};

/// Generated texts.
pub const TEXTS: usize = 10_000;

/// Counts over texts.
#[derive(Clone, Debug, Default)]
pub struct Trips {
    /// Texts.
    pub all: usize,
    /// Texts in which something was replaced.
    pub rewritten: usize,
    /// Shown as they were.
    pub exact: usize,
    /// As they were but for stand-ins of secrets.
    pub secrets: usize,
    /// As they were but for slots that rendering could send away (and stand-ins of secrets).
    pub links: usize,
    /// Anything else.
    pub wrong: usize,
    /// Of the second and third kind, those that `reveal` gives back in full.
    pub revealed: usize,
    /// Withheld stand-ins by reason.
    pub reasons: BTreeMap<&'static str, usize>,
}

/// What became of one text.
enum Trip {
    Exact,
    Secrets,
    Links,
    Wrong(String),
}

impl Trips {
    /// Judges one text that went out and came back. The remark is that of a wrong one.
    ///
    /// # Errors
    /// When the session cannot display.
    pub fn add(
        &mut self,
        text: &str,
        output: &Output,
        session: &mut dyn Session,
    ) -> Result<Option<String>, Failure> {
        let shown = session.display(&output.text)?;
        self.all += 1;
        self.rewritten += usize::from(!output.replacements.is_empty());
        let mut full = String::new();
        let trip = self.judge(text, output, &shown, session, &mut full)?;
        match trip {
            Trip::Exact => self.exact += 1,
            Trip::Secrets => self.secrets += 1,
            Trip::Links => self.links += 1,
            Trip::Wrong(remark) => {
                self.wrong += 1;
                return Ok(Some(remark));
            }
        }
        self.revealed += usize::from(!matches!(trip, Trip::Exact) && full == text);
        Ok(None)
    }

    /// Walks through both texts; `full` becomes what is shown once everything withheld was asked for.
    fn judge(
        &mut self,
        text: &str,
        output: &Output,
        shown: &str,
        session: &mut dyn Session,
        full: &mut String,
    ) -> Result<Trip, Failure> {
        let (mut from, mut to, mut rest) = (0, 0, shown);
        let mut trip = Trip::Exact;
        for one in &output.replacements {
            let kept = &output.text[to..one.output.start];
            let (raw, stand_in) = (&text[one.input.clone()], &output.text[one.output.clone()]);
            let Some(behind) = rest
                .strip_prefix(kept)
                .filter(|_| text[from..].starts_with(kept))
            else {
                return Ok(Trip::Wrong(format!("text before {stand_in} differs")));
            };
            full.push_str(kept);
            (from, to) = (one.input.end, one.output.end);
            if let Some(behind) = behind.strip_prefix(raw) {
                full.push_str(raw);
                rest = behind;
                continue;
            }
            let Some(behind) = behind.strip_prefix(stand_in) else {
                return Ok(Trip::Wrong(format!("{stand_in} became something else")));
            };
            rest = behind;
            let reason = match one.kind.as_str() {
                "SECRET" => "a secret",
                _ => match links::reason(&output.text, one.output.start) {
                    Some(reason) => reason,
                    None => return Ok(Trip::Wrong(format!("{stand_in} withheld for no reason"))),
                },
            };
            *self.reasons.entry(reason).or_default() += 1;
            trip = match trip {
                Trip::Exact if reason == "a secret" => Trip::Secrets,
                Trip::Secrets if reason == "a secret" => Trip::Secrets,
                _ => Trip::Links,
            };
            full.push_str(&session.reveal(stand_in)?.unwrap_or_default());
        }
        let tail = &output.text[to..];
        full.push_str(tail);
        let same = rest == tail && &text[from..] == tail;
        Ok(if same {
            trip
        } else {
            Trip::Wrong("the end differs".to_owned())
        })
    }
}

/// Generated texts: the turns of the structural and the credential corpora of that seed and the next ones.
pub fn generated(seed: u64) -> impl Iterator<Item = Transcript> {
    (seed..).flat_map(|seed| {
        let secrets = credentials::corpus(seed)
            .into_iter()
            .map(|session| session.transcript);
        structural::corpus(seed).into_iter().chain(secrets)
    })
}

/// Sends the turns of generated sessions out and back, each when its session is over and knows the most.
///
/// # Errors
/// A boundary that refuses a turn.
pub fn trips(
    full: &dyn Boundary,
    seed: u64,
    texts: usize,
    mut wrong: impl FnMut(&Turn, String),
    progress: Progress<'_>,
) -> Result<Trips, Failure> {
    let mut trips = Trips::default();
    for transcript in generated(seed) {
        progress("round trip", trips.all, texts);
        let (outputs, mut session) = super::pass(full, &transcript)?;
        for (turn, output) in transcript.turns.iter().zip(&outputs) {
            if trips.all == texts {
                return Ok(trips);
            }
            if let Some(remark) = trips.add(&turn.text, output, &mut *session)? {
                wrong(turn, format!("{}: {remark}", transcript.id));
            }
        }
    }
    Ok(trips)
}

/// Table 16.
///
/// # Errors
/// A boundary that refuses a text, or a case file that cannot be read.
pub fn measure(
    full: &dyn Boundary,
    seed: u64,
    folder: Option<&Path>,
    progress: Progress<'_>,
) -> Result<Section, Failure> {
    let mut section = Section::new(16, "Round trip to the user");
    let note = |turn: &Turn, remark: String| section.note(|| format!("{remark}\n{}", turn.text));
    let generated = trips(full, seed, TEXTS, note, progress)?;
    let (real, apart) = real_turns(full, folder, &mut section)?;
    let mut table = Table::new(
        "Shown to the user, compared byte for byte",
        &[
            "texts",
            "all",
            "rewritten",
            "exact",
            "but for secrets",
            "but for links",
            "of both given back by `reveal`",
            "wrong",
        ],
    );
    let mut reasons = Table::new(
        "Why display withheld a stand-in",
        &["reason", "generated", "real turns"],
    );
    for (name, trips) in [
        ("generated", &generated),
        ("real turns of the shared cases", &real),
    ] {
        if trips.all > 0 {
            table.rows.push(row(name, trips));
        }
    }
    let mut names: Vec<_> = generated
        .reasons
        .keys()
        .chain(real.reasons.keys())
        .collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let of = |trips: &Trips| {
            trips
                .reasons
                .get(name)
                .copied()
                .unwrap_or_default()
                .to_string()
        };
        reasons.row(&[name, &of(&generated), &of(&real)]);
    }
    section.tables = vec![table, reasons];
    section.figures = json!({ "generated": figures(&generated), "real_turns": figures(&real) });
    for (name, trips) in [("generated", &generated), ("real turns", &real)] {
        let withheld = trips.secrets + trips.links;
        section.target(trips.wrong == 0, || {
            format!(
                "{} of {} {name} texts came back wrong",
                trips.wrong, trips.all
            )
        });
        section.target(trips.revealed == withheld, || {
            format!(
                "`reveal` completes {} of {withheld} {name} texts",
                trips.revealed
            )
        });
    }
    section.text = vec![
        "Each text is sanitized and, when its session is over, given to `rebind(display)`; what comes back is compared with \
         what went in. Display withholds two things on purpose: secrets, which only `reveal` gives back, and slots where \
         rendering could send them to another machine. A text counts as wrong if a stand-in was withheld for neither reason \
         (judged by the text around it, by rules of the evaluation's own), or if any other byte differs."
            .to_owned(),
        format!("Real turns to which the second applies: {}.", if apart.is_empty() { "none".to_owned() } else { apart.join(", ") }),
        "Not shown: text that a model wrote itself around a stand-in.".to_owned(),
    ];
    Ok(section)
}

/// The real turns, each in a session of its own, and the ids of those that hold slots in links.
fn real_turns(
    full: &dyn Boundary,
    folder: Option<&Path>,
    section: &mut Section,
) -> Result<(Trips, Vec<String>), Failure> {
    let (mut trips, mut apart) = (Trips::default(), Vec::new());
    for (id, text) in folder.map_or_else(|| Ok(Vec::new()), cases::real_texts)? {
        let mut session = full.open(&Setup::default())?;
        let output = session.sanitize(Text::tool(&text))?;
        let links = trips.links;
        if let Some(remark) = trips.add(&text, &output, &mut *session)? {
            section.note(|| format!("{id}: {remark}"));
        }
        if trips.links > links {
            apart.push(id);
        }
    }
    Ok((trips, apart))
}

fn row(name: &str, trips: &Trips) -> Vec<String> {
    let withheld = trips.secrets + trips.links;
    let counts = [
        trips.all,
        trips.rewritten,
        trips.exact,
        trips.secrets,
        trips.links,
    ];
    let mut row = vec![name.to_owned()];
    row.extend(counts.map(|count| count.to_string()));
    row.push(percent(trips.revealed, withheld));
    row.push(trips.wrong.to_string());
    row
}

fn figures(trips: &Trips) -> serde_json::Value {
    json!({
        "texts": trips.all, "rewritten": trips.rewritten, "exact": trips.exact, "but_for_secrets": trips.secrets,
        "but_for_links": trips.links, "revealed": trips.revealed, "wrong": trips.wrong, "reasons": trips.reasons,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conditions::Raw;

    #[test]
    fn a_boundary_that_does_nothing_is_exact() {
        let mut nothing = |_: &Turn, remark: String| panic!("{remark}");
        let trips = trips(&Raw, 5, 200, &mut nothing, &mut |_, _, _| {}).expect("runs");
        assert_eq!((trips.all, trips.exact, trips.rewritten), (200, 200, 0));
    }

    #[test]
    fn what_is_lost_is_wrong() {
        let output = Output {
            text: "by [USER_1] at https://x.example/[USER_1]".to_owned(),
            replacements: [(3..6, 3..11), (28..31, 33..41)]
                .map(|(input, output)| crate::Replacement {
                    kind: "USER".to_owned(),
                    input,
                    output,
                    rule: String::new(),
                })
                .into(),
        };
        let text = "by zoe at https://x.example/zoe";
        let mut trips = Trips::default();
        let mut session = Raw.open(&Setup::default()).expect("opens");
        let remark = trips.add(text, &output, &mut *session).expect("shows");
        assert_eq!(remark.as_deref(), Some("[USER_1] withheld for no reason"));
        assert_eq!((trips.wrong, trips.links), (1, 0));
    }
}
