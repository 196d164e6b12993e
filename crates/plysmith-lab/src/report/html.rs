//! A report as one page that needs nothing else: no script, no font, no picture from elsewhere.
//!
//! The page is HTML that is well-formed XML too, so that the tests can read it with a strict parser.

use std::collections::HashSet;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::figure::{Style, minus};
use super::plot::Plot;
use super::svg::{Screen, svg};
use super::{
    Align, Block, Cell, Code, CodeLine, Column, Details, Mark, Outcome, Report, Section, Table, TableRow, code, data, printable,
};

const STYLE: &str = include_str!("style.css");

/// What a browser has to know first. Elements without content are closed, as XML asks.
const HEAD: &str = "<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
    <meta name=\"color-scheme\" content=\"light dark\"/>\n";

const FOOT: &str = "Written by plysmith. The same data is in `report.json`; the command `report` makes this page from it.";

/// The page. What cannot be shown (see [`Report::check`]) is left out of pictures and stands as a dash in tables.
pub fn html(report: &Report) -> String {
    let mut page = Page { plots: 0 };
    let anchors = anchors(&report.sections);
    let sections: Vec<_> = report.sections.iter().zip(&anchors).collect();
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                (PreEscaped(HEAD))
                title { (report.title) " · " (report.game) }
                style { (PreEscaped("\n")) (PreEscaped(STYLE)) }
            }
            body {
                header {
                    p class="game" { (report.game) }
                    h1 { (inline(&report.title)) }
                    p class="verdict" { (inline(&report.verdict)) }
                }
                main {
                    @if !report.summary.is_empty() {
                        section id="summary" aria-label="Summary" { (page.blocks(&report.summary)) }
                    }
                    @if sections.len() > 1 { (contents(report, &sections)) }
                    @for (section, anchor) in &sections { (page.section(section, anchor)) }
                    @if !report.conditions.is_empty() {
                        section id="conditions" {
                            h2 { "Conditions" }
                            (facts(&report.conditions))
                        }
                    }
                }
                footer { (inline(FOOT)) }
            }
        }
    };
    printable(&markup.into_string())
}

/// A name for each section that is unique on the page and can stand in an address.
fn anchors(sections: &[Section]) -> Vec<String> {
    let mut taken: HashSet<String> = ["summary", "conditions"].map(String::from).into();
    let mut anchors = Vec::new();
    for section in sections {
        let plain: String =
            section.id.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
        let word = match plain.trim_matches('-') {
            "" => "section",
            word => word,
        };
        // Pictures have ids that begin with `plot-`.
        let word = if word.starts_with("plot") { format!("section-{word}") } else { word.to_string() };
        let numbered = (2..).map(|number| format!("{word}-{number}"));
        let anchor = std::iter::once(word.clone()).chain(numbered).find(|anchor| !taken.contains(anchor)).unwrap_or(word);
        taken.insert(anchor.clone());
        anchors.push(anchor);
    }
    anchors
}

fn contents(report: &Report, sections: &[(&Section, &String)]) -> Markup {
    html! {
        nav aria-label="Contents" {
            ol {
                @for (section, anchor) in sections {
                    li {
                        a href={ "#" (anchor) } { (inline(&section.title)) }
                        @if let Some(verdict) = &section.verdict {
                            span class={ "outcome " (class(verdict.outcome)) } { (verdict.outcome.word()) }
                        }
                    }
                }
                @if !report.conditions.is_empty() { li { a href="#conditions" { "Conditions" } } }
            }
        }
    }
}

