//! Folders that are there as a whole or not at all: written beside their place, then moved to it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

/// A folder that is being written. Unless it is put in its place, it goes again with everything that was made for it.
pub struct AtomicFolder {
    /// Where it will be.
    place: PathBuf,
    /// Where it is until then.
    folder: PathBuf,
    /// Folders above the place that were missing, the highest first.
    made: Vec<PathBuf>,
}

impl AtomicFolder {
    /// Begins a folder that will be at this place.
    pub fn beside(place: &Path) -> Result<AtomicFolder> {
        let name = place.file_name();
        let name = name.with_context(|| format!("`{}` is no folder that can be made anew; name another", place.display()))?;
        let above = place.parent().unwrap_or(Path::new(""));
        let mut staged = AtomicFolder {
            place: place.into(),
            folder: above.join(format!(".{}.{}.new", name.to_string_lossy(), std::process::id())),
            made: Vec::new(),
        };
        let made = staged.make_above(above).and_then(|()| fs::create_dir(&staged.folder));
        made.with_context(|| format!("cannot write to {}; choose another folder", shown(above)))?;
        Ok(staged)
    }

    fn make_above(&mut self, above: &Path) -> io::Result<()> {
        if above.as_os_str().is_empty() || above.is_dir() {
            return Ok(());
        }
        if let Some(higher) = above.parent() {
            self.make_above(higher)?;
        }
        fs::create_dir(above)?;
        self.made.push(above.into());
        Ok(())
    }

    /// Writes a file by its name from the folder on, with slashes between folders.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.folder.join(name);
        let folder = path.parent().unwrap_or(&self.folder);
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, bytes));
        written.with_context(|| format!("cannot write {}; is the disk full?", self.place.join(name).display()))
    }

    /// Puts the folder in its place; what is there is replaced as a whole.
    pub fn put(mut self) -> Result<()> {
        let old = self.folder.with_extension("old");
        let replaced = self.place.exists();
        let moved = || -> io::Result<()> {
            if replaced {
                fs::rename(&self.place, &old)?;
            }
            fs::rename(&self.folder, &self.place).inspect_err(|_| {
                // The old one is better than none.
                let _ = fs::rename(&old, &self.place);
            })
        };
        moved().with_context(|| format!("cannot put the folder {} in its place; choose another", self.place.display()))?;
        self.made.clear();
        if replaced {
            fs::remove_dir_all(&old)
                .with_context(|| format!("the new folder is there, but the old one stays as {}", old.display()))?;
        }
        Ok(())
    }
}

impl Drop for AtomicFolder {
    fn drop(&mut self) {
        // Nothing more can be done about what will not go.
        let _ = fs::remove_dir_all(&self.folder);
        for folder in self.made.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Refuses a place at which something is that is no folder, or a folder with something in it.
pub fn is_free(place: &Path) -> Result<bool> {
    match fs::read_dir(place) {
        Ok(mut entries) => Ok(entries.next().is_none()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            ensure!(!place.exists(), "{} is a file; choose another folder", place.display());
            Err(error).with_context(|| format!("a part of {} is a file; choose another folder", place.display()))
        }
        Err(error) => Err(error).with_context(|| format!("cannot look into {}; choose another folder", place.display())),
    }
}

fn shown(folder: &Path) -> String {
    if folder.as_os_str().is_empty() { "this folder".into() } else { format!("the folder {}", folder.display()) }
}

/// A folder for tests, which is gone afterwards.
#[cfg(test)]
pub mod testing {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    pub struct Folder(pub PathBuf);

    impl Folder {
        pub fn new() -> Folder {
            static NUMBER: AtomicU32 = AtomicU32::new(0);
            let name = format!("plysmith-atomic_folder-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
            let path = std::env::temp_dir().join(name);
            fs::create_dir_all(&path).unwrap();
            Folder(path)
        }

        /// The names in it.
        pub fn names(&self) -> Vec<String> {
            let mut names: Vec<String> =
                fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::Folder;
    use super::*;

    #[test]
    fn a_folder_is_there_as_a_whole_or_not_at_all() {
        let folder = Folder::new();
        let place = folder.0.join("far/below/engine");
        let staged = AtomicFolder::beside(&place).unwrap();
        staged.write("src/lib.rs", b"1").unwrap();
        assert!(!place.exists());
        drop(staged);
        assert_eq!(folder.names(), [""; 0]);
        let staged = AtomicFolder::beside(&place).unwrap();
        staged.write("src/lib.rs", b"2").unwrap();
        staged.put().unwrap();
        assert_eq!(fs::read(place.join("src/lib.rs")).unwrap(), b"2");
        assert_eq!(fs::read_dir(folder.0.join("far/below")).unwrap().count(), 1);
    }

    #[test]
    fn what_was_there_is_replaced_as_a_whole() {
        let folder = Folder::new();
        let place = folder.0.join("engine");
        for (name, text) in [("old", "1"), ("new", "2")] {
            let staged = AtomicFolder::beside(&place).unwrap();
            staged.write(name, text.as_bytes()).unwrap();
            staged.put().unwrap();
        }
        assert!(place.join("new").is_file() && !place.join("old").exists());
        assert_eq!(folder.names(), ["engine"]);
    }

    #[test]
    fn what_cannot_be_a_folder_is_refused_and_leaves_nothing() {
        let folder = Folder::new();
        fs::write(folder.0.join("file"), "mine").unwrap();
        let error = format!("{:#}", AtomicFolder::beside(&folder.0.join("file/below")).err().unwrap());
        assert!(error.contains("file") && error.contains("choose another folder"), "{error}");
        assert!(AtomicFolder::beside(Path::new("..")).is_err());
        assert_eq!(folder.names(), ["file"]);
        let said = format!("{:#}", is_free(&folder.0.join("file")).unwrap_err());
        assert!(said.contains("is a file; choose another folder"), "{said}");
        assert!(!is_free(&folder.0).unwrap() && is_free(&folder.0.join("none")).unwrap());
    }
}
