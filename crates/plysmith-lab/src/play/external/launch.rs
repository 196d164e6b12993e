//! How a program is started.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program, its arguments and what it is told before its first game.
///
/// A script that wraps an engine should `exec` it: what is ended after a fault is the process that was started, not its children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// A name to be looked up in the path, or a file. A relative one is taken from our own directory, not from [`Launch::directory`].
    pub program: PathBuf,
    /// What follows the program on its command line.
    pub arguments: Vec<String>,
    /// The directory in which it runs; `None` for our own.
    pub directory: Option<PathBuf>,
    /// Names and values of options, in the order in which they are set. A button is pressed by an empty value.
    pub options: Vec<(String, String)>,
    /// The game, as protocols name it: said to an engine that can play several.
    pub variant: Option<String>,
}

/// Why a text is no command line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LaunchError {
    /// There is nothing in it.
    #[error("the command line of an engine is empty; write a program and its arguments")]
    Empty,
    /// A quotation is not closed.
    #[error("the command line `{0}` has a quotation mark without its partner")]
    Quotes(String),
}

impl Launch {
    /// A program without arguments.
    pub fn program(program: impl Into<PathBuf>) -> Launch {
        Launch { program: program.into(), arguments: Vec::new(), directory: None, options: Vec::new(), variant: None }
    }

    /// Reads a command line as a shell would, with quotation marks and backslashes; variables and wildcards mean nothing.
    pub fn parse(text: &str) -> Result<Launch, LaunchError> {
        let mut words = shell_words::split(text).map_err(|_| LaunchError::Quotes(text.into()))?.into_iter();
        let program = words.next().filter(|program| !program.is_empty()).ok_or(LaunchError::Empty)?;
        Ok(Launch { arguments: words.collect(), ..Launch::program(program) })
    }

    /// With one more argument.
    pub fn argument(mut self, argument: impl Into<String>) -> Launch {
        self.arguments.push(argument.into());
        self
    }

    /// With an option set.
    pub fn option(mut self, name: impl Into<String>, value: impl Into<String>) -> Launch {
        self.options.push((name.into(), value.into()));
        self
    }

    /// For this game, as protocols name it.
    pub fn variant(mut self, variant: impl Into<String>) -> Launch {
        self.variant = Some(variant.into());
        self
    }

    /// What the standard library starts.
    pub(super) fn command(&self) -> Command {
        // Otherwise it would depend on the system which directory a relative file is taken from.
        let is_file = self.program.parent().is_some_and(|parent| parent != Path::new(""));
        let absolute = if is_file { std::path::absolute(&self.program).ok() } else { None };
        let mut command = Command::new(absolute.as_ref().unwrap_or(&self.program));
        command.args(&self.arguments);
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        command
    }
}

/// The command line, in a form that can be read again.
impl fmt::Display for Launch {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let program = self.program.to_string_lossy();
        f.write_str(&shell_words::join(std::iter::once(&*program).chain(self.arguments.iter().map(String::as_str))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_is_split_as_by_a_shell_and_can_be_written_again() {
        let check = |text: &str, program: &str, arguments: &[&str]| {
            let launch = Launch::parse(text).unwrap();
            assert_eq!(launch.program, Path::new(program), "{text}");
            assert_eq!(launch.arguments, arguments, "{text}");
            assert_eq!(Launch::parse(&launch.to_string()), Ok(launch), "{text}");
        };
        check("engine", "engine", &[]);
        check("  ./my\\ engine  --name 'a b'  \"c d\" ''", "./my engine", &["--name", "a b", "c d", ""]);
        check("engine $HOME *", "engine", &["$HOME", "*"]);
    }

    #[test]
    fn an_open_quotation_and_an_empty_line_are_refused() {
        assert_eq!(Launch::parse("engine 'a"), Err(LaunchError::Quotes("engine 'a".into())));
        for text in ["", "  ", "''"] {
            assert_eq!(Launch::parse(text), Err(LaunchError::Empty), "{text:?}");
        }
    }

    #[test]
    fn a_file_is_taken_from_our_directory_and_a_name_from_the_path() {
        let program =
            |text: &str| Launch { directory: Some("/".into()), ..Launch::program(text) }.command().get_program().to_owned();
        assert_eq!(program("engine"), "engine");
        assert_eq!(program("bin/engine"), std::env::current_dir().unwrap().join("bin/engine"));
    }
}