const fn class(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Proven => "proven",
        Outcome::Rejected => "rejected",
        Outcome::Undecided => "undecided",
        Outcome::Informative => "informative",
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// What has been numbered on the page so far.
struct Page {
    plots: usize,
}

impl Page {
    fn section(&mut self, section: &Section, anchor: &str) -> Markup {
        html! {
            section id=(anchor) {
                h2 { (inline(&section.title)) }
                @if let Some(verdict) = &section.verdict {
                    p class={ "finding " (class(verdict.outcome)) } {
                        span class="outcome" { (capital(verdict.outcome.word())) "." }
                        " "
                        span class="sentence" { (inline(&verdict.sentence)) }
                    }
                }
                (self.blocks(&section.blocks))
            }
        }
    }

    fn blocks(&mut self, blocks: &[Block]) -> Markup {
        html! { @for block in blocks { (self.block(block)) "\n" } }
    }

    fn block(&mut self, block: &Block) -> Markup {
        match block {
            Block::Paragraph(text) => html! { p { (inline(text)) } },
            Block::Facts(list) => facts(list),
            Block::Table(table) => self::table(table),
            Block::Code(code) => listing(code),
            Block::Plot(plot) => self.plot(plot),
            Block::Details(Details { summary, blocks }) => html! {
                details { summary { (inline(summary)) } div class="inside" { (self.blocks(blocks)) } }
            },
        }
    }

    fn plot(&mut self, plot: &Plot) -> Markup {
        self.plots += 1;
        let id = format!("plot-{}", self.plots);
        let description = data::description(&plot.picture);
        html! {
            figure {
                figcaption {
                    p class="title" { (inline(&plot.title)) }
                    @if !plot.note.is_empty() { p { (inline(&plot.note)) } }
                }
                @for screen in Screen::ALL { (svg(&plot.picture, screen, &id, &plot.title, &description)) }
                details { summary { "The data" } (table(&data::table(&plot.picture))) }
            }
        }
    }
}

fn facts(list: &[(String, String)]) -> Markup {
    html! { dl { @for (name, value) in list { dt { (inline(name)) } dd { (inline(value)) } } } }
}

fn table(table: &Table) -> Markup {
    let styles = table.styles();
    html! {
        div class="scroll" role="region" tabindex="0" aria-label=(if table.caption.is_empty() { "Table" } else { &table.caption }) {
            table {
                @if !table.caption.is_empty() { caption { (inline(&table.caption)) } }
                thead { tr { @for column in &table.columns { (heading(column)) } } }
                tbody { @for row in &table.rows { (self::row(&table.columns, &styles, row)) } }
            }
        }
    }
}

fn heading(column: &Column) -> Markup {
    // Of a long heading the unit may stand on a line of its own.
    let short = column.title.chars().count() + column.unit.chars().count() < 16;
    html! {
        th scope="col" class={ (side(column.align).unwrap_or("left")) @if short { " short" } } {
            (inline(&column.title))
            @if !column.unit.is_empty() { " " span class="unit" { "(" (column.unit) ")" } }
        }
    }
}

fn row(columns: &[Column], styles: &[Style], row: &TableRow) -> Markup {
    html! {
        tr class=[row.highlighted.then_some("chosen")] {
            @for ((column, style), cell) in columns.iter().zip(styles).zip(&row.cells) {
                td class=[side(column.align)] { (self::cell(cell, *style)) }
            }
        }
    }
}

const fn side(align: Align) -> Option<&'static str> {
    match align {
        Align::Left => None,
        Align::Centre => Some("centre"),
        Align::Right => Some("right"),
    }
}

fn cell(cell: &Cell, style: Style) -> Markup {
    let Some(figure) = cell.figure() else {
        return if let Cell::Words(text) = cell {
            inline(text)
        } else {
            html! {}
        };
    };
    html! {
        (minus(&figure.number(style)))
        @if let Some(interval) = figure.interval(style) { " " span class="interval" { (minus(&interval)) } }
    }
}

fn listing(code: &Code) -> Markup {
    let has = |wanted: fn(&Mark) -> bool| code.lines.iter().any(|line| wanted(&line.mark));
    let added = has(|mark| *mark == Mark::Added);
    let removed = has(|mark| *mark == Mark::Removed);
    let changed = has(|mark| matches!(mark, Mark::Changed { .. }));
    let marked = added || removed || changed;
    html! {
        figure class="code" {
            @if !code.caption.is_empty() { figcaption { (inline(&code.caption)) } }
            pre tabindex="0" {
                @for line in &code.lines { (self::line(line, marked)) }
            }
            @if marked {
                p class="key" {
                    @if added { span { "+ added" } }
                    @if removed { span { "− removed" } }
                    @if changed { span { "~ changed" } }
                }
            }
        }
    }
}

