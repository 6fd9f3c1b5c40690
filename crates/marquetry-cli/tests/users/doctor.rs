//! The doctor, for everyone.

use super::Desk;

#[test]
fn the_doctor_looks_at_everything() {
    let desk = Desk::new();
    let found = desk.json(0, "doctor");
    for name in [
        "version", "features", "machine", "cores", "terminal", "data", "browser", "engine",
        "python",
    ] {
        assert!(
            found[name]["found"].as_str().is_some_and(|found| !found.is_empty()),
            "{name}: {found}"
        );
    }
    let text = desk.out(0, "doctor");
    assert!(text.contains("version    0.") && text.contains("terminal   none, "), "{text}");
    desk.put("data", "a file where a folder should be");
    let (text, _) = desk.both(1, "doctor");
    assert!(text.contains("wrong: ") && text.contains("is no folder"), "{text}");
    let mut command = desk.command("doctor");
    let output = command.env("PATH", "").output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("browser    none") && text.contains("Python     none"), "{text}");
}
