//! The first minutes: boards, pictures, words.

use super::Desk;
use std::fs;

/// A desk with a solved puzzle of four by four.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.out(0, "generate 4x4 --seed 1 --out p.json --solution s.json");
    desk
}

/// Width and height of a PNG file.
fn size_of(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes([png[at], png[at + 1], png[at + 2], png[at + 3]]);
    (number(16), number(20))
}

#[test]
fn links_are_whole_in_files_and_pipes() {
    let desk = Desk::new();
    let text = desk.out(1, "solve p7 --work 100 --seed 2");
    let link = text.lines().find_map(|line| line.strip_prefix("link       ")).unwrap_or_default();
    let folder = fs::read_dir(desk.path("boards")).expect("the folder was made").flatten();
    let names: Vec<String> =
        folder.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    let file = names.iter().find(|name| name.ends_with("-link.txt")).expect("a link");
    assert_eq!(desk.get(&format!("boards/{file}")).trim(), link);
    let shown = desk.json(0, &format!("check boards/{file}"));
    assert!(text.starts_with(&format!("score      {} of", shown["score"])), "{text}");
}

#[test]
fn a_board_alone_is_shown_where_its_puzzle_is_known() {
    let desk = desk();
    desk.out(0, "puzzles add p.json --name four");
    desk.out(1, "solve p7 --work 50 --seed 1 --out b.json");
    let (out, said) = desk.both(0, "show b.json");
    assert!(out.contains("of 180 joins match") && said.contains("a board of p7 on the shelf"));
    assert_eq!(desk.json(0, "check b.json")["valid"], true);
    let said = desk.error("show s.json");
    for word in ["puzzle-4x4-s1", "not on the shelf", "PUZZLE s.json"] {
        assert!(said.contains(word), "{word}: {said}");
    }
    desk.put("line.txt", "[[1,0],[2,0],[3,0],[4,0]]");
    assert!(desk.error("show line.txt").contains("PUZZLE line.txt"));
}

#[test]
fn names_of_files_ask_for_pictures_and_small_boards_get_large_ones() {
    let desk = desk();
    desk.out(0, "solve p.json --from s.json --out won.png");
    let (width, height) = size_of(&fs::read(desk.path("won.png")).expect("a picture"));
    assert!(width > 900 && height == width, "{width}x{height}");
    desk.out(0, "solve p.json --from s.json --out won.svg");
    assert!(desk.get("won.svg").starts_with("<svg"));
    for picture in ["a.png", "a.svg", "A.PNG"] {
        let (_, said) = desk.both(0, &format!("show p.json s.json --out {picture} --numbers"));
        assert!(said.contains(&format!("wrote {picture}")), "{said}");
    }
    assert!(desk.error("show p.json s.json --out a.jpg").contains("ends in .svg or .png"));
    assert!(desk.error("show p.json --svg x.svg --out x.svg").contains("same file"));
    let again = desk.error("solve p.json --from s.json --out won.png");
    assert!(again.contains("won.png is there and holds no board"), "{again}");
}

#[test]
fn pieces_are_laid_apart_in_the_letters_of_boards() {
    let desk = Desk::new();
    let plain = desk.out(0, "show twin-4x4");
    insta::assert_snapshot!("pieces_plain", plain);
    let coloured = desk.out(0, "show twin-4x4 --colour true");
    assert!(coloured.contains("\u{1b}[48;2;") && coloured.contains('▝'));
    desk.out(0, "show twin-4x4 --svg apart.svg --cell 60");
    desk.out(0, "show twin-4x4 --svg close.svg --cell 30");
    let width = |name: &str| {
        let text = desk.get(name);
        let (_, rest) = text.split_once("width=\"").expect("a width");
        rest.split('"').next().and_then(|n| n.parse::<u32>().ok()).expect("a number")
    };
    assert!(width("apart.svg") > 4 * 60 + 40 + 40, "{}", width("apart.svg"));
    assert!(width("close.svg") < width("apart.svg"));
}

