//! The transposition table: a position that was searched before need not be searched again.
//!
//! Two modes. `exact`: only an entry of equal depth counts, and the key holds everything that the value depends on (rule counters and a digest of
//! the positions that could be repeated), so that the value stays that of plain negamax. `practical`: the key is the position alone, as engines do
//! it; the value may then depend on which path filled the table.
//!
//! Entries are two words, read and written without locks; the key is stored mixed with the data, so that a torn pair is not mistaken for an entry
//! (R. Hyatt and T. Mann, *A lock-less transposition table implementation*, 2002). The table is emptied by a new generation, which costs nothing.
//!
//! Origin: R. Greenblatt and others, 1967; replacement schemes compared by D. Breuker, J. Uiterwijk and J. van den Herik, 1994.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Card, Category, Choosing, Enhancement, Orders, Parameters, Question, Shape, Uses};
use crate::game::{Game, hash};
use crate::part::{PartError, Parts};
use crate::score::{Bound, Depth, Score};
use crate::search::settings::Settings;
use crate::search::{Cut, Frame, NO_MOVE, Node, Search};

crate::choice! {
    /// What the key holds.
    Mode {
        /// Everything that the value depends on.
        Exact = "exact",
        /// The position.
        Practical = "practical",
    }
}

crate::choice! {
    /// Which entries answer for a search of a given depth, in practical mode; exact mode always wants equal depth.
    Answer {
        /// Only those of the same depth.
        Equal = "equal",
        /// Those of the same or a greater depth.
        AtLeast = "at_least",
    }
}

crate::choice! {
    /// Which entry gives way when a place is taken. Entries of earlier searches always do, in every scheme.
    Replace {
        /// The one that is there.
        New = "new",
        /// The new one: what is there stays.
        Old = "old",
        /// The one that was searched less deeply.
        Deep = "deep",
        /// Two places: the deeper one stays in the first, the second takes whatever is left.
        TwoLevel = "two_level",
        /// Four places: the shallowest gives way.
        Bucket = "bucket",
    }
}

crate::parameters! {
    bits: i32 = 20, 4, 27, "the table has 2^bits entries of 16 bytes";
    mode: Mode = Mode::Practical, 0, Mode::LAST, "what the key holds";
    answer: Answer = Answer::AtLeast, 0, Answer::LAST, "which depths answer";
    replace: Replace = Replace::TwoLevel, 0, Replace::LAST, "which entry gives way";
    min_depth: i32 = 2, 1, 6, "nodes with fewer plies left are neither looked up nor remembered";
    keep: bool = true, 0, 1, "entries survive from one search of a game to the next";
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The value, with wins counted from the position.
    pub score: Score,
    /// Which side of the value it is.
    pub bound: Bound,
    /// The depth of the search.
    pub depth: Depth,
    /// The best move by its index in generation order, or [`NO_MOVE`].
    pub index: u16,
}

/// See the [module](self).
pub struct Table;

impl Enhancement for Table {
    type Params = Params;
    type Memory = Tt;
    type Note = ();

    const CARD: Card = Card {
        name: "table",
        about: "remember the value of positions that were searched",
        category: Category::Memory,
        preserves: Some(
            "in exact mode; in practical mode with answer = \"equal\" where positions cannot repeat and no rule counts moves",
        ),
        risks: "memory; in practical mode values that depend on the way to a position",
        needs: &[],
        excludes: &[],
        capabilities: &[],
        origin: "Greenblatt, Eastlake and Crocker 1967; Breuker, Uiterwijk and van den Herik 1994",
        parameters: Params::CARDS,
        orders: Orders::No,
    };
    const SHARED: bool = true;
    // One of a thousand entries saved time in the short searches of a selection in Breakthrough.
    const CHOOSING: Choosing = Choosing { question: Question::Kept, growing: &["bits"], ..Choosing::FREE };
    const USES: Uses = Uses { hash: true, ..Uses::NOTHING };

