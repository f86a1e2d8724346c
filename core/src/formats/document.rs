//! `docs/formats.md`, made from the list.

use std::fmt::Write as _;

use super::{Anchor, COUNT, FAMILIES, Format};
use crate::shape::{Checksum, Part};

/// The text of `docs/formats.md`.
pub fn document() -> String {
    let mut out = String::from(
        "# Token formats\n\n\
         <!-- Made from core/src/formats by `SLOTGUARD_WRITE_DOCS=1 cargo test -p slotguard-core`. -->\n\n",
    );
    let mut providers: Vec<_> = super::all().iter().map(|format| format.provider).collect();
    providers.sort_unstable();
    providers.dedup();
    let _ = writeln!(
        out,
        "{COUNT} formats of {} providers. `{{n}}` is a length, `?` marks what may be missing. A failing checksum \
         never lets a token through; a passing one raises confidence.\n",
        providers.len()
    );
    for (title, formats) in FAMILIES {
        let _ = writeln!(out, "## {}\n", title.trim());
        out.push_str("| id | provider | what | shape | checksum | found by | source |\n");
        out.push_str("| --- | --- | --- | --- | --- | --- | --- |\n");
        formats.iter().for_each(|format| row(&mut out, format));
        out.push('\n');
    }
    bare(&mut out);
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// The providers of which only the name is known.
fn bare(out: &mut String) {
    out.push_str("## Bare values near a provider's name\n\n");
    out.push_str(
        "Where one of these names stands within reach, with a credential word between (any drawn value) or right \
         before a value of this shape:\n\n",
    );
    for (value, names) in crate::lexicon::providers::PROVIDERS {
        let _ = writeln!(out, "- {value:?}: {}", names.join(", "));
    }
    out.push('\n');
}

fn row(out: &mut String, format: &Format) {
    let mut shape = String::new();
    parts(&mut shape, format.shape.parts);
    if let Some(loose) = format.shape.loose {
        let _ = write!(
            shape,
            " or {}{:?}{{{},}}",
            format.shape.prefix(),
            loose.alphabet,
            loose.min
        );
    }
    let checksum = match format.shape.checksum {
        Checksum::None => String::new(),
        rule => format!("{rule:?}"),
    };
    let found = match format.anchor {
        Anchor::Prefix => "prefix".to_owned(),
        Anchor::Inner { text, .. } => format!("`{text}` inside"),
        Anchor::Near(words) => format!("near `{}`", words.join("`, `")),
    };
    let _ = writeln!(
        out,
        "| {} | {} | {} | `{}` | {checksum} | {found} | {} |",
        format.id,
        format.provider,
        format.what,
        shape.replace('|', "\\|"),
        format.source
    );
}

fn parts(out: &mut String, list: &[Part]) {
    for part in list {
        let _ = match part {
            Part::Lit(text) => write!(out, "{text}"),
            Part::Run(alphabet, min, max) if min == max => write!(out, "{alphabet:?}{{{min}}}"),
            Part::Run(alphabet, min, max) => write!(out, "{alphabet:?}{{{min},{max}}}"),
            Part::Kept(alphabet, min, max) => write!(out, "{alphabet:?}{{{min},{max}}}"),
            Part::Coded(coding, min, max) => write!(out, "{:?}{{{min},{max}}}", coding.alphabet()),
            Part::OneOf(texts) => write!(out, "({})", texts.join("|")),
            Part::Opt(inner) => {
                out.push('(');
                parts(out, inner);
                write!(out, ")?")
            }
        };
    }
}
