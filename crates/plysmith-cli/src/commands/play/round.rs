//! A game under way at the terminal.

use std::io::Write;

use anyhow::Result;
use plysmith::arena::{Line, Player, SearchReport, View};
use plysmith::game::{Outcome, Side};
use plysmith::protocol::{Input, next_line};
use plysmith::search::Watch;
use plysmith::{Arena, Spec};

use super::TIME;
use super::near::near;
use crate::input::limits::LimitArgs;
use crate::output::board;
use crate::output::numbers::{plural, seconds};
use crate::output::terminal::Terminal;

/// What can be typed besides moves: the word, and what it does.
const WORDS: &[(&str, &str)] = &[
    ("moves", "the legal moves; `moves a2` those that begin with a2"),
    ("hint", "what the engine would play at its best"),
    ("undo", "take back your last move"),
    ("swap", "change sides with the engine"),
    ("position", "the position as text; `position TEXT` sets one up"),
    ("resign", "give the game up"),
    ("new", "begin again"),
    ("help", "this list"),
    ("quit", "leave"),
];

/// Whether to go on.
#[derive(PartialEq, Eq)]
enum Flow {
    On,
    Leave,
}

/// The game under way.
pub struct Round<'r, 'd> {
    arena: &'r dyn Arena,
    player: Box<dyn Player>,
    /// The opponent at full strength, if it plays at a level: advice should be good. There is none before somebody asks for it.
    adviser: Option<(Spec, Option<Box<dyn Player>>)>,
    /// Which sides a person plays.
    people: [bool; 2],
    start: Line,
    line: Line,
    resigned: Option<Side>,
    limits: LimitArgs,
    /// The position that was shown last, and where it stands in the game.
    shown: Option<(Line, View)>,
    terminal: &'r mut Terminal<'d>,
}

impl<'r, 'd> Round<'r, 'd> {
    pub fn new(
        arena: &'r dyn Arena,
        spec: &Spec,
        people: [bool; 2],
        start: Line,
        limits: LimitArgs,
        terminal: &'r mut Terminal<'d>,
    ) -> Result<Round<'r, 'd>> {
        let player = arena.player(spec, &Watch::NOTHING)?;
        let mut strong = spec.clone();
        let adviser = strong.level.take().is_some().then_some((strong, None));
        Ok(Round { arena, player, adviser, people, line: start.clone(), start, resigned: None, limits, shown: None, terminal })
    }

    /// Plays until somebody leaves, or until the end if nobody is there to go on.
    pub fn run(&mut self) -> Result<()> {
        let help = if self.people == [false, false] { "" } else { ". Type a move, or `help`." };
        writeln!(self.terminal.out, "{}{help}", self.arena.card().name)?;
        loop {
            let view = self.arena.view(&self.line)?;
            let over = view.outcome.or(self.resigned.map(|side| Outcome::win(side.other())));
            self.show(&view, over)?;
            let flow = if let Some(outcome) = over {
                self.after(&view, outcome)?
            } else if self.people[view.side.index()] {
                self.ask(&view)?
            } else {
                self.think(&view)?;
                Flow::On
            };
            if flow == Flow::Leave {
                return Ok(());
            }
        }
    }

    fn say(&mut self, text: &str) -> Result<()> {
        writeln!(self.terminal.out, "{text}")?;
        Ok(())
    }

    /// Draws the board if it is another one than last time, with what the last move has changed marked.
    fn show(&mut self, view: &View, over: Option<Outcome>) -> Result<()> {
        if self.shown.as_ref().is_some_and(|(line, _)| *line == self.line) {
            return Ok(());
        }
        let before = match self.line.moves.split_last() {
            Some((_, moves)) => {
                let line = Line { start: self.line.start.clone(), moves: moves.to_vec() };
                Some(self.arena.view(&line)?)
            }
            None => None,
        };
        let board = board::draw(view, before.as_ref(), self.terminal.colour);
        write!(self.terminal.out, "\n{board}")?;
        if over.is_none() {
            let who = match (self.people[view.side.index()], self.people) {
                (_, [true, true] | [false, false]) => "",
                (true, _) => " (you)",
                (false, _) => " (engine)",
            };
            let (number, side) = (self.line.moves.len() + 1, board::side(view.side, self.terminal.colour));
            writeln!(self.terminal.out, "\nMove {number}: {side} to play{who}")?;
        }
        self.shown = Some((self.line.clone(), view.clone()));
        Ok(())
    }

