//! The hot parts, for people: `cargo bench`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use marquetry::algorithms::find;
use marquetry::edge::generate::Recipe;
use marquetry::edge::{Kind, Puzzle, State, judge};
use marquetry::search::{Budget, Parameters, Rng, Setup, solve};
use std::hint::black_box;

fn kernels(criterion: &mut Criterion) {
    let made = Recipe::eternity_like(16, 16, 1).make().expect("the recipe is sound");
    let (puzzle, board) = (made.puzzle, made.solution);
    let state = State::from_board(&puzzle, &board);
    let inner: Vec<usize> = puzzle.layout().cells(Kind::Inner).iter().map(|&c| c.into()).collect();

    let mut group = criterion.benchmark_group("16x16");
    group.throughput(Throughput::Elements(1));
    group.bench_function("swap-and-turn evaluation", |bencher| {
        let mut rng = Rng::new(1);
        let mut next = || {
            let bits = rng.bits() as usize;
            (inner[(bits & 0xffff) % inner.len()], inner[(bits >> 16 & 0xffff) % inner.len()], bits)
        };
        let moves: Vec<_> = (0..1024).map(|_| next()).filter(|(a, b, _)| a != b).collect();
        let mut i = 0;
        bencher.iter(|| {
            i = (i + 1) % moves.len();
            let (a, b, bits) = moves[i];
            state.swap_gain(a, (bits >> 40 & 3) as u8, b, (bits >> 42 & 3) as u8)
        });
    });
    group.bench_function("judge", |bencher| bencher.iter(|| judge(&puzzle, black_box(&board))));
    group.finish();

    for (name, work) in [("greedy", 64), ("local", 100_000)] {
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(work)).sample_size(20);
        group.bench_function("16x16", |bencher| bencher.iter(|| run(&puzzle, name, work)));
        group.finish();
    }
}

fn run(puzzle: &Puzzle, name: &str, work: u64) -> u32 {
    let entry = find(name).expect("it is in the catalogue");
    let algorithm = entry.build(Parameters::new()).expect("the defaults are sound");
    let budget = Budget { work: Some(work), ..Budget::default() };
    solve(puzzle, &*algorithm, &Setup { budget, ..Setup::default() }, &mut |_, _| {}).score
}

criterion_group!(benches, kernels);
criterion_main!(benches);