    fn memory(params: &Params, _: &Shape, _: &Parts) -> Result<Tt, PartError> {
        Ok(Tt::new(params))
    }

    fn resized(params: &Params, like: &Params) -> Params {
        Params { bits: like.bits, ..*params }
    }

    fn fullness(memory: &Tt) -> Option<u32> {
        Some(memory.fullness())
    }

    fn join(_: &Params, memory: &mut Tt, main: &Tt) {
        *memory = Tt {
            buckets: Arc::clone(&main.buckets),
            mask: main.mask,
            generation: main.generation,
            oldest: main.oldest,
            ..Tt::default()
        };
    }

    fn forget(_: &Params, memory: &mut Tt) {
        memory.empty();
        memory.stores = 0;
    }

    fn begin_search(params: &Params, memory: &mut Tt) {
        // A generation in which nothing was stored can be used again: running out of them costs as much as a new table.
        let is_used = memory.stores > 0;
        (memory.probes, memory.hits, memory.cuts, memory.stores) = (0, 0, 0, 0);
        match (is_used, params.keep) {
            (true, true) => memory.age(),
            (true, false) => memory.empty(),
            (false, _) => {}
        }
    }

    fn counters(memory: &Tt) -> Vec<(&'static str, u64)> {
        vec![("probes", memory.probes), ("hits", memory.hits), ("cuts", memory.cuts), ("stores", memory.stores)]
    }

    #[inline(always)]
    fn probe<G: Game, S: Settings>(params: &Params, search: &mut Search<G, S>, frames: &mut [Frame<G>], node: &mut Node) -> Cut {
        if !node.depth.has(params.min_depth) {
            return Ok(None);
        }
        let place = search.place(params, &frames[0], node.depth);
        let table = &mut search.memory.table;
        table.probes += 1;
        let Some(entry) = table.get(place.key) else { return Ok(None) };
        table.hits += 1;
        node.hint = place.read(entry.index);
        // The root always has its moves searched: the caller wants the best move, not only its value.
        if node.ply == 0 || !params.answers(&entry, node.depth) {
            return Ok(None);
        }
        let score = entry.score.from_root(node.ply);
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => node.window.fails_high(score),
            Bound::Upper => node.window.fails_low(score),
        };
        table.cuts += u64::from(decides);
        Ok(decides.then_some(score))
    }

    #[inline(always)]
    fn leave<G: Game, S: Settings>(
        params: &Params,
        search: &mut Search<G, S>,
        here: &Frame<G>,
        node: &Node,
        best: Score,
        index: usize,
    ) {
        if !node.depth.has(params.min_depth) {
            return;
        }
        let place = search.place(params, here, node.depth);
        let bound = node.window.bound(best);
        let table = &mut search.memory.table;
        table.stores += 1;
        let index = place.write(index as u16);
        table.put(params, place.key, TableEntry { score: best.from_node(node.ply), bound, depth: node.depth, index });
    }
}

impl Params {
    /// Whether the entry may answer for a search of this depth.
    #[inline(always)]
    pub fn answers(&self, entry: &TableEntry, depth: Depth) -> bool {
        match (self.mode, self.answer) {
            (Mode::Practical, Answer::AtLeast) => entry.depth >= depth,
            _ => entry.depth == depth,
        }
    }
}

/// Where a position stands in the table, and as which of its images.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) key: u64,
    image: u16,
}

/// An index and an image share 16 bits; there are at most eight images.
const INDEX_BITS: u32 = 13;

impl Place {
    /// The index of a move as it is stored: with the image it belongs to.
    #[inline(always)]
    fn write(self, index: u16) -> u16 {
        if index >> INDEX_BITS == 0 { index | self.image << INDEX_BITS } else { NO_MOVE }
    }

    /// The inverse, if the move was stored for this image.
    #[inline(always)]
    fn read(self, stored: u16) -> u16 {
        if stored >> INDEX_BITS == self.image && stored != NO_MOVE { stored & ((1 << INDEX_BITS) - 1) } else { NO_MOVE }
    }
}

