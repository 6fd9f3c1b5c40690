//! How the series of a plot are told apart.

use super::canvas::Canvas;

/// The colours of Okabe and Ito for the colour-blind, without their yellow, which is lost on white.
const COLOURS: [&str; 7] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#e69f00", "#56b4e9"];

/// Dashes in pixels.
const DASHES: [&str; 4] = ["", "7 3", "2 2.5", "9 3 2 3"];

/// Outlines around (0, 0), about 8 pixels across.
const MARKERS: [&[(f64, f64)]; 6] = [
    &[
        (-3.9, 0.0),
        (-2.76, -2.76),
        (0.0, -3.9),
        (2.76, -2.76),
        (3.9, 0.0),
        (2.76, 2.76),
        (0.0, 3.9),
        (-2.76, 2.76),
    ],
    &[(-3.4, -3.4), (3.4, -3.4), (3.4, 3.4), (-3.4, 3.4)],
    &[(0.0, -4.4), (4.2, 3.2), (-4.2, 3.2)],
    &[(0.0, -4.9), (4.9, 0.0), (0.0, 4.9), (-4.9, 0.0)],
    &[(0.0, 4.4), (4.2, -3.2), (-4.2, -3.2)],
    &[
        (-1.4, -4.2),
        (1.4, -4.2),
        (1.4, -1.4),
        (4.2, -1.4),
        (4.2, 1.4),
        (1.4, 1.4),
        (1.4, 4.2),
        (-1.4, 4.2),
        (-1.4, 1.4),
        (-4.2, 1.4),
        (-4.2, -1.4),
        (-1.4, -1.4),
    ],
];

/// The look of one series. The first 12 differ in marker, the first 28 in colour or dash.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SeriesStyle {
    pub colour: &'static str,
    pub dash: &'static str,
    marker: &'static [(f64, f64)],
    hollow: bool,
}

impl SeriesStyle {
    pub fn of(series: usize) -> Self {
        Self {
            colour: COLOURS[series % COLOURS.len()],
            dash: DASHES[series % DASHES.len()],
            marker: MARKERS[series % MARKERS.len()],
            hollow: series / MARKERS.len() % 2 == 1,
        }
    }

    /// Draws the marker on (x, y).
    pub fn mark(&self, canvas: &mut Canvas, x: f64, y: f64) {
        let corners: Vec<(f64, f64)> = self.marker.iter().map(|p| (x + p.0, y + p.1)).collect();
        let fill = if self.hollow { "#ffffff" } else { self.colour };
        canvas.polygon(&corners, &format!(r#"fill="{fill}" stroke="{}""#, self.colour));
    }

    /// Draws a line through points.
    pub fn line(&self, canvas: &mut Canvas, points: &[(f64, f64)]) {
        let dash = match self.dash {
            "" => String::new(),
            dash => format!(r#" stroke-dasharray="{dash}""#),
        };
        let pen = format!(r#"fill="none" stroke="{}" stroke-width="1.8"{dash}"#, self.colour);
        canvas.line(points, &pen);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn series_differ_without_colour_too() {
        for a in 0..28 {
            for b in 0..a {
                let (one, two) = (SeriesStyle::of(a), SeriesStyle::of(b));
                assert!((one.colour, one.dash) != (two.colour, two.dash), "{a} {b}");
                if a < 12 {
                    assert!((one.marker, one.hollow) != (two.marker, two.hollow), "{a} {b}");
                }
            }
        }
    }
}