    /// Reads what is typed; `None` at the end of the input.
    fn read(&mut self) -> Result<Option<String>> {
        loop {
            if self.terminal.typed {
                write!(self.terminal.out, "> ")?;
                self.terminal.out.flush()?;
            }
            match next_line(&mut *self.terminal.input)? {
                Input::End => {
                    self.say(if self.terminal.typed { "" } else { "The input has ended: goodbye." })?;
                    return Ok(None);
                }
                Input::TooLong => self.say("That was too long to be a move.")?,
                Input::NotText => self.say("That was no text.")?,
                Input::Line(line) => {
                    let text = line.trim().to_string();
                    // A transcript should show what was answered.
                    if !self.terminal.typed {
                        writeln!(self.terminal.out, "> {text}")?;
                    }
                    if !text.is_empty() {
                        return Ok(Some(text));
                    }
                }
            }
        }
    }

    /// The game is over: tell the result, and ask what next if there is somebody to ask.
    fn after(&mut self, view: &View, outcome: Outcome) -> Result<Flow> {
        let you = match (outcome, self.people) {
            (Outcome::Win { side, .. }, [true, false] | [false, true]) => {
                if self.people[side.index()] {
                    "You win! "
                } else {
                    "The engine wins. "
                }
            }
            _ => "",
        };
        let words = board::outcome(outcome);
        self.say(&format!("\n{you}{words}"))?;
        if self.people == [false, false] {
            return Ok(Flow::Leave);
        }
        loop {
            if self.terminal.typed {
                self.say("Type `new`, `undo` or `quit`.")?;
            }
            let Some(text) = self.read()? else { return Ok(Flow::Leave) };
            let (word, rest) = split(&text);
            let (line, resigned) = (self.line.clone(), self.resigned);
            match self.word(word, rest, view)? {
                Some(Flow::Leave) => return Ok(Flow::Leave),
                Some(Flow::On) if self.line != line || self.resigned != resigned => return Ok(Flow::On),
                Some(Flow::On) => {}
                None => self.say("The game is over: no move can be played.")?,
            }
        }
    }

    /// A person is to move.
    fn ask(&mut self, view: &View) -> Result<Flow> {
        let Some(text) = self.read()? else { return Ok(Flow::Leave) };
        let mut line = self.line.clone();
        let same = |mv: &&String| mv.eq_ignore_ascii_case(&text);
        let exact = view.moves.iter().find(|mv| **mv == text).or(view.moves.iter().find(same));
        line.moves.push(exact.unwrap_or(&text).clone());
        // The game may know other ways to write a move than the one it prefers.
        if self.arena.view(&line).is_ok() {
            self.line = line;
            return Ok(Flow::On);
        }
        let (word, rest) = split(&text);
        if let Some(flow) = self.word(word, rest, view)? {
            return Ok(flow);
        }
        self.explain(&text, view)?;
        Ok(Flow::On)
    }

    fn explain(&mut self, text: &str, view: &View) -> Result<()> {
        let text: String = text.chars().filter(|letter| !letter.is_control()).take(40).collect();
        match near(&text, &view.moves).as_slice() {
            [] => self.say(&format!(
                "`{text}` is no legal move here. There are {}, such as {}; `moves` shows them.",
                plural(view.moves.len() as u64, "legal move"),
                view.moves[0]
            )),
            moves => self.say(&format!("`{text}` is no legal move here; did you mean {}?", moves.join(", "))),
        }
    }

