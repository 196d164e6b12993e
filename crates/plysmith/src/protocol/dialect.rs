//! What differs between the protocols of the UCI family.

/// The words of a protocol.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// The name of the protocol, which is also how the other side says hello.
    pub hello: &'static str,
    /// The end of our answer to that.
    pub hello_done: &'static str,
    /// A new game begins.
    pub new_game: &'static str,
    /// The time left of the first and the second side.
    pub times: [&'static str; 2],
    /// What each side gains with a move.
    pub increments: [&'static str; 2],
    /// The move of a side that has none.
    pub no_move: &'static str,
    /// A move is followed by the answer that is expected to it, on which the other side may let us ponder.
    pub names_answer: bool,
    /// The option that says which game is played, in a protocol that began with one game.
    pub variant: Option<&'static str>,
}

/// The Universal Chess Interface, as described by S. Meyer-Kahlen in 2006 and extended to other games by `UCI_Variant`.
pub const UCI: Dialect = Dialect {
    hello: "uci",
    hello_done: "uciok",
    new_game: "ucinewgame",
    times: ["wtime", "btime"],
    increments: ["winc", "binc"],
    no_move: "(none)",
    names_answer: true,
    variant: Some("UCI_Variant"),
};

/// The Universal Game Interface, as described at <https://github.com/kz04px/cutegames/blob/master/ugi.md>.
pub const UGI: Dialect = Dialect {
    hello: "ugi",
    hello_done: "ugiok",
    new_game: "uginewgame",
    times: ["p1time", "p2time"],
    increments: ["p1inc", "p2inc"],
    no_move: "0000",
    names_answer: false,
    variant: None,
};

/// The Universal Ataxx Interface, as engines and match runners for Ataxx speak it. Black, who moves first, has the clock `btime`.
pub const UAI: Dialect = Dialect {
    hello: "uai",
    hello_done: "uaiok",
    new_game: "uainewgame",
    times: ["btime", "wtime"],
    increments: ["binc", "winc"],
    no_move: "0000",
    names_answer: false,
    variant: None,
};

/// Every dialect there is; each is known by how it says hello.
pub const DIALECTS: [&Dialect; 3] = [&UGI, &UCI, &UAI];

impl Dialect {
    /// The dialect of this name.
    pub fn named(name: &str) -> Option<&'static Dialect> {
        DIALECTS.into_iter().find(|dialect| dialect.hello == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dialect_is_known_by_its_name_and_has_words_of_its_own() {
        for dialect in DIALECTS {
            assert_eq!(Dialect::named(dialect.hello).map(|found| found.new_game), Some(dialect.new_game));
            assert_eq!(dialect.hello_done, format!("{}ok", dialect.hello));
        }
        assert!(Dialect::named("xboard").is_none());
    }
}
