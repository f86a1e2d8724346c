//! What a shell really sees: generated commands with hostile values, run by `sh` and `bash`.
//!
//! The words the shell passes on must be the intended ones, and nothing else may run: every value tries to
//! create a file. 300 commands, 10,000 with `SLOTGUARD_LONG=1`. Without a shell at hand the test says so.

#![cfg(unix)]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use slotguard_core::config::Literal;
use slotguard_core::{Config, Kind, Random, Session, Shell, Words};

/// A reproducible generator: SplitMix64.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

impl Random for Dice {
    fn fill(&mut self, buffer: &mut [u8]) {
        buffer.fill_with(|| self.next() as u8);
    }
}

/// What values are made of.
const HOSTILE: &[&str] = &[
    "$(touch CANARY)",
    "`touch CANARY`",
    "; touch CANARY;",
    "&& touch CANARY",
    "|touch CANARY",
    "\ntouch CANARY\n",
    "'",
    "\"",
    "\\",
    "$HOME",
    "${IFS}",
    "*",
    "?",
    "[a-z]",
    "{a,b}",
    "~",
    "#",
    "!",
    "!!",
    "=",
    ">CANARY",
    "<x",
    "&",
    "(",
    ")",
    " ",
    "\t",
    "name",
    "zo\u{eb}",
    "\u{2019}",
    "--",
    "%s",
    "\\n",
    "$'x'",
    "EOF",
    "$((1))",
    ":",
    ",",
    "^",
    "\u{200d}",
    "a b",
    "$",
    "2",
    "''",
    "\\'",
    "\r",
];

/// What stands around handles: bare text that means itself.
const PLAIN: &[&str] = &[
    "", "", "a", "x.y", "-", "--k=", "/p/", ":", "@", "%", "a=b", "+",
];

struct Values {
    session: Session,
    /// Stand-in and raw value.
    slots: Vec<(String, String)>,
    secret: (String, String),
}

fn values(dice: &mut Dice) -> Values {
    let made = |dice: &mut Dice| -> String {
        let parts = 1 + dice.below(4);
        let value: String = (0..parts).map(|_| dice.of(HOSTILE)).collect();
        // Longer than two letters, and no two alike.
        format!("{value}{}", dice.of(&["q7", "w8", "e9", "$x", "'y", "\"z"]))
    };
    let literals: Vec<String> = (0..5).map(|_| made(dice)).collect();
    let secret = format!("pw{}{}", made(dice), dice.below(100_000));
    let config = Config {
        literals: literals
            .iter()
            .map(|value| Literal {
                value: value.clone(),
                kind: Kind::Person,
            })
            .chain([Literal {
                value: secret.clone(),
                kind: Kind::Secret,
            }])
            .collect(),
        ..Config::default()
    };
    let session =
        Session::new(config, [1; 32], Box::new(Dice(dice.next()))).expect("a good configuration");
    let mut slots = Vec::new();
    let mut surrogate = None;
    for slot in session.slots() {
        let raw = session.reveal(&slot.stand_in).expect("it was issued");
        match slot.kind {
            Kind::Secret => surrogate = Some((slot.stand_in, raw)),
            _ => slots.push((slot.stand_in, raw)),
        }
    }
    Values {
        session,
        slots,
        secret: surrogate.expect("one secret"),
    }
}

/// A word as the model writes it, and as the program is to see it.
fn word(dice: &mut Dice, values: &Values, with_secret: bool) -> (String, String) {
    let (mut text, mut want) = (String::new(), String::new());
    // Something plain in front, so that no value is an option or a comment of its own.
    let _ = write!(text, "w{}", dice.of(PLAIN));
    want.push_str(&text);
    for _ in 0..1 + dice.below(3) {
        let secret = with_secret && dice.below(2) == 0;
        let (stand_in, raw) = if secret {
            &values.secret
        } else {
            &values.slots[dice.below(values.slots.len())]
        };
        // A surrogate needs a border on both sides.
        let (lead, tail) = if secret {
            (":", ":")
        } else {
            (dice.of(PLAIN), dice.of(PLAIN))
        };
        match dice.below(4) {
            0 => {
                let _ = write!(text, "{lead}{stand_in}{tail}");
                let _ = write!(want, "{lead}{raw}{tail}");
            }
            1 => {
                let _ = write!(text, "'{lead} {stand_in} $x {tail}'");
                let _ = write!(want, "{lead} {raw} $x {tail}");
            }
            2 => {
                let _ = write!(text, "\"{lead} {stand_in} \\\"{tail}\"");
                let _ = write!(want, "{lead} {raw} \"{tail}");
            }
            _ => {
                let _ = write!(text, "\\ \"it's\"{lead}{stand_in}\\${tail}");
                let _ = write!(want, " it's{lead}{raw}${tail}");
            }
        }
    }
    (text, want)
}

