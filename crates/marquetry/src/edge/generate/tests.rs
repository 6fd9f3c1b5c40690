use super::*;
use crate::edge::GREY;
use crate::search::Signature;
use std::collections::HashSet;
use std::hash::Hasher;

fn random_recipe(rng: &mut Rng) -> Recipe {
    let frame = if rng.coin() { Frame::Grey } else { Frame::Open };
    let (width, height) = (1 + rng.below(12), 1 + rng.below(12));
    let colours = match frame {
        Frame::Grey if rng.coin() => {
            Colours::Apart { frame: 1 + rng.below(8), inner: 1 + rng.below(20) }
        }
        _ => Colours::Shared(1 + rng.below(30)),
    };
    Recipe {
        width,
        height,
        frame,
        signed: rng.coin(),
        colours,
        spread: if rng.coin() { Spread::Even } else { Spread::Random },
        distinct: rng.coin(),
        asymmetric: rng.below(3) == 0,
        clues: rng.below(width * height + 1),
        seed: rng.bits(),
    }
}

/// The number of distinct pieces, and of pieces with some colour and some symmetry.
fn variety(puzzle: &Puzzle) -> (usize, usize) {
    let distinct: HashSet<Piece> = puzzle.pieces().iter().map(|p| p.canonical()).collect();
    let symmetric = |p: &&Piece| p.distinct_turns() < 4 && p.0 != [GREY; 4];
    (distinct.len(), puzzle.pieces().iter().filter(symmetric).count())
}

/// The joins of each colour (of each pair of mates) on the frame and inside, counted on the board.
fn join_counts(recipe: &Recipe, made: &Made) -> (Vec<usize>, Vec<usize>) {
    let (w, h) = (recipe.width, recipe.height);
    let grey = recipe.frame == Frame::Grey;
    let (mut frame, mut inner) = (vec![0; 251], vec![0; 251]);
    for cell in 0..w * h {
        let (row, col) = (cell / w, cell % w);
        let sides = made.puzzle.sides(made.solution.get(cell).unwrap());
        let number = |c: Colour| if recipe.signed { c.div_ceil(2) } else { c };
        if col + 1 < w {
            let counts = if grey && (row == 0 || row == h - 1) { &mut frame } else { &mut inner };
            counts[usize::from(number(sides[1]))] += 1;
        }
        if row + 1 < h {
            let counts = if grey && (col == 0 || col == w - 1) { &mut frame } else { &mut inner };
            counts[usize::from(number(sides[2]))] += 1;
        }
    }
    (frame, inner)
}

fn flat(counts: &[usize]) -> bool {
    counts.iter().max().zip(counts.iter().min()).is_none_or(|(max, min)| max - min <= 1)
}

fn assert_even(recipe: &Recipe, made: &Made) {
    let (frame, inner) = join_counts(recipe, made);
    match recipe.colours {
        Colours::Shared(n) => {
            assert!(flat(&frame[1..=n]) && flat(&inner[1..=n]), "{recipe:?}");
            let all: Vec<usize> = frame.iter().zip(&inner).map(|(a, b)| a + b).collect();
            assert!(flat(&all[1..=n]), "{recipe:?}");
        }
        Colours::Apart { frame: b, inner: m } => {
            assert!(flat(&frame[1..=b]) && flat(&inner[b + 1..=b + m]), "{recipe:?}");
            assert_eq!(frame[b + 1..].iter().sum::<usize>(), 0, "{recipe:?}");
            assert_eq!(inner[..=b].iter().sum::<usize>(), 0, "{recipe:?}");
        }
    }
}

