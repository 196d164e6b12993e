//! What the outcome is worth: a ladder of engines by games, where they differ, and what the parts of the outcome do.

use std::time::Duration;

use plysmith::Spec;
use plysmith::arena::Line;
use plysmith::game::picture::Square;

use super::proof::told_time;
use super::{ForgeContext, text};
use crate::lab::{Lab, LabError};
use crate::measure::{Variant, ablations, measure, quick_speeds};
use crate::play::Played;
use crate::report::{
    Axis, Better, Block, Cell, Code, Column, Figure, IntervalBar, Intervals, Outcome, Plot, Reference, Section, Table, grouped,
};
use crate::statistics::{Bootstrap, Interval};
use crate::suite::make::{self, SuitePlan};
use crate::suite::{Kind, Players, Split};
use crate::trial::{Limit, Search, SpecText};
use crate::verify::tournament::{Ladder, Prior};
use crate::verify::{EqualTimeMatch, EqualTimeSettings, Pentanomial};

/// An engine on the ladder.
pub(super) struct Rung {
    /// What it is called.
    pub(super) name: &'static str,
    /// It.
    pub(super) spec: Spec,
}

/// The fewest games between two neighbours, at a pace as near to the user's as they allow.
const GAMES: f64 = 60.0;

/// Plain alpha-beta, what follows from the rules, what is shipped, where it began, what was forged: each once, in this order.
pub(super) fn rungs(lab: &Lab, start: &Spec, outcome: &Spec) -> Result<Vec<Rung>, LabError> {
    // The first two have the evaluation of the start: below the default the ladder is about the search.
    let preset = |name: &str| -> Result<Spec, LabError> {
        let mut spec = lab.arena().preset(name)?;
        if name != "default" {
            spec.evaluate_like(start);
        }
        Ok(spec)
    };
    let mut plain = preset("plain")?;
    // Without iterations it would have no move when its time is over.
    plain.switch_on("deepening")?;
    let mut rungs: Vec<Rung> = Vec::new();
    let all = [
        ("plain alpha-beta", plain),
        ("generic", preset("generic")?),
        ("default", preset("default")?),
        ("start", start.clone()),
        ("forged", outcome.clone()),
    ];
    for (name, spec) in all {
        let own = text(lab, &spec)?;
        let mut known = Vec::new();
        for rung in &rungs {
            known.push(text(lab, &rung.spec)?);
        }
        // What was forged is told as such only if it is something new; where it began has the better-known name.
        if !known.contains(&own) {
            rungs.push(Rung { name, spec });
        }
    }
    Ok(rungs)
}

/// How much longer than planned games of the ladder may take before they are left out.
const SLACK: f64 = 1.15;

/// Neighbours play each other until the deadline, and ratings follow from all games.
pub(super) fn ladder_by_games(lab: &mut Lab, context: &mut ForgeContext, rungs: &[Rung]) -> Result<Section, LabError> {
    let began = context.now(lab, "the ladder")?;
    let time = context.deadline.saturating_sub(began);
    let links = rungs.len().saturating_sub(1);
    let nodes = context.nodes_for(time, GAMES * links.max(1) as f64);
    let mut points = vec![vec![0.0; rungs.len()]; rungs.len()];
    let mut scores = vec![Pentanomial::default(); links];
    for link in 0..links {
        let (below, above) = (&rungs[link], &rungs[link + 1]);
        let texts = [text(lab, &above.spec)?, text(lab, &below.spec)?];
        let name = format!("ladder, {} against {}", above.name, below.name);
        let settings = EqualTimeSettings {
            name: &name,
            specs: [&texts[0], &texts[1]],
            nodes,
            lines: &context.lines,
            seed: context.seed(900 + link as u64),
        };
        let until = began + time.mul_f64((link + 1) as f64 / links as f64);
        let mut games = EqualTimeMatch::new(lab, settings)?;
        let mut pairs = games.pairs();
        loop {
            let point = format!("{name}, pair {}", games.played());
            let now = context.now(lab, &point)?;
            if now >= until || games.is_exhausted() {
                break;
            }
            let portion = (context.pairs_in(until - now, nodes) / 4.0).ceil().clamp(1.0, 32.0) as usize;
            // On a computer that has hardly any time for it, games that take too long are left out.
            let most = (until - now).mul_f64(SLACK) + Duration::from_secs(1);
            let played = context.guarded(lab, &point, most, |lab, _| games.go_on(lab, portion, None, &mut |_| false))?;
            if played.is_none() {
                break;
            }
            pairs = games.pairs();
        }
        points[link + 1][link] += pairs.points();
        points[link][link + 1] += pairs.games() as f64 - pairs.points();
        scores[link] = pairs;
    }
    Ok(told(rungs, &points, &scores, nodes, context))
}

