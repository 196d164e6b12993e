//! Text of fixed width, line by line, with what differs from another text.

use serde::{Deserialize, Serialize};
use similar::{ChangeTag, TextDiff};

/// A text such as a spec.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Code {
    /// What it is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub caption: String,
    /// Its lines.
    pub lines: Vec<CodeLine>,
}

/// A line of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeLine {
    /// The line.
    pub text: String,
    /// How it differs from the other text.
    #[serde(default, skip_serializing_if = "Mark::is_same")]
    pub mark: Mark,
}

/// How a line differs from another text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// It stands there too.
    #[default]
    Same,
    /// It is new.
    Added,
    /// It stood only there.
    Removed,
    /// Its key had another value there.
    Changed {
        /// That line.
        before: String,
    },
}

impl Mark {
    fn is_same(&self) -> bool {
        *self == Mark::Same
    }

    /// The sign in the margin.
    pub(super) const fn sign(&self) -> &'static str {
        match self {
            Mark::Same => " ",
            Mark::Added => "+",
            Mark::Removed => "-",
            Mark::Changed { .. } => "~",
        }
    }
}

impl Code {
    /// A text by itself.
    pub fn plain(caption: impl Into<String>, text: &str) -> Code {
        let lines = text.lines().map(|line| CodeLine { text: line.into(), mark: Mark::Same });
        Code { caption: caption.into(), lines: lines.collect() }
    }

    /// A text with what differs from the one before it. Lines `key = value` of equal key at the same place count as changed.
    pub fn compared(caption: impl Into<String>, before: &str, after: &str) -> Code {
        let mut lines: Vec<CodeLine> = Vec::new();
        for change in TextDiff::from_lines(before, after).iter_all_changes() {
            let text = change.value().trim_end_matches(['\n', '\r']).to_string();
            let mark = match change.tag() {
                ChangeTag::Equal => Mark::Same,
                ChangeTag::Delete => Mark::Removed,
                ChangeTag::Insert => Mark::Added,
            };
            if mark == Mark::Added
                && let Some(index) = counterpart(&lines, &text)
            {
                let before = lines.remove(index).text;
                lines.push(CodeLine { text, mark: Mark::Changed { before } });
                continue;
            }
            lines.push(CodeLine { text, mark });
        }
        Code { caption: caption.into(), lines }
    }
}

/// Where the same key was removed, in the stretch of differences that the lines end with.
fn counterpart(lines: &[CodeLine], text: &str) -> Option<usize> {
    let key = key(text)?;
    let stretch = lines.iter().rposition(|line| line.mark.is_same()).map_or(0, |index| index + 1);
    (stretch..lines.len()).find(|&index| lines[index].mark == Mark::Removed && self::key(&lines[index].text) == Some(key))
}

/// What stands behind the key of a line.
pub(super) fn value(line: &str) -> &str {
    line.split_once('=').map_or(line, |(_, value)| value).trim()
}

fn key(line: &str) -> Option<&str> {
    line.split_once('=').map(|(key, _)| key.trim()).filter(|key| !key.is_empty() && !key.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_added_removed_or_changed() {
        let before = "[table]\nbits = 18\n[killers]\nslots = 2\n[history]\n";
        let after = "[table]\nbits = 20\nmode = \"exact\"\n[history]\n[pvs]";
        let code = Code::compared("", before, after);
        let found: Vec<_> = code.lines.iter().map(|line| format!("{}{}", line.mark.sign(), line.text)).collect();
        assert_eq!(found, [" [table]", "-[killers]", "-slots = 2", "~bits = 20", "+mode = \"exact\"", " [history]", "+[pvs]"]);
        assert!(code.lines.iter().any(|line| line.mark == Mark::Changed { before: "bits = 18".into() }));
    }

    #[test]
    fn equal_texts_have_no_marks() {
        let text = "a = 1\n\nb = 2\n";
        assert_eq!(Code::compared("same", text, text), Code::plain("same", text));
    }

    #[test]
    fn what_is_neither_added_nor_changed_makes_up_the_text_before() {
        let (before, after) = ("a = 1\nb = 2\nc = 3\nx", "b = 3\na = 1\nd = 4\nx\ny\n");
        let code = Code::compared("", before, after);
        let kept = |line: &&CodeLine| line.mark != Mark::Removed;
        let rebuilt: Vec<_> = code.lines.iter().filter(kept).map(|line| line.text.as_str()).collect();
        assert_eq!(rebuilt.join("\n"), after.trim_end());
    }
}
