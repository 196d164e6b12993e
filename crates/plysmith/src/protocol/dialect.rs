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
}

/// The Universal Game Interface, as described at <https://github.com/kz04px/cutegames/blob/master/ugi.md>.
pub const UGI: Dialect = Dialect {
    hello: "ugi",
    hello_done: "ugiok",
    new_game: "uginewgame",
    times: ["p1time", "p2time"],
    increments: ["p1inc", "p2inc"],
    no_move: "0000",
};
