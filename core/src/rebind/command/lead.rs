//! The word that names the program of a command: behind assignments, and behind `env`, `sudo` and their kin.

use super::variable;
use crate::rebind::program::Wrapper;

/// What stands before the arguments of a command.
#[derive(Clone, Default)]
pub(super) struct Lead {
    /// The word that names its program, wrappers left out.
    pub(super) program: Option<usize>,
    wrapper: Option<&'static Wrapper>,
    /// Words that still belong to the wrapper.
    pending: usize,
    pub(super) done: bool,
}

impl Lead {
    pub(super) fn take(&mut self, index: usize, text: &str, name: &str) {
        if self.done {
            return;
        }
        if let Some(wrapper) = self.wrapper {
            if text.len() > 1 && text.starts_with('-') {
                self.pending += usize::from(wrapper.takes_value(text));
                return;
            }
            if self.pending > 0 {
                self.pending -= 1;
                return;
            }
        }
        // `env "NAME=value" program`
        let quotes: &[char] = if self.wrapper.is_some() {
            &['\'', '"']
        } else {
            &[]
        };
        if variable(text.trim_start_matches(quotes)).is_some() {
            return;
        }
        self.program = Some(index);
        self.wrapper = Wrapper::of(name);
        self.done = self.wrapper.is_none();
        self.pending = self.wrapper.map_or(0, |wrapper| wrapper.words);
    }
}
