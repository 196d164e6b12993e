//! x
#![allow(clippy::print_stdout, missing_docs)]
use plysmith::*;
use plysmith_games::breakthrough::Breakthrough;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let game = Breakthrough::<8, 8>::new();
    let depth: u32 = args[1].parse().unwrap();
    let mut best = vec![(f64::MAX, 0u64); args.len()];
    let rounds = std::env::var("R").map_or(7, |r| r.parse().unwrap());
    for _ in 0..rounds {
        for (k, a) in args.iter().enumerate().skip(2) {
            let text = a.replace(';', "\n");
            let spec = Spec::preset(&game, &text).unwrap_or_else(|_| Spec::parse(&text).unwrap());
            let mut e = Engine::watched(game.clone(), &spec, std::env::var("W").is_ok()).unwrap();
            let mut total = 0;
            let clock = Instant::now();
            let mut moves: Vec<String> = vec![];
            for m in ["", "b2b3", "b7b6", "g2f3", "d7d6"] {
                if !m.is_empty() {
                    moves.push(m.into());
                }
                let pos = Position::read(&game, None, &moves).unwrap();
                e.new_game();
                let f = e.search(&pos, &Limits::depth(depth));
                total += f.nodes;
                if std::env::var("V").is_ok() {
                    println!(
                        "   {} {} {:?}",
                        f.score,
                        f.nodes,
                        f.counters.iter().map(|c| format!("{}.{} {}", c.enhancement, c.name, c.count)).collect::<Vec<_>>()
                    );
                    if let Some(s) = f.statistics {
                        println!("{:?}", s.cutoffs)
                    }
                }
            }
            let t = clock.elapsed().as_secs_f64();
            if t < best[k].0 {
                best[k] = (t, total);
            }
        }
    }
    for (k, a) in args.iter().enumerate().skip(2) {
        let (t, total) = best[k];
        println!("{total:>10} nodes {t:.3}s {:.2} M/s {a}", total as f64 / t / 1e6);
    }
}