/// The section of a run in which no game was played for it.
fn no_ladder() -> Section {
    let sentence = "There was no time for games that tell what it is worth: a larger budget helps.";
    Section::new("ladder", "What it is worth").judged(Outcome::Informative, sentence)
}

fn told(rungs: &[Rung], points: &[Vec<f64>], scores: &[Pentanomial], nodes: u64, context: &ForgeContext) -> Section {
    let ladder = Ladder::of(points, Prior::default()).filter(|_| rungs.len() > 1);
    let Some(ladder) = ladder else {
        return Section::new("ladder", "What it is worth").judged(Outcome::Informative, "There is only one engine to compare.");
    };
    if scores.iter().all(|pairs| pairs.games() == 0) {
        return no_ladder();
    }
    let games = |at: usize| (0..rungs.len()).map(|other| points[at][other] + points[other][at]).sum::<f64>();
    let top = rungs.len() - 1;
    let rise = ladder.difference(top, 0);
    let sentence = format!(
        "The {} engine is {:+.0} Elo ({:+.0} to {:+.0}) above {}, at {}.",
        rungs[top].name,
        rise.value,
        rise.low,
        rise.high,
        rungs[0].name,
        told_time(context.move_time(nodes))
    );
    let mut section = Section::new("ladder", "What it is worth").judged(Outcome::Informative, sentence);
    let elo = |at: usize| if at == 0 { Interval { value: 0.0, low: 0.0, high: 0.0 } } else { ladder.difference(at, 0) };
    let bar = |at: usize| IntervalBar {
        label: rungs[at].name.into(),
        figure: Figure::between(elo(at).value, elo(at).low, elo(at).high),
        note: String::new(),
    };
    let reference = Reference { value: 0.0, label: rungs[0].name.into(), better: Better::Higher };
    let axis = Axis::linear("strength").unit("Elo");
    let bars = (0..rungs.len()).map(bar).collect();
    let note =
        format!("With 95 % intervals, above {}. All have the same time for a move; neighbours played each other.", rungs[0].name);
    section.blocks.push(Plot::new("The ladder", Intervals { axis, reference: Some(reference), bars }).note(note).into());
    let columns = [
        Column::words("engine"),
        Column::numbers("above the first").unit("Elo").decimals(0).signed(),
        Column::numbers("score against the one below").unit("%"),
        Column::numbers("games"),
    ];
    let mut table = Table::new("The ladder", columns);
    for (at, rung) in rungs.iter().enumerate() {
        let score = at.checked_sub(1).and_then(|below| IntervalBar::score("", scores[below]));
        let cells = [
            Cell::from(rung.name),
            Cell::from(Some(Figure::between(elo(at).value, elo(at).low, elo(at).high))),
            score.map_or(Cell::from("–"), |bar| Cell::from(Some(bar.figure))),
            Cell::from(grouped(games(at) as u64)),
        ];
        if at == top { table.highlighted_row(cells) } else { table.row(cells) }
    }
    section.blocks.push(table.into());
    section
}

