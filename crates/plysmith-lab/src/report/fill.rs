//! What the lab finds out, as parts of a report.

use super::{Bound, Course, CoursePoint, Figure, IntervalBar, Outcome, grouped};
use crate::verify::{Pentanomial, Rating, Sprt, Verdict};

/// A course is drawn with about as many points as a picture has pixels.
const POINTS: usize = 600;

impl Course {
    /// The course of a test through the counts after each pair of games.
    pub fn of(sprt: &Sprt, counts: &[Pentanomial]) -> Course {
        let (lower, upper) = sprt.bounds();
        let unit = sprt.model().unit();
        let every = counts.len().div_ceil(POINTS).max(1);
        let kept = |index: usize| (index + 1).is_multiple_of(every) || index + 1 == counts.len();
        let point = |counts: &Pentanomial| CoursePoint { pairs: counts.pairs(), llr: sprt.llr(*counts) };
        Course {
            lower: Bound { value: lower, label: format!("H0 accepted, rather {} {unit}", sprt.elo0()) },
            upper: Bound { value: upper, label: format!("H1 accepted, rather {} {unit}", sprt.elo1()) },
            points: counts.iter().enumerate().filter(|(index, _)| kept(*index)).map(|(_, counts)| point(counts)).collect(),
        }
    }
}

impl IntervalBar {
    /// The score of a match in percent, with its 95 % interval; none without games.
    pub fn score(label: impl Into<String>, pairs: Pentanomial) -> Option<IntervalBar> {
        let rating = Rating::of(pairs)?;
        let note = format!("{} games", grouped(pairs.games()));
        // The interval is that of a normal distribution; a score beyond all points is none.
        let score = rating.score.map(|share| share.clamp(0.0, 1.0));
        Some(IntervalBar { label: label.into(), figure: Figure::from(score).times(100.0), note })
    }
}

impl From<Verdict> for Outcome {
    fn from(verdict: Verdict) -> Outcome {
        match verdict {
            Verdict::AcceptH1 => Outcome::Proven,
            Verdict::AcceptH0 => Outcome::Rejected,
            Verdict::Continue => Outcome::Undecided,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::Model;

    /// Counts after each of so many pairs, of which every third is won by both games and the others are even.
    fn counts(pairs: usize) -> Vec<Pentanomial> {
        (1..=pairs as u64).map(|pairs| Pentanomial([0, 0, pairs - pairs / 3, 0, pairs / 3])).collect()
    }

    #[test]
    fn a_course_ends_where_the_match_ended_however_long_it_was() {
        let sprt = Sprt::new(Model::Normalised, 0.0, 30.0).unwrap();
        for pairs in [0, 1, 59, 600, 601, 5_000] {
            let counts = counts(pairs);
            let course = Course::of(&sprt, &counts);
            assert!(course.points.len() <= POINTS + 1, "{pairs}: {}", course.points.len());
            let expected = counts.last().map(|last| CoursePoint { pairs: pairs as u64, llr: sprt.llr(*last) });
            assert_eq!(course.points.last().copied(), expected, "{pairs}");
        }
        assert_eq!(Course::of(&sprt, &counts(59)).points.len(), 59);
        assert!((Course::of(&sprt, &[]).upper.value - 2.944).abs() < 1e-3, "ln 19, as match runners print it");
    }

    /// Two thirds even and a third won twice is a score of two thirds.
    #[test]
    fn a_score_is_in_percent_with_its_games() {
        let bar = IntervalBar::score("a", counts(300)[299]).unwrap();
        assert!((bar.figure.value - 200.0 / 3.0).abs() < 1e-9 && bar.figure.low.unwrap() > 60.0, "{bar:?}");
        assert_eq!(bar.note, "600 games");
        assert_eq!(IntervalBar::score("b", Pentanomial::default()), None);
    }
}
