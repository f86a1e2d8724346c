//! The credential corpus: 200 sessions, 852 planted values, a split exposure in each session.

use super::carriers::{DIRECT, EMBEDDED};
use super::keys::{self, Key};
use super::scenes;
use super::world::{Os, World};
use crate::Origin;
use crate::judges::coding;
use crate::rng::Rng;
use crate::transcript::{Class, Page, Transcript, Turn};

/// Sessions, as in the paper.
pub const SESSIONS: usize = 200;
/// Planted values, as in the paper.
pub const VALUES: usize = 852;

/// How a value is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Exposure {
    /// As the value of a name.
    Direct,
    /// Inside something larger.
    Embedded,
    /// In two parts.
    Split,
    /// In another encoding, after it was seen.
    Derived,
    /// Bare, in a later turn.
    CrossTurn,
}

impl Exposure {
    /// Every exposure.
    pub const ALL: [Exposure; 5] = [
        Exposure::Direct,
        Exposure::Embedded,
        Exposure::Split,
        Exposure::Derived,
        Exposure::CrossTurn,
    ];

    /// In plain words.
    pub fn name(self) -> &'static str {
        match self {
            Exposure::Direct => "direct",
            Exposure::Embedded => "embedded",
            Exposure::Split => "split",
            Exposure::Derived => "derived",
            Exposure::CrossTurn => "cross-turn",
        }
    }
}

/// One planted value.
#[derive(Clone, Debug)]
pub struct Planted {
    /// The value.
    pub value: String,
    /// How it is shown.
    pub exposure: Exposure,
    /// What it is, and where: for messages.
    pub what: String,
}

/// A session and what was planted in it.
#[derive(Clone, Debug)]
pub struct Session {
    /// The turns.
    pub transcript: Transcript,
    /// The values.
    pub planted: Vec<Planted>,
}

/// The corpus of that seed.
pub fn corpus(seed: u64) -> Vec<Session> {
    (0..SESSIONS).map(|index| session(seed, index)).collect()
}

fn session(seed: u64, index: usize) -> Session {
    let mut rng = Rng::new(seed, &format!("credentials {index}"));
    let os = *rng.of(&[Os::Mac, Os::Linux, Os::Server]);
    let world = World::draw(&mut rng, os);
    let mut exposures = vec![Exposure::Split];
    let count = VALUES / SESSIONS + usize::from(index < VALUES % SESSIONS);
    while exposures.len() < count {
        exposures.push(draw_exposure(&mut rng));
    }
    let mut strands = Vec::new();
    let mut planted = Vec::new();
    for exposure in exposures {
        let (value, strand) = plant(&mut rng, exposure);
        planted.push(value);
        strands.push(strand);
    }
    let mut turns = interleave(&mut rng, strands);
    add_noise(&mut rng, &world, &mut turns);
    let transcript = Transcript {
        id: format!("credentials {index:03}"),
        setup: world.setup(),
        turns,
    };
    Session {
        transcript,
        planted,
    }
}

fn draw_exposure(rng: &mut Rng) -> Exposure {
    match rng.below(100) {
        0..40 => Exposure::Direct,
        40..75 => Exposure::Embedded,
        75..82 => Exposure::Derived,
        _ => Exposure::CrossTurn,
    }
}

/// A value and the turns that show it, in order.
fn plant(rng: &mut Rng, exposure: Exposure) -> (Planted, Vec<Turn>) {
    let fits = |key: &&Key| match exposure {
        Exposure::Direct | Exposure::Embedded => true,
        // A password made of words is private in its own context only; see the contract on low-entropy values.
        Exposure::Derived | Exposure::CrossTurn => key.name != "database password",
        Exposure::Split => !matches!(key.name, "database password" | "AWS key id" | "JWT"),
    };
    let keys: Vec<_> = keys::ALL.iter().filter(fits).collect();
    let key = *rng.of(&keys);
    let value = (key.draw)(rng);
    let (how, strand) = match exposure {
        Exposure::Direct => one(rng, DIRECT, key, &value),
        Exposure::Embedded => one(rng, EMBEDDED, key, &value),
        Exposure::Split => split(rng, key, &value),
        Exposure::Derived => derived(rng, key, &value),
        Exposure::CrossTurn => cross_turn(rng, key, &value),
    };
    let what = format!("{}, {how}", key.name);
    (
        Planted {
            value,
            exposure,
            what,
        },
        strand,
    )
}

