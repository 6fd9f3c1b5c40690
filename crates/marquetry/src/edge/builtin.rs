//! The puzzles that come with the library: our own, each with its recipe and seed.

mod printed;

use super::format::{self, FormatError, native_puzzle};
use super::generate::{Colours, GenerateError, Made, Recipe, Spread, scatter};
use super::{Colour, Frame, GREY, Puzzle};
use crate::search::Rng;
use printed::Printed;
use std::sync::LazyLock;

/// A puzzle that comes with the library.
#[derive(Debug)]
pub struct Builtin {
    /// What to call it by.
    pub name: &'static str,
    /// What it is, and the recipe and seed it was made with.
    pub about: String,
    source: Source,
    /// Its file.
    pub text: &'static str,
}

/// Where a built-in puzzle comes from.
#[derive(Debug)]
enum Source {
    Recipe(Recipe),
    Printed(Printed),
}

macro_rules! file {
    ($name:literal) => {
        ($name, include_str!(concat!("../../puzzles/", $name, ".json")))
    };
}

const TWINS: [(&str, &str); 13] = [
    file!("twin-4x4"),
    file!("twin-5x5"),
    file!("twin-6x6"),
    file!("twin-7x7"),
    file!("twin-8x8"),
    file!("twin-9x9"),
    file!("twin-10x10"),
    file!("twin-11x11"),
    file!("twin-12x12"),
    file!("twin-13x13"),
    file!("twin-14x14"),
    file!("twin-15x15"),
    file!("twin-16x16"),
];

const TABLE_TWO: [(&str, &str); 12] = [
    file!("p0"),
    file!("p1"),
    file!("p2"),
    file!("p3"),
    file!("p4"),
    file!("p5"),
    file!("p6"),
    file!("p7"),
    file!("p8"),
    file!("p9"),
    file!("p10"),
    file!("p11"),
];

/// The recipes of Söderlind's table 2, all pieces distinct (section 5.1).
///
/// The evenly coloured ones are the hardest of their size: M inner and B frame colours add up to
/// the number printed. The others take the printed number of colours for all joins.
fn table_two() -> [Recipe; 12] {
    let even = |side| Recipe::hardest(side, side, Frame::Grey);
    let random = |side, colours, frame| Recipe {
        colours: Colours::Shared(colours),
        spread: Spread::Random,
        ..Recipe::hardest(side, side, frame)
    };
    let (grey, open) = (Frame::Grey, Frame::Open);
    [
        random(12, 50, grey),
        random(4, 4, grey),
        even(4),
        random(4, 8, grey),
        random(6, 4, grey),
        even(6),
        random(6, 12, grey),
        random(10, 10, grey),
        random(10, 10, open),
        even(10),
        random(16, 23, open),
        even(16),
    ]
}

/// All built-in puzzles: the ladder of twins of Eternity II, Söderlind's P0 to P11, and the boards
/// Niang solved.
#[must_use]
pub fn builtins() -> &'static [Builtin] {
    static ALL: LazyLock<Vec<Builtin>> = LazyLock::new(|| {
        let twins = (4..).zip(TWINS).map(|(side, (name, text))| {
            let recipe = Recipe::eternity_like(side, side, side as u64);
            let about = format!("a twin of Eternity II: {recipe}");
            Builtin { name, about, source: Source::Recipe(recipe), text }
        });
        let table = (0..).zip(table_two()).zip(TABLE_TWO).map(|((seed, recipe), (name, text))| {
            let recipe = Recipe { seed, ..recipe };
            let about = format!("P{seed} of Söderlind's table 2: {recipe}");
            Builtin { name, about, source: Source::Recipe(recipe), text }
        });
        let boards = [printed::FOUR, printed::FIVE, printed::SIX];
        let files = [file!("niang-4x4"), file!("niang-5x5"), file!("niang-6x6")];
        let niang = boards.into_iter().zip(files).map(|(board, (name, text))| {
            let about = format!(
                "the board of Niang's figure {0}: {1}x{1} framed, colours renumbered in order of \
                 appearance, pieces shuffled and turned with seed {0}",
                board.figure, board.side
            );
            Builtin { name, about, source: Source::Printed(board), text }
        });
        twins.chain(table).chain(niang).collect()
    });
    &ALL
}

/// The built-in puzzle of that name.
#[must_use]
pub fn builtin(name: &str) -> Option<&'static Builtin> {
    builtins().iter().find(|b| b.name == name)
}

impl Builtin {
    /// The puzzle.
    ///
    /// # Errors
    /// If the embedded file is damaged.
    pub fn puzzle(&self) -> Result<Puzzle, FormatError> {
        format::read(self.text.as_bytes())?.puzzle()
    }

    /// The recipe, if it was made by one.
    #[must_use]
    pub fn recipe(&self) -> Option<&Recipe> {
        match &self.source {
            Source::Recipe(recipe) => Some(recipe),
            Source::Printed(_) => None,
        }
    }

