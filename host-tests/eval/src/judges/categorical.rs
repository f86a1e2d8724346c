//! Does a label tell what kind of credential was there?

/// Words of labels that name a kind of credential.
const NAMES: &[&str] = &[
    "KEY",
    "TOKEN",
    "SECRET",
    "PASSWORD",
    "CREDENTIAL",
    "JWT",
    "BEARER",
    "PRIVATE",
    "DATABASE",
    "AUTH",
    "PASSWD",
];

/// Whether `shown`, what stands where a credential stood, holds a label that names its kind.
pub fn names_the_kind(shown: &str) -> bool {
    labels(shown).any(|label| NAMES.iter().any(|name| label.contains(name)))
}

/// Runs of capitals, digits and underscores that stand in brackets or between double underscores.
fn labels(text: &str) -> impl Iterator<Item = &str> {
    let is_label = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(is_label)?;
        let length = text[start..]
            .find(|c| !is_label(c))
            .unwrap_or(text.len() - start);
        at = start + length;
        Some((start, at))
    })
    .filter(move |(start, end)| {
        let bracketed =
            text[..*start].ends_with(['[', '<', '{']) && text[*end..].starts_with([']', '>', '}']);
        bracketed || text[*start..*end].starts_with("__")
    })
    .map(move |(start, end)| &text[start..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_name_and_surrogates_do_not() {
        assert!(names_the_kind("[API_KEY]"));
        assert!(names_the_kind("x=__VG_BEARER_TOKEN_ab12cd__;"));
        assert!(!names_the_kind("[HOST_1]"));
        assert!(!names_the_kind("AKIAKEYTOKENKEY77777"));
    }
}
