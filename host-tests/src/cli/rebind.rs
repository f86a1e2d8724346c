//! `slotguard rebind [FILE]`

use std::io::{self, Write};
use std::path::PathBuf;

use slotguard_host::{Access, Context, Origin, Session, Shell};

use super::end::{Done, End};
use super::input;
use super::session::SessionArgs;
use crate::answer;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  slotguard rebind --from turn.txt reply.md
  echo '[REPO_ROOT_1]/src/main.rs' | slotguard rebind --root \"$PWD\" --target path
  slotguard rebind --from turn.txt --target tool-call --tool Read args.json

A session lives as long as its process. --from sanitizes texts first, in order, which gives its slots the
same numbers again. Surrogates of secrets are drawn anew for each session, so they resolve only in the process
that issued them: use `slotguard serve --jsonl` for whole conversations.")]
pub(crate) struct Args {
    /// What the model wrote; standard input if left out or `-`
    file: Option<PathBuf>,
    #[command(flatten)]
    session: SessionArgs,
    /// A text the model was shown, before it was sanitized (may be repeated)
    #[arg(long, value_name = "FILE")]
    from: Vec<PathBuf>,
    /// What the text is
    #[arg(long, value_enum, default_value = "display")]
    target: Target,
    /// For --target path: what the tool is about to do
    #[arg(long, value_enum, default_value = "read")]
    access: AccessArg,
    /// For --target command: the shell it is for
    #[arg(long, value_enum, default_value = "posix")]
    shell: ShellArg,
    /// For --target tool-call: the tool's name; the text is the JSON of its arguments
    #[arg(long, value_name = "NAME", required_if_eq("target", "tool-call"))]
    tool: Option<String>,
    /// Print as JSON, with the variables that a command needs
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Target {
    Display,
    Path,
    Command,
    ToolCall,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum AccessArg {
    Read,
    Write,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum ShellArg {
    Posix,
    Powershell,
    Cmd,
}

pub(crate) fn run(args: &Args) -> Done {
    let text = input::read_text(args.file.as_deref())?;
    let mut session = args.session.open()?;
    for from in &args.from {
        let turn = input::read(Some(from))?;
        session.sanitize_bytes(&turn, Origin::Tool, &Context::default())?;
    }
    let (text, json) = rebound(args, &mut session, &text)?;
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{json}")?;
    } else {
        out.write_all(text.as_bytes())?;
    }
    Ok(out.flush()?)
}

/// The rebound text, and the same as JSON.
fn rebound(args: &Args, session: &mut Session, text: &str) -> Result<(String, String), End> {
    // A path, a command or an argument list does not include the line end that `echo` adds.
    let one = text.trim_end_matches(['\r', '\n']);
    Ok(match args.target {
        Target::Display => {
            let rebound = session.rebind_display(text)?;
            let json = answer::line(&answer::Display::new(&rebound));
            (rebound.text, json)
        }
        Target::Path => {
            let rebound = session.rebind_path(one, args.access.into())?;
            let json = answer::line(&answer::Path::new(&rebound));
            (rebound.text + "\n", json)
        }
        Target::Command => {
            let command = session.rebind_command(one, args.shell.into())?;
            needs_json(args, command.env.is_empty())?;
            let json = answer::line(&answer::Command::new(&command));
            (command.text + "\n", json)
        }
        Target::ToolCall => {
            let tool = args.tool.as_deref().unwrap_or_default();
            let call = session.rebind_tool_call(tool, text)?;
            needs_json(args, call.env.is_empty())?;
            let json = answer::line(&answer::Call::new(&call)?);
            (call.args, json)
        }
    })
}

/// Plain output has no place for variables.
fn needs_json(args: &Args, no_variables: bool) -> Done {
    match args.json || no_variables {
        true => Ok(()),
        false => Err(End::Usage(
            "this command needs variables: use --json".to_owned(),
        )),
    }
}

impl From<AccessArg> for Access {
    fn from(access: AccessArg) -> Self {
        match access {
            AccessArg::Read => Access::Read,
            AccessArg::Write => Access::Write,
        }
    }
}

impl From<ShellArg> for Shell {
    fn from(shell: ShellArg) -> Self {
        match shell {
            ShellArg::Posix => Shell::Posix,
            ShellArg::Powershell => Shell::PowerShell,
            ShellArg::Cmd => Shell::Cmd,
        }
    }
}
