//! The axes around a plot.

use super::canvas::{Anchor, Canvas, FAINT, Hand, INK, fit};
use super::scale::{Scale, Tick};

/// Where data is drawn and what its places mean.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axes {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
    pub x: Scale,
    pub y: Scale,
}

/// The most ticks on an axis.
const TICKS: usize = 9;

impl Axes {
    /// The pixel column of a value.
    pub fn x(&self, value: f64) -> f64 {
        self.left + self.x.place(value) * (self.right - self.left)
    }

    /// The pixel row of a value.
    pub fn y(&self, value: f64) -> f64 {
        self.bottom - self.y.place(value) * (self.bottom - self.top)
    }

    /// As many ticks as fit below the axes without touching.
    fn x_ticks(&self) -> Vec<Tick> {
        let clear = |pair: &[Tick]| match pair {
            [a, b] => {
                let half = (Hand::Small.width(&a.label) + Hand::Small.width(&b.label)) / 2.0;
                self.x(b.value) - self.x(a.value) >= half + 12.0
            }
            _ => true,
        };
        let rows = (2..=TICKS).rev().map(|wanted| self.x.ticks(wanted));
        let mut rows = rows.filter(|ticks| ticks.windows(2).all(clear));
        rows.next().unwrap_or_default()
    }

    /// As many ticks as fit beside the axes without touching.
    fn y_ticks(&self) -> Vec<Tick> {
        let most = ((self.bottom - self.top) / 20.0) as usize;
        self.y.ticks(most.clamp(2, TICKS))
    }

    /// The room that the labels of the y axis need to the left.
    pub fn y_labels(&self) -> f64 {
        self.y_ticks().iter().map(|t| Hand::Small.width(&t.label)).fold(0.0, f64::max) + 8.0
    }

    /// Draws lines behind the data, the x axis with its labels and its name.
    pub fn draw_x(&self, canvas: &mut Canvas, name: &str) {
        let grid = format!(r#"fill="none" stroke="{FAINT}""#);
        let axis = format!(r#"fill="none" stroke="{INK}""#);
        for tick in self.x_ticks() {
            let x = self.x(tick.value);
            canvas.line(&[(x, self.top), (x, self.bottom)], &grid);
            canvas.line(&[(x, self.bottom), (x, self.bottom + 5.0)], &axis);
            canvas.text(Hand::Small, Anchor::Middle, x, self.bottom + 13.0, &tick.label);
        }
        for value in self.x.marks() {
            let x = self.x(value);
            canvas.line(&[(x, self.bottom), (x, self.bottom + 3.0)], &axis);
        }
        let middle = (self.left + self.right) / 2.0;
        let name = fit(name, Hand::Name, self.right - self.left);
        canvas.text(Hand::Name, Anchor::Middle, middle, self.bottom + 31.0, &name);
    }

    /// Draws lines behind the data, the y axis with its labels and its name.
    pub fn draw_y(&self, canvas: &mut Canvas, name: &str) {
        let grid = format!(r#"fill="none" stroke="{FAINT}""#);
        let axis = format!(r#"fill="none" stroke="{INK}""#);
        for tick in self.y_ticks() {
            let y = self.y(tick.value);
            canvas.line(&[(self.left, y), (self.right, y)], &grid);
            canvas.line(&[(self.left - 5.0, y), (self.left, y)], &axis);
            canvas.text(Hand::Small, Anchor::End, self.left - 8.0, y, &tick.label);
        }
        let middle = (self.top + self.bottom) / 2.0;
        let name = fit(name, Hand::Name, self.bottom - self.top);
        canvas.text_up(Hand::Name, self.left - self.y_labels() - 14.0, middle, &name);
    }

    /// Draws the two axes themselves.
    pub fn draw_edges(&self, canvas: &mut Canvas) {
        let corner = [(self.left, self.top), (self.left, self.bottom), (self.right, self.bottom)];
        canvas.line(&corner, &format!(r#"fill="none" stroke="{INK}""#));
    }

    /// Says that there is nothing to draw.
    pub fn draw_nothing(&self, canvas: &mut Canvas) {
        let (x, y) = ((self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0);
        canvas.text(Hand::Name, Anchor::Middle, x, y, "no data");
    }
}
