//! Reading commands a line at a time, without trusting the other side to end its lines or to write text.

use std::io::{self, BufRead, ErrorKind};

/// The longest line that is read, in bytes. A game of ten thousand moves fits.
pub const LONGEST_LINE: usize = 64 * 1024;

/// What came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A line without its end.
    Line(String),
    /// A line longer than [`LONGEST_LINE`]; it was skipped and not kept.
    TooLong,
    /// A line that is not UTF-8.
    NotText,
    /// There will be no more.
    End,
}

/// Reads the next line; never keeps more than [`LONGEST_LINE`] bytes of it.
pub fn next_line(reader: &mut dyn BufRead) -> io::Result<Input> {
    let mut line = Vec::new();
    let mut length = 0;
    loop {
        let chunk = match reader.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            chunk => chunk?,
        };
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        if chunk.is_empty() && length == 0 {
            return Ok(Input::End);
        }
        length += part.len();
        if length <= LONGEST_LINE {
            line.extend_from_slice(part);
        }
        let (used, ended) = (part.len() + usize::from(end.is_some()), end.is_some() || chunk.is_empty());
        reader.consume(used);
        if ended {
            break;
        }
    }
    if length > LONGEST_LINE {
        return Ok(Input::TooLong);
    }
    Ok(String::from_utf8(line).map_or(Input::NotText, |line| Input::Line(line.trim_end_matches('\r').into())))
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn check(text: &[u8], expected: &[Input]) {
        // A small buffer, so that lines come in pieces.
        let mut reader = BufReader::with_capacity(7, text);
        for (number, expected) in expected.iter().chain([&Input::End, &Input::End]).enumerate() {
            assert_eq!(next_line(&mut reader).unwrap(), *expected, "line {number}");
        }
    }

    #[test]
    fn a_line_ends_with_a_line_feed_or_with_the_input() {
        let line = |text: &str| Input::Line(text.into());
        check(b"", &[]);
        check(b"\n", &[line("")]);
        check(b"one two three\r\n\nfour", &[line("one two three"), line(""), line("four")]);
    }

    #[test]
    fn what_is_no_text_or_too_long_is_told_apart_and_the_next_line_is_read() {
        check(b"\xff\xfe\nok\n", &[Input::NotText, Input::Line("ok".into())]);
        let mut long = vec![b'x'; LONGEST_LINE];
        check(&long, &[Input::Line("x".repeat(LONGEST_LINE))]);
        long.extend(b"x\nok\n");
        check(&long, &[Input::TooLong, Input::Line("ok".into())]);
    }
}
