//! What a colour looks like: a motif in one tint on a ground of another.

use super::Motif;
use super::motif::MOTIFS;
use crate::edge::{Colour, GREY};
use std::fmt;

/// A colour of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

impl Rgb {
    const fn hex(code: u32) -> Self {
        Self((code >> 16) as u8, (code >> 8) as u8, code as u8)
    }

    /// The colour of a 256-colour terminal that stands for this one: from its ramp of greys if
    /// this is almost grey, else from its cube.
    #[must_use]
    pub fn ansi256(self) -> u8 {
        let Self(r, g, b) = self;
        let (least, most) = (r.min(g).min(b), r.max(g).max(b));
        if most - least <= 16 {
            // The greys are 8, 18, ... 238.
            return 232 + (g.max(8) - 3).min(232) / 10;
        }
        // The levels of the cube are 0, 95, 135, 175, 215 and 255.
        let level = |v: u8| if v < 48 { 0 } else { (v.max(75) - 35) / 40 };
        16 + 36 * level(r) + 6 * level(g) + level(b)
    }
}

/// The rim.
pub(super) const RIM: Rgb = Rgb::hex(0x9b9b97);
/// Break marks.
pub(super) const BREAK: Rgb = Rgb::hex(0xe0182d);
/// Clue marks.
pub(super) const CLUE: Rgb = Rgb::hex(0xffc83d);
/// The seams between pieces and the tray they lie in.
pub(super) const SEAM: Rgb = Rgb::hex(0x1f1813);
/// The bottom of the tray, where a cell is empty.
pub(super) const TRAY: Rgb = Rgb::hex(0x332a23);
/// Paper and lettering.
pub(super) const PAPER: Rgb = Rgb::hex(0xfbf8f1);

/// Grounds and the tint of the motif on them.
///
/// The hues start from Okabe and Ito's colours for the colour-blind, varied in lightness, and are
/// ordered so that early ones lie far apart. Ground and tint always differ in lightness, so that
/// every motif survives a grey print.
const PAIRS: [(u32, u32); 26] = [
    (0x0072b2, 0xfdf3c8),
    (0xd55e00, 0xfff1d0),
    (0xf3e34b, 0xa33a00),
    (0x7a1a36, 0xffb59b),
    (0xb7a6e6, 0x2c1a66),
    (0x0b4f3a, 0xb9e36b),
    (0xfbd7a0, 0x8a3b00),
    (0x1c2b5a, 0x8fd3ff),
    (0xe69f00, 0x3a1f5c),
    (0x14808c, 0xd9fff4),
    (0xf08c78, 0x5e0f1e),
    (0x9adbe8, 0x0b4257),
    (0x7b4a24, 0xffd08a),
    (0x3c4fc4, 0xe3e8ff),
    (0xf6eedc, 0x5b2a86),
    (0xb3247c, 0xffe3f4),
    (0xa9c934, 0x2b4200),
    (0x5b2a86, 0xf7b8d8),
    (0xbfe3b4, 0x0e5a3c),
    (0xcc79a7, 0x33122b),
    (0x23262b, 0xf4f1ea),
    (0x66d1c1, 0x00404a),
    (0x6b6a1e, 0xfff29a),
    (0x8796c8, 0x141e4a),
    (0x009e73, 0x04281c),
    (0xc9a26b, 0x4a2506),
];

/// How far the grounds are shifted against the motifs each time the motifs start over. It shares
/// no factor with 26, so that no pairing comes back.
const SHIFT: usize = 7;

/// How one colour is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Emblem {
    /// The shape; the rim has none.
    pub motif: Option<Motif>,
    /// The colour behind the motif.
    pub ground: Rgb,
    /// The colour of the motif.
    pub tint: Rgb,
    /// Whether the motif is filled or only outlined.
    pub filled: bool,
}

