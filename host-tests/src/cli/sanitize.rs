//! `slotguard sanitize [FILE]`

use std::io::{self, Write};
use std::path::PathBuf;

use slotguard_host::{Context, Origin};

use super::end::Done;
use super::input;
use super::session::SessionArgs;
use crate::answer;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  slotguard sanitize --root \"$PWD\" app.log
  ps aux | slotguard sanitize --json

Bytes that are not UTF-8 become U+FFFD. At a limit nothing is printed and the exit code is 3.")]
pub(crate) struct Args {
    /// The file; standard input if left out or `-`
    file: Option<PathBuf>,
    #[command(flatten)]
    session: SessionArgs,
    /// Who produced the text
    #[arg(long, value_enum, default_value = "tool")]
    origin: OriginArg,
    /// Print the text and the replacements as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum OriginArg {
    User,
    Tool,
    File,
    Model,
}

pub(crate) fn run(args: &Args) -> Done {
    let bytes = input::read(args.file.as_deref())?;
    let mut session = args.session.open()?;
    let context = Context {
        file: args
            .file
            .as_ref()
            .and_then(|file| Some(file.to_str()?.to_owned())),
        ..Context::default()
    };
    let sanitized = session.sanitize_bytes(&bytes, args.origin.into(), &context)?;
    let mut out = io::stdout().lock();
    if args.json {
        let answer = answer::Sanitized::new(&sanitized, session.rules()?);
        writeln!(out, "{}", answer::line(&answer))?;
    } else {
        out.write_all(sanitized.text.as_bytes())?;
    }
    Ok(out.flush()?)
}

impl From<OriginArg> for Origin {
    fn from(origin: OriginArg) -> Self {
        match origin {
            OriginArg::User => Origin::User,
            OriginArg::Tool => Origin::Tool,
            OriginArg::File => Origin::File,
            OriginArg::Model => Origin::Model,
        }
    }
}