/// What each enhancement of the outcome does to the time of a search to a depth that the start reaches, by leaving it out.
pub(super) fn parts(lab: &mut Lab, context: &mut ForgeContext, outcome: &Spec) -> Result<Option<Section>, LabError> {
    const SEQUENCES: usize = 10;
    const LENGTH: usize = 3;
    let left = context.left(lab, "what the parts are worth")?;
    if left < Duration::from_secs(2) {
        return Ok(None);
    }
    // Without the search itself, or without iterations, there is no engine to compare with.
    let whole = |variant: &Variant| variant.spec.is_on("alpha_beta") && variant.spec.is_on("deepening");
    let variants: Vec<Variant> = ablations(lab.arena(), outcome).into_iter().filter(whole).collect();
    // A variant may take several times as long.
    let nodes = context.nodes_in(left) / 3.0 / (variants.len().max(1) * SEQUENCES * LENGTH) as f64;
    let nodes = (nodes as u64).clamp(2_000, context.pace_nodes().max(2_000));
    let seed = context.seed(950);
    let done = context.guarded(lab, "what the parts are worth", left, |lab, _| {
        let players = Players::usual(lab.arena())?;
        let suite = make::sequences(lab, &SuitePlan { players, seed, count: SEQUENCES, shares: [1, 0, 0] }, LENGTH)?;
        let entries = suite.split(Some(Split::Train));
        if entries.is_empty() {
            return Ok((0, Vec::new()));
        }
        let whole = text(lab, outcome)?;
        let reached = measure(lab, "how deep", Kind::Sequences, &entries, &whole, Limit::nodes(nodes))?;
        let mut depths: Vec<u64> = reached.iter().map(|measured| measured.depth / measured.positions.max(1)).collect();
        depths.sort_unstable();
        let depth = depths.get(depths.len() / 3).copied().unwrap_or(2).max(2) as u32;
        let mut texts = vec![whole.clone()];
        for variant in &variants {
            texts.push(text(lab, &variant.spec)?);
        }
        let lines: Vec<Line> = entries.iter().take(8).map(|entry| entry.line.clone()).collect();
        let speeds = quick_speeds(lab, "speeds without each part", &texts, &lines)?;
        let base = measure(lab, "all parts", Kind::Sequences, &entries, &whole, Limit::depth(depth))?;
        let most = base.iter().map(|measured| measured.nodes / measured.positions.max(1)).max().unwrap_or(0);
        let limit = Limit { nodes: Some(8 * most + 20_000), ..Limit::depth(depth) };
        let mut rows: Vec<(String, Interval, bool)> = Vec::new();
        for (variant, (own, speed)) in variants.iter().zip(texts[1..].iter().zip(&speeds[1..])) {
            let Variant { change, .. } = variant;
            let without = measure(lab, &format!("without: {change}"), Kind::Sequences, &entries, own, limit)?;
            let capped = without.iter().any(|measured| measured.capped);
            let pairs: Vec<(f64, f64)> =
                without.iter().zip(&base).map(|(own, base)| (own.nodes as f64, base.nodes as f64)).collect();
            let Ok(ratio) = Bootstrap::new(seed).ratio_of_sums(&pairs) else { continue };
            let cost = speeds[0].times(speed);
            let times = Interval { value: ratio.value * cost.value, low: ratio.low * cost.low, high: ratio.high * cost.high };
            rows.push((change.to_string(), times, capped));
        }
        Ok((depth, rows))
    })?;
    let Some((depth, mut rows)) = done.filter(|(_, rows)| !rows.is_empty()) else { return Ok(None) };
    rows.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
    let columns = [Column::words("without"), Column::numbers("time to the same depth").unit("×").decimals(2), Column::words("")];
    let mut table =
        Table::new(format!("Leaving one out: the time of searches to depth {depth}, as a multiple of the whole engine's"), columns);
    for (change, times, capped) in rows {
        let remark = if capped { "at least: some were given up" } else { "" };
        table.row([Cell::from(change), Cell::from(Some(Figure::between(times.value, times.low, times.high))), Cell::from(remark)]);
    }
    let told = "By cost: how much longer a search to the same depth takes without each part. What prunes or reduces also changes what is seen at that depth, so that for those the games of the \
                selection tell more.";
    Ok(Some(Section::new("parts", "What each part of the engine does").with(Block::paragraph(told)).with(table)))
}

