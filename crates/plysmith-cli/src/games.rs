//! The games that the commands can be given: the bundled ones, or one's own.

#[cfg(feature = "lab")]
use anyhow::Context;
use anyhow::{Result, anyhow};
use plysmith::Arena;
use plysmith::Game;
use plysmith::arena::Table;

use plysmith::spec::remedy;

/// A game in the list.
pub struct Listed {
    /// The name of the game in its usual size.
    pub name: String,
    /// What it is.
    pub about: &'static str,
    /// Names of other sizes.
    pub sizes: &'static [&'static str],
}

/// Makes the game of a name.
type Find = Box<dyn Fn(&str) -> Option<Box<dyn Arena>>>;

/// A name, and a count of move sequences of a length from the start, to measure our own against.
pub type Beneath = (&'static str, fn(u32) -> u64);

/// The games there are.
pub struct Games {
    list: Vec<Listed>,
    find: Find,
    beneath: fn(&str) -> Option<Beneath>,
    own: bool,
    #[cfg(feature = "lab")]
    build: Box<dyn Fn() -> Result<String>>,
}

impl Games {
    /// The bundled games.
    #[cfg(feature = "bundled")]
    pub fn bundled() -> Games {
        use plysmith_games::{GAMES, beneath, find};
        let list = GAMES.iter().map(|game| Listed { name: game.name.into(), about: game.about, sizes: game.variants });
        Games {
            list: list.collect(),
            find: Box::new(find),
            beneath: |name| beneath(name).map(|library| (library.name, library.perft)),
            own: false,
            #[cfg(feature = "lab")]
            build: Box::new(|| Ok(format!("{}-{}", plysmith::BUILD, plysmith_games::BUILD))),
        }
    }

    /// One game of the user's own: commands need not name it.
    pub fn own(game: impl Game) -> Games {
        let name = game.name();
        let list = vec![Listed { name: name.clone(), about: "the game of this program", sizes: &[] }];
        Games {
            list,
            find: Box::new(move |asked| (asked == name).then(|| Box::new(Table(game.clone())) as Box<dyn Arena>)),
            beneath: |_| None,
            own: true,
            #[cfg(feature = "lab")]
            build: Box::new(|| Ok(format!("{}-{}", plysmith::BUILD, program()?))),
        }
    }

    /// What the core and the games were built from: results of another build are not comparable.
    #[cfg(feature = "lab")]
    pub fn build(&self) -> Result<String> {
        (self.build)()
    }

    /// The name of the only game there is, if it is the user's own.
    pub fn only(&self) -> Option<&str> {
        if self.own { self.list.first().map(|listed| listed.name.as_str()) } else { None }
    }

    /// The list.
    pub fn list(&self) -> &[Listed] {
        &self.list
    }

    /// The library that the rules of this game stand on, if they do.
    pub fn beneath(&self, name: &str) -> Option<Beneath> {
        (self.beneath)(name)
    }

    /// The game of this name.
    pub fn find(&self, name: &str) -> Result<Box<dyn Arena>> {
        (self.find)(name).ok_or_else(|| {
            let known = self.list.iter().flat_map(|game| std::iter::once(game.name.as_str()).chain(game.sizes.iter().copied()));
            anyhow!("unknown game `{name}`; {} (`games` lists them all)", remedy(name, known))
        })
    }
}

/// A digest of this program: of somebody else's game nothing else is known.
#[cfg(feature = "lab")]
fn program() -> Result<String> {
    let bytes = std::env::current_exe().and_then(std::fs::read);
    let bytes = bytes.context("this program cannot read itself, and so cannot know which results are its own")?;
    Ok(plysmith_lab::digest(&bytes)[..16].into())
}
