//! Is it simply still there?

use std::ops::Range;

use crate::transcript::Turn;

/// Characters of the private spans of `turn` that still stand on their line of `output`, by span.
///
/// Where the boundary changed the number of lines, the whole output is looked through.
pub fn visible(turn: &Turn, output: &str) -> Vec<usize> {
    let before: Vec<_> = line_starts(&turn.text);
    let after: Vec<_> = output.split('\n').collect();
    let aligned = before.len() == after.len();
    let spans = turn.marks.iter();
    spans
        .map(|mark| {
            let line = before.partition_point(|start| *start <= mark.range.start) - 1;
            let place = if aligned { after[line] } else { output };
            let value = &turn.text[mark.range.clone()];
            if stands_in(place, value) {
                value.chars().count()
            } else {
                0
            }
        })
        .collect()
}

/// Which of the strings that must survive did not.
pub fn lost(turn: &Turn, output: &str) -> Vec<Range<usize>> {
    let before = line_starts(&turn.text);
    let after: Vec<_> = output.split('\n').collect();
    let aligned = before.len() == after.len();
    let survives = |range: &&Range<usize>| {
        let line = before.partition_point(|start| *start <= range.start) - 1;
        let place = if aligned { after[line] } else { output };
        !place.contains(&turn.text[(*range).clone()])
    };
    turn.benign.iter().filter(survives).cloned().collect()
}

fn line_starts(text: &str) -> Vec<usize> {
    let ends = text.match_indices('\n').map(|(at, _)| at + 1);
    std::iter::once(0).chain(ends).collect()
}

/// A short value counts only as a word: `ana` is not visible in `banana`.
fn stands_in(text: &str, value: &str) -> bool {
    if value.chars().count() >= 6 {
        return text.contains(value);
    }
    text.match_indices(value).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + value.len()..].chars().next();
        let mut beside = [before, after].into_iter().flatten();
        !beside.any(char::is_alphanumeric)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Origin;
    use crate::transcript::{Class, Page};

    #[test]
    fn a_value_counts_on_its_own_line() {
        let mut page = Page::new(Origin::Tool);
        page.push("by ")
            .private(Class::User, "zoe")
            .push("\nzoe again is not marked, ");
        page.benign("v1.2").push("\n");
        let turn = page.finish();
        assert_eq!(visible(&turn, &turn.text), [3]);
        assert_eq!(visible(&turn, "by [USER_1]\nzoe v1.2\n"), [0]);
        assert_eq!(visible(&turn, "by zoey\n\n"), [0]);
        assert!(lost(&turn, &turn.text).is_empty());
        assert_eq!(lost(&turn, "v1.2\n\n").len(), 1);
    }
}
