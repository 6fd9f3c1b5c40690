//! SVG to PNG.

use resvg::tiny_skia::{Pixmap, PremultipliedColorU8, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

/// The most pixels a picture may have: a board of 64x64 with cells of 90 pixels.
pub const MAX_PIXELS: u64 = 36_000_000;

/// Why an SVG document cannot become a PNG picture.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum PngError {
    #[error("not a picture: {0}")]
    Svg(#[from] resvg::usvg::Error),
    #[error("a picture of {width}x{height} pixels, expected at most {MAX_PIXELS} pixels in all")]
    Size { width: u32, height: u32 },
    #[error("the picture cannot be encoded: {0}")]
    Encode(#[from] png::EncodingError),
}

/// Renders an SVG document at its own size.
///
/// # Errors
/// If it is not SVG, or is larger than [`MAX_PIXELS`].
pub fn render(svg: &str) -> Result<Vec<u8>, PngError> {
    let tree = Tree::from_str(svg, &Options::default())?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width(), size.height());
    let fits = u64::from(width) * u64::from(height) <= MAX_PIXELS;
    let pixmap = fits.then(|| Pixmap::new(width, height)).flatten();
    let mut pixmap = pixmap.ok_or(PngError::Size { width, height })?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    Ok(encode(&pixmap)?)
}

/// Flat colours compress best unfiltered: on a 16x16 board level 3 takes half the time of the
/// default settings and makes a smaller file.
fn encode(pixmap: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let straight = pixmap.pixels().iter().map(PremultipliedColorU8::demultiply);
    let rgba: Vec<u8> = straight.flat_map(|c| [c.red(), c.green(), c.blue(), c.alpha()]).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_deflate_compression(png::DeflateCompression::Level(3));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&rgba)?;
    writer.finish()?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use marquetry::draw::{self, Motif, Style};
    use marquetry::edge::{Board, Frame, Piece, Placed, Puzzle};
    use marquetry::search::Rng;

    /// The pixels a motif covers on a square of 120, two pixels a unit, the join across its middle.
    fn covered(motif: Motif, placings: &[&str]) -> Vec<bool> {
        let half = format!("<path fill-rule='evenodd' d='{}'", motif.path);
        let halves: String =
            placings.iter().map(|place| format!("{half} transform='{place}'/>")).collect();
        let svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='120' height='120' \
             viewBox='-30 -30 60 60'>{halves}</svg>"
        );
        let tree = Tree::from_str(&svg, &Options::default()).unwrap();
        let mut pixmap = Pixmap::new(120, 120).unwrap();
        resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
        pixmap.pixels().iter().map(|pixel| pixel.alpha() > 127).collect()
    }

    fn motifs() -> Vec<Motif> {
        (1..=26).filter_map(|colour| draw::look(colour, false).motif).collect()
    }

    #[test]
    fn motifs_stay_on_their_side() {
        for motif in motifs() {
            let half = covered(motif, &[""]);
            assert!(half.contains(&true), "{} covers nothing", motif.name);
            for (i, _) in half.iter().enumerate().filter(|(_, covered)| **covered) {
                let (x, y) = ((i % 120) as f64 / 2.0 - 29.75, (i / 120) as f64 / 2.0 - 29.75);
                assert!(y >= 0.0 && x.abs() + y <= 30.0, "{} covers ({x}, {y})", motif.name);
            }
        }
    }

    /// By shape alone, without hue or lightness, and whichever way the join runs.
    #[test]
    fn motifs_are_told_apart_by_shape() {
        const DIAMOND: usize = 120 * 120 / 2;
        let upright = motifs().into_iter().map(|m| (m.name, covered(m, &["", "rotate(180)"])));
        let lying =
            motifs().into_iter().map(|m| (m.name, covered(m, &["rotate(90)", "rotate(270)"])));
        let shapes: Vec<_> = upright.chain(lying).collect();
        for (name, shape) in &shapes[..26] {
            let area = shape.iter().filter(|&&covered| covered).count();
            assert!((DIAMOND / 5..DIAMOND * 4 / 5).contains(&area), "{name} covers {area}");
            for (other, other_shape) in shapes.iter().filter(|(other, _)| other != name) {
                let unlike = shape.iter().zip(other_shape).filter(|(a, b)| a != b).count();
                assert!(unlike * 100 >= DIAMOND * 14, "{name} and {other}: {unlike}");
            }
        }
    }

    fn random(width: usize, height: usize) -> (Puzzle, Board) {
        let mut rng = Rng::new(2);
        let mut piece = || Piece([0; 4].map(|_: u8| (rng.below(250) + 1) as u8));
        let pieces = (0..width * height).map(|_| piece()).collect();
        let cells = (0..width * height).map(|i| Some(Placed::new(i, 0))).collect();
        let puzzle = Puzzle::new("random", width, height, Frame::Open, pieces).unwrap();
        (puzzle, Board::from_cells(width, height, cells).unwrap())
    }

    #[test]
    fn boards_are_rendered_at_their_size() {
        for (width, height) in [(1, 1), (3, 2), (64, 64)] {
            let (puzzle, board) = random(width, height);
            let style = Style { numbers: true, ..Style::default() }.fitting(&board, 1600);
            let png = render(&draw::svg(&puzzle, &board, &style)).unwrap();
            let margin = style.cell.div_ceil(3);
            let pixmap = Pixmap::decode_png(&png).unwrap();
            assert_eq!(pixmap.width(), width as u32 * style.cell + 2 * margin);
            assert_eq!(pixmap.height(), height as u32 * style.cell + 2 * margin);
            assert!(pixmap.width().max(pixmap.height()) <= 1600);
        }
    }

    /// The middle of each side of a lone piece shows its colour: motif at the join, ground beside.
    #[test]
    fn pixels_have_the_colours_of_the_sides() {
        let pieces = vec![Piece([1, 2, 3, 4])];
        let puzzle = Puzzle::new("one", 1, 1, Frame::Open, pieces).unwrap();
        let board = Board::from_cells(1, 1, vec![Some(Placed::new(0, 1))]).unwrap();
        let style = Style { cell: 120, ..Style::default() };
        let png = render(&draw::svg(&puzzle, &board, &style)).unwrap();
        let pixmap = Pixmap::decode_png(&png).unwrap();
        let at = |x: u32, y: u32| {
            let pixel = pixmap.pixel(40 + x, 40 + y).unwrap();
            draw::Rgb(pixel.red(), pixel.green(), pixel.blue())
        };
        // Piece 1 2 3 4 after one clockwise turn is 4 1 2 3.
        assert_eq!(at(60, 55), draw::look(4, false).ground);
        assert_eq!(at(115, 60), draw::look(1, false).tint);
        assert_eq!(at(60, 115), draw::look(2, false).tint);
        assert_eq!(at(5, 60), draw::look(3, false).tint);
        assert_eq!(at(60, 120), draw::Rgb(0x1f, 0x18, 0x13));
    }

    #[test]
    fn other_drawings_are_rendered_too() {
        assert!(render(&draw::swatches()).is_ok());
        let group = draw::chart::Group { title: "all", counts: &[(1, 2), (2, 3)] };
        assert!(render(&draw::chart::histogram_svg(&[group], false)).is_ok());
    }

    #[test]
    fn nonsense_and_giants_are_refused() {
        assert!(matches!(render("not a picture"), Err(PngError::Svg(_))));
        let giant = |side: &str| {
            format!("<svg xmlns='http://www.w3.org/2000/svg' width='{side}' height='{side}'/>")
        };
        assert!(matches!(render(&giant("6001")), Err(PngError::Size { width: 6001, .. })));
        assert!(matches!(render(&giant("1e30")), Err(PngError::Size { .. })));
        assert!(render(&giant("600")).is_ok());
        assert!(render(&giant("0")).is_err());
    }
}