/// A command and what it prints: words, each ended by NUL.
fn command(dice: &mut Dice, values: &Values) -> (String, Vec<String>) {
    let show = "printf '%s\\0'";
    let (a, want_a) = word(dice, values, false);
    let (b, want_b) = word(dice, values, false);
    let both = vec![want_a.clone(), want_b.clone()];
    match dice.below(10) {
        0 => (format!("{show} {a} {b}"), both),
        1 => (format!("{show} {a} && {show} {b}"), both),
        2 => (format!("({show} {a}; {show} {b}) | cat"), both),
        3 => (format!("for i in {a} {b}; do {show} \"$i\"; done"), both),
        4 => (format!("v={a}; {show} \"$v\" {b}"), both),
        5 => (format!("f() {{ {show} \"$@\"; }}\nf {a} {b} # {a}\n"), both),
        6 => (
            format!("{show} \"$(printf '%s' {a})\" {b}"),
            vec![want_a.trim_end_matches('\n').to_owned(), want_b],
        ),
        7 => here(dice, values),
        8 => (
            format!("case x in y) {show} no;; x) {show} {a} \\\n {b};; esac"),
            both,
        ),
        _ => {
            let (a, want_a) = word(dice, values, true);
            (
                format!("psql() {{ {show} \"$@\"; }}; psql {a}"),
                vec![want_a],
            )
        }
    }
}

fn here(dice: &mut Dice, values: &Values) -> (String, Vec<String>) {
    let (stand_in, raw) = &values.slots[dice.below(values.slots.len())];
    let (mark, kept) = if dice.below(2) == 0 {
        ("EOF", "$")
    } else {
        ("'EOF'", "\\$")
    };
    let want = format!("a '{raw}' \"{raw}\" {kept}\n");
    (
        format!("cat <<{mark}\na '{stand_in}' \"{stand_in}\" \\$\nEOF\nprintf '\\0'"),
        vec![want],
    )
}

fn run(shell: &str, text: &str, env: &[(String, String)], dir: &Path) -> (Vec<u8>, String) {
    let output = Command::new(shell)
        .arg("-c")
        .arg(text)
        .envs(env.iter().map(|(name, value)| (name, value)))
        .env("x", "EXPANDED")
        .current_dir(dir)
        .output()
        .expect("the shell runs");
    (
        output.stdout,
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

fn shells() -> Vec<&'static str> {
    let here = |shell: &&str| Command::new(shell).arg("-c").arg(":").status().is_ok();
    ["sh", "bash"].into_iter().filter(here).collect()
}

fn empty_dir() -> PathBuf {
    let dir = std::env::temp_dir().join(format!("slotguard-shell-{}", std::process::id()));
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).expect("a directory");
    dir
}

#[test]
fn shells_see_the_intended_words_and_run_nothing_else() {
    let shells = shells();
    assert!(
        !shells.is_empty(),
        "neither sh nor bash is here: nothing was tested"
    );
    let long = std::env::var_os("SLOTGUARD_LONG").is_some();
    let rounds = if long { 10_000 } else { 300 };
    let dir = empty_dir();
    let mut dice = Dice(20_260);
    let (mut ran, mut refused) = (0, 0);
    let mut session = values(&mut dice);
    while ran < rounds {
        if dice.below(8) == 0 {
            session = values(&mut dice);
        }
        let (text, want) = command(&mut dice, &session);
        let done = match session.session.rebind_command(&text, Shell::Posix) {
            Ok(done) => done,
            Err(refusal) => {
                refused += 1;
                assert!(
                    refused < rounds * 3,
                    "almost everything is refused: {refusal}"
                );
                continue;
            }
        };
        let Words::Text(rebound) = done.words else {
            unreachable!("text gives text");
        };
        let want: String = want.iter().map(|word| format!("{word}\0")).collect();
        for shell in &shells {
            let (out, errors) = run(shell, &rebound, &done.env, &dir);
            let have = String::from_utf8_lossy(&out).into_owned();
            assert_eq!(have, want, "{shell}:\n{text}\n{rebound}\n{errors}");
            let files = fs::read_dir(&dir).expect("the directory").count();
            assert_eq!(files, 0, "{shell} ran a value:\n{text}\n{rebound}");
        }
        ran += 1;
    }
    let _ = fs::remove_dir_all(&dir);
    assert!(refused < ran, "{refused} refused of {}", ran + refused);
}
