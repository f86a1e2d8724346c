//! Patches: the `*** Update File:` format of `apply_patch`, and unified diffs.

use super::{Local, path, write};
use crate::config::Access;
use crate::{Refusal, Span};

/// Restores a patch: paths in its headers are judged, its lines are contents of the file they are for.
///
/// The paths are added to `paths`.
pub(crate) fn rebind(
    local: Local<'_>,
    text: &str,
    paths: &mut Vec<(String, Access)>,
) -> Result<String, Refusal> {
    let mut out = String::with_capacity(text.len() + 64);
    let mut file: Option<String> = None;
    let (mut body, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let Some(header) = header_len(line) else {
            continue;
        };
        flush(
            local,
            text,
            Span::new(body, start),
            file.as_deref(),
            &mut out,
        )?;
        body = at;
        let ending = line.len() - line.trim_end().len();
        let end = line.len() - ending;
        let named = &line[header.min(end)..end];
        let done = path::rebind(local, named, Access::Write)
            .map_err(|refusal| refusal.moved(start + header))?;
        out.push_str(&line[..header.min(end)]);
        out.push_str(&done.text);
        out.push_str(&line[end..]);
        paths.push((done.text.clone(), Access::Write));
        file = Some(done.text);
    }
    flush(
        local,
        text,
        Span::new(body, text.len()),
        file.as_deref(),
        &mut out,
    )?;
    Ok(out)
}

fn flush(
    local: Local<'_>,
    text: &str,
    span: Span,
    file: Option<&str>,
    out: &mut String,
) -> Result<(), Refusal> {
    let part =
        write::content(local, span.of(text), file).map_err(|refusal| refusal.moved(span.start))?;
    out.push_str(&part);
    Ok(())
}

/// Length of what stands before the path of a header line.
fn header_len(line: &str) -> Option<usize> {
    let marks = [
        "*** Add File: ",
        "*** Update File: ",
        "*** Delete File: ",
        "*** Move to: ",
        "--- a/",
        "+++ b/",
        "rename from ",
        "rename to ",
        "copy from ",
        "copy to ",
    ];
    if let Some(mark) = marks.iter().find(|mark| line.starts_with(**mark)) {
        return Some(mark.len());
    }
    if let Some(header) = loose_header_len(line) {
        return Some(header);
    }
    // A header without `a/`; `/dev/null` stands for no file.
    ["--- [", "+++ [", "--- /", "+++ /"]
        .iter()
        .any(|mark| line.starts_with(mark))
        .then_some(4)
}

/// `apply_patch` takes its headers with other spaces too.
fn loose_header_len(line: &str) -> Option<usize> {
    let rest = line.trim_start().strip_prefix("***")?.trim_start();
    let words = ["Add File:", "Update File:", "Delete File:", "Move to:"];
    let path = words.iter().find_map(|word| rest.strip_prefix(word))?;
    Some(line.len() - path.trim_start().len())
}
