//! What a parser says, without the names of our types.

/// The message of a parser as people say it: `u64` is a whole number, `struct Head` an object.
///
/// ```
/// use marquetry::search::plain_types;
///
/// let said = "invalid value: integer `0`, expected a nonzero u16";
/// assert_eq!(plain_types(said), "invalid value: integer `0`, expected a whole number above 0");
/// ```
#[must_use]
pub fn plain_types(message: &str) -> String {
    let words: Vec<&str> = message.split(' ').collect();
    let (mut out, mut at) = (Vec::new(), 0);
    while let Some(&word) = words.get(at) {
        let bare = word.trim_end_matches([',', '.', ';', ':']);
        let tail = &word[bare.len()..];
        let next = words.get(at + 1).copied().unwrap_or_default();
        let (plain, taken) = match bare {
            "nonzero" if is_whole(next) => ("whole number above 0", 2),
            "struct" | "enum" if !next.is_empty() => ("an object", 2),
            "a" if next.starts_with("sequence") => ("a list", 2),
            "a" if next == "map" => ("an object", 2),
            "u8" => ("a whole number from 0 to 255", 1),
            whole if is_whole(whole) => ("a whole number", 1),
            "f32" | "f64" => ("a number", 1),
            _ => ("", 1),
        };
        out.push(if plain.is_empty() { word.to_owned() } else { format!("{plain}{tail}") });
        at += taken;
    }
    out.join(" ")
}

fn is_whole(word: &str) -> bool {
    let word = word.trim_end_matches([',', '.', ';', ':']);
    ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"]
        .contains(&word)
}

#[cfg(test)]
mod tests {
    use super::plain_types;

    #[test]
    fn types_become_words() {
        for (said, plain) in [
            ("expected u64", "expected a whole number"),
            ("expected struct Head at line 1", "expected an object at line 1"),
            ("expected f64, found", "expected a number, found"),
            ("expected a nonzero u32", "expected a whole number above 0"),
            ("expected a sequence", "expected a list"),
            ("unknown field `u8s`, a map", "unknown field `u8s`, an object"),
            ("", ""),
        ] {
            assert_eq!(plain_types(said), plain);
        }
    }
}
