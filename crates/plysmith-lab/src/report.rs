//! What was decided and why, as a document that any stage of the lab can fill.
//!
//! A [`Report`] is plain data: sections with a verdict each, made of blocks (paragraphs, facts, tables, code, plots). The same
//! data is `report.json` ([`Report::json`], [`Report::read`]), one page that needs nothing else ([`html`]) and a text for the
//! terminal ([`text`]). Plots carry their data, and the page shows it as a table under each picture.
//!
//! In titles, sentences and texts of tables, what stands between two backticks is shown as code.
//!
//! ```
//! use plysmith_lab::report::{Block, Figure, Outcome, Report, Section, html};
//!
//! let mut report = Report::new("Forged", "a game", "The forged spec is stronger than the default.");
//! let mut section = Section::new("match", "The match").judged(Outcome::Proven, "It won 57.5 % of 260 games.");
//! section.blocks.push(Block::paragraph("Openings were played from both sides."));
//! report.sections.push(section);
//! report.condition("seed", 1);
//!
//! assert_eq!(Report::read(&report.json()?)?, report);
//! assert!(html(&report).contains("It won 57.5 % of 260 games."));
//! # Ok::<(), plysmith_lab::report::ReportError>(())
//! ```

mod check;
mod code;
mod data;
mod figure;
mod fill;
mod html;
mod plot;
mod svg;
mod table;
mod text;

use serde::{Deserialize, Serialize};

pub use check::ReportError;
pub use code::{Code, CodeLine, Mark};
pub use figure::{Figure, grouped};
pub use html::html;
pub use plot::{
    Axis, Better, Bound, Branch, Candidate, Change, Course, CoursePoint, Dot, HeatMap, HeatRow, IntervalBar, Intervals, Lines,
    Picture, Plot, Point, Reference, Scatter, SelectionPath, Series, Spacing, Step, Tree,
};
pub use table::{Align, Cell, Column, Table, TableRow};
pub use text::text;

/// The word by which a file says that it is a report, and of which form.
const FORMAT: &str = "plysmith report 1";

/// A document about one game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// What it is about.
    pub title: String,
    /// The game.
    pub game: String,
    /// The result, in one sentence.
    pub verdict: String,
    /// What somebody reads who reads no more.
    #[serde(default)]
    pub summary: Vec<Block>,
    /// The parts, each with its proof.
    #[serde(default)]
    pub sections: Vec<Section>,
    /// Under what everything was measured: seed, build, limits, recorded speeds.
    #[serde(default)]
    pub conditions: Vec<(String, String)>,
}

impl Report {
    /// A report without sections.
    pub fn new(title: impl Into<String>, game: impl Into<String>, verdict: impl Into<String>) -> Report {
        Report { title: title.into(), game: game.into(), verdict: verdict.into(), ..Report::default() }
    }

    /// Adds a condition.
    pub fn condition(&mut self, name: impl Into<String>, value: impl ToString) {
        self.conditions.push((name.into(), value.to_string()));
    }

    /// The document as JSON; refused if something in it could not be read back or drawn.
    pub fn json(&self) -> Result<String, ReportError> {
        #[derive(Serialize)]
        struct File<'r> {
            format: &'static str,
            #[serde(flatten)]
            report: &'r Report,
        }
        self.check()?;
        let mut text = serde_json::to_string_pretty(&File { format: FORMAT, report: self }).map_err(ReportError::Json)?;
        text.push('\n');
        Ok(text)
    }

    /// Reads what [`Report::json`] wrote.
    pub fn read(text: &str) -> Result<Report, ReportError> {
        #[derive(Deserialize)]
        struct Head {
            format: Option<String>,
        }
        let head: Head = serde_json::from_str(text).map_err(ReportError::Json)?;
        match head.format {
            Some(format) if format == FORMAT => {}
            Some(format) => return Err(ReportError::Format(format)),
            None => return Err(ReportError::Foreign),
        }
        let report: Report = serde_json::from_str(text).map_err(ReportError::Json)?;
        report.check()?;
        Ok(report)
    }
}

/// A part of a report.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Section {
    /// By what others refer to it: a short word. The page makes sure that it is unique.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// What it proves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// What it shows.
    #[serde(default)]
    pub blocks: Vec<Block>,
}

impl Section {
    /// A section without a verdict and without blocks.
    pub fn new(id: impl Into<String>, title: impl Into<String>) -> Section {
        Section { id: id.into(), title: title.into(), ..Section::default() }
    }

    /// The section with a verdict.
    pub fn judged(mut self, outcome: Outcome, sentence: impl Into<String>) -> Section {
        self.verdict = Some(Verdict { outcome, sentence: sentence.into() });
        self
    }

    /// The section with one more block.
    pub fn with(mut self, block: impl Into<Block>) -> Section {
        self.blocks.push(block.into());
        self
    }
}

/// How a section ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// The outcome, in a word.
    pub outcome: Outcome,
    /// The outcome, in a sentence with its figures.
    pub sentence: String,
}

/// What a proof came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The change is better, by a test that was fixed before.
    Proven,
    /// The change is not better, by the same test.
    Rejected,
    /// The budget did not suffice to say.
    Undecided,
    /// Nothing was tested; the section informs.
    Informative,
}

impl Outcome {
    /// The word that people read.
    pub const fn word(self) -> &'static str {
        match self {
            Outcome::Proven => "proven",
            Outcome::Rejected => "rejected",
            Outcome::Undecided => "undecided",
            Outcome::Informative => "for information",
        }
    }
}

/// A piece of a section.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Block {
    /// Sentences.
    Paragraph(String),
    /// Names with their values.
    Facts(Vec<(String, String)>),
    /// Rows and columns.
    Table(Table),
    /// A text with fixed width, such as a spec, possibly compared with another.
    Code(Code),
    /// A picture with its data.
    Plot(Plot),
    /// What only some readers want; folded on the page, absent from the text.
    Details(Details),
}

impl Block {
    /// Sentences.
    pub fn paragraph(text: impl Into<String>) -> Block {
        Block::Paragraph(text.into())
    }
}

/// Blocks that are folded away.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Details {
    /// The line that is always visible.
    pub summary: String,
    /// What it hides.
    pub blocks: Vec<Block>,
}

macro_rules! blocks {
    ($($kind:ident),*) => {
        $(impl From<$kind> for Block {
            fn from(part: $kind) -> Block {
                Block::$kind(part)
            }
        })*
    };
}

blocks!(Table, Code, Plot, Details);

/// A text whose control characters are replaced, so that no name can break a page or drive a terminal.
fn printable(text: &str) -> String {
    let keep = |c: char| {
        c == '\n'
            || c == '\t'
            || !(c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
    };
    text.chars().map(|c| if keep(c) { c } else { char::REPLACEMENT_CHARACTER }).collect()
}
