//! The process of another program: spoken to without being able to block us, and never left behind.

use std::io::{self, Write};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use plysmith::Stop;
use plysmith::protocol::Dialect;

use super::fault::Fault;
use super::inbox::{Awaited, Inbox, News};
use super::info::Info;
use super::launch::Launch;

/// Messages that may wait to be written. Each is answered before the next is sent, so only a program that does not read has more.
const OUTBOX: usize = 4;
/// The end of a process can be seen a little later than the end of its pipes, or earlier.
const GRACE: Duration = Duration::from_secs(1);
/// How often we look whether a process that says nothing is still there.
const LOOK: Duration = Duration::from_millis(100);
/// No wait is longer.
const YEAR: Duration = Duration::from_secs(365 * 24 * 3_600);

/// A process and what goes in and out. The threads that write and read end with its pipes: nobody waits for them, because a grandchild may
/// hold a pipe open.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    dialect: Dialect,
    inbox: Arc<Inbox>,
    /// `None` once everything has been sent.
    outbox: Option<SyncSender<String>>,
    /// Commands that go out with the next question.
    unsent: String,
    /// Whoever waits for an answer looks at this.
    pub(super) stop: Stop,
}

impl Process {
    /// Starts the program.
    pub(super) fn spawn(launch: &Launch, dialect: Dialect, stop: Stop) -> Result<Process, Fault> {
        let cannot = |error: io::Error| Fault::CannotStart { reason: error.to_string() };
        let mut command = launch.command();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C at the terminal is for us: the engine has to finish its move.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(cannot)?;
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let inbox = Arc::new(Inbox::new(dialect));
        let (outbox, messages) = sync_channel(OUTBOX);
        // From here on the child is ended with this, whatever happens.
        let process = Process { child, dialect, inbox, outbox: Some(outbox), unsent: String::new(), stop };
        if let (Some(input), Some(output), Some(errors)) = (input, output, errors) {
            process.thread("writer", move |inbox| write(inbox, input, &messages)).map_err(cannot)?;
            process.thread("reader", move |inbox| inbox.read_output(output)).map_err(cannot)?;
            process.thread("errors", move |inbox| inbox.read_errors(errors)).map_err(cannot)?;
        }
        Ok(process)
    }

    fn thread(&self, name: &str, work: impl FnOnce(&Inbox) + Send + 'static) -> io::Result<()> {
        let inbox = Arc::clone(&self.inbox);
        Builder::new().name(format!("engine {name}")).spawn(move || work(&inbox)).map(|_| ())
    }

    /// The number of the process.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Puts down a command that has no answer; it goes out with the next question.
    pub(super) fn tell(&mut self, command: &str) {
        // A line break inside would begin another command.
        self.unsent.extend(command.chars().map(|c| if c.is_control() { ' ' } else { c }));
        self.unsent.push('\n');
    }

    /// Sends a command and waits for the answer to it.
    pub(super) fn ask(&mut self, command: &str, awaited: Awaited, within: Duration) -> Result<String, Fault> {
        self.tell(command);
        let mut until = Instant::now() + within.min(YEAR);
        self.inbox.expect(awaited);
        let sent = self.outbox.as_ref().is_some_and(|outbox| outbox.try_send(std::mem::take(&mut self.unsent)).is_ok());
        if !sent {
            // A program that answers without reading, or does not read at all, is as good as hung.
            until = Instant::now();
        }
        let mut is_running = true;
        loop {
            match self.inbox.wait(until.min(Instant::now() + LOOK)) {
                News::Answer(answer) => return Ok(answer),
                News::Lost(pipe) => return Err(self.diagnose(GRACE, |last_words| Fault::LostPipe { pipe, last_words })),
                News::None if Instant::now() >= until => {
                    let awaited = awaited.word(&self.dialect).to_string();
                    return Err(self.diagnose(Duration::ZERO, |last_words| Fault::Hung { awaited, within, last_words }));
                }
                News::None if self.stop.is_stopped() => return Err(Fault::Interrupted),
                News::None => {}
            }
            // The reader may still be busy with what was said before the end.
            if is_running && self.exit(Duration::ZERO).is_some() {
                is_running = false;
                until = until.min(Instant::now() + GRACE);
            }
        }
    }

    /// What the engine said during the last search.
    pub(super) fn info(&self) -> Info {
        self.inbox.info()
    }

    /// The name of the engine, if it gave one, and the names of its options.
    pub(super) fn introduced(&self) -> (Option<String>, Vec<String>) {
        self.inbox.introduced()
    }

    /// The games that the engine can play, if it can play several.
    pub(super) fn variants(&self) -> Vec<String> {
        self.inbox.variants()
    }

    /// What the engine said to people before it was ready.
    pub(super) fn remarks(&self) -> Vec<String> {
        self.inbox.remarks()
    }

    /// Asks the program to end, and ends it if it does not.
    pub(super) fn quit(mut self, patience: Duration) {
        self.tell("quit");
        if let Some(outbox) = self.outbox.take() {
            // If there is no room it does not read, and is killed when the time is over.
            let _ = outbox.try_send(std::mem::take(&mut self.unsent));
        }
        self.exit(patience);
    }

    /// A crash if the process has ended, or does so in a moment; otherwise this fault.
    fn diagnose(&mut self, moment: Duration, otherwise: impl FnOnce(Vec<String>) -> Fault) -> Fault {
        match self.exit(moment) {
            Some(status) => Fault::Crashed { status, last_words: self.inbox.last_words(GRACE) },
            None => otherwise(self.inbox.last_words(Duration::ZERO)),
        }
    }

    /// How the process ended, if it does within this time.
    fn exit(&mut self, within: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + within.min(YEAR);
        let mut pause = Duration::from_millis(1);
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            thread::sleep(pause.min(left));
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    }
}

/// Kills what has not ended, and always reaps.
impl Drop for Process {
    fn drop(&mut self) {
        // Both fail only if it has ended and was reaped already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Writes messages until there are no more, or nobody can read them.
fn write(inbox: &Inbox, mut input: ChildStdin, messages: &Receiver<String>) {
    for message in messages {
        if input.write_all(message.as_bytes()).and_then(|()| input.flush()).is_err() {
            return inbox.lose("standard input");
        }
    }
}
