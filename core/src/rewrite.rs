//! Puts stand-ins in place of findings.

use crate::view::View;
use crate::{Finding, Kind, Replacement, Sanitized, Span};

/// Collects the output of one text.
pub(crate) struct Rewriter<'t> {
    view: &'t View<'t>,
    text: &'t str,
    out: String,
    done: usize,
    replacements: Vec<Replacement>,
}

impl<'t> Rewriter<'t> {
    /// A rewriter of the text behind `view` that expects about `findings` replacements.
    pub(crate) fn new(view: &'t View<'t>, findings: usize) -> Self {
        let text = view.source();
        Self {
            view,
            text,
            out: String::with_capacity(text.len() + 16 * findings),
            done: 0,
            replacements: Vec::with_capacity(findings),
        }
    }

    /// Copies the text up to `finding` of the view and lets `write` append what stands for it.
    pub(crate) fn replace(
        &mut self,
        finding: &Finding,
        kind: Kind,
        write: impl FnOnce(&mut String),
    ) {
        let span = self.view.in_source(finding.span);
        self.out.push_str(&self.text[self.done..span.start]);
        let from = self.out.len();
        write(&mut self.out);
        self.done = span.end;
        self.replacements.push(Replacement {
            kind,
            input: span,
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
