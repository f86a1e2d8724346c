//! Plain tables for a terminal and for Markdown.

/// A table: a title, column heads, rows of cells.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The line above it.
    pub title: String,
    /// Heads of the columns.
    pub heads: Vec<String>,
    /// Rows, as many cells as there are heads.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table.
    pub fn new(title: &str, heads: &[&str]) -> Self {
        Self {
            title: title.to_owned(),
            heads: heads.iter().map(|head| (*head).to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: &[&str]) {
        self.rows
            .push(cells.iter().map(|cell| (*cell).to_owned()).collect());
    }

    /// The table in columns of equal width.
    pub fn plain(&self) -> String {
        let widths = self.widths();
        let mut out = format!("{}\n", self.title);
        for row in std::iter::once(&self.heads).chain(&self.rows) {
            let mut line = String::new();
            for (cell, width) in row.iter().zip(&widths) {
                let pad = width.saturating_sub(cell.chars().count());
                line.push_str("  ");
                line.push_str(cell);
                line.extend(std::iter::repeat_n(' ', pad));
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }

    /// The table in Markdown, without its title.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| {
            let cells: Vec<_> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let rule = vec!["---".to_owned(); self.heads.len()];
        let mut out = line(&self.heads) + &line(&rule);
        self.rows.iter().for_each(|row| out.push_str(&line(row)));
        out
    }

    fn widths(&self) -> Vec<usize> {
        (0..self.heads.len())
            .map(|column| {
                let cells = std::iter::once(&self.heads).chain(&self.rows);
                let widths = cells.filter_map(|row| row.get(column));
                widths.map(|cell| cell.chars().count()).max().unwrap_or(0)
            })
            .collect()
    }
}

/// `part` of `whole` in percent with one decimal; `-` of nothing.
pub fn percent(part: usize, whole: usize) -> String {
    match whole {
        0 => "-".to_owned(),
        _ => format!("{:.1}%", 100.0 * part as f64 / whole as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_in_both_spellings() {
        let mut table = Table::new("Fruit", &["name", "n"]);
        table.row(&["fig", "1"]);
        table.row(&["a|b", "12"]);
        assert_eq!(table.plain(), "Fruit\n  name  n\n  fig   1\n  a|b   12\n");
        let markdown = "| name | n |\n| --- | --- |\n| fig | 1 |\n| a\\|b | 12 |\n";
        assert_eq!(table.markdown(), markdown);
    }

    #[test]
    fn percents() {
        assert_eq!(percent(1, 3), "33.3%");
        assert_eq!(percent(0, 0), "-");
    }
}
