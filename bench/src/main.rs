//! x
#![allow(clippy::print_stdout, missing_docs, dead_code)]
#[path = "breakthrough_plain.rs"]
mod reference;
use plysmith::*;
use plysmith_games::breakthrough::Breakthrough;
use std::time::Instant;
struct Plain;
impl Baked for Plain {
    const CHOICES: enhance::Choices =
        enhance::Choices { alpha_beta: Some(enhance::alpha_beta::Params {}), ..enhance::Choices::NONE };
}
fn main() {
    let game = Breakthrough::<8, 8>::new();
    let pos = Position::start(&game);
    let depth: u32 = std::env::args().nth(1).unwrap_or("9".into()).parse().unwrap();
    for _ in 0..2 {
        let (mut nodes, clock) = (0, Instant::now());
        let v = reference::alpha_beta(reference::Board::start(), -1_000_000, 1_000_000, depth, &mut nodes);
        println!("ref {v} {nodes} {:.1}", nodes as f64 / clock.elapsed().as_secs_f64() / 1e6);
        let mut e = Engine::<_, Fixed<Plain>>::baked(game.clone());
        let clock = Instant::now();
        let f = e.search(&pos, &Limits::depth(depth));
        println!("baked {} {} {:.1}", f.score, f.nodes, f.nodes as f64 / clock.elapsed().as_secs_f64() / 1e6);
        for preset in ["plain", "default", "everything"] {
            let mut e = Engine::preset(game.clone(), preset).unwrap();
            let clock = Instant::now();
            let d = if preset == "plain" { depth } else { 12 };
            let f = e.search(&pos, &Limits::depth(d));
            let t = clock.elapsed().as_secs_f64();
            println!(
                "{preset} d{d} {} {} {:.1} {t:.3}s {:?}",
                f.score,
                f.nodes,
                f.nodes as f64 / t / 1e6,
                f.counters.iter().map(|c| format!("{}.{} {}", c.enhancement, c.name, c.count)).collect::<Vec<_>>()
            );
        }
    }
}
