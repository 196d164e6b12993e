//! The conversation: commands are read here, while a thread of its own searches.

use std::collections::BTreeSet;
use std::io::{self, BufRead};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::{Scope, ScopedJoinHandle};

use super::Host;
use super::go::{Allowance, Go};
use super::lines::{Input, LONGEST_LINE, next_line};
use super::options::{Change, Options, brief};
use super::output::{Info, Say};
use super::ponder::HeldClock;
use crate::arena::{Line, Player, SearchReport, View};
use crate::game::{Outcome, Side};
use crate::search::Watch;
use crate::search::limits::{Clock, Limits, Stop, TimeLimit};
use crate::spec::Spec;

/// So many different remarks about `go` are remembered, so as not to be made again with every move.
const MOST_REMARKS: usize = 100;

/// Whether the conversation goes on.
#[derive(PartialEq, Eq)]
enum Flow {
    On,
    Over,
}

/// A conversation.
pub(super) struct Session<'scope, 'env> {
    host: &'scope Host<'scope>,
    scope: &'scope Scope<'scope, 'env>,
    output: &'scope dyn Say,
    options: Options,
    /// The spec of the engine that is ready, or that searches.
    spec: Spec,
    /// The options were changed since that engine was made.
    changed: bool,
    /// A new game has begun since that engine searched.
    new_game: bool,
    line: Line,
    /// The last `position` was refused: where the game is nobody knows until a legal one comes.
    lost: bool,
    engine: Engine<'scope>,
    /// What was already remarked about `go`.
    remarked: BTreeSet<String>,
}

/// What the engine is doing.
enum Engine<'scope> {
    /// None has been made, or it was lost.
    None,
    Idle(Box<dyn Player>),
    Searching(Running<'scope>),
}

/// A search under way.
struct Running<'scope> {
    stop: Stop,
    /// A search that has ended waits until this is dropped if it is infinite, or ponders.
    release: Option<Sender<()>>,
    /// The clock that waits for the opponent's move, if it ponders.
    held: Option<Arc<HeldClock>>,
    infinite: bool,
    thread: ScopedJoinHandle<'scope, Option<Box<dyn Player>>>,
}

impl<'scope, 'env> Session<'scope, 'env> {
    pub(super) fn new(
        host: &'scope Host<'scope>,
        spec: Spec,
        scope: &'scope Scope<'scope, 'env>,
        output: &'scope dyn Say,
    ) -> Session<'scope, 'env> {
        Session {
            host,
            scope,
            output,
            options: Options::new(host.arena, host.dialect, spec.clone()),
            spec,
            changed: false,
            new_game: false,
            line: Line::start(),
            lost: false,
            engine: Engine::None,
            remarked: BTreeSet::new(),
        }
    }

    /// Answers until the input ends, `quit` comes, or nobody listens any more.
    pub(super) fn run(mut self, reader: &mut dyn BufRead) -> io::Result<()> {
        let result = loop {
            match next_line(reader) {
                Err(error) => break Err(error),
                Ok(Input::End) => break Ok(()),
                Ok(Input::TooLong) => {
                    // No other command can be as long.
                    self.refuse_position(&format!("the line was skipped: it is longer than {LONGEST_LINE} bytes"));
                }
                Ok(Input::NotText) => self.say("the line was skipped: it is not valid UTF-8"),
                Ok(Input::Line(line)) => {
                    if self.command(&line) == Flow::Over {
                        break Ok(());
                    }
                }
            }
            if self.output.is_closed() {
                break Ok(());
            }
        };
        self.stop();
        result
    }

    fn say(&self, text: &str) {
        self.output.message(text);
    }

