//! `report`: shows a report again, and makes its page.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use plysmith_lab::report::{Report, html, text};

use crate::output::terminal::Terminal;

/// Show a report that another command wrote, and make its page
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  plysmith report report.json\n  plysmith report report.json --html\n  \
    plysmith report report.json --html elsewhere.html\n\n\
    Prints verdicts, tables and conditions. The page has the plots too; it is one file that needs nothing else, on a screen or on paper.")]
pub struct Args {
    /// The report, or the folder that has its report.json
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write the page, by default beside the report
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    html: Option<Option<PathBuf>>,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self, terminal: &mut Terminal) -> Result<()> {
        let file = if self.file.is_dir() { self.file.join("report.json") } else { self.file };
        let written = fs::read_to_string(&file).with_context(|| format!("cannot read `{}`", file.display()))?;
        let report = Report::read(&written).with_context(|| format!("in `{}`", file.display()))?;
        if let Some(page) = self.html {
            let page = page.unwrap_or_else(|| file.with_extension("html"));
            write_page(&report, &file, &page)?;
            terminal.note(&format!("The page is `{}`.", page.display()));
        }
        if self.json {
            write!(terminal.out, "{}", report.json()?)?;
        } else {
            write!(terminal.out, "{}", text(&report))?;
        }
        Ok(())
    }
}

/// Writes the page, but not over the report that it is made from.
fn write_page(report: &Report, file: &Path, page: &Path) -> Result<()> {
    let same = page == file || fs::canonicalize(page).is_ok_and(|page| fs::canonicalize(file).is_ok_and(|file| file == page));
    if same {
        bail!("`{}` is the report itself; give --html another name", page.display());
    }
    fs::write(page, html(report)).with_context(|| format!("cannot write `{}`; give --html another name", page.display()))
}