#[test]
fn random_recipes_keep_their_promises() {
    let mut rng = Rng::new(1);
    let (mut made_count, mut refused) = (0, 0);
    for _ in 0..1500 {
        let recipe = random_recipe(&mut rng);
        let made = match recipe.make() {
            Ok(made) => made,
            Err(e @ (GenerateError::FewColours { .. } | GenerateError::GaveUp { .. })) => {
                assert!(recipe.distinct || recipe.asymmetric, "{recipe:?}: {e}");
                refused += 1;
                continue;
            }
            Err(e) => panic!("{recipe:?}: {e}"),
        };
        made_count += 1;
        let verdict = made.puzzle.verdict(&made.solution);
        assert!(verdict.perfect, "{recipe:?}: {:?}", verdict.faults);
        assert_eq!(made.puzzle.obstacle(), None);
        assert_eq!(made.puzzle.clues().len(), recipe.clues);
        let (distinct, symmetric) = variety(&made.puzzle);
        assert!(!recipe.distinct || distinct == recipe.width * recipe.height, "{recipe:?}");
        assert!(!recipe.asymmetric || symmetric == 0, "{recipe:?}");
        if recipe.spread == Spread::Even {
            assert_even(&recipe, &made);
        }
        assert_eq!(recipe.make().unwrap(), made);
        if recipe.width * recipe.height > 9 {
            let other = Recipe { seed: !recipe.seed, ..recipe.clone() };
            assert!(other.make().is_err() || other.make().unwrap().puzzle != made.puzzle);
        }
    }
    assert!(made_count > 1000 && refused > 20, "{made_count} made, {refused} refused");
}

#[test]
fn presets_work_at_every_small_size() {
    for (width, height) in (1..=12).flat_map(|w| (1..=12).map(move |h| (w, h))) {
        let hardest = [Frame::Grey, Frame::Open].map(|f| Recipe::hardest(width, height, f));
        for recipe in [&hardest[0], &hardest[1], &Recipe::eternity_like(width, height, 7)] {
            let made = recipe.make().unwrap_or_else(|e| panic!("{recipe}: {e}"));
            assert!(made.puzzle.verdict(&made.solution).perfect, "{recipe}");
            assert_even(recipe, &made);
        }
    }
    let largest = Recipe::eternity_like(64, 64, 1);
    let made = largest.make().unwrap();
    assert_eq!(variety(&made.puzzle), (4096, 0));
}

#[test]
fn the_sixteen_by_sixteen_twin_is_like_eternity() {
    let recipe = Recipe::eternity_like(16, 16, 1);
    assert_eq!(recipe.colours, Colours::Apart { frame: 5, inner: 17 });
    let made = recipe.make().unwrap();
    let clue = made.puzzle.clues()[0];
    assert_eq!((made.puzzle.clues().len(), clue.cell), (1, 8 * 16 + 7));
    assert_eq!(made.solution.get(clue.cell), Some(clue.placed));
    assert_eq!(
        recipe.to_string(),
        "16x16 framed, 5 frame and 17 inner colours spread evenly, pieces distinct and without \
         symmetry, 1 clue, seed 1"
    );
}

/// Numbering and turns are drawn after the board: where a piece lies says nothing about either.
#[test]
fn numbers_and_turns_do_not_leak_the_board() {
    let (mut home, mut turns) = (0, [0; 4]);
    for seed in 0..200 {
        let made = Recipe::eternity_like(6, 6, seed).make().unwrap();
        for (cell, placed) in made.solution.cells().iter().flatten().enumerate() {
            home += usize::from(placed.piece() == cell);
            turns[usize::from(placed.turn())] += 1;
        }
    }
    // One piece in 36 is at home by chance: 200 of 7200, standard deviation 14.
    assert!((140..260).contains(&home), "{home}");
    assert!(turns.iter().all(|n| (1650..1950).contains(n)), "{turns:?}");
}

#[test]
fn tight_recipes_are_mended() {
    // The four corners of a framed 3x3 board with two frame colours must be all four there are.
    let recipe =
        Recipe { colours: Colours::Apart { frame: 2, inner: 2 }, ..Recipe::eternity_like(3, 3, 5) };
    assert_eq!(variety(&recipe.make().unwrap().puzzle), (9, 0));
    // 64 of the 70 pieces four colours can make: redrawing alone would never get there.
    let recipe = Recipe { colours: Colours::Shared(4), ..Recipe::hardest(8, 8, Frame::Open) };
    assert_eq!(variety(&recipe.make().unwrap().puzzle).0, 64);
}