    /// Does what a word besides moves asks for; `None` if it is no such word.
    fn word(&mut self, word: &str, rest: &str, view: &View) -> Result<Option<Flow>> {
        match word.to_ascii_lowercase().as_str() {
            "quit" | "exit" | "q" => {
                self.say("Goodbye.")?;
                return Ok(Some(Flow::Leave));
            }
            "help" | "h" | "?" => {
                self.say("Type a move as the game writes it, or")?;
                for (word, about) in WORDS {
                    self.say(&format!("  {word:9} {about}"))?;
                }
            }
            "moves" => self.moves(rest, view)?,
            "hint" => self.hint(view)?,
            "undo" => self.undo()?,
            "swap" => self.swap()?,
            "resign" => match (view.outcome, self.resigned) {
                (None, None) => self.resigned = Some(view.side),
                _ => self.say("The game is over already.")?,
            },
            "new" => {
                self.player.new_game();
                if let Some((_, Some(adviser))) = &mut self.adviser {
                    adviser.new_game();
                }
                self.begin(self.start.clone());
            }
            "position" if rest.is_empty() => self.say(&view.position)?,
            "position" => match self.arena.view(&Line::at(rest)) {
                Ok(_) => self.begin(Line::at(rest)),
                Err(error) => self.say(&error.to_string())?,
            },
            _ => return Ok(None),
        }
        Ok(Some(Flow::On))
    }

    fn begin(&mut self, line: Line) {
        (self.line, self.resigned, self.shown) = (line, None, None);
    }

    fn moves(&mut self, beginning: &str, view: &View) -> Result<()> {
        let some: Vec<&str> = view.moves.iter().map(String::as_str).filter(|mv| mv.starts_with(beginning)).collect();
        if some.is_empty() {
            return self.say(if beginning.is_empty() {
                "There are no moves: the game is over."
            } else {
                "No legal move begins like that."
            });
        }
        for row in some.chunks(12) {
            self.say(&row.join(" "))?;
        }
        Ok(())
    }

    fn undo(&mut self) -> Result<()> {
        if self.resigned.take().is_some() {
            self.shown = None;
            return Ok(());
        }
        if self.line.moves.len() <= self.start_plies() {
            return self.say("There is nothing to take back.");
        }
        self.line.moves.pop();
        // Back to where a person was to move.
        while self.line.moves.len() > self.start_plies() && !self.people[self.arena.view(&self.line)?.side.index()] {
            self.line.moves.pop();
        }
        Ok(())
    }

    /// The moves of the opening cannot be taken back.
    fn start_plies(&self) -> usize {
        if self.line.start == self.start.start { self.start.moves.len() } else { 0 }
    }

    fn swap(&mut self) -> Result<()> {
        if self.people[0] == self.people[1] {
            return self.say("You play both sides: there is nobody to change with.");
        }
        self.people.swap(0, 1);
        self.shown = None;
        Ok(())
    }

    fn hint(&mut self, view: &View) -> Result<()> {
        if view.outcome.is_some() || self.resigned.is_some() {
            return self.say("The game is over.");
        }
        let (report, time) = self.search(true)?;
        let line = report.line.join(" ");
        let who = if self.adviser.is_some() { "At full strength the engine" } else { "The engine" };
        self.say(&format!("{who} would play {} ({})", report.best.as_deref().unwrap_or("nothing"), details(&report, &time)))?;
        if report.line.len() > 1 { self.say(&format!("and expects {line}")) } else { Ok(()) }
    }

    /// The engine is to move.
    fn think(&mut self, view: &View) -> Result<()> {
        let (report, time) = self.search(false)?;
        // There is a move: the game is not over.
        let best = report.best.clone().unwrap_or_else(|| view.moves[0].clone());
        self.say(&format!("The engine plays {best} ({})", details(&report, &time)))?;
        self.line.moves.push(best);
        Ok(())
    }

    /// Searches as the opponent, or as whoever gives advice.
    fn search(&mut self, advice: bool) -> Result<(SearchReport, String)> {
        let player = match &mut self.adviser {
            Some((_, Some(adviser))) if advice => adviser,
            Some((spec, adviser)) if advice => adviser.insert(self.arena.player(spec, &Watch::NOTHING)?),
            _ => &mut self.player,
        };
        if self.terminal.watched {
            write!(self.terminal.out, "thinking …")?;
            self.terminal.out.flush()?;
        }
        let (limits, clock) = self.limits.start(TIME);
        let report = player.search(&self.line, &limits, &mut |_| {})?;
        let time = seconds(clock.elapsed());
        if self.terminal.watched {
            write!(self.terminal.out, "\r          \r")?;
        }
        Ok((report, time))
    }
}

fn details(report: &SearchReport, time: &str) -> String {
    format!("{}, depth {}, {time}", report.score, report.depth)
}

fn split(text: &str) -> (&str, &str) {
    text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim()))
}