impl<G: Game, S: Settings> Search<'_, G, S> {
    /// Where a position stands in the table, to be searched to a depth.
    #[inline(always)]
    pub(crate) fn place(&self, params: &Params, here: &Frame<G>, depth: Depth) -> Place {
        let (mut key, image) = match &self.settings.choices().symmetry {
            Some(symmetry) => symmetry.image(self, &here.state, here.hash, depth),
            None => (here.hash, 0),
        };
        if params.mode == Mode::Exact {
            key ^= hash::mix(self.game.counters(&here.state)) ^ hash::mix(0);
            if G::REPETITION.is_some() {
                key ^= hash::mix(here.digest);
            }
        }
        Place { key, image }
    }

    /// What the table knows of a position searched to a depth.
    pub(crate) fn known(&self, here: &Frame<G>, depth: Depth) -> Option<TableEntry> {
        let params = self.settings.choices().table.as_ref()?;
        self.memory.table.get(self.place(params, here, depth).key)
    }

    /// The best move that the table knows for a position searched to a depth, by index, or [`NO_MOVE`].
    pub(crate) fn hint(&self, here: &Frame<G>, depth: Depth) -> u16 {
        let Some(params) = &self.settings.choices().table else { return NO_MOVE };
        let place = self.place(params, here, depth);
        self.memory.table.get(place.key).map_or(NO_MOVE, |entry| place.read(entry.index))
    }
}

/// The table itself.
#[derive(Debug, Default)]
pub struct Tt {
    /// Shared by the threads of an engine.
    buckets: Arc<[Bucket]>,
    mask: usize,
    /// Entries of this generation belong to the current search.
    generation: u64,
    /// Entries of an earlier generation do not exist.
    oldest: u64,
    probes: u64,
    hits: u64,
    cuts: u64,
    stores: u64,
}

/// Places that share a cache line. Every scheme looks for a key in all of them.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; PLACES]);

const PLACES: usize = 4;

/// Key and data; the key is mixed with the data.
#[derive(Debug, Default)]
struct Slot {
    key: AtomicU64,
    data: AtomicU64,
}

/// Generations have 8 bits; 0 marks a place that was never used.
const LAST_GENERATION: u64 = 255;

/// After so many searches since the table was emptied it is emptied again. An emptied table has room for all of them, so that nothing depends on what
/// the engine did before: the same game gives the same nodes in a new engine and in one that has played others.
const SEARCHES: u64 = 127;

impl Slot {
    #[inline(always)]
    fn load(&self) -> (u64, Data) {
        let data = self.data.load(Ordering::Relaxed);
        (self.key.load(Ordering::Relaxed) ^ data, Data(data))
    }

    #[inline(always)]
    fn store(&self, key: u64, data: Data) {
        self.key.store(key ^ data.0, Ordering::Relaxed);
        self.data.store(data.0, Ordering::Relaxed);
    }
}

/// An entry in 64 bits: score 24, index 16, depth 14, bound 2, generation 8.
#[derive(Clone, Copy)]
struct Data(u64);

impl Data {
    #[inline(always)]
    fn pack(entry: TableEntry, generation: u64) -> Data {
        let score = entry.score.points() as u64 & 0xff_ffff;
        let depth = entry.depth.units().clamp(0, 0x3fff) as u64;
        Data(score << 40 | u64::from(entry.index) << 24 | depth << 10 | (entry.bound as u64) << 8 | generation)
    }

    #[inline(always)]
    fn unpack(self) -> TableEntry {
        TableEntry {
            score: Score::from_points((self.0 as i64 >> 40) as i32),
            index: (self.0 >> 24) as u16,
            depth: self.depth(),
            bound: match self.0 >> 8 & 3 {
                1 => Bound::Lower,
                2 => Bound::Upper,
                _ => Bound::Exact,
            },
        }
    }

    #[inline(always)]
    fn depth(self) -> Depth {
        Depth::from_units((self.0 >> 10 & 0x3fff) as i32)
    }

