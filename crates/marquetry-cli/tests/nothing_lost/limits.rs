//! What no machine can do is refused in words.

use super::Desk;

#[test]
fn absurd_sizes_are_refused() {
    let desk = Desk::new();
    desk.out(0, "generate 64x64 --frame open --seed 1 --out big.json --solution bigs.json");
    let plan = "name = \"mine\"\ntitle = \"t\"\nseeds = \"1-2\"\nthreads = 1024\n\
                budget = { evaluations = 20 }\npuzzle = [{ puzzle = \"twin-4x4\" }]\n\
                algorithm = [{ with = \"local\" }]\n";
    desk.put("mine.toml", plan);
    for (words, expected) in [
        ("solve p1 --threads 65535", "65535 is not in 1..=1024"),
        ("hunt p1 --threads 65535", "65535 is not in 1..=1024"),
        ("count p1 --threads 65535", "65535 is not in 1..=1024"),
        ("tokens solve 4 6 --threads 65535", "65535 is not in 1..=1024"),
        ("bench --threads 65535", "65535 is not in 1..=1024"),
        ("campaign run mine.toml --jobs 65535", "65535 is not in 1..=1024"),
        ("campaign run mine.toml --jobs 1024", "make 1048576 threads, expected at most 1024"),
        ("campaign measure p1 --seeds 1-100000000", "at most 100000 seeds"),
        ("show big.json bigs.json --cell 256 --png a.png", "expected at most 36000000 pixels"),
        ("generate 65535x65535", "outside 1x1 to 64x64"),
        ("tokens solve --n 100000 --remove 4", "expected 1 to 10000 columns and rows"),
        ("tokens generate 10000x10000 --out a.png", "at most 512 columns and rows"),
    ] {
        let (_, said) = desk.both(2, words);
        assert!(said.contains(expected), "{words}: {said}");
    }
    desk.put("wide.json", r#"{"format":"marquetry-board/1","width":1e300,"height":2,"cells":[]}"#);
    assert!(desk.error("check p1 wide.json").contains("expected a whole number"));
}
