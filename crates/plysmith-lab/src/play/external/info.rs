//! What an engine says about its search: the `info` lines of the UCI family.

/// The last that an engine said of each; many say only some.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The value for the side to move.
    pub score: Option<Points>,
    /// The nodes visited, as the engine counts them.
    pub nodes: Option<u64>,
}

/// A value in the engine's own units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Points {
    /// An evaluation (`cp`).
    Evaluation(i64),
    /// The moves, not plies, to a proven end (`mate`); not positive when lost.
    Mate(i64),
}

impl Info {
    /// Takes in the words behind `info`. What is not understood is passed over.
    pub(super) fn update<'w>(&mut self, words: impl Iterator<Item = &'w str>) {
        let mut line = Info::default();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            match word {
                // The rest is moves, or for people.
                "pv" | "string" => break,
                // This speaks of another line than the best.
                "multipv" if words.next() != Some("1") => return,
                // This depth has only begun.
                "currmove" => line.depth = None,
                "depth" => line.depth = number(&mut words),
                "nodes" => line.nodes = number(&mut words),
                "score" => {
                    let points = match words.next() {
                        Some("cp") => number(&mut words).map(Points::Evaluation),
                        Some("mate") => number(&mut words).map(Points::Mate),
                        _ => None,
                    };
                    let is_bound = matches!(words.peek(), Some(&("lowerbound" | "upperbound")));
                    line.score = points.filter(|_| !is_bound);
                }
                _ => {}
            }
        }
        self.depth = line.depth.or(self.depth);
        self.score = line.score.or(self.score);
        self.nodes = line.nodes.or(self.nodes);
    }
}

fn number<'w, N: std::str::FromStr>(words: &mut impl Iterator<Item = &'w str>) -> Option<N> {
    words.next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lines: &[&str], depth: Option<u32>, score: Option<Points>, nodes: Option<u64>) {
        let mut info = Info::default();
        for line in lines {
            info.update(line.split_whitespace());
        }
        assert_eq!(info, Info { depth, score, nodes }, "{lines:?}");
    }

    #[test]
    fn the_last_word_on_each_figure_counts() {
        let first = "depth 3 seldepth 9 score cp -12 nodes 400 time 1 pv a2a3 depth 9";
        check(&[first], Some(3), Some(Points::Evaluation(-12)), Some(400));
        check(&[first, "depth 4 score mate 2"], Some(4), Some(Points::Mate(2)), Some(400));
        check(&[first, "nodes 500 nps 7"], Some(3), Some(Points::Evaluation(-12)), Some(500));
    }

    #[test]
    fn other_lines_bounds_and_begun_depths_do_not_count() {
        check(&["depth 3 multipv 2 score cp 5 nodes 7"], None, None, None);
        check(&["depth 3 multipv 1 score cp 5 nodes 7"], Some(3), Some(Points::Evaluation(5)), Some(7));
        check(&["depth 3 score cp 5 lowerbound nodes 7"], Some(3), None, Some(7));
        check(&["depth 12 currmove a2a3 currmovenumber 1"], None, None, None);
        check(&["string depth 5 nodes 6"], None, None, None);
    }

    #[test]
    fn nonsense_is_passed_over() {
        check(&["", "depth", "depth x", "score", "score cp", "score wdl 1", "nodes -5", "multipv"], None, None, None);
        check(&["depth 99999999999999999999 nodes 3"], None, None, Some(3));
    }
}