/// How a colour is drawn. The first 26 differ in motif and in ground.
///
/// In a signed puzzle two mates share everything, but one motif is filled and the other outlined,
/// so that across a matched join the one completes the other.
#[must_use]
pub fn look(colour: Colour, signed: bool) -> Emblem {
    if colour == GREY {
        return Emblem { motif: None, ground: RIM, tint: RIM, filled: true };
    }
    let index = usize::from(colour) - 1;
    let (family, filled) = if signed { (index / 2, index % 2 == 0) } else { (index, true) };
    let (round, step) = (family / MOTIFS.len(), family % MOTIFS.len());
    let (ground, tint) = PAIRS[(step + SHIFT * round) % PAIRS.len()];
    Emblem { motif: Some(MOTIFS[step]), ground: Rgb::hex(ground), tint: Rgb::hex(tint), filled }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::MAX_COLOUR;
    use std::collections::HashSet;

    /// Linear light, from 0 to 1.
    fn linear(colour: Rgb) -> [f64; 3] {
        [colour.0, colour.1, colour.2].map(|v| {
            let v = f64::from(v) / 255.0;
            if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn times(matrix: [[f64; 3]; 3], v: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row.iter().zip(v).map(|(a, b)| a * b).sum::<f64>())
    }

    /// How eyes see: unhindered, protanope and deuteranope (Machado, Oliveira and Fernandes 2009).
    const EYES: [[[f64; 3]; 3]; 3] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ];

    /// CIE L*a*b* of a colour as an eye sees it.
    fn lab(colour: Rgb, eye: [[f64; 3]; 3]) -> [f64; 3] {
        let seen = times(eye, linear(colour)).map(|v| v.clamp(0.0, 1.0));
        let xyz = times(
            [
                [0.412_456, 0.357_576, 0.180_438],
                [0.212_673, 0.715_152, 0.072_175],
                [0.019_334, 0.119_192, 0.950_304],
            ],
            seen,
        );
        let f = |t: f64| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
        let [x, y, z] = [f(xyz[0] / 0.950_47), f(xyz[1]), f(xyz[2] / 1.088_83)];
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    fn difference(a: Rgb, b: Rgb, eye: [[f64; 3]; 3]) -> f64 {
        let squares = lab(a, eye).into_iter().zip(lab(b, eye)).map(|(a, b)| (a - b).powi(2));
        squares.sum::<f64>().sqrt()
    }

    /// The contrast ratio of the web's accessibility guidelines.
    fn contrast(a: Rgb, b: Rgb) -> f64 {
        let light = |c| times([[0.2126, 0.7152, 0.0722]; 3], linear(c))[0] + 0.05;
        light(a).max(light(b)) / light(a).min(light(b))
    }

    #[test]
    fn no_two_colours_look_the_same() {
        for signed in [false, true] {
            let looks: HashSet<Emblem> = (0..=MAX_COLOUR).map(|c| look(c, signed)).collect();
            assert_eq!(looks.len(), 251);
        }
    }

    #[test]
    fn mates_differ_in_nothing_but_the_filling() {
        for colour in (1..MAX_COLOUR).step_by(2) {
            let (one, other) = (look(colour, true), look(colour + 1, true));
            assert_eq!(Emblem { filled: false, ..one }, other);
            assert!(one.filled);
        }
    }

    #[test]
    fn the_first_26_share_neither_motif_nor_ground() {
        let looks: Vec<Emblem> = (1..=26).map(|c| look(c, false)).collect();
        assert_eq!(looks.iter().map(|l| l.motif).collect::<HashSet<_>>().len(), 26);
        assert_eq!(looks.iter().map(|l| l.ground).collect::<HashSet<_>>().len(), 26);
        // Terminals show the ground alone, and some have 256 colours only.
        let codes: HashSet<u8> = (0..=26).map(|c| look(c, false).ground.ansi256()).collect();
        assert_eq!(codes.len(), 27);
    }

    #[test]
    fn motifs_stand_out_in_colour_and_in_grey() {
        for colour in 1..=26 {
            let Emblem { ground, tint, .. } = look(colour, false);
            assert!(contrast(ground, tint) >= 3.4, "{colour}: {}", contrast(ground, tint));
        }
    }

    #[test]
    fn every_eye_tells_the_colours_apart() {
        let grounds: Vec<Rgb> = (0..=22).map(|c| look(c, false).ground).collect();
        for (i, &a) in grounds.iter().enumerate() {
            for (j, &b) in grounds.iter().enumerate().take(i) {
                let seen = EYES.map(|eye| difference(a, b, eye));
                assert!(seen[0] >= 15.0, "{i} and {j}: {seen:?}");
                let least = seen.into_iter().fold(f64::INFINITY, f64::min);
                // The frame's colours differ by hue to every eye, the others by hue or by shape.
                let shapes = look(i as u8, false).motif != look(j as u8, false).motif;
                assert!(least >= 15.0 || (i > 5 && shapes), "{i} and {j}: {seen:?}");
            }
        }
    }

    #[test]
    fn terminals_get_the_nearest_code() {
        assert_eq!(Rgb(0, 0, 0).ansi256(), 232);
        assert_eq!(Rgb(255, 255, 255).ansi256(), 255);
        assert_eq!(Rgb(128, 128, 128).ansi256(), 244);
        assert_eq!(Rgb(255, 0, 0).ansi256(), 196);
        assert_eq!(Rgb(0, 95, 175).ansi256(), 25);
        assert_eq!(Rgb(215, 255, 135).ansi256(), 192);
    }
}
