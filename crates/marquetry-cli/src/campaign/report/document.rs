//! A report before it is written: headings, words, tables and figures.

use serde_json::{Value, json};
use std::collections::HashSet;
use std::fmt::Write as _;

/// A report.
#[derive(Clone, Debug)]
pub struct Document {
    /// What it is about.
    pub title: String,
    /// Its parts.
    pub passages: Vec<Passage>,
}

/// A part of a report.
#[derive(Clone, Debug)]
pub enum Passage {
    /// A heading and its depth, from 1.
    Heading(usize, String),
    /// A paragraph.
    Text(String),
    /// A table.
    Table(Table),
    /// A picture.
    Figure(Figure),
}

/// A table of words.
#[derive(Clone, Debug)]
pub struct Table {
    /// What it shows.
    pub caption: String,
    /// The names of its columns.
    pub header: Vec<String>,
    /// Its lines; each has as many cells as the header.
    pub rows: Vec<Vec<String>>,
}

/// A picture with the name of its file.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The file's name without its ending.
    pub name: String,
    /// What it shows.
    pub caption: String,
    /// The picture.
    pub svg: String,
}

/// A column of a table whose lines are made of `T`: its name, and what a line has there.
pub struct NamedColumn<'c, T> {
    name: String,
    show: Box<dyn Fn(&T) -> String + 'c>,
}

/// A column.
pub fn column<'c, T>(
    name: impl Into<String>,
    show: impl Fn(&T) -> String + 'c,
) -> NamedColumn<'c, T> {
    NamedColumn { name: name.into(), show: Box::new(show) }
}

impl Table {
    /// A table with these columns and a line for every item.
    #[must_use]
    pub fn new<T>(caption: &str, columns: &[NamedColumn<'_, T>], items: &[T]) -> Self {
        let line = |item: &T| columns.iter().map(|column| (column.show)(item)).collect();
        Self {
            caption: caption.to_owned(),
            header: columns.iter().map(|column| column.name.clone()).collect(),
            rows: items.iter().map(line).collect(),
        }
    }

    /// The table without columns that say nothing in any line.
    #[must_use]
    pub fn pruned(mut self) -> Self {
        let said = |column: usize| {
            let cell =
                |row: &Vec<String>| row.get(column).is_some_and(|c| !matches!(&**c, "" | "-"));
            self.rows.iter().any(cell)
        };
        let keep: Vec<bool> = (0..self.header.len()).map(said).collect();
        let prune = |row: &mut Vec<String>| {
            let mut kept = keep.iter();
            row.retain(|_| kept.next().copied().unwrap_or(true));
        };
        self.rows.iter_mut().for_each(prune);
        prune(&mut self.header);
        self
    }

    /// As Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| plain(cell)).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let rule = "|---".repeat(self.header.len()) + "|\n";
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        line(&self.header) + &rule + &rows
    }

    fn html(&self) -> String {
        let row = |tag: &str, cells: &[String]| {
            let cells: String =
                cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", escape(cell))).collect();
            format!("<tr>{cells}</tr>\n")
        };
        let rows: String = self.rows.iter().map(|cells| row("td", cells)).collect();
        format!(
            "<table>\n<caption>{}</caption>\n<thead>{}</thead>\n<tbody>\n{rows}</tbody>\n</table>\n",
            escape(&self.caption),
            row("th", &self.header),
        )
    }

    /// As a LaTeX table in the manner of booktabs.
    #[must_use]
    pub fn latex(&self) -> String {
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| tex(cell)).collect();
            format!("{} \\\\\n", cells.join(" & "))
        };
        let numeric = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.clone().count() > 0
                && cells
                    .clone()
                    .all(|c| c.starts_with(|c: char| c.is_ascii_digit() || "-<".contains(c)))
        };
        let columns: String =
            (0..self.header.len()).map(|column| if numeric(column) { 'r' } else { 'l' }).collect();
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        format!(
            "\\begin{{table}}\n\\centering\n\\caption{{{}}}\n\\begin{{tabular}}{{{columns}}}\n\\toprule\n{}\\midrule\n{rows}\\bottomrule\n\\end{{tabular}}\n\\end{{table}}\n",
            tex(&self.caption),
            line(&self.header),
        )
    }
}

impl Document {
    /// As Markdown; figures are named by their files if there is a folder for them.
    #[must_use]
    pub fn markdown(&self, figures: Option<&str>) -> String {
        let mut parts = Vec::new();
        for passage in &self.passages {
            match passage {
                Passage::Heading(depth, text) => {
                    parts.push(format!("{} {text}\n", "#".repeat(*depth)));
                }
                Passage::Text(text) => parts.push(wrapped(text)),
                Passage::Table(table) => {
                    parts.push(format!("**{}**\n\n{}", table.caption, table.markdown()));
                }
                Passage::Figure(figure) => parts.extend(figures.map(|folder| {
                    format!("![{}]({folder}/{}.svg)\n", figure.caption, figure.name)
                })),
            }
        }
        parts.join("\n")
    }