    #[inline(always)]
    fn generation(self) -> u64 {
        self.0 & 0xff
    }
}

impl Tt {
    fn new(params: &Params) -> Tt {
        let count = (1 << params.bits) / PLACES;
        let buckets = (0..count).map(|_| Bucket::default()).collect();
        Tt { buckets, mask: count - 1, generation: 1, oldest: 1, ..Tt::default() }
    }

    /// Nothing is known any more.
    fn empty(&mut self) {
        self.generation += 1;
        if self.generation + SEARCHES > LAST_GENERATION {
            self.buckets.iter().flat_map(|bucket| &bucket.0).for_each(|slot| slot.store(0, Data(0)));
            self.generation = 1;
        }
        self.oldest = self.generation;
    }

    /// What is known now will give way to what comes.
    fn age(&mut self) {
        self.generation += 1;
        if self.generation > self.oldest + SEARCHES {
            self.empty();
        }
    }

    /// How full the table is with entries of this search, in thousandths, judged by a sample.
    pub fn fullness(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(64)];
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        let used = slots.filter(|slot| slot.load().1.generation() == self.generation).count();
        (used * 1_000 / (sample.len() * PLACES).max(1)) as u32
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[Slot; PLACES] {
        &self.buckets[key as usize & self.mask].0
    }

    /// What is known under this key.
    #[inline(always)]
    pub fn get(&self, key: u64) -> Option<TableEntry> {
        self.bucket(key).iter().find_map(|slot| {
            let (found, data) = slot.load();
            (found == key && data.generation() >= self.oldest).then(|| data.unpack())
        })
    }

    /// Remembers an entry, if the scheme lets it.
    #[inline(always)]
    fn put(&self, params: &Params, key: u64, entry: TableEntry) {
        let data = Data::pack(entry, self.generation);
        let (bucket, generation) = (self.bucket(key), self.generation);
        let home = (key >> 60) as usize % PLACES;
        let place = match params.replace {
            Replace::New => Some(home),
            Replace::Old => bucket[home].gives_way(key, generation).then_some(home),
            Replace::Deep => (bucket[home].gives_way(key, generation) || bucket[home].depth() <= entry.depth).then_some(home),
            Replace::TwoLevel => Some(two_level(bucket, home, key, entry.depth, generation)),
            Replace::Bucket => Some(shallowest(bucket, key, generation)),
        };
        if let Some(place) = place {
            bucket[place].store(key, data);
        }
    }
}

impl Slot {
    /// The place holds nothing, the same position, or something from an earlier search.
    #[inline(always)]
    fn gives_way(&self, key: u64, generation: u64) -> bool {
        let (found, data) = self.load();
        found == key || data.generation() != generation
    }

    #[inline(always)]
    fn depth(&self) -> Depth {
        self.load().1.depth()
    }
}

/// The place for a new entry; the deeper entry that it displaces moves to the second place.
#[inline(always)]
fn two_level(bucket: &[Slot; PLACES], home: usize, key: u64, depth: Depth, generation: u64) -> usize {
    let (deep, other) = (home & !1, home | 1);
    if bucket[deep].gives_way(key, generation) {
        return deep;
    }
    if bucket[deep].depth() <= depth {
        let (old_key, old) = bucket[deep].load();
        bucket[other].store(old_key, old);
        return deep;
    }
    other
}

