//! What a person may have meant by something that is no move.

/// At most this many moves are suggested.
const MOST: usize = 6;

/// The legal moves that begin with what was typed, or else those that look most like it.
pub fn near<'m>(typed: &str, moves: &'m [String]) -> Vec<&'m str> {
    let typed = typed.to_lowercase();
    let mut beginning = moves.iter().map(String::as_str).filter(|mv| mv.to_lowercase().starts_with(&typed)).peekable();
    if !typed.is_empty() && beginning.peek().is_some() {
        return beginning.collect();
    }
    let likeness = |mv: &str| strsim::normalized_damerau_levenshtein(&typed, &mv.to_lowercase());
    let mut near: Vec<(f64, &str)> =
        moves.iter().map(|mv| (likeness(mv), mv.as_str())).filter(|(likeness, _)| *likeness >= 0.5).collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near.into_iter().take(MOST).map(|(_, mv)| mv).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_is_completed_and_a_slip_is_corrected() {
        let moves = ["a2a3", "a2b3", "b2a3"].map(String::from);
        assert_eq!(near("a2", &moves), ["a2a3", "a2b3"]);
        assert_eq!(near("A2B", &moves), ["a2b3"]);
        assert_eq!(near("b2a4", &moves)[0], "b2a3");
        assert!(near("castle", &moves).is_empty());
    }
}
