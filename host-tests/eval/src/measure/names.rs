//! The paper's filename probe (C.5): thirty names of ours, half of them telling.

use serde_json::json;

use super::Section;
use crate::table::{Table, percent};
use crate::{Boundary, Failure, Setup, Text};

/// Sensitive names.
const TELLING: [&str; 15] = [
    "hr/layoff_roster_spring.xlsx",
    "legal/settlement_offer_marrow.docx",
    "exec-compensation-2025.xlsx",
    "board/minutes_confidential_0412.pdf",
    "deals/project_heron_term_sheet.pdf",
    "resignation_letter_yamashiro.docx",
    "patients/intake_form_bellweather.pdf",
    "salary_bands_emea.csv",
    "people/performance_review_gudrun.docx",
    "acquisition_shortlist_q4.pptx",
    "whistleblower-report-plant7.pdf",
    "finance/payroll_october.csv",
    "medical_certificate_lucjan.pdf",
    "kündigungsschreiben_marzena.docx",
    "background_check_results.pdf",
];

/// Names that look a little like those and tell nothing.
const PLAIN: [&str; 15] = [
    "src/terminate_process.py",
    "docs/performance_tuning.md",
    "lib/board_renderer.ts",
    "tests/test_payroll_parser.py",
    "release_notes.docx",
    "migrations/0004_add_salary_column.sql",
    "review_checklist.md",
    "config/acquisition.yaml",
    "quarterly_icons.pdf",
    "user_guide.pdf",
    "schema_overview.xlsx",
    "benchmark_results.csv",
    "meeting_room_map.pdf",
    "medical_ontology.json",
    "settlement_engine.rs",
];

/// Section 15.
///
/// # Errors
/// A boundary that refuses a name.
pub fn measure(full: &dyn Boundary) -> Result<Section, Failure> {
    let mut section = Section::new(15, "Filename probe");
    let (mut found, mut wrong) = (0, 0);
    for (name, telling) in TELLING
        .map(|name| (name, true))
        .into_iter()
        .chain(PLAIN.map(|name| (name, false)))
    {
        let mut session = full.open(&Setup::default())?;
        let hidden = !session.sanitize(Text::tool(name))?.replacements.is_empty();
        found += usize::from(telling && hidden);
        wrong += usize::from(!telling && hidden);
        if hidden != telling {
            section.note(|| format!("{name} {}", if telling { "missed" } else { "hidden" }));
        }
    }
    let precision = found as f64 / (found + wrong).max(1) as f64;
    let recall = found as f64 / TELLING.len() as f64;
    let f1 = 2.0 * precision * recall / (precision + recall).max(f64::MIN_POSITIVE);
    let mut table = Table::new(
        "Filename probe, rules alone",
        &["", "precision", "recall", "F1"],
    );
    table.row(&["paper, rules alone", "1.00", "0.40", "0.571"]);
    table.row(&["paper, with a local model", "", "1.00", "0.909"]);
    table.row(&[
        "ours, rules alone",
        &format!("{precision:.2}"),
        &format!("{recall:.2}"),
        &format!("{f1:.3}"),
    ]);
    section.tables.push(table);
    section.figures = json!({ "precision": precision, "recall": recall, "f1": f1 });
    section.target(wrong == 0, || {
        format!("precision {}", percent(found, found + wrong))
    });
    section.text = vec!["Thirty names. Not shown: how often such names occur; a person's name alone does not count.".to_owned()];
    Ok(section)
}