/// The place among the four that gives way first.
#[inline(always)]
fn shallowest(bucket: &[Slot; PLACES], key: u64, generation: u64) -> usize {
    let mut worst = 0;
    for (place, slot) in bucket.iter().enumerate() {
        if slot.gives_way(key, generation) {
            return place;
        }
        if slot.depth() < bucket[worst].depth() {
            worst = place;
        }
    }
    worst
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(points: i32, depth: u32) -> TableEntry {
        TableEntry { score: Score::from_points(points), bound: Bound::Lower, depth: Depth::plies(depth), index: 7 }
    }

    fn table(replace: Replace) -> (Params, Tt) {
        let params = Params { bits: 4, replace, ..Params::DEFAULT };
        (params, Tt::new(&params))
    }

    /// Keys that share a home.
    fn rival(i: u64) -> u64 {
        i << 8
    }

    #[test]
    fn an_entry_survives_packing() {
        for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
            for score in [Score::win(1_500, 0), Score::loss(1_500, 0), Score::DRAW, -Score::INFINITE, Score::from_points(-1)] {
                for depth in [Depth::ZERO, Depth::from_units(33), Depth::plies(255)] {
                    let entry = TableEntry { score, bound, depth, index: NO_MOVE };
                    assert_eq!(Data::pack(entry, 255).unpack(), entry);
                }
            }
        }
    }

    #[test]
    fn a_move_is_known_only_for_the_image_that_it_was_stored_for() {
        let place = |image| Place { key: 1, image };
        for image in 0..8 {
            for index in [0, 1, 8_190] {
                assert_eq!(place(image).read(place(image).write(index)), index);
                assert_eq!(place((image + 1) % 8).read(place(image).write(index)), NO_MOVE);
            }
            assert_eq!(place(image).read(place(image).write(8_192)), NO_MOVE);
        }
    }

    #[test]
    fn each_scheme_replaces_as_it_says() {
        let known = |replace, depths: &[u32]| {
            let (params, table) = table(replace);
            for (i, &depth) in depths.iter().enumerate() {
                table.put(&params, rival(i as u64), entry(i as i32, depth));
            }
            (0..depths.len() as u64).filter(|&i| table.get(rival(i)).is_some()).collect::<Vec<_>>()
        };
        assert_eq!(known(Replace::New, &[5, 3, 4]), [2]);
        assert_eq!(known(Replace::Old, &[5, 3, 9]), [0]);
        assert_eq!(known(Replace::Deep, &[5, 3, 4]), [0]);
        assert_eq!(known(Replace::Deep, &[5, 3, 6]), [2]);
        assert_eq!(known(Replace::TwoLevel, &[5, 3, 4]), [0, 2]);
        assert_eq!(known(Replace::TwoLevel, &[5, 6, 4]), [1, 2]);
        assert_eq!(known(Replace::Bucket, &[5, 3, 4, 6, 2]), [0, 2, 3, 4]);
    }

    #[test]
    fn entries_of_an_earlier_search_are_known_but_give_way() {
        let (params, mut table) = table(Replace::Old);
        table.put(&params, rival(1), entry(1, 9));
        table.age();
        assert!(table.get(rival(1)).is_some());
        table.put(&params, rival(2), entry(2, 1));
        assert!(table.get(rival(1)).is_none() && table.get(rival(2)).is_some());
    }

    #[test]
    fn an_emptied_table_knows_nothing_however_often_it_was_emptied() {
        let (params, mut table) = table(Replace::Deep);
        for round in 0..1_000 {
            table.put(&params, rival(round), entry(1, 9));
            assert!(table.get(rival(round)).is_some());
            table.empty();
            assert!((0..=round).all(|i| table.get(rival(i)).is_none()), "round {round}");
        }
    }

    /// Once a table ran out of generations in the middle of a game, at a move that depended on how many games its engine had played.
    #[test]
    fn an_entry_lasts_as_long_in_an_emptied_table_as_in_a_new_one() {
        let lasts = |table: &mut Tt, params: &Params| {
            table.put(params, rival(1), entry(1, 9));
            (0..1_000).take_while(|_| table.get(rival(1)).is_some().then(|| table.age()).is_some()).count()
        };
        let (params, mut table) = table(Replace::TwoLevel);
        let new = lasts(&mut table, &params);
        for searches in 0..400 {
            table.empty();
            (0..searches).for_each(|_| table.age());
            table.empty();
            assert_eq!(lasts(&mut table, &params), new, "after {searches} searches");
        }
    }
}
