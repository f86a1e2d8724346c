//! `slotguard demo [FILE]`: the product at work, turn by turn.

mod bundled;
mod paint;

use std::io::{self, IsTerminal, StdoutLock, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use slotguard_host::{Boundary, Config, Context, Error, Origin, Sanitized, Session};

use super::end::{Done, End};
use super::input;
use paint::Paint;

#[derive(clap::Args)]
#[command(after_help = "\
Private parts are coloured on a terminal and stand in «» elsewhere. Nothing leaves this machine.")]
pub(crate) struct Args {
    /// A file of your own instead of the bundled transcript; `-` is standard input
    file: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Done {
    let out = io::stdout().lock();
    let paint = Paint::new(out.is_terminal());
    match &args.file {
        Some(file) => Demo::new(Config::default(), out, paint)?.file(file),
        None => Demo::new(bundled::config(), out, paint)?.bundled(),
    }
}

struct Demo<'a> {
    session: Session,
    out: StdoutLock<'a>,
    paint: Paint,
    /// What the model has seen.
    seen: Vec<Sanitized>,
}

impl<'a> Demo<'a> {
    fn new(config: Config, out: StdoutLock<'a>, paint: Paint) -> Result<Self, End> {
        Ok(Demo {
            session: Boundary::new()?.session(config)?,
            out,
            paint,
            seen: Vec::new(),
        })
    }

    fn file(&mut self, file: &Path) -> Done {
        let bytes = input::read(Some(file))?;
        let name = file.display().to_string();
        self.turn(&name, &String::from_utf8_lossy(&bytes), Origin::File)?;
        self.slots()
    }

    fn bundled(&mut self) -> Done {
        for (number, (name, text)) in bundled::TURNS.iter().enumerate() {
            let origin = if number == 0 {
                Origin::User
            } else {
                Origin::Tool
            };
            let title = format!("turn {}, {name}", number + 1);
            self.turn(&title, &bundled::text(text), origin)?;
        }
        self.slots()?;
        self.reply()?;
        self.attacks()
    }

    /// One turn before and after. Lines that stay are printed once, a changed line as it was and as the model
    /// sees it.
    fn turn(&mut self, title: &str, text: &str, origin: Origin) -> Done {
        let start = Instant::now();
        let safe = self.session.sanitize(text, origin, &Context::default())?;
        let time = start.elapsed();
        self.heading(
            title,
            &format!("{} hidden, {}", safe.replacements.len(), shown(time)),
        )?;
        let before: Vec<_> = safe.replacements.iter().map(|one| one.input).collect();
        let after: Vec<_> = safe.replacements.iter().map(|one| one.output).collect();
        let before = self.paint.private(text, &before);
        let after = self.paint.standin(&safe.text, &after);
        for (before, after) in before.iter().zip(&after) {
            if before == after {
                writeln!(self.out, "    {before}")?;
            } else {
                writeln!(self.out, "  - {before}")?;
                writeln!(self.out, "  + {after}")?;
            }
        }
        self.seen.push(safe);
        Ok(())
    }

    fn slots(&mut self) -> Done {
        self.heading("slots", "without the values")?;
        for slot in self.session.slots()? {
            let rule = self.session.rule_name(slot.rule)?;
            let stand_in: String = slot.stand_in.chars().take(48).collect();
            let stand_in = stand_in.replace('\n', " ");
            let uses = slot.uses;
            writeln!(
                self.out,
                "  {stand_in:<50} {:<14} {rule:<18} {uses} uses",
                slot.kind.name()
            )?;
        }
        Ok(())
    }

    fn reply(&mut self) -> Done {
        let reply = bundled::text(bundled::REPLY);
        let start = Instant::now();
        let local = self.session.rebind_display(&reply)?;
        let time = start.elapsed();
        let title = "the model's answer, as the local user sees it";
        self.heading(
            title,
            &format!("{} restored, {}", local.restored.len(), shown(time)),
        )?;
        for line in self.paint.private(&local.text, &local.restored) {
            writeln!(self.out, "    {line}")?;
        }
        Ok(())
    }

    /// Two answers of a model that was led astray. The demo fails if one of them is not refused.
    fn attacks(&mut self) -> Done {
        self.heading("two attacks", "refused")?;
        for attack in bundled::ATTACKS.lines() {
            let attack = bundled::fill(attack, &self.seen);
            let (tool, args) = attack.split_once(' ').unwrap_or((&attack, "{}"));
            writeln!(self.out, "    {attack}")?;
            match self.session.rebind_tool_call(tool, args) {
                Err(Error::Refused(refusal)) => {
                    let (kind, message) = (refusal.kind.name(), refusal.message);
                    writeln!(self.out, "    refused ({kind}): {message}")?;
                }
                Err(error) => return Err(error.into()),
                Ok(_) => return Err(End::Failed("an attack was not refused".to_owned())),
            }
        }
        Ok(())
    }

    fn heading(&mut self, title: &str, note: &str) -> Done {
        Ok(writeln!(self.out, "\n{} ({note})", self.paint.bold(title))?)
    }
}

fn shown(time: Duration) -> String {
    format!("{:.1} µs", time.as_secs_f64() * 1e6)
}
