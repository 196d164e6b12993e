//! What a match has shown, for people in the lines that match runners print, and for programs.

use std::fmt::Write;

use plysmith_lab::statistics::Interval;
use plysmith_lab::verify::{Counts, Rating, Sprt, Verdict};
use serde_json::{Value, json};

use crate::output::numbers::plural;

/// The lines for people, each with its end.
pub fn block(counts: Counts, sprt: Option<&Sprt>) -> String {
    let mut text = String::new();
    // Writing to a text cannot fail.
    let _ = write(&mut text, counts, sprt);
    text
}

fn write(text: &mut String, counts: Counts, sprt: Option<&Sprt>) -> std::fmt::Result {
    let rating = Rating::of(counts);
    let percent = |share: Option<f64>| two(share.unwrap_or(f64::NAN) * 100.0);
    writeln!(text, "Elo: {} (95%)", with_margin(rating.map(|rating| rating.elo)))?;
    writeln!(text, "nElo: {} (95%)", with_margin(rating.map(|rating| rating.nelo)))?;
    // Match runners call both `DrawRatio`. A pair is drawn at one win each too, and so also in a game without draws.
    let drawn = if matches!(counts, Counts::Pairs(_)) { "DrawnPairs" } else { "DrawRatio" };
    write!(
        text,
        "LOS: {} %, {drawn}: {} %",
        percent(rating.map(|rating| rating.los)),
        percent(rating.map(|rating| rating.draw_ratio))
    )?;
    if matches!(counts, Counts::Pairs(_)) {
        write!(text, ", PairsRatio: {}", two(rating.and_then(|rating| rating.pairs_ratio).unwrap_or(f64::NAN)))?;
    }
    write!(text, "\nGames: {}, ", counts.games())?;
    if let Counts::Games(games) = counts {
        write!(text, "Wins: {}, Losses: {}, Draws: {}, ", games.wins, games.losses, games.draws)?;
    }
    write!(text, "Points: {:.1} ({} %)", counts.points(), percent(rating.map(|rating| rating.score.value)))?;
    if let Counts::Pairs(pairs) = counts {
        write!(text, ", Ptnml(0-2): {pairs}")?;
    }
    writeln!(text)?;
    let Some(sprt) = sprt else { return Ok(()) };
    let (lower, upper) = sprt.bounds();
    writeln!(text, "LLR: {} ({lower:.2}, {upper:.2}) {sprt}", two(sprt.llr(counts)))?;
    writeln!(text, "{}", verdict(counts, sprt))
}

/// The verdict in words.
fn verdict(counts: Counts, sprt: &Sprt) -> String {
    let (elo0, elo1, unit) = (two(sprt.elo0()), two(sprt.elo1()), sprt.model().unit());
    match sprt.verdict(counts) {
        Verdict::AcceptH1 => format!("H1 is accepted: the difference is rather {elo1} {unit} than {elo0}."),
        Verdict::AcceptH0 => format!("H0 is accepted: the difference is rather {elo0} {unit} than {elo1}."),
        Verdict::Continue => match sprt.expected_more(counts) {
            Some(more) => {
                let what = if matches!(counts, Counts::Pairs(_)) { "pair" } else { "game" };
                format!(
                    "Undecided: about {} more would decide if the difference is what it looks like.",
                    plural(more.ceil() as u64, what)
                )
            }
            None => "Undecided: there are no games yet.".into(),
        },
    }
}

/// The same for programs. What is not finite is `null`.
pub fn json(counts: Counts, sprt: Option<&Sprt>) -> Value {
    let mut value = json!({
        "counts": counts,
        "games": counts.games(),
        "points": counts.points(),
        "rating": Rating::of(counts),
    });
    if let (Some(sprt), Some(fields)) = (sprt, value.as_object_mut()) {
        let (lower, upper) = sprt.bounds();
        fields.extend([
            ("sprt".into(), json!(sprt)),
            ("llr".into(), json!(sprt.llr(counts))),
            ("lower".into(), json!(lower)),
            ("upper".into(), json!(upper)),
            ("verdict".into(), json!(sprt.verdict(counts))),
            ("expected_more".into(), json!(sprt.expected_more(counts))),
        ]);
    }
    value
}

/// A figure and its margin.
fn with_margin(figure: Option<Interval>) -> String {
    let value = figure.map_or(f64::NAN, |figure| figure.value);
    // Without any variance there is nothing that an interval could be made of.
    let margin = figure.and_then(|figure| figure.margin()).filter(|&margin| margin > 0.0).unwrap_or(f64::NAN);
    format!("{} ± {}", two(value), two(margin))
}

/// Two digits, a dash for what is not known, `inf` as other match runners write it, and never a negative zero.
fn two(number: f64) -> String {
    match format!("{number:.2}").to_lowercase() {
        text if text == "-0.00" => "0.00".into(),
        text if text == "nan" => "–".into(),
        text => text,
    }
}
