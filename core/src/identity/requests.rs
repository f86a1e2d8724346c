//! What the command lines of GitHub and GitLab list: pull requests, runs, merge requests, and who is logged in.

use super::{accounts, branch, org, words};
use crate::Span;
use crate::anchor::Anchor;
use crate::detect::Cx;

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::exact("Logged in to ", session),
    Anchor::exact("pull request for ", creating),
    Anchor::exact("merge request for ", proposed),
];

/// The cell with the branch where a listing is separated by tabs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listing {
    /// `7\ttitle\tbranch\tOPEN\tdate`
    Pulls,
    /// `completed\tsuccess\ttitle\tworkflow\tbranch\tevent\t...`
    Runs,
    /// `!7\towner/repo!7\ttitle\t(main) ← (branch)`
    Merges,
}

/// One line of a listing. `column` counts the cells before `BRANCH` once its header was seen.
pub(super) fn line(cx: &mut Cx<'_>, line: Span, listing: Listing, column: &mut Option<usize>) {
    let text = line.of(cx.text);
    if let Some(head) = text.find("BRANCH").filter(|_| !text.contains('\t')) {
        *column = Some(cells(&text[..head], "  ").count());
        return;
    }
    if text.starts_with("Showing ") {
        return shown(cx, line);
    }
    if listing == Listing::Merges {
        return merge(cx, line);
    }
    let tabs = text.contains('\t');
    let index = match (tabs, listing) {
        (true, Listing::Runs) => 4,
        (true, _) => 2,
        (false, _) => match *column {
            Some(column) => column,
            None => return,
        },
    };
    let mark = if tabs { "\t" } else { "  " };
    let cell = cells(text, mark).nth(index);
    if let Some(cell) = cell {
        branch_of(
            cx,
            Span::new(line.start + cell.start, line.start + cell.end),
        );
    }
}

/// The cells of a line, without blanks around them. Only between tabs are there empty ones.
fn cells<'t>(text: &'t str, mark: &'t str) -> impl Iterator<Item = Span> + 't {
    let mut next = 0;
    let cells = text.split(mark).map(move |part| {
        let from = next + part.len() - part.trim_start().len();
        next += part.len() + mark.len();
        Span::new(from, from + part.trim().len())
    });
    cells.filter(move |cell| mark == "\t" || !cell.is_empty())
}

/// `branch`, or `login:branch` of a fork.
fn branch_of(cx: &mut Cx<'_>, span: Span) {
    let fork = span.of(cx.text).find(':');
    if let Some(colon) = fork {
        accounts::in_any_case(cx, Span::new(span.start, span.start + colon));
    }
    branch::report(cx, span.start + fork.map_or(0, |colon| colon + 1));
}

/// `Showing 4 of 4 open pull requests in owner/repo`.
fn shown(cx: &mut Cx<'_>, line: Span) {
    let text = line.of(cx.text);
    let place = [" in ", " on "]
        .iter()
        .find_map(|word| text.rfind(word).map(|at| at + word.len()));
    if let Some(place) = place {
        org::owner(cx, line.start + place);
    }
}

/// `!209\towner/repo!209\ttitle\t(main) ← (branch)`.
fn merge(cx: &mut Cx<'_>, line: Span) {
    let text = line.of(cx.text);
    if let Some(tab) = text.find('\t').filter(|_| text.starts_with('!')) {
        org::owner(cx, line.start + tab + 1);
    }
    if let Some(arrow) = text.rfind("← (") {
        branch::report(cx, line.start + arrow + "← (".len());
    }
}

/// `Logged in to github.com account aquill (...)`, `Logged in to github.com as aquill (...)`.
fn session(cx: &mut Cx<'_>, at: usize) {
    let host = words::run(cx, at + 13, 64, |b| !b.is_ascii_whitespace()).end;
    let lead = [&b" account "[..], b" as "].into_iter();
    let Some(lead) = lead.into_iter().find(|lead| cx.at(host, lead)) else {
        return;
    };
    let login = words::run(cx, host + lead.len(), 40, |b| {
        b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.')
    });
    accounts::in_any_case(cx, login);
}

/// `remote: View merge request for branch:`, `Create a merge request for branch, visit:`.
fn proposed(cx: &mut Cx<'_>, at: usize) {
    let from = at + "merge request for ".len();
    let span = words::run(cx, from, 200, |b| !b.is_ascii_whitespace());
    if matches!(cx.before(span.end), b':' | b',') {
        branch::report(cx, from);
    }
}

/// `Creating pull request for aquill:branch into main in owner/repo`.
fn creating(cx: &mut Cx<'_>, at: usize) {
    let from = at + "pull request for ".len();
    let head = words::run(cx, from, 200, |b| !b.is_ascii_whitespace());
    if !cx.at(head.end, b" into ") {
        return;
    }
    branch_of(cx, head);
    let base = words::run(cx, head.end + 6, 200, |b| !b.is_ascii_whitespace());
    if cx.at(base.end, b" in ") {
        org::owner(cx, base.end + 4);
    }
}

#[cfg(test)]
mod tests {
    use crate::Kind::{self, Branch, Org, User};
    use crate::testing::{assert_found, found_of};

    #[track_caller]
    fn finds(text: &str, want: &[(&str, Kind)]) {
        assert_found(text, &found_of(&[Branch, Org, User], text), want);
    }

    #[test]
    fn listings_show_branches_and_owners() {
        finds(
            "$ gh pr list\n7\tFix\tloom-sale\tOPEN\t2031-01-02T00:00:00Z\n9\tBump\tdependabot/cargo/x\tOPEN\t\n",
            &[("loom-sale", Branch)],
        );
        finds(
            "$ gh pr list\nShowing 2 of 2 open pull requests in brightloom/api\n\nID  TITLE    BRANCH            CREATED AT\n#7  Fix it   tokafor:loom-sale  about 1 day ago\n",
            &[
                ("brightloom", Org),
                ("tokafor", User),
                ("loom-sale", Branch),
            ],
        );
        finds(
            "$ gh run list\ncompleted\tsuccess\tFix\tCI\tloom-sale\tpush\t12\t1m\t2031\n",
            &[("loom-sale", Branch)],
        );
        finds(
            "$ glab mr list\n!7\tbrightloom/api!7\tFix\t(main) ← (loom-sale)\n",
            &[("brightloom", Org), ("loom-sale", Branch)],
        );
        finds(
            "✓ Logged in to github.com account tokafor (keyring)",
            &[("tokafor", User)],
        );
        finds(
            "remote: View merge request for loom-sale:\n",
            &[("loom-sale", Branch)],
        );
        finds(
            "Creating pull request for loom-sale into main in brightloom/api\n",
            &[("loom-sale", Branch), ("brightloom", Org)],
        );
    }

    #[test]
    fn other_listings_show_none() {
        for text in [
            "$ gh pr list\nno open pull requests\n",
            "$ gh issue list\n7\tOPEN\tfix the loom-sale\tbug\t2031\n",
            "$ gh pr list\n7\tBump\tmain\tOPEN\n",
            "Logged in to the site",
            "Creating pull request for x",
            "a merge request for review-apps is open",
            "$ gh pr list\nBRANCH",
        ] {
            finds(text, &[]);
        }
    }
}