    /// As one HTML page that needs nothing else.
    #[must_use]
    pub fn html(&self) -> String {
        let mut body = String::new();
        for passage in &self.passages {
            _ = match passage {
                Passage::Heading(depth, text) => {
                    writeln!(body, "<h{depth}>{}</h{depth}>", escape(text))
                }
                Passage::Text(text) => writeln!(body, "<p>{}</p>", escape(text)),
                Passage::Table(table) => {
                    writeln!(body, "<div class=\"wide\">{}</div>", table.html())
                }
                Passage::Figure(figure) => writeln!(
                    body,
                    "<figure id=\"{}\">{}<figcaption>{}</figcaption></figure>",
                    escape(&figure.name),
                    figure.svg,
                    escape(&figure.caption)
                ),
            };
        }
        let (title, style) = (escape(&self.title), include_str!("report.css"));
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
             <style>\n{style}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
        )
    }

    /// Its tables for a LaTeX document that uses booktabs.
    #[must_use]
    pub fn latex(&self) -> String {
        let tables = self.passages.iter().filter_map(|passage| match passage {
            Passage::Table(table) => Some(table.latex()),
            _ => None,
        });
        format!(
            "% {}: needs \\usepackage{{booktabs}}\n{}",
            self.title,
            tables.collect::<Vec<_>>().join("\n")
        )
    }

    /// As JSON: tables by caption, and what was said.
    #[must_use]
    pub fn json(&self) -> Value {
        let (mut tables, mut said) = (Vec::new(), Vec::new());
        for passage in &self.passages {
            match passage {
                Passage::Text(text) => said.push(text.clone()),
                Passage::Table(Table { caption, header, rows }) => {
                    tables.push(json!({"caption": caption, "header": header, "rows": rows}));
                }
                Passage::Heading(..) | Passage::Figure(_) => {}
            }
        }
        json!({"title": self.title, "said": said, "tables": tables})
    }

    /// Numbers figures whose names would be the same: labels may differ in what no file name can hold.
    pub(super) fn tell_figures_apart(&mut self) {
        let mut taken = HashSet::new();
        for passage in &mut self.passages {
            let Passage::Figure(figure) = passage else { continue };
            let name = figure.name.clone();
            let mut number = 1;
            while !taken.insert(figure.name.clone()) {
                number += 1;
                figure.name = format!("{name}-{number}");
            }
        }
    }

    /// Its figures.
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.passages.iter().filter_map(|passage| match passage {
            Passage::Figure(figure) => Some(figure),
            _ => None,
        })
    }
}

/// The longest line of a paragraph.
const LINE: usize = 120;

/// A paragraph in lines. Only a word that begins with a letter begins a line: what Markdown takes for
/// a list, a quotation or a heading stays in the midst of one.
fn wrapped(text: &str) -> String {
    let (mut lines, mut line) = (String::new(), String::new());
    let mut parts = text.split(' ').peekable();
    while let Some(part) = parts.next() {
        let mut part = part.to_owned();
        while let Some(next) = parts.next_if(|next| !next.starts_with(char::is_alphabetic)) {
            part = part + " " + next;
        }
        let room = LINE.saturating_sub(line.chars().count() + 1);
        if !line.is_empty() && part.chars().count() > room {
            lines += &line;
            lines.push('\n');
            line = part;
        } else {
            line += if line.is_empty() { "" } else { " " };
            line += &part;
        }
    }
    lines + &line + "\n"
}

/// Words that Markdown takes as they are.
fn plain(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn tex(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', c]),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '\\' => out.push_str("\\textbackslash{}"),
            '<' => out.push_str("$<$"),
            '>' => out.push_str("$>$"),
            '|' => out.push_str("$|$"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let columns = [
            column("name", |&(name, _): &(&str, u32)| name.to_owned()),
            column("empty", |_| "-".to_owned()),
            column("n", |(_, n): &(&str, u32)| n.to_string()),
        ];
        Table::new("a & b", &columns, &[("x|y_<z>", 12)]).pruned()
    }

    #[test]
    fn paragraphs_are_wrapped_and_lose_nothing() {
        let text = "p = 0.5 - so it was - ".repeat(30) + "end.";
        let lines = wrapped(&text);
        assert!(
            lines.lines().count() > 5 && lines.lines().all(|line| line.chars().count() <= LINE)
        );
        assert!(lines.lines().all(|line| line.starts_with(char::is_alphabetic)), "{lines}");
        assert_eq!(lines.replace('\n', " "), text + " ");
        assert_eq!((wrapped("short"), wrapped("")), ("short\n".to_owned(), "\n".to_owned()));
    }

    #[test]
    fn what_is_special_is_escaped() {
        assert_eq!(table().markdown(), "| name | n |\n|---|---|\n| x\\|y_&lt;z> | 12 |\n");
        let latex = table().latex();
        assert!(latex.contains("\\begin{tabular}{lr}") && latex.contains("x$|$y\\_$<$z$>$ & 12"));
        assert!(latex.contains("\\caption{a \\& b}"));
        let document =
            Document { title: "<t>".to_owned(), passages: vec![Passage::Table(table())] };
        let html = document.html();
        assert!(
            html.contains("<title>&lt;t&gt;</title>") && html.contains("<td>x|y_&lt;z&gt;</td>")
        );
        assert!(!html.contains("http"), "the page needs nothing else");
    }
}
