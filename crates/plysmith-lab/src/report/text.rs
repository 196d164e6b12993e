//! A report for the terminal: verdicts, facts and tables, without plots and without what is folded away.

use std::fmt::Write;

use super::code::value;
use super::figure::{Figure, Style};
use super::{Align, Block, Cell, Code, Mark, Report, Table, printable};

/// Where lines of sentences end.
const WIDTH: usize = 100;
/// Rows beyond this are for the page.
const ROWS: usize = 24;

/// The text.
pub fn text(report: &Report) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{} ({})", report.title, report.game);
    paragraph(&mut text, &report.verdict);
    blocks(&mut text, &report.summary);
    for section in &report.sections {
        let mut body = String::new();
        if let Some(verdict) = &section.verdict {
            paragraph(&mut body, &format!("[{}] {}", verdict.outcome.word(), verdict.sentence));
        }
        blocks(&mut body, &section.blocks);
        // What has pictures alone is for the page.
        if !body.is_empty() {
            let _ = writeln!(text, "\n{}\n{}", section.title, "─".repeat(section.title.chars().count().min(WIDTH)));
            text.push_str(&body);
        }
    }
    if !report.conditions.is_empty() {
        let _ = writeln!(text, "\nConditions\n──────────");
        facts(&mut text, &report.conditions);
    }
    printable(&text)
}

fn blocks(text: &mut String, blocks: &[Block]) {
    for block in blocks {
        match block {
            Block::Paragraph(words) => {
                text.push('\n');
                paragraph(text, words);
            }
            Block::Facts(list) => {
                text.push('\n');
                facts(text, list);
            }
            Block::Table(table) => {
                text.push('\n');
                self::table(text, table);
            }
            Block::Code(code) => differences(text, code),
            Block::Plot(_) | Block::Details(_) => {}
        }
    }
}

/// Sentences in lines that are not too long.
fn paragraph(text: &mut String, words: &str) {
    let mut used = 0;
    for word in words.split_whitespace() {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > WIDTH {
            text.push('\n');
            used = 0;
        }
        if used > 0 {
            text.push(' ');
            used += 1;
        }
        text.push_str(word);
        used += length;
    }
    text.push('\n');
}

fn facts(text: &mut String, list: &[(String, String)]) {
    let room = list.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, value) in list {
        let _ = writeln!(text, "{name:room$}  {}", one_line(value));
    }
}

fn table(text: &mut String, table: &Table) {
    if !table.caption.is_empty() {
        let _ = writeln!(text, "{}", one_line(&table.caption));
    }
    let heads = table.columns.iter().map(|column| match column.unit.as_str() {
        "" => column.title.clone(),
        unit => format!("{} ({unit})", column.title),
    });
    let styles = table.styles();
    let rows = table.rows.iter().take(ROWS).map(|row| {
        let mark = if row.highlighted { "* " } else { "  " };
        let cells = styles.iter().zip(&row.cells).map(|(style, cell)| written(cell, *style));
        (mark, cells.collect::<Vec<_>>())
    });
    let lines: Vec<(&str, Vec<String>)> = std::iter::once(("  ", heads.collect())).chain(rows).collect();
    let width = |column: usize| lines.iter().filter_map(|(_, cells)| cells.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..table.columns.len()).map(|column| width(column).unwrap_or(0)).collect();
    for (mark, cells) in &lines {
        let mut line = mark.to_string();
        for ((cell, column), &room) in cells.iter().zip(&table.columns).zip(&widths) {
            let _ = match column.align {
                Align::Left => write!(line, "{cell:room$}  "),
                Align::Centre => write!(line, "{cell:^room$}  "),
                Align::Right => write!(line, "{cell:>room$}  "),
            };
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if table.rows.len() > ROWS {
        let _ = writeln!(text, "  … and {} more rows", table.rows.len() - ROWS);
    }
}

fn written(cell: &Cell, style: Style) -> String {
    let digits = |figure: Figure| {
        let interval = figure.interval(style).map(|interval| format!(" {interval}")).unwrap_or_default();
        format!("{}{interval}", figure.number(style))
    };
    match cell {
        Cell::Words(words) => one_line(words),
        cell => cell.figure().map(digits).unwrap_or_default(),
    }
}

/// Of a text only what differs from the one before, with the tables that it stands in; without differences nothing.
fn differences(text: &mut String, code: &Code) {
    if code.lines.iter().all(|line| line.mark == Mark::Same) {
        return;
    }
    let _ = writeln!(text, "\n{}", one_line(&code.caption));
    let mut table = None;
    for line in &code.lines {
        if line.mark == Mark::Same {
            table = Some(&line.text).filter(|text| text.starts_with('[')).or(table);
        } else if !line.text.trim().is_empty() {
            if line.text.starts_with('[') {
                table = None;
            }
            if let Some(table) = table.take() {
                let _ = writeln!(text, "  {table}");
            }
            let was = if let Mark::Changed { before } = &line.mark { format!("  (was {})", value(before)) } else { String::new() };
            let _ = writeln!(text, "{} {}{was}", line.mark.sign(), line.text);
        }
    }
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\t'], " ")
}
