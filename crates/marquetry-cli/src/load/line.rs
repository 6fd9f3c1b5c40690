//! One line of a file of many: `FILE:LINE`.

use anyhow::{Context, Result, bail};
use marquetry::edge::format::MAX_BYTES;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// The file and the line, from 1, that a word names, if there is such a file.
pub(super) fn of_file(spec: &str) -> Option<(&str, usize)> {
    let (file, number) = spec.rsplit_once(':')?;
    let number = number.parse().ok().filter(|&number| number > 0)?;
    Path::new(file).is_file().then_some((file, number))
}

/// Reads one line. The file may be of any length, the line not.
pub(super) fn read(file: &str, number: usize) -> Result<Vec<u8>> {
    let cannot = || format!("cannot read {file}");
    let mut reader = BufReader::new(File::open(file).with_context(cannot)?);
    for before in 1..number {
        if reader.skip_until(b'\n').with_context(cannot)? == 0 {
            bail!("{file} has {} lines, expected a line {number}", before - 1);
        }
    }
    let mut line = Vec::new();
    reader.take(MAX_BYTES as u64 + 1).read_until(b'\n', &mut line).with_context(cannot)?;
    match line.len() {
        0 => bail!("{file} has {} lines, expected a line {number}", number - 1),
        length if length > MAX_BYTES => {
            bail!("line {number} of {file} is longer than {} MiB", MAX_BYTES >> 20)
        }
        _ => Ok(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_that_was_named_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a:b.jsonl");
        std::fs::write(&path, "one\ntwo\n\nfour").unwrap();
        let name = path.to_str().unwrap();
        let line = |number: usize| {
            let spec = format!("{name}:{number}");
            let (file, number) = of_file(&spec).unwrap();
            read(file, number).map_err(|error| error.to_string())
        };
        let expected: [&[u8]; 4] = [b"one\n", b"two\n", b"\n", b"four"];
        assert_eq!([1, 2, 3, 4].map(|number| line(number).unwrap()), expected);
        for beyond in [5, 9] {
            let error = format!("{name} has 4 lines, expected a line {beyond}");
            assert_eq!(line(beyond), Err(error));
        }
        for other in ["a:0", "a:-1", "a:", "a", ":1", "none:1"] {
            assert_eq!(of_file(other), None, "{other}");
        }
        assert_eq!(of_file(&format!("{name}:0")), None);
    }
}
