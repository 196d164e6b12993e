//! What several tests of the program share.

use std::fmt::Debug;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A new folder that is gone after the test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("plysmith-cli-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What a command said beside its result.
pub fn notes(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The command succeeded; what it told.
pub fn told(output: Output, asked: impl Debug) -> String {
    assert_eq!(output.status.code(), Some(0), "{asked:?}: {}", notes(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// The command failed with this code, and said all of this.
pub fn failed(output: &Output, asked: impl Debug, code: i32, expected: &[&str]) {
    let message = notes(output);
    assert_eq!(output.status.code(), Some(code), "{asked:?}: {message}");
    for expected in expected {
        assert!(message.contains(expected), "{asked:?}\n  says: {message}\n  wanted: {expected}");
    }
}

/// Starts a command again and again in a folder and kills it at random moments, until it has been killed so often.
pub fn kill_again_and_again(folder: &Folder, mut command: impl FnMut() -> Command, times: usize, longest: Duration, seed: u64) {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut kills = 0;
    while kills < times {
        let mut child = command().spawn().unwrap();
        std::thread::sleep(longest.mul_f64(rng.random_range(0.0..1.0)));
        if child.try_wait().unwrap().is_some() {
            // It came to its end: from the beginning.
            fs::remove_dir_all(folder.0.join("plysmith-runs")).unwrap();
            continue;
        }
        // SIGKILL, on Unix.
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
}
