//! Puts stand-ins in place of findings.

use crate::{Finding, Kind, Replacement, Sanitized, Span};

/// Collects the output of one text.
pub(crate) struct Rewriter<'t> {
    text: &'t str,
    out: String,
    done: usize,
    replacements: Vec<Replacement>,
}

impl<'t> Rewriter<'t> {
    /// A rewriter that expects about `findings` replacements.
    pub(crate) fn new(text: &'t str, findings: usize) -> Self {
        Self {
            text,
            out: String::with_capacity(text.len() + 16 * findings),
            done: 0,
            replacements: Vec::with_capacity(findings),
        }
    }

    /// Copies the text up to `finding` and lets `write` append what stands for it.
    pub(crate) fn replace(
        &mut self,
        finding: &Finding,
        kind: Kind,
        write: impl FnOnce(&mut String),
    ) {
        self.out.push_str(&self.text[self.done..finding.span.start]);
        let from = self.out.len();
        write(&mut self.out);
        self.done = finding.span.end;
        self.replacements.push(Replacement {
            kind,
            input: finding.span,
            output: Span::new(from, self.out.len()),
            rule: finding.rule,
        });
    }

    /// The rest of the text, and the result.
    pub(crate) fn finish(mut self) -> Sanitized {
        self.out.push_str(&self.text[self.done..]);
        Sanitized {
            text: self.out,
            replacements: self.replacements,
        }
    }
}
