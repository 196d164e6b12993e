//! The words after a command.

use std::str::FromStr;

use anyhow::{Context, Result, bail};

/// What is still to be read.
pub struct Args(Vec<String>);

impl Args {
    pub fn new(words: impl Iterator<Item = String>) -> Args {
        Args(words.collect())
    }

    /// Words behind `--` are for another program.
    pub fn asks_for_help(&self) -> bool {
        self.0.iter().take_while(|word| *word != "--").any(|word| word == "--help" || word == "-h")
    }

    /// Whether a flag is there; it is taken.
    pub fn flag(&mut self, name: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|word| word != name);
        self.0.len() < before
    }

    /// The value behind an option; both are taken.
    pub fn value<T: FromStr>(&mut self, name: &str) -> Result<Option<T>> {
        let Some(at) = self.0.iter().position(|word| word == name) else { return Ok(None) };
        self.0.remove(at);
        if at == self.0.len() {
            bail!("{name} needs a value");
        }
        let text = self.0.remove(at);
        text.parse().ok().map(Some).with_context(|| format!("{name} cannot be `{text}`"))
    }

    /// Everything that is left, as it stands; a `--` in front of it is dropped.
    pub fn rest(&mut self) -> Vec<String> {
        let mut rest = std::mem::take(&mut self.0);
        if rest.first().is_some_and(|word| word == "--") {
            rest.remove(0);
        }
        rest
    }

    /// Everything that is left, each being one of the names known.
    pub fn names(&mut self, known: &[&str]) -> Result<Vec<String>> {
        let rest = self.rest();
        match rest.iter().find(|word| !known.contains(&word.as_str())) {
            Some(word) => bail!("unknown argument `{word}`; {}", remedy(word, known)),
            None => Ok(rest),
        }
    }

    /// Nothing is left.
    pub fn finish(&self) -> Result<()> {
        match self.0.first() {
            Some(word) => bail!("unknown argument `{word}`; see --help"),
            None => Ok(()),
        }
    }
}

/// The nearest known name if one is near, otherwise all of them.
pub fn remedy(name: &str, known: &[&str]) -> String {
    match known.iter().map(|known| (edits(name, known), known)).min() {
        Some((edits, nearest)) if edits <= nearest.len() / 2 => format!("did you mean `{nearest}`?"),
        _ => format!("known are {}", known.join(", ")),
    }
}

/// How many letters must be added, taken away or changed to make one word out of the other.
fn edits(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, letter) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, other) in to.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *other);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(text: &str) -> Args {
        Args::new(text.split_whitespace().map(Into::into))
    }

    #[test]
    fn edits_count_letters_added_taken_away_and_changed() {
        for (from, to, count) in [("", "", 0), ("", "ab", 2), ("ab", "", 2), ("golden", "golden", 0), ("kitten", "sitting", 3)] {
            assert_eq!(edits(from, to), count, "{from} {to}");
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest_or_with_all() {
        let known = ["check", "test", "golden"];
        assert_eq!(remedy("goldn", &known), "did you mean `golden`?");
        assert_eq!(remedy("deploy", &known), "known are check, test, golden");
    }

    #[test]
    fn what_is_not_asked_for_is_refused() {
        let mut args = args("--bless --seconds 3 --bles");
        assert!(args.flag("--bless"));
        assert_eq!(args.value("--seconds").unwrap(), Some(3));
        assert!(args.finish().unwrap_err().to_string().contains("`--bles`"));
    }

    #[test]
    fn an_option_without_a_sound_value_is_named() {
        assert!(args("--seconds").value::<u32>("--seconds").unwrap_err().to_string().contains("needs a value"));
        assert!(args("--seconds x").value::<u32>("--seconds").unwrap_err().to_string().contains("`x`"));
    }

    #[test]
    fn help_behind_two_hyphens_is_for_another_program() {
        assert!(args("--help").asks_for_help());
        assert!(!args("-- --help").asks_for_help());
    }
}