#[test]
fn absurd_recipes_are_refused_in_words() {
    let sane = Recipe::eternity_like(5, 5, 1);
    let refusal = |recipe: Recipe| recipe.make().unwrap_err().to_string();
    let shared = |n| Recipe { colours: Colours::Shared(n), ..sane.clone() };
    assert_eq!(refusal(shared(0)), "the frame joins need at least 1 colour, found 0");
    assert_eq!(refusal(shared(300)), "expected at most 250 colours, found 300");
    assert_eq!(
        refusal(Recipe { signed: true, ..shared(126) }),
        "expected at most 125 colours, found 126"
    );
    let apart = |frame, inner| Recipe { colours: Colours::Apart { frame, inner }, ..sane.clone() };
    assert_eq!(refusal(apart(2, 0)), "the inner joins need at least 1 colour, found 0");
    assert!(refusal(apart(usize::MAX, 2)).starts_with("expected at most 250 colours"));
    assert_eq!(
        refusal(Recipe { width: 0, ..sane.clone() }),
        "a board of 0x5 is outside 1x1 to 64x64"
    );
    assert_eq!(
        refusal(Recipe::eternity_like(65, 65, 1)),
        "a board of 65x65 is outside 1x1 to 64x64"
    );
    assert_eq!(
        refusal(Recipe::hardest(usize::MAX, usize::MAX, Frame::Open)),
        format!("a board of {0}x{0} is outside 1x1 to 64x64", usize::MAX)
    );
    assert_eq!(refusal(Recipe { clues: 26, ..sane.clone() }), "26 clues were asked of 25 pieces");
    assert_eq!(
        refusal(Recipe { frame: Frame::Open, ..sane.clone() }),
        "an open board has no frame joins: expected one shared palette, found two"
    );
    assert_eq!(
        refusal(Recipe { asymmetric: false, ..apart(3, 1) }),
        "9 inner pieces were asked to be distinct, these colours make at most 1"
    );
}

#[test]
fn a_recipe_that_cannot_be_met_is_given_up_with_its_bounds() {
    // Two ends that share the only join of a 1x2 board: enough colours, yet always the same.
    let recipe = Recipe { distinct: true, ..Recipe::eternity_like(2, 1, 1) };
    assert_eq!(
        recipe.make().unwrap_err().to_string(),
        "no board whose pieces are all distinct and without symmetry was found in 20 attempts: \
         these colours make at most 2 end pieces for 2 cells"
    );
}

#[test]
fn unknown_fields_are_refused() {
    let recipe = Recipe::eternity_like(4, 4, 2);
    let text = serde_json::to_string(&recipe).unwrap();
    assert_eq!(serde_json::from_str::<Recipe>(&text).unwrap(), recipe);
    let wrong = text.replace("\"seed\"", "\"sead\"");
    assert!(serde_json::from_str::<Recipe>(&wrong).unwrap_err().to_string().contains("sead"));
}

fn fingerprint(recipe: &Recipe) -> String {
    let made = recipe.make().unwrap();
    let mut signature = Signature::default();
    made.puzzle.pieces().iter().for_each(|piece| signature.write(&piece.0));
    for clue in made.puzzle.clues() {
        signature.write_usize(clue.cell);
        signature.write_usize(clue.placed.index());
    }
    signature.to_string()
}

/// These must never change: puzzles are known by their recipe and seed.
#[test]
fn golden_puzzles() {
    let signed = Recipe { signed: true, ..Recipe::hardest(6, 5, Frame::Open) };
    let random = Recipe {
        spread: Spread::Random,
        colours: Colours::Shared(6),
        clues: 3,
        ..Recipe::hardest(7, 4, Frame::Grey)
    };
    let found = [
        Recipe::eternity_like(16, 16, 1),
        Recipe::hardest(10, 10, Frame::Grey),
        Recipe::hardest(10, 10, Frame::Open),
        signed,
        random,
    ]
    .map(|recipe| fingerprint(&recipe));
    assert_eq!(
        found,
        [
            "ae28069ee376e8b4",
            "d8a880fd21c2ecab",
            "6daea4da0cbcb3c6",
            "729b3ee83e0c011e",
            "e3f27115222b4234"
        ]
    );
}