/// What each enhancement of the outcome is worth in games, by leaving it out. That takes hundreds of games for each, so that short runs tell it by cost only.
pub(super) fn parts_by_games(lab: &mut Lab, context: &mut ForgeContext, outcome: &Spec) -> Result<Option<Section>, LabError> {
    const LONG: Duration = Duration::from_secs(3_600);
    const GAMES: f64 = 60.0;
    if context.order.budget < LONG {
        return Ok(None);
    }
    let began = context.now(lab, "what the parts are worth in games")?;
    let time = context.deadline.saturating_sub(began);
    let whole = text(lab, outcome)?;
    let mut variants = ablations(lab.arena(), outcome);
    variants.retain(|variant| variant.spec.is_on("alpha_beta") && variant.spec.is_on("deepening"));
    let nodes = context.nodes_for(time, GAMES * variants.len().max(1) as f64);
    let mut bars = Vec::new();
    for (at, variant) in variants.iter().enumerate() {
        let own = text(lab, &variant.spec)?;
        let name = format!("games without: {}", variant.change);
        let seed = context.seed(960);
        let settings = EqualTimeSettings { name: &name, specs: [&whole, &own], nodes, lines: &context.lines, seed };
        let mut games = EqualTimeMatch::new(lab, settings)?;
        let until = began + time.mul_f64((at + 1) as f64 / variants.len() as f64);
        loop {
            let now = context.now(lab, &format!("{name}, pair {}", games.played()))?;
            if now >= until || games.is_exhausted() {
                break;
            }
            let portion = (context.pairs_in(until - now, nodes) / 3.0).ceil().clamp(1.0, 32.0) as usize;
            games.go_on(lab, portion, None, &mut |_| false)?;
        }
        // The figure is about what is left out.
        let label = variant.change.to_string();
        bars.extend(IntervalBar::score(label.strip_prefix('-').unwrap_or(&label).to_string(), games.pairs()));
    }
    bars.sort_by(|a, b| b.figure.value.total_cmp(&a.figure.value));
    if bars.is_empty() {
        return Ok(None);
    }
    let reference = Reference { value: 50.0, label: "no difference".into(), better: Better::Higher };
    let axis = Axis::linear("score of the whole engine").unit("%");
    let note =
        format!("Against itself without each part, at equal time, {}; with 95 % intervals.", told_time(context.move_time(nodes)));
    let plot = Plot::new("What each part is worth in games", Intervals { axis, reference: Some(reference), bars }).note(note);
    Ok(Some(Section::new("parts-games", "What each part of the engine is worth in games").with(plot)))
}