    /// The puzzle made anew from its recipe and seed, with the board it was cut from.
    ///
    /// # Errors
    /// If the recipe cannot be followed.
    pub fn make(&self) -> Result<Made, GenerateError> {
        let made = match &self.source {
            Source::Recipe(recipe) => recipe.make()?,
            Source::Printed(board) => board.make()?,
        };
        Ok(Made { puzzle: made.puzzle.with_name(self.name), ..made })
    }

    /// The file made anew from its recipe and seed: what `puzzles/` must hold, to the byte.
    ///
    /// # Errors
    /// If the recipe cannot be followed.
    pub fn remade(&self) -> Result<String, GenerateError> {
        Ok(native_puzzle(&self.make()?.puzzle))
    }
}

impl Printed {
    fn make(&self) -> Result<Made, GenerateError> {
        let mut seen = vec![GREY];
        let mut renumbered = |colour: Colour| {
            let at = seen.iter().position(|&c| c == colour).unwrap_or(seen.len());
            if at == seen.len() {
                seen.push(colour);
            }
            at as Colour
        };
        let laid: Vec<[Colour; 4]> =
            self.cells.iter().map(|sides| sides.map(&mut renumbered)).collect();
        // The order of the figure is its solution: a puzzle file must not keep it.
        let (pieces, solution) = scatter(self.side, self.side, &laid, &mut Rng::new(self.figure));
        let puzzle = Puzzle::new("", self.side, self.side, Frame::Grey, pieces)?;
        Ok(Made { puzzle, solution })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::{Board, Piece, Placed};
    use std::collections::HashSet;

    #[test]
    fn every_file_is_what_its_recipe_makes() {
        for each in builtins() {
            assert!(
                each.remade().unwrap() == each.text,
                "{}: run the example make_puzzles, or undo what changed the generator",
                each.name
            );
        }
    }

    #[test]
    fn every_file_reads_back() {
        let mut names = HashSet::new();
        for each in builtins() {
            let puzzle = each.puzzle().unwrap();
            assert_eq!(puzzle.name(), each.name);
            assert_eq!(puzzle.obstacle(), None);
            assert_eq!(native_puzzle(&puzzle), each.text);
            assert!(names.insert(each.name));
        }
        assert_eq!(names.len(), 28);
        assert_eq!(builtin("p5").unwrap().puzzle().unwrap().size(), 36);
        assert!(builtin("p12").is_none());
    }

    #[test]
    fn every_puzzle_has_its_planted_board() {
        for each in builtins() {
            let solution = each.make().unwrap().solution;
            let puzzle = each.puzzle().unwrap();
            assert!(puzzle.verdict(&solution).perfect, "{}", each.name);
            let distinct: HashSet<Piece> = puzzle.pieces().iter().map(|p| p.canonical()).collect();
            let all = distinct.len() == puzzle.size();
            assert!(all || each.recipe().is_none(), "{}", each.name);
        }
    }

    #[test]
    fn twins_are_flat_and_without_symmetry() {
        for each in builtins().iter().filter(|b| b.name.starts_with("twin")) {
            let puzzle = each.puzzle().unwrap();
            assert!(puzzle.pieces().iter().all(|p| p.distinct_turns() == 4), "{}", each.name);
            let Some(Colours::Apart { frame, inner }) = each.recipe().map(|r| r.colours) else {
                panic!("{}: a twin's frame colours are its own", each.name)
            };
            assert_eq!(puzzle.colours(), frame + inner);
            let mut counts = vec![0; frame + inner + 1];
            puzzle.pieces().iter().flat_map(|p| p.0).for_each(|c| counts[usize::from(c)] += 1);
            for counts in [&counts[1..=frame], &counts[frame + 1..]] {
                let (max, min) = (counts.iter().max().unwrap(), counts.iter().min().unwrap());
                assert!(max - min <= 2, "{}: {counts:?}", each.name);
                assert!(counts.iter().all(|n| n % 2 == 0), "{}: {counts:?}", each.name);
            }
        }
        let top = builtin("twin-16x16").unwrap();
        assert_eq!(top.recipe().unwrap().colours, Colours::Apart { frame: 5, inner: 17 });
        assert_eq!(top.puzzle().unwrap().clues()[0].cell, 8 * 16 + 7);
    }

    /// The printed boards are perfect, and their puzzles have the patterns of Niang's table 9.
    #[test]
    fn niang_s_boards_are_perfect() {
        for (board, colours) in [(printed::FOUR, 5), (printed::FIVE, 5), (printed::SIX, 7)] {
            let pieces = board.cells.iter().map(|&sides| Piece(sides)).collect();
            let puzzle = Puzzle::new("", board.side, board.side, Frame::Grey, pieces).unwrap();
            let cells = (0..puzzle.size()).map(|cell| Some(Placed::new(cell, 0))).collect();
            let solution = Board::from_cells(board.side, board.side, cells).unwrap();
            assert!(puzzle.verdict(&solution).perfect, "figure {}", board.figure);
            assert_eq!(
                (puzzle.colours(), board.make().unwrap().puzzle.colours()),
                (colours, colours)
            );
        }
    }
}
