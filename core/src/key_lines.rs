//! The lines of one key block: they arrive, and are found again, one by one, but their stand-ins hang together.

use crate::random::Draw;
use crate::surrogate::key_block;
use crate::{Finding, Rank, Rule};

/// The longest text between two lines: a break in any spelling, indentation, a gutter.
const LONGEST_GAP: usize = 48;

/// The runs of findings, by position, that are lines of one block; runs of one line are left out.
pub(crate) fn groups<'f>(text: &str, findings: &'f [Finding]) -> Vec<&'f [Finding]> {
    findings
        .chunk_by(|a, b| is_line(a) && is_line(b) && adjoin(text, a, b))
        .filter(|group| group.len() > 1)
        .collect()
}

/// A stand-in for each of `lines`; joined they are a key of the same kind.
pub(crate) fn fresh(lines: &[&str], draw: &mut Draw<'_>) -> Vec<String> {
    // A line may span a break of its own (a short end is taken together with the line before it).
    let breaks: Vec<usize> = lines
        .iter()
        .map(|line| line.matches('\n').count())
        .collect();
    let fresh = key_block::key_block(&lines.join("\n"), draw);
    let mut rest = fresh.split('\n');
    breaks
        .iter()
        .map(|count| rest.by_ref().take(count + 1).collect::<Vec<_>>().join("\n"))
        .collect()
}

fn is_line(finding: &Finding) -> bool {
    finding.rule == Rule::KeyBlock && finding.rank != Rank::Own
}

/// Whether only layout stands between two lines: a break, and nothing that names another field.
fn adjoin(text: &str, a: &Finding, b: &Finding) -> bool {
    let Some(gap) = text.get(a.span.end..b.span.start) else {
        return false;
    };
    let breaks = gap.contains(['\n', '\\', ' ']);
    gap.len() <= LONGEST_GAP && breaks && !gap.contains(": \"") && !gap.contains("\":")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::tests::Seeded;

    #[test]
    fn lines_come_back_one_for_one() {
        let lines = [
            "MC4CAQAwBQYDK2VwBCIEIAcHBwcHBwcHBwcHBwcH",
            "BwcHBwcHBwcHBwcHBwcH\nBwcH",
        ];
        let mut source = Seeded(8);
        let fresh = fresh(&lines, &mut Draw::new(&mut source));
        assert_eq!(fresh.len(), 2);
        for (line, fresh) in lines.iter().zip(&fresh) {
            assert_eq!(line.len(), fresh.len());
            assert_ne!(line, fresh);
        }
        assert!(fresh[0].starts_with("MC4CAQAwBQYDK2VwBCIEI"));
    }
}