/// Some positions in which the two engines play differently, with what a much longer search says.
pub(super) fn differences(
    lab: &mut Lab,
    context: &mut ForgeContext,
    start: &Spec,
    outcome: &Spec,
    nodes: u64,
) -> Result<Option<Section>, LabError> {
    const POSITIONS: usize = 40;
    const SHOWN: usize = 3;
    const LONGER: u64 = 16;
    let left = context.left(lab, "where they differ")?;
    let texts = [text(lab, start)?, text(lab, outcome)?];
    if texts[0] == texts[1] || context.games.is_empty() {
        return Ok(None);
    }
    let nodes =
        nodes.min((context.nodes_in(left) / (2.0 * POSITIONS as f64 + (2 * LONGER * SHOWN as u64) as f64)) as u64).max(2_000);
    let games = context.games.clone();
    let done = context.guarded(lab, "where they differ", left, |lab, _| {
        let lines: Vec<Line> = games.iter().rev().step_by(7).filter_map(middle).take(POSITIONS).collect();
        let search = |spec: &SpecText, line: &Line, nodes: u64| Search {
            spec: spec.clone(),
            line: line.clone(),
            limit: Limit::nodes(nodes),
            features: Vec::new(),
        };
        let trials: Vec<Search> = texts.iter().flat_map(|spec| lines.iter().map(|line| search(spec, line, nodes))).collect();
        let searched = lab.all("where they differ", &trials)?;
        let (own, other) = searched.split_at(lines.len());
        let different: Vec<usize> = (0..lines.len()).filter(|&at| own[at].best != other[at].best).take(SHOWN).collect();
        let deep: Vec<Search> = different.iter().map(|&at| search(&texts[1], &lines[at], LONGER * nodes)).collect();
        let deep = lab.all("the same for longer", &deep)?;
        let mut found = Vec::new();
        for (&at, deep) in different.iter().zip(deep) {
            found.push((lines[at].clone(), own[at].clone(), other[at].clone(), deep));
        }
        Ok((found, lines.len(), (0..lines.len()).filter(|&at| own[at].best != other[at].best).count()))
    })?;
    let Some((found, all, differ)) = done else { return Ok(None) };
    let sentence =
        format!("In {differ} of {all} positions from games of the run the forged engine plays another move than the start.");
    let mut section = Section::new("differences", "Where the engines differ").judged(Outcome::Informative, sentence);
    for (number, (line, start, forged, deep)) in found.into_iter().enumerate() {
        let Ok(board) = lab.arena().board(&line) else { continue };
        section
            .blocks
            .push(Code::plain(format!("position {}", number + 1), &picture(lab, &line).unwrap_or_else(|| board.text())).into());
        let name = |best: &Option<String>| best.clone().unwrap_or_else(|| "nothing".into());
        let agrees = if deep.best == forged.best {
            "the forged engine's move"
        } else if deep.best == start.best {
            "the start's move"
        } else {
            "a third move"
        };
        section.blocks.push(Block::paragraph(format!(
            "After {} moves (`{}`): the start plays {} (depth {}, {:+}), the forged engine {} (depth {}, {:+}). A search of {} times the nodes, to depth {}, plays {}: {agrees}.",
            line.moves.len(),
            board.text(),
            name(&start.best),
            start.depth,
            start.score.points(),
            name(&forged.best),
            forged.depth,
            forged.score.points(),
            LONGER,
            deep.depth,
            name(&deep.best),
        )));
    }
    Ok(Some(section))
}

/// A position from the middle of a game.
fn middle((opening, played): &(Line, Played)) -> Option<Line> {
    let half = played.plies.len() / 2;
    let mut line = opening.clone();
    line.moves.extend(played.plies.get(..half)?.iter().map(|ply| ply.mv.clone()));
    (half > 0).then_some(line)
}

/// The board as text, if the game has a picture.
fn picture(lab: &Lab, line: &Line) -> Option<String> {
    let picture = lab.arena().view(line).ok()?.picture?;
    let square = |square: &Square| match (square.gap, square.text.is_empty()) {
        (true, _) => "  ".to_string(),
        (_, true) => " ·".to_string(),
        _ => format!("{:>2}", square.text),
    };
    let rows = picture.squares.chunks(picture.files.max(1)).enumerate().map(|(at, row)| {
        let label = picture.row_labels.get(at).map_or("", String::as_str);
        format!("{label:>2} {}", row.iter().map(square).collect::<String>())
    });
    let files: String = picture.file_labels.iter().map(|label| format!("{label:>2}")).collect();
    Some(rows.chain([format!("   {files}")]).collect::<Vec<_>>().join("\n"))
}