    fn command(&mut self, line: &str) -> Flow {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&word, rest)) = words.split_first() else { return Flow::On };
        let dialect = self.host.dialect;
        match word {
            "quit" => return Flow::Over,
            "isready" => self.is_ready(),
            "setoption" => self.set_option(rest),
            "position" => self.position(rest),
            "go" => self.go(rest),
            "stop" => self.stop(),
            "ponderhit" => self.ponder_hit(),
            // Words of UCI that change nothing here: we say what there is to say anyway, and nobody has to register.
            "debug" | "register" => {}
            "query" => self.query(rest),
            _ if word == dialect.hello => self.hello(),
            _ if word == dialect.new_game => {
                self.new_game = true;
                (self.line, self.lost) = (Line::start(), false);
            }
            _ => self.say(&format!(
                "unknown command `{}`; known are {} isready setoption {} position go stop ponderhit query quit",
                brief(word),
                dialect.hello,
                dialect.new_game
            )),
        }
        Flow::On
    }

    fn hello(&self) {
        self.output.line(format_args!("id name {}", self.host.name));
        self.output.line(format_args!("id author {}", self.host.author));
        for option in self.options.list() {
            self.output.line(format_args!("{option}"));
        }
        self.output.line(format_args!("{}", self.host.dialect.hello_done));
    }

    /// While a search is under way the answer comes at once; otherwise when the engine is ready.
    fn is_ready(&mut self) {
        self.collect();
        if !matches!(self.engine, Engine::Searching(_)) {
            self.prepare();
        }
        self.output.line(format_args!("readyok"));
    }

    fn set_option(&mut self, words: &[&str]) {
        let value_at = words.iter().position(|&word| word == "value").unwrap_or(words.len());
        let (name, value) = words.split_at(value_at);
        let ["name", name @ ..] = name else {
            return self.say("write `setoption name NAME value VALUE`");
        };
        let value = value.split_first().map(|(_, value)| value.join(" "));
        match self.options.set(&name.join(" "), value.as_deref()) {
            Ok((change, remark)) => {
                self.changed |= change == Change::Spec;
                self.new_game |= change == Change::Forget;
                if let Some(remark) = remark {
                    self.say(&remark);
                }
            }
            Err(message) => self.say(&message),
        }
    }

    fn position(&mut self, words: &[&str]) {
        let moves_at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (place, moves) = words.split_at(moves_at);
        let start = match place {
            ["startpos"] => None,
            ["fen", text @ ..] if !text.is_empty() => Some(text.join(" ")),
            _ => {
                const FORM: &str = "write `position startpos` or `position fen TEXT`, then `moves` and the moves if there are any";
                return self.refuse_position(FORM);
            }
        };
        let line = Line { start, moves: moves.iter().skip(1).map(|&mv| mv.into()).collect() };
        match self.host.arena.view(&line) {
            Ok(_) => (self.line, self.lost) = (line, false),
            Err(error) => self.refuse_position(&error.to_string()),
        }
    }

    /// Says why a position cannot be set up. A move for the one before would be a move in another game than the other side plays.
    fn refuse_position(&mut self, why: &str) {
        self.lost = true;
        self.say(&format!("{why}; until a legal position comes `go` has no move"));
    }

    fn query(&self, words: &[&str]) {
        if self.lost {
            // Every query has its answer.
            self.say("the last position was refused: this is about the one before");
        }
        let View { side, outcome, .. } = match self.host.arena.view(&self.line) {
            Ok(view) => view,
            Err(error) => return self.say(&error.to_string()),
        };
        let answer = match words {
            ["gameover"] => {
                if outcome.is_some() {
                    "true"
                } else {
                    "false"
                }
            }
            ["p1turn"] => {
                if side == Side::First {
                    "true"
                } else {
                    "false"
                }
            }
            ["result"] => match outcome {
                None => "none",
                Some(Outcome::Draw) => "draw",
                Some(Outcome::Win { side: Side::First, .. }) => "p1win",
                Some(Outcome::Win { side: Side::Second, .. }) => "p2win",
            },
            _ => return self.say("write `query gameover`, `query p1turn` or `query result`"),
        };
        self.output.line(format_args!("response {answer}"));
    }

    /// Begins a search. One that is under way is stopped first and gives its move.
    fn go(&mut self, words: &[&str]) {
        self.stop();
        if self.lost {
            self.say("there is no position to search: the last one was refused");
            return self.output.line(format_args!("bestmove {}", self.host.dialect.no_move));
        }
        let view = match self.host.arena.view(&self.line) {
            Ok(view) => view,
            Err(error) => return self.say(&error.to_string()),
        };
        let (go, remarks) = Go::read(words, self.host.dialect, view.side, self.options.overhead());
        remarks.into_iter().for_each(|remark| self.remark(remark));
        if let Some(outcome) = view.outcome {
            self.say(&format!("the game is over: {}", outcome.result()));
            return self.output.line(format_args!("bestmove {}", self.host.dialect.no_move));
        }
        let only = self.only(&go, &view.moves);
        self.prepare();
        let Engine::Idle(player) = std::mem::replace(&mut self.engine, Engine::None) else {
            return self.output.line(format_args!("bestmove {}", view.moves[0]));
        };
        if self.options.threads() > 1 && (!self.spec.is_on("table") || self.spec.level.is_some()) {
            self.remark("only one thread searches: several need `table`, and no level".into());
        }
        // A win in so many moves is looked for among all of them.
        let full_width = self.spec.clone().full_width();
        let seeker = (go.mate.is_some() && full_width != self.spec)
            .then(|| self.host.arena.player(&full_width, &Watch::NOTHING).ok())
            .flatten();
        self.engine = Engine::Searching(self.search(player, seeker, &go, only, view.moves.len()));
    }

    /// The moves to choose from, by their indices; `None` for all of them.
    fn only(&mut self, go: &Go, moves: &[String]) -> Option<Vec<u16>> {
        let board = self.host.arena.board(&self.line).ok().filter(|_| !go.only.is_empty())?;
        let mut only = BTreeSet::new();
        let mut illegal = Vec::new();
        for text in &go.only {
            // As in `position`, a move may be written in any way that the game reads.
            let index = board.read_move(text).ok().and_then(|mv| moves.iter().position(|other| *other == mv));
            match index {
                Some(index) => drop(only.insert(index as u16)),
                None => illegal.push(text.as_str()),
            }
        }
        if !illegal.is_empty() {
            let instead = if only.is_empty() { "all legal moves count" } else { "the others count" };
            self.remark(format!("`go searchmoves`: no legal move is `{}`; {instead}", brief(&illegal.join(" "))));
        }
        (!only.is_empty()).then(|| only.into_iter().collect())
    }

    /// Says something about `go`, once: what is wrong with one is as a rule wrong with all.
    fn remark(&mut self, remark: String) {
        if !self.remarked.contains(&remark) {
            self.say(&remark);
            if self.remarked.len() < MOST_REMARKS {
                self.remarked.insert(remark);
            }
        }
    }

    /// Starts the thread that searches and answers, by the player or by another in its place.
    fn search(
        &self,
        mut player: Box<dyn Player>,
        mut seeker: Option<Box<dyn Player>>,
        go: &Go,
        only: Option<Vec<u16>>,
        moves: usize,
    ) -> Running<'scope> {
        let (host, output, line) = (self.host, self.output, self.line.clone());
        let (mate, mate_depth) = (go.mate, go.mate_depth());
        let last_rank = self.options.lines().min(only.as_ref().map_or(moves, Vec::len));
        let clock = (host.clock)();
        let held = go.ponder.then(|| Arc::new(HeldClock::default()));
        let own_clock = || held.clone().map_or_else(|| Arc::clone(&clock), |held| held as Arc<dyn Clock>);
        let stop = Stop::default();
        let own_stop = stop.clone();
        let limits = Limits {
            win: None,
            depth: go.depth,
            nodes: go.nodes,
            time: go.time.map(|time| match time {
                Allowance::Move(time) => TimeLimit::fixed(own_clock(), time),
                Allowance::Game(game) => game.after(self.line.moves.len()).limit(own_clock()),
            }),
            stop: Some(stop.clone()),
            only,
            lines: self.options.lines(),
            trace: None,
        };
        seeker.as_mut().unwrap_or(&mut player).set_threads(self.options.threads());
        let several = self.options.lines() > 1;
        let (release, released) = channel();
        let release = (go.infinite || go.ponder).then_some(release);
        let thread = self.scope.spawn(move || {
            let (mut told, mut told_best, mut over) = (0, None, false);
            let found = catch_unwind(AssertUnwindSafe(|| {
                seeker.as_mut().unwrap_or(&mut player).search(&line, &limits, &mut |report| {
                    output.line(format_args!("{}", Info { report, several, time: clock.elapsed() }));
                    if report.rank == 1 {
                        (told, told_best) = (report.nodes, report.best.clone());
                    }
                    // The lines of an iteration are told all or none.
                    over |= is_mate(report, mate) || mate_depth.is_some_and(|depth| report.depth >= depth);
                    if output.is_closed() || over && report.rank >= last_rank {
                        own_stop.stop();
                    }
                })
            }));
            // What was searched after the last iteration that was told; of several lines only if that has changed the move.
            if let Ok(Ok(report)) = &found
                && report.nodes != told
                && (!several || report.best != told_best)
            {
                output.line(format_args!("{}", Info { report, several, time: clock.elapsed() }));
            }
            // Nothing is ever sent: this ends when the other end is dropped, which it is already unless there is something to wait for.
            let _ = released.recv();
            match found {
                Ok(Ok(report)) => output.line(format_args!("bestmove {}", best_move(host, &line, &report))),
                Ok(Err(error)) => {
                    output.message(&error.to_string());
                    output.line(format_args!("bestmove {}", host.dialect.no_move));
                }
                Err(_) => {
                    output.message("the search failed: the rules or the evaluation of the game panicked");
                    output.line(format_args!("bestmove {}", host.dialect.no_move));
                    return None;
                }
            }
            Some(player)
        });
        Running { stop, release, held, infinite: go.infinite, thread }
    }

    /// The opponent has played the move that the search ponders on: from now on the clock runs.
    fn ponder_hit(&mut self) {
        match &mut self.engine {
            Engine::Searching(Running { held: Some(held), release, infinite, .. }) if held.start((self.host.clock)()) => {
                if !*infinite {
                    *release = None;
                }
            }
            _ => self.say("`ponderhit` is for a search that `go ponder` began"),
        }
    }

    /// Ends the search under way, if there is one; its move is out when this returns.
    fn stop(&mut self) {
        match std::mem::replace(&mut self.engine, Engine::None) {
            Engine::Searching(Running { stop, release, thread, .. }) => {
                stop.stop();
                drop(release);
                if let Ok(Some(player)) = thread.join() {
                    self.engine = Engine::Idle(player);
                }
            }
            other => self.engine = other,
        }
    }

    /// Takes the engine back from a search that has ended by itself.
    fn collect(&mut self) {
        if matches!(&self.engine, Engine::Searching(running) if running.thread.is_finished()) {
            self.stop();
        }
    }

    /// Makes the engine that the options describe, if it is not there yet. Must not be called during a search.
    fn prepare(&mut self) {
        if std::mem::take(&mut self.changed) {
            let spec = self.options.spec().and_then(|spec| self.host.arena.check_spec(&spec).map(|()| spec));
            match spec {
                Ok(spec) if spec == self.spec => {}
                Ok(spec) => {
                    self.spec = spec;
                    self.engine = Engine::None;
                }
                Err(error) => self.say(&format!("the options do not fit together: {error}; the engine stays as it was")),
            }
        }
        if matches!(self.engine, Engine::None) {
            match self.host.arena.player(&self.spec, &Watch::NOTHING) {
                Ok(player) => self.engine = Engine::Idle(player),
                Err(error) => self.say(&error.to_string()),
            }
        } else if self.new_game
            && let Engine::Idle(player) = &mut self.engine
        {
            player.new_game();
        }
        self.new_game = false;
    }
}

/// The win that was asked for is found.
fn is_mate(report: &SearchReport, within: Option<u32>) -> bool {
    let won = report.score.won_in().map(|(plies, _)| plies.div_ceil(2));
    within.zip(won).is_some_and(|(within, moves)| moves <= within as usize)
}

/// What follows `bestmove`: the move, and where the dialect has that the answer to it.
fn best_move(host: &Host, line: &Line, report: &SearchReport) -> String {
    let Some(best) = report.best.clone() else { return host.dialect.no_move.into() };
    let Some(answer) = report.line.get(1).filter(|_| host.dialect.names_answer && report.line[0] == best) else { return best };
    let mut after = line.clone();
    after.moves.push(best.clone());
    // Whoever may move twice is not answered yet.
    let sides = [line, &after].map(|line| host.arena.view(line).map(|view| view.side));
    if sides[0] == sides[1] { best } else { format!("{best} ponder {answer}") }
}
