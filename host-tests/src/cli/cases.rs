//! `slotguard cases`: the shared example cases, through the component.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use slotguard_eval::cases::{self, Figure, Show};

use super::end::{Done, End};
use super::eval::{Component, failed};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  slotguard cases --show reports          ids of failing cases of a group
  slotguard cases --show vectors/gitleaks of one line of the table
  slotguard cases --show all --text       with what was shown, lost or missed; for local eyes")]
pub(crate) struct Args {
    /// The folder of cases; they are read in place
    ///
    /// Without it `../shared/cases`, if that is there
    folder: Option<PathBuf>,
    /// List the failing cases of a group, of one line (group/name), or of all groups
    #[arg(long, value_name = "GROUP")]
    show: Option<String>,
    /// List them with their text
    #[arg(long, requires = "show")]
    text: bool,
}

/// Where the cases are, beside a clone of the project.
const FOLDER: &str = "../shared/cases";

/// Of the stand-ins, so that two runs over one tree agree.
const SEED: u64 = 1;

pub(crate) fn run(args: &Args) -> Done {
    let mut out = io::stdout().lock();
    let folder = args.folder.as_deref().unwrap_or(Path::new(FOLDER));
    if !folder.is_dir() {
        let missing = format!("there are no cases in {}", folder.display());
        if args.folder.is_some() {
            return Err(End::Usage(missing));
        }
        writeln!(out, "skipped: {missing}")?;
        return Ok(out.flush()?);
    }
    let figures = cases::run(&Component::new(SEED)?, folder).map_err(failed)?;
    let show = match (&args.show, args.text) {
        (None, _) => Show::Nothing,
        (Some(_), false) => Show::Ids,
        (Some(_), true) => Show::Text,
    };
    let wanted = args.show.as_deref().unwrap_or_default();
    write!(
        out,
        "{}",
        cases::report(&figures, show, |figure| fits(figure, wanted))
    )?;
    Ok(out.flush()?)
}

/// Parts of a figure are listed only where they are named.
fn fits(figure: &Figure, wanted: &str) -> bool {
    let part = figure.name.starts_with(' ');
    let name = format!("{}/{}", figure.group, figure.name.trim());
    match wanted {
        "all" => !part,
        wanted => name.starts_with(wanted) && (!part || wanted.contains('/')),
    }
}
