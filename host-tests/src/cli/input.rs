//! Reading what a command works on.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use super::end::End;

/// The bytes of `file`; of standard input if there is none or it is `-`.
pub(crate) fn read(file: Option<&Path>) -> Result<Vec<u8>, End> {
    match file.filter(|file| *file != Path::new("-")) {
        Some(file) => fs::read(file).map_err(|error| End::failed(file.display(), error)),
        None => {
            let mut bytes = Vec::new();
            let read = io::stdin().lock().read_to_end(&mut bytes);
            read.map_err(|error| End::failed("standard input", error))?;
            Ok(bytes)
        }
    }
}

/// As [`read`], for text that must be UTF-8: what a model wrote.
pub(crate) fn read_text(file: Option<&Path>) -> Result<String, End> {
    String::from_utf8(read(file)?).map_err(|_| End::Failed("the input is not UTF-8".to_owned()))
}
