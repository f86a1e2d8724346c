//! File names whose words tell what is in the file.

use serde_json::Value;

use super::{Figure, text, with_session};
use crate::{Boundary, Setup, Text};

/// Recall over the sensitive names, and precision over all that were hidden.
pub(super) fn filenames(boundary: &dyn Boundary, rows: &[Value]) -> Vec<Figure> {
    let mut recall = Figure::new("filenames", "recall");
    let mut precision = Figure::new("filenames", "precision");
    for (index, row) in rows.iter().enumerate() {
        let id = format!("line {}", index + 1);
        let path = text(row, "path");
        let hidden = with_session(boundary, &Setup::default(), |session| {
            let output = session.sanitize(Text::tool(path))?;
            Ok(!output.replacements.is_empty())
        });
        let hidden = hidden.unwrap_or(false);
        let sensitive = row["sensitive"] == Value::Bool(true);
        if sensitive {
            recall.count(&id, hidden, || path.to_owned());
        }
        if hidden {
            precision.count(&id, sensitive, || path.to_owned());
        }
    }
    vec![recall, precision]
}
