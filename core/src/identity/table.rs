//! Tables of people: CSV, TSV and the like with a column that is called `name`.

use super::{name, words};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Kind, Reach, Rule, Span};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::word("name,", header),
    Anchor::word("name;", header),
    Anchor::word("name\t", header),
    Anchor::word("name\n", header),
    Anchor::word("name |", header),
    Anchor::word("name  ", header),
    Anchor::word("name \n", header),
    Anchor::word("employee,", header),
    Anchor::word("author,", header),
    Anchor::word("owner,", header),
    Anchor::word("assignee,", header),
    Anchor::word("surname,", header),
    Anchor::word("customer,", header),
    Anchor::word("company,", header),
];

/// Rows that are looked at, and bytes.
const ROWS: usize = 200;
const REACH: usize = 8192;

/// The header of a table: words between separators, and a row below.
fn header(cx: &mut Cx<'_>, at: usize) {
    let line = Span::new(cx.line_start(at), cx.line_end(at));
    let Some(separator) = separator(cx, line) else {
        return;
    };
    // The first of the columns does the work for all.
    let first = cells(cx, line, separator).find(|cell| kind_of(cell.of(cx.text)).is_some());
    if first.is_none_or(|cell| cell.end < at || cell.start > at) {
        return;
    }
    let columns: Vec<_> = cells(cx, line, separator)
        .map(|cell| kind_of(cell.of(cx.text)))
        .collect();
    let mut from = line.end + 1;
    for _ in 0..ROWS {
        let row = Span::new(from, cx.line_end(from));
        if row.is_empty() || from >= cx.bytes.len().min(line.end + REACH) {
            return;
        }
        let found: Vec<_> = cells(cx, row, separator).collect();
        // The line below a heading is a rule.
        if found.len() != columns.len() && !row.of(cx.text).contains("--") {
            return;
        }
        for (cell, kind) in found.into_iter().zip(&columns) {
            report(cx, cell, *kind);
        }
        from = row.end + 1;
    }
}

fn report(cx: &mut Cx<'_>, cell: Span, kind: Option<Kind>) {
    let text = cell.of(cx.text);
    match kind {
        Some(Kind::Person) if name::is_person(text) => {
            cx.structural(cell, Kind::Person, Rule::Person, Reach::Session);
        }
        Some(Kind::Org) if name::is_company(text) => {
            cx.structural(cell, Kind::Org, Rule::Org, Reach::Session);
        }
        Some(Kind::User) if name::is_login(text) => {
            cx.structural(cell, Kind::User, Rule::User, Reach::Session);
        }
        // A first or a last name.
        Some(Kind::Dir) if name::is_half(text) => {
            cx.structural(cell, Kind::Person, Rule::Person, Reach::Session);
        }
        _ => {}
    }
}

/// What a column of that name holds; `Dir` stands for half of a person's name.
fn kind_of(column: &str) -> Option<Kind> {
    const HALVES: [&str; 10] = [
        "first_name",
        "last_name",
        "firstname",
        "lastname",
        "first name",
        "last name",
        "given_name",
        "family_name",
        "surname",
        "forename",
    ];
    const LOGINS: [&str; 6] = [
        "user_name",
        "username",
        "login",
        "user",
        "handle",
        "account_name",
    ];
    const PEOPLE: [&str; 12] = [
        "name",
        "full_name",
        "fullname",
        "full name",
        "employee",
        "contact",
        "author",
        "owner",
        "assignee",
        "manager",
        "display_name",
        "displayname",
    ];
    const COMPANIES: [&str; 6] = [
        "customer",
        "customer_name",
        "company",
        "company_name",
        "client",
        "organization",
    ];
    let is = |list: &[&str]| list.iter().any(|known| known.eq_ignore_ascii_case(column));
    match () {
        () if is(&PEOPLE) => Some(Kind::Person),
        () if is(&COMPANIES) => Some(Kind::Org),
        () if is(&LOGINS) => Some(Kind::User),
        () if is(&HALVES) => Some(Kind::Dir),
        () => None,
    }
}

/// What separates the words of a header; `None` if the line is none.
fn separator(cx: &Cx<'_>, line: Span) -> Option<u8> {
    let text = cx.bytes.get(line.start..line.end)?;
    let plain = |b: &u8| {
        b.is_ascii_alphanumeric()
            || matches!(
                b,
                b'_' | b'-' | b' ' | b'"' | b',' | b';' | b'\t' | b'|' | b'\r' | b'#'
            )
    };
    if line.len() > 512 || !text.iter().all(plain) || line.end >= cx.bytes.len() {
        return None;
    }
    let separator = *text
        .iter()
        .find(|b| matches!(b, b',' | b';' | b'\t' | b'|'))?;
    // `name, age` is a list of arguments or prose.
    let spaced = separator == b',' && text.windows(2).any(|pair| pair == b", ");
    (!spaced).then_some(separator)
}

fn cells<'a>(cx: &'a Cx<'_>, line: Span, separator: u8) -> impl Iterator<Item = Span> + 'a {
    let mut at = line.start;
    std::iter::from_fn(move || {
        if at > line.end {
            return None;
        }
        let end = words::run(cx, at, line.end.saturating_sub(at), |b| b != separator).end;
        let cell = trimmed(cx, Span::new(at, end));
        at = end + 1;
        Some(cell)
    })
}

fn trimmed(cx: &Cx<'_>, cell: Span) -> Span {
    let mark = |c: char| matches!(c, ' ' | '"' | '\r' | '\'' | '#');
    let text = cell.of(cx.text);
    let lead = text.len() - text.trim_start_matches(mark).len();
    let len = text.trim_matches(mark).len();
    Span::new(cell.start + lead, cell.start + lead + len)
}

#[cfg(test)]
mod tests {
    use crate::Kind::{self, Org, Person};
    use crate::testing::{assert_found, found_of};

    #[track_caller]
    fn finds(text: &str, want: &[(&str, Kind)]) {
        assert_found(text, &found_of(&[Org, Person], text), want);
    }

    #[test]
    fn columns_of_people() {
        finds(
            "name,account\nTilda Okafor,A-1\nEnzo Varga,A-2",
            &[("Tilda Okafor", Person), ("Enzo Varga", Person)],
        );
        finds("id;name\n1;Tilda Okafor\n", &[("Tilda Okafor", Person)]);
        finds(
            "employee,room\nTilda Okafor,7\n",
            &[("Tilda Okafor", Person)],
        );
        finds(
            "id,first_name,last_name\n1,Tilda,Okafor\n",
            &[("Tilda", Person), ("Okafor", Person)],
        );
        finds(
            "id,full_name,company\n1,\"Tilda Okafor\",Brightloom\n",
            &[("Tilda Okafor", Person), ("Brightloom", Org)],
        );
        finds(
            " id | name \n----+------\n 1 | Tilda Okafor\n",
            &[("Tilda Okafor", Person)],
        );
        finds(
            "| Name | Team |\n|---|---|\n| Tilda Okafor | x |\n",
            &[("Tilda Okafor", Person)],
        );
    }

    #[test]
    fn other_tables_have_none() {
        for text in [
            "name,version\nserde,1\n",
            "def f(name, x):\n  Tilda Okafor, y\n",
            "name,",
            "name,x\n",
            "the name, Tilda Okafor\n",
        ] {
            finds(text, &[]);
        }
    }
}
