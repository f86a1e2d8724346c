//! Whether a stand-in stands where rendering the text could send it to another machine.

/// Why a stand-in may have been withheld, if there is a reason.
///
/// Judged by the text around it alone: a URL, a bare domain that link finders accept, a network share, the target of a
/// Markdown link, or an HTML attribute, whose destination is not itself a stand-in.
pub fn reason(text: &str, at: usize) -> Option<&'static str> {
    let run = &text[run_start(text, at)..at];
    if let Some(found) = run.rfind("://") {
        let scheme =
            run[..found].rsplit(|c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c));
        let named = scheme
            .into_iter()
            .next()
            .is_some_and(|name| !name.is_empty());
        let start = at - run.len() + found + 3;
        return (named && !is_own(text, start, at)).then_some("in a URL");
    }
    let lead = run.trim_start_matches(['(', '[', '{', '*', '_', '!']);
    if lead.starts_with("\\\\") || lead.starts_with("//") {
        return Some("on a network share");
    }
    let named = ["www.", "mailto:", "data:", "tel:", "sms:"];
    if named
        .iter()
        .any(|name| lead.to_ascii_lowercase().starts_with(name))
        || is_domain(lead)
    {
        return Some("behind a bare domain");
    }
    if run.contains("](") || in_tag(&text[..at]) {
        return Some("in the target of a link or an attribute");
    }
    None
}

fn run_start(text: &str, at: usize) -> usize {
    let ends =
        |c: char| c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | '"' | '\'' | '`');
    let last = text[..at].char_indices().rev().find(|(_, c)| ends(*c));
    last.map_or(0, |(found, c)| found + c.len_utf8())
}

/// Whether the host that begins at `start` ends in a slot, or is this machine.
fn is_own(text: &str, start: usize, at: usize) -> bool {
    let ends = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '/' | '?' | '#' | '\\' | '"' | '\'' | '>' | '<' | ')' | '`'
            )
    };
    let rest = &text[start..];
    let authority = &rest[..rest.find(ends).unwrap_or(rest.len())];
    let host = authority.rsplit('@').next().unwrap_or(authority);
    let host = host
        .trim_end_matches(|c: char| c.is_ascii_digit())
        .strip_suffix(':')
        .unwrap_or(host);
    // Behind the slot, a registered domain decides where a name leads; the slot is no more than a label of it.
    let is_slot = host.ends_with(']')
        || host
            .rsplit('.')
            .next()
            .is_some_and(|last| last.contains("-slot-"));
    let empty = authority.is_empty() && at > start;
    empty || is_slot || matches!(host, "localhost" | "127.0.0.1" | "[::1]")
}

/// `name.tld/...`
fn is_domain(lead: &str) -> bool {
    let end = lead.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '.' | '-'));
    let Some(end) = end.filter(|end| lead[*end..].starts_with(['/', '?', '#', ':'])) else {
        return false;
    };
    let top = lead[..end].rsplit_once('.').map(|(_, top)| top);
    top.is_some_and(|top| top.len() > 1 && top.bytes().all(|b| b.is_ascii_alphabetic()))
}

/// Inside `<name attribute=`.
fn in_tag(lead: &str) -> bool {
    let Some(open) = lead.rfind('<') else {
        return false;
    };
    let tag = &lead[open + 1..];
    tag.starts_with(|c: char| c.is_ascii_alphabetic()) && tag.contains('=') && !tag.contains('>')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<&'static str> {
        reason(text, text.find("@@").expect("a place"))
    }

    #[test]
    fn reasons_are_told_apart() {
        assert_eq!(of("see https://forge.example/@@/x"), Some("in a URL"));
        assert_eq!(of("see https://[HOST_1]/@@/x"), None);
        assert_eq!(of("see https://host-slot-1:8443/@@/x"), None);
        assert_eq!(of("see file:///@@/x"), None);
        assert_eq!(of("forge.example/@@"), Some("behind a bare domain"));
        assert_eq!(of(r"\\files\@@"), Some("on a network share"));
        assert_eq!(
            of("<a title=@@>"),
            Some("in the target of a link or an attribute")
        );
        assert_eq!(
            of("[x](@@)"),
            Some("in the target of a link or an attribute")
        );
        assert_eq!(of("mail @@ about src/main.rs"), None);
    }
}