/// So many letters of a line and of what it was stand beside each other.
const LONGEST_PAIR: usize = 60;

fn line(line: &CodeLine, marked: bool) -> Markup {
    let row = |class: &str, sign: &str, content: Markup| {
        html! { span class={ "line" (class) } { @if marked { span class="gutter" { (minus(sign)) } } (content) "\n" } }
    };
    let text = html! { (line.text) };
    let sign = line.mark.sign();
    match &line.mark {
        Mark::Same => row("", sign, text),
        Mark::Added => row(" added", sign, text),
        Mark::Removed => row(" removed", sign, html! { del { (line.text) } }),
        Mark::Changed { before } => {
            let before = code::value(before);
            let was = |class: &str| html! { span class=(class) { "was " (before) } };
            if line.text.chars().count() + before.chars().count() <= LONGEST_PAIR {
                return row(" changed", sign, html! { (text) (was("was beside")) });
            }
            html! { (row(" changed", sign, text)) (row(" changed", " ", was("was"))) }
        }
    }
}

/// A text in which what stands between two backticks is code.
fn inline(text: &str) -> Markup {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        // One of them has no partner: they are part of a name.
        return html! { (text) };
    }
    html! { @for (index, part) in parts.iter().enumerate() { @if index % 2 == 1 { code { (part) } } @else { (part) } } }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The variables of a stretch of the style.
    fn colours(style: &str) -> Vec<(&str, [f64; 3])> {
        let entries = style.split([';', '{', '}']).filter_map(|entry| entry.trim().strip_prefix("--")?.split_once(": #"));
        let part =
            |digits: &str, index: usize| f64::from(u8::from_str_radix(&digits[2 * index..2 * index + 2], 16).unwrap()) / 255.0;
        entries.map(|(name, digits)| (name, [0, 1, 2].map(|index| part(digits, index)))).collect()
    }

    /// The ratio of WCAG 2.2.
    fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
        let linear = |part: f64| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) };
        let light = |[r, g, b]: [f64; 3]| 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
        let (a, b) = (light(a) + 0.05, light(b) + 0.05);
        a.max(b) / a.min(b)
    }

    #[test]
    fn words_can_be_read_in_light_and_in_dark() {
        let (light, dark) = STYLE.split_once("prefers-color-scheme: dark").unwrap();
        for style in [light, &dark[..dark.find("* {").unwrap()]] {
            let colours = colours(style);
            let find = |name: &str| colours.iter().find(|(found, _)| *found == name).unwrap_or_else(|| panic!("{name}")).1;
            let grounds = [find("paper"), find("panel"), find("added"), find("removed"), find("changed"), find("chosen")];
            for ground in grounds {
                assert!(contrast(find("ink"), ground) > 7.0, "ink: {ground:?}");
                assert!(contrast(find("muted"), ground) > 4.5, "muted: {ground:?}");
            }
            for name in ["proven", "rejected", "undecided", "informative", "link", "s0", "s1", "s2", "s3", "s4", "s5"] {
                for ground in &grounds[..2] {
                    let found = contrast(find(name), *ground);
                    assert!(found > 4.5, "{name}: {found}");
                }
            }
        }
    }

    #[test]
    fn anchors_are_unique_whatever_the_ids() {
        let ids = ["select", "select", "Über uns!", "", "  ", "conditions", "select-2", "plot-1"];
        let sections: Vec<_> = ids.iter().map(|id| Section::new(*id, "")).collect();
        let found = anchors(&sections);
        assert_eq!(
            found,
            ["select", "select-2", "ber-uns", "section", "section-2", "conditions-2", "select-2-2", "section-plot-1"]
        );
    }

    #[test]
    fn only_pairs_of_backticks_mark_code() {
        assert_eq!(inline("use `history` & co").into_string(), "use <code>history</code> &amp; co");
        assert_eq!(inline("a ` b").into_string(), "a ` b");
    }
}
