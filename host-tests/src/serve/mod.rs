//! `serve --jsonl`: the contract of the component, one JSON request a line.

mod fault;
mod line;
mod op;
mod request;
mod server;
mod streams;

use std::io::{self, BufRead, Write};

use slotguard_host::{Boundary, Config};

pub(crate) use fault::Fault;

/// Longest line that is read, its end not counted.
const LONGEST_LINE: usize = 64 << 20;

/// Answers the requests of `input` until it ends.
///
/// # Errors
/// Only those of reading and writing; a request that cannot be served is answered.
pub(crate) fn serve(
    boundary: Boundary,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let mut server = server::Server::new(boundary);
    let mut buffer = Vec::new();
    while let Some(line) = line::next(&mut input, &mut buffer, LONGEST_LINE)? {
        let answer = match line {
            line::Line::Whole(line) if line.trim_ascii().is_empty() => continue,
            line::Line::Whole(line) => server.answer(line),
            line::Line::TooLong => {
                Fault::bad_request("the line is longer than 64 MB").answer("null")
            }
        };
        output.write_all(answer.as_bytes())?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
    Ok(())
}

/// Reads a configuration.
///
/// # Errors
/// A fault of kind `config` that names the field where there is one; never its value.
pub(crate) fn parse_config(json: &str) -> Result<Config, Fault> {
    serde_json::from_str(json).map_err(|error| Fault::config(&error))
}

#[cfg(test)]
mod tests;