#[test]
fn the_locale_decides_about_characters_and_the_environment_about_colours() {
    let desk = desk();
    let shown = |env: &[(&str, &str)], words: &str| {
        let mut command = desk.command(words);
        for name in ["NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "CLICOLOR", "COLORTERM", "LC_ALL"]
        {
            command.env_remove(name);
        }
        let output = command.envs(env.iter().copied()).output().expect("it runs");
        String::from_utf8(output.stdout).expect("text")
    };
    let board = "show p.json s.json";
    let rich = shown(&[("LC_ALL", "en_US.UTF-8")], "show p.json s.json --colour true");
    assert!(!rich.is_ascii());
    for locale in ["C", "POSIX", "de_DE.ISO-8859-1"] {
        assert!(shown(&[("LC_ALL", locale)], "show p.json s.json --colour true").is_ascii());
        assert!(shown(&[("LC_ALL", locale)], "estimate p.json --seed 1").is_ascii());
    }
    let coloured = |env: &[(&str, &str)]| shown(env, board).contains('\u{1b}');
    assert!(!coloured(&[]) && !coloured(&[("FORCE_COLOR", "0")]));
    assert!(coloured(&[("CLICOLOR_FORCE", "1")]) && coloured(&[("FORCE_COLOR", "1")]));
    assert!(!coloured(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(shown(&[("FORCE_COLOR", "3")], board).contains("[48;2;"));
    assert!(shown(&[("FORCE_COLOR", "1"), ("COLORTERM", "truecolor")], board).contains("[48;2;"));
    assert!(shown(&[("FORCE_COLOR", "1")], board).contains("[48;5;"));
}

#[test]
fn what_writes_a_file_says_so() {
    let desk = desk();
    for (words, file) in [
        ("generate 3x3 --seed 1 --out a.json --solution b.json", "b.json"),
        ("convert p.json --to pieces --out p.txt", "p.txt"),
        ("show p.json s.json --png b.png", "b.png"),
        ("analyse p.json --svg c.svg", "c.svg"),
        ("tokens generate 4 --seed 1 --out g.txt", "g.txt"),
        ("man .", "./marquetry.1"),
    ] {
        let (_, said) = desk.both(0, words);
        assert!(said.contains(&format!("wrote {file}\n")), "{words}: {said}");
    }
    let (_, said) = desk.both(0, "generate 3x3 --seed 1 --out c.json --json");
    assert_eq!(said, "", "JSON says it itself");
}

#[test]
fn messages_name_files_and_never_types() {
    let desk = desk();
    desk.put("mine.toml", "name = \"mine\"\ntitle = \"t\"\nseeds = \"1-2\"\nthreads = \"two\"\n");
    desk.put("hunt.json", "{\"format\": 7}");
    fs::create_dir(desk.path("a")).expect("a folder can be made");
    desk.put("a/hunt.json", "[]");
    desk.put("log.ndjson", "{\"puzzle\": 3}\n");
    let bare = ["u8", "u16", "u32", "u64", "usize", "f64", "struct ", "MarquetryPuzzle", "Pieces"];
    for words in [
        "check p.json p.json",
        "check p.json hunt.json",
        "solve p.json --hints s.json",
        "solve p.json --set walkers=x --with local",
        "solve p.json --set walkers=0 --with local",
        "solve p.json --set hot=x --with annealing",
        "campaign run mine.toml",
        "replay log.ndjson",
        "count p.json --resume hunt.json",
    ] {
        let said = desk.error(words);
        let names: Vec<&&str> = bare.iter().filter(|name| said.contains(**name)).collect();
        assert!(names.is_empty(), "{words}: {names:?} in {said}");
    }
    let (_, said) = desk.both(2, "check p.json p.json");
    assert!(said.contains("p.json: expected a board, found a puzzle of ours"), "{said}");
}
