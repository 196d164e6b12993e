//! The games that the commands can be given: the bundled ones, or one's own.

#[cfg(feature = "lab")]
use anyhow::Context;
use anyhow::{Result, anyhow};
use plysmith::Arena;
use plysmith::Game;
use plysmith::arena::GameArena;

use plysmith::spec::remedy;

use crate::output::hints;

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

/// Where a game comes from, for those who want it in a crate of its own.
pub enum Origin {
    /// From the crate of the games.
    #[cfg(feature = "bundled")]
    Bundled {
        /// The feature that it needs.
        feature: String,
        /// The Rust expression that makes it, from the root of that crate on.
        expression: String,
    },
    /// From a crate of somebody's own.
    Own {
        /// Its type in Rust.
        kind: String,
        /// The type's default makes it.
        default: bool,
    },
}

/// Says where the game of a name comes from.
type Whence = Box<dyn Fn(&str) -> Option<Origin>>;

/// The games there are.
pub struct Games {
    list: Vec<Listed>,
    find: Find,
    beneath: fn(&str) -> Option<Beneath>,
    origin: Whence,
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
            origin: Box::new(|name| {
                plysmith_games::code(name).map(|(feature, expression)| Origin::Bundled { feature: feature.into(), expression })
            }),
            own: false,
            #[cfg(feature = "lab")]
            build: Box::new(|| Ok(format!("{}-{}", plysmith::BUILD, plysmith_games::BUILD))),
        }
    }

    /// One game of the user's own: commands need not name it.
    pub fn own<G: Game>(game: G) -> Games {
        Games::made(game, false)
    }

    /// The same for a game that its type makes by default.
    pub fn own_default<G: Game + Default>() -> Games {
        Games::made(G::default(), true)
    }

    fn made<G: Game>(game: G, default: bool) -> Games {
        let name = game.name();
        let list = vec![Listed { name: name.clone(), about: "the game of this program", sizes: &[] }];
        Games {
            list,
            find: Box::new(move |asked| (asked == name).then(|| Box::new(GameArena::new(game.clone())) as Box<dyn Arena>)),
            beneath: |_| None,
            origin: Box::new(move |_| Some(Origin::Own { kind: std::any::type_name::<G>().into(), default })),
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

    /// A command of this program about a game, as somebody would type it.
    pub fn line(&self, command: &str, game: &str, rest: &str) -> String {
        match self.only() {
            Some(_) => self.typed(&format!("{command} {rest}")),
            None => self.typed(&format!("{command} {game} {rest}")),
        }
    }

    /// A command of this program that is about no game, or names it otherwise, as somebody would type it.
    pub fn typed(&self, words: &str) -> String {
        format!("{} {words}", if self.own { hints::OWN } else { hints::PROGRAM })
    }

    /// The list.
    pub fn list(&self) -> &[Listed] {
        &self.list
    }

    /// The library that the rules of this game stand on, if they do.
    pub fn beneath(&self, name: &str) -> Option<Beneath> {
        (self.beneath)(name)
    }

    /// Where a game comes from that can be found.
    pub fn origin(&self, name: &str) -> Result<Origin> {
        (self.origin)(name).ok_or_else(|| anyhow!("nobody knows where the game `{name}` comes from"))
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
