//! `slotguard serve --jsonl`

use std::io::{self, BufReader, BufWriter};

use slotguard_host::Boundary;

use super::end::Done;
use crate::serve;

#[derive(clap::Args)]
#[command(after_help = "\
Example:
  printf '%s\\n' '{\"id\":1,\"op\":\"open\",\"config\":{\"user\":\"alice\"}}' \\
    '{\"id\":2,\"op\":\"sanitize\",\"session\":\"s1\",\"text\":\"by alice\",\"origin\":\"tool\"}' | slotguard serve --jsonl

One request a line, one answer a line, in order; a bad line is answered and the next one read. Ends with the
input, and all sessions with it.")]
pub(crate) struct Args {
    /// One JSON request a line (the only protocol so far)
    #[arg(long, required = true)]
    jsonl: bool,
}

pub(crate) fn run(args: &Args) -> Done {
    debug_assert!(args.jsonl, "clap requires it");
    let boundary = Boundary::new()?;
    let input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let output = BufWriter::new(io::stdout().lock());
    Ok(serve::serve(boundary, input, output)?)
}
