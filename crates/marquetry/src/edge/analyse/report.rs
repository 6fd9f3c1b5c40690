//! An analysis as text.

use super::{Amount, Analysis, ColourCount, Expected, KindCount};
use crate::edge::Frame;
use crate::edge::theory::Hardest;
use std::f64::consts::LN_10;
use std::fmt::{Display, Formatter, Result};

impl Amount {
    pub(super) fn zero() -> Self {
        Self { log10: None, text: "0".into() }
    }

    /// `e^ln`
    pub(super) fn exp(ln: f64) -> Self {
        let log10 = ln / LN_10;
        if !log10.is_finite() {
            return Self::zero();
        }
        let text = if (-3.0..6.0).contains(&log10) { plain(log10) } else { scientific(log10) };
        Self { log10: Some(log10), text }
    }
}

fn plain(log10: f64) -> String {
    let value = 10f64.powf(log10);
    // Below a hundred the fraction tells; above, it is noise.
    if value < 99.5 { format!("{value:.3}") } else { format!("{value:.0}") }
}

fn scientific(log10: f64) -> String {
    let mut exponent = log10.floor();
    let mut mantissa = 10f64.powf(log10 - exponent);
    if mantissa >= 9.995 {
        (mantissa, exponent) = (1.0, exponent + 1.0);
    }
    format!("{mantissa:.2} x 10^{exponent}")
}

impl Display for Amount {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.pad(&self.text)
    }
}

impl Display for Analysis {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.write_pieces(f)?;
        self.write_colours(f)?;
        self.write_numbers(f)?;
        write!(f, "verdict        {}", self.verdict)
    }
}

impl Analysis {
    /// How a number splits into frame and inside; nothing on an open board.
    fn split(&self, frame: usize, inner: usize) -> String {
        match self.frame {
            Frame::Grey => format!(": {frame} frame, {inner} inner"),
            Frame::Open => String::new(),
        }
    }

    fn write_pieces(&self, f: &mut Formatter<'_>) -> Result {
        let frame = if self.frame == Frame::Grey { "grey frame" } else { "open" };
        let signed = if self.signed { ", signed" } else { "" };
        writeln!(f, "{}: {}x{}, {frame}{signed}\n", self.name, self.width, self.height)?;
        let kind = |kind: &KindCount| format!("{} {}", kind.pieces, kind.name);
        let kinds: Vec<String> = self.kinds.iter().rev().map(kind).collect();
        writeln!(f, "pieces         {}: {}", self.pieces, kinds.join(", "))?;
        let Self { distinct, repeated, symmetric, joins, .. } = self;
        let looks = format!("{distinct} distinct, {repeated} repeated, {symmetric} symmetric");
        writeln!(f, "               {looks}")?;
        writeln!(f, "clues          {}", self.clues)?;
        writeln!(f, "joins          {joins}{}", self.split(self.frame_joins, self.inner_joins))
    }

    fn write_colours(&self, f: &mut Formatter<'_>) -> Result {
        let count = self.colours.len();
        let split = self.split(self.frame_colours, self.inner_colours);
        writeln!(f, "colours        {count}{split}")?;
        let possible = self.distinct_possible;
        writeln!(f, "               enough for {possible} distinct pieces\n")?;
        writeln!(f, "        colour   frame sides   inner sides     matches")?;
        for c in &self.colours {
            let ColourCount { colour, mate, frame_sides, inner_sides, matches } = c;
            write!(f, "{colour:>14}{frame_sides:>14}{inner_sides:>14}{matches:>12}")?;
            writeln!(f, "{}", if self.signed { format!("  fits {mate}") } else { String::new() })?;
        }
        let frame: u64 = self.colours.iter().map(|c| c.frame_sides).sum();
        let inner: u64 = self.colours.iter().map(|c| c.inner_sides).sum();
        writeln!(f, "{:>14}{frame:>14}{inner:>14}{:>12}\n", "all", self.matches)
    }

    fn write_numbers(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "combinations   {} with frame and clues", self.combinations)?;
        writeln!(f, "               {} without", self.combinations_free)?;
        let Expected { simple, shares, pairing } = &self.expected;
        writeln!(f, "expected       {simple} perfect boards by the number of colours")?;
        writeln!(f, "               {shares} by the colours' shares")?;
        if let Some(pairing) = pairing {
            writeln!(f, "               {pairing} by pairing all sides at random")?;
        }
        writeln!(f, "hardest        {}", self.hardest_colours(&self.hardest))?;
        let known = self.hardest_colours(&self.hardest_one_known);
        writeln!(f, "               {known} with one piece known")?;
        for (i, reason) in self.obstacles.iter().enumerate() {
            writeln!(f, "{:<15}{reason}", if i == 0 { "obstacles" } else { "" })?;
        }
        let Self { ceiling, joins, .. } = self;
        if ceiling < joins {
            writeln!(f, "ceiling        at most {ceiling} of {joins} joins can match")?;
        }
        Ok(())
    }

    fn hardest_colours(&self, hardest: &Hardest) -> String {
        let Hardest { inner, frame, inner_colours, frame_colours } = hardest;
        match self.frame {
            Frame::Open => format!("{inner_colours} colours ({inner:.2})"),
            Frame::Grey => format!(
                "{frame_colours} frame colours ({frame:.2}), {inner_colours} inner ({inner:.2})"
            ),
        }
    }
}
