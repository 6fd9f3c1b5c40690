//! Which series is which.

use super::canvas::{Anchor, Canvas, Hand, WIDTH, shorten};
use super::style::SeriesStyle;

/// Height of a row.
const ROW: f64 = 18.0;
/// Width of the piece of line before a label.
const SWATCH: f64 = 34.0;
/// Space between that and the label.
const SPACE: f64 = 8.0;
/// Space at both sides of the sheet.
const MARGIN: f64 = 16.0;
/// Space between columns.
const GAP: f64 = 22.0;

/// Labels in columns, row by row.
pub(super) struct Legend {
    labels: Vec<String>,
    /// The widths of the columns.
    columns: Vec<f64>,
}

impl Legend {
    /// Lays labels out. A note such as the number of runs follows a label and is never cut.
    pub fn new(labels: &[(&str, String)]) -> Self {
        let shown = |(label, note): &(&str, String)| {
            let label = shorten(label, Hand::Name, WIDTH / 2.0);
            if note.is_empty() { label } else { format!("{label} ({note})") }
        };
        let labels: Vec<String> = labels.iter().map(shown).collect();
        let fits = |columns: &Vec<f64>| {
            columns.iter().sum::<f64>() + GAP * (columns.len() - 1) as f64 <= WIDTH - 2.0 * MARGIN
        };
        let layouts = (2..=labels.len().min(6)).rev().map(|count| columns(&labels, count));
        let columns = layouts.into_iter().find(fits).unwrap_or_else(|| columns(&labels, 1));
        Self { labels, columns }
    }

    pub fn height(&self) -> f64 {
        self.labels.len().div_ceil(self.columns.len()) as f64 * ROW
    }

    pub fn draw(&self, canvas: &mut Canvas, top: f64) {
        let wide = self.columns.iter().sum::<f64>() + GAP * (self.columns.len() - 1) as f64;
        let mut y = top + ROW / 2.0;
        for (row, labels) in self.labels.chunks(self.columns.len()).enumerate() {
            let mut x = ((WIDTH - wide) / 2.0).max(MARGIN);
            for (i, (label, column)) in labels.iter().zip(&self.columns).enumerate() {
                let style = SeriesStyle::of(row * self.columns.len() + i);
                style.line(canvas, &[(x, y), (x + SWATCH, y)]);
                style.mark(canvas, x + SWATCH / 2.0, y);
                canvas.text(Hand::Name, Anchor::Start, x + SWATCH + SPACE, y, label);
                x += column + GAP;
            }
            y += ROW;
        }
    }
}

/// The widths of columns that hold labels row by row.
fn columns(labels: &[String], count: usize) -> Vec<f64> {
    let wide = |label: &String| SWATCH + SPACE + Hand::Name.width(label);
    let widest = |column| labels.iter().skip(column).step_by(count).map(wide).fold(0.0, f64::max);
    (0..count).map(widest).collect()
}
