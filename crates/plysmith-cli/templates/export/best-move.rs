//! The best move of the start: the library in three lines.

fn main() {
    let mut engine = <krate>::engine();
    let position = plysmith::Position::start(engine.game());
    let best = engine.search(&position, &plysmith::Limits::nodes(100_000)).best;
    println!("{best:?}");
}