type Carriers = [(&'static str, super::carriers::Carrier)];

fn one(rng: &mut Rng, carriers: &Carriers, key: &Key, value: &str) -> (String, Vec<Turn>) {
    let (name, carrier) = rng.of(carriers);
    ((*name).to_owned(), vec![carrier(key, value, rng).finish()])
}

/// The value somewhere, for the exposures that need it known.
fn known(rng: &mut Rng, key: &Key, value: &str) -> Vec<Turn> {
    let carriers = if rng.one_in(2) { DIRECT } else { EMBEDDED };
    one(rng, carriers, key, value).1
}

fn split(rng: &mut Rng, key: &Key, value: &str) -> (String, Vec<Turn>) {
    let middle = value.len() / 2;
    let at = middle - 2 + rng.below(5);
    let (head, tail) = value.split_at(at);
    match rng.below(8) {
        0 => ("named parts".into(), vec![parts(key, head, tail)]),
        1 => ("joined in code".into(), vec![joined(key, head, tail)]),
        2 | 3 => {
            let mut turns = known(rng, key, value);
            turns.push(wrapped(key, head, tail));
            ("wrapped".into(), turns)
        }
        _ => {
            let mut turns = known(rng, key, value);
            turns.push(half(&format!("echo ${{{}:0:{at}}}", key.variable), head));
            turns.push(half(&format!("echo ${{{}:{at}}}", key.variable), tail));
            ("halves in later turns".into(), turns)
        }
    }
}

fn half(command: &str, part: &str) -> Turn {
    let mut page = Page::new(Origin::Tool);
    page.push("$ ")
        .push(command)
        .push("\n")
        .private(Class::Secret, part)
        .push("\n");
    page.finish()
}

fn parts(key: &Key, head: &str, tail: &str) -> Turn {
    let mut page = Page::new(Origin::Tool);
    page.push("$ cat parts.env\n")
        .push(key.variable)
        .push("_PART1=");
    page.private(Class::Secret, head)
        .push("\n")
        .push(key.variable)
        .push("_PART2=");
    page.private(Class::Secret, tail).push("\n");
    page.finish()
}

fn joined(key: &Key, head: &str, tail: &str) -> Turn {
    let mut page = Page::new(Origin::Tool);
    page.push("$ head -4 legacy.py\nimport os\n")
        .push(key.variable)
        .push(" = \"");
    page.private(Class::Secret, head).push("\" + \"");
    page.private(Class::Secret, tail)
        .push("\"\nos.environ.setdefault(\"RETRIES\", \"3\")\n");
    page.finish()
}

fn wrapped(key: &Key, head: &str, tail: &str) -> Turn {
    let mut page = Page::new(Origin::Tool);
    page.push("The value of ")
        .push(key.variable)
        .push(" in the wiki is\n    ");
    page.private(Class::Secret, head).push("\\\n    ");
    page.private(Class::Secret, tail).push("\n");
    page.finish()
}

fn derived(rng: &mut Rng, key: &Key, value: &str) -> (String, Vec<Turn>) {
    let mut turns = known(rng, key, value);
    let mut page = Page::new(Origin::Tool);
    let name = match rng.below(6) {
        0 => {
            page.push("apiVersion: v1\nkind: Secret\ndata:\n  value: ");
            page.private(Class::Secret, &coding::base64(value.as_bytes(), false));
            "base64 in a manifest"
        }
        1 => {
            let basic = format!("svc-deploy:{value}");
            page.push("> GET /v2/ HTTP/1.1\n> Authorization: Basic ");
            page.private(Class::Secret, &coding::base64(basic.as_bytes(), false));
            "basic header"
        }
        2 => {
            page.push("$ xxd -p token.bin | tr -d '\\n'\n");
            page.private(Class::Secret, &coding::hex(value.as_bytes()));
            "hex dump"
        }
        3 => {
            page.push("cache key: ")
                .private(Class::Secret, &value.to_uppercase());
            "upper case"
        }
        4 => {
            let reversed: String = value.chars().rev().collect();
            page.push("$ rev token.txt\n")
                .private(Class::Secret, &reversed);
            "reversed"
        }
        _ => {
            let wide = format!("id=7;token={value};");
            page.push("cookie blob: ");
            page.private(Class::Secret, &coding::base64(wide.as_bytes(), true));
            "base64 at an odd offset"
        }
    };
    page.push("\n");
    turns.push(page.finish());
    (name.into(), turns)
}

fn cross_turn(rng: &mut Rng, key: &Key, value: &str) -> (String, Vec<Turn>) {
    let mut turns = known(rng, key, value);
    let mut page = Page::new(Origin::Tool);
    match rng.below(3) {
        0 => page
            .push("auth failed for '")
            .private(Class::Secret, value)
            .push("' (attempt 2)\n"),
        1 => page
            .push("{\"got\":[\"")
            .private(Class::Secret, value)
            .push("\",null],\"ok\":false}\n"),
        _ => page
            .push("Assertion failed: ")
            .private(Class::Secret, value)
            .push(" != None\n"),
    };
    turns.push(page.finish());
    ("bare, later".into(), turns)
}

/// The strands in one row; each keeps its own order.
fn interleave(rng: &mut Rng, strands: Vec<Vec<Turn>>) -> Vec<Turn> {
    let mut strands: Vec<_> = strands.into_iter().map(Vec::into_iter).collect();
    let mut turns = Vec::new();
    while !strands.is_empty() {
        let at = rng.below(strands.len());
        match strands[at].next() {
            Some(turn) => turns.push(turn),
            None => drop(strands.swap_remove(at)),
        }
    }
    turns
}

/// Ordinary output between the turns, with the user's paths and the twins that must stay.
fn add_noise(rng: &mut Rng, world: &World, turns: &mut Vec<Turn>) {
    let count = turns.len().min(3);
    for _ in 0..count {
        let (_, scene) = rng.of(scenes::ALL);
        let page = scene(world, rng, 3);
        turns.insert(rng.below(turns.len() + 1), page.finish());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_as_in_the_paper_and_a_split_in_each() {
        let corpus = corpus(1);
        assert_eq!(corpus.len(), SESSIONS);
        let planted = corpus.iter().map(|session| session.planted.len());
        assert_eq!(planted.sum::<usize>(), VALUES);
        for session in &corpus {
            let mut splits = session.planted.iter();
            assert!(splits.any(|planted| planted.exposure == Exposure::Split));
        }
    }
}
