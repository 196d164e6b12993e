//! What follows from the list of enhancements: the choices of a spec, the memory of a search, and the stations at which every enhancement that is on takes part.

/// Makes everything that follows from the list of enhancements.
macro_rules! enhancements {
    ($($name:ident => $type:ident,)*) => {
        /// The number of enhancements.
        pub const COUNT: usize = CARDS.len();

        /// What parameters were called in older specs, by enhancement.
        pub(crate) const FORMERLY: [&[Former]; COUNT] = [$(<$name::$type as Enhancement>::FORMERLY,)*];

        /// How a selection deals with each, in the order of the list.
        const CHOOSING: [Choosing; COUNT] = [$(<$name::$type as Enhancement>::CHOOSING,)*];

        /// The cards, in the order of the list.
        pub const CARDS: &[Card] = &[$(<$name::$type as Enhancement>::CARD,)*];

        /// The enhancements that are on, with their parameters, and the precedence among those that order moves.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Choices {
            $(#[doc = concat!("The enhancement `", stringify!($name), "`.")] pub $name: Option<$name::Params>,)*
            /// Where the rank of each entry of the precedence stands in a move's ordering key; see [`Choices::ordered`].
            pub shifts: [u8; ENTRIES],
            /// Tiers before worth stand from this bit of the key on; 0 without worth.
            pub above_worth: u8,
            /// Who tells how positions look.
            pub evaluator: Evaluator,
            /// The capabilities of the game that the search does without.
            pub hidden: Capabilities,
        }

        /// The place of an enhancement in the list.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Place { $($name,)* }

        impl Choices {
            /// Nothing is on: plain negamax.
            pub const NONE: Choices = Choices {
                $($name: None,)*
                shifts: [0; ENTRIES],
                above_worth: 0,
                evaluator: Evaluator::Game,
                hidden: Capabilities::NONE,
            };

            /// Whether the enhancement at this place of the list is on.
            pub fn is_on(&self, place: usize) -> bool {
                [$(self.$name.is_some(),)*][place]
            }

            /// Switches the enhancement at this place of the list on with its default parameters, or off.
            pub fn switch(&mut self, place: usize, on: bool) {
                $(if place == Place::$name as usize {
                    self.$name = on.then_some(<<$name::$type as Enhancement>::Params as Parameters>::DEFAULT);
                })*
            }

            /// The value of a parameter of an enhancement that is on; see [`Parameters::value`].
            pub fn value(&self, place: usize, parameter: usize) -> Option<ParameterValue> {
                $(if place == Place::$name as usize {
                    return self.$name.as_ref().map(|params| params.value(parameter));
                })*
                None
            }

            /// Changes a parameter of an enhancement that is on to a value of its kind.
            pub(crate) fn set(
                &mut self,
                place: usize,
                parameter: usize,
                value: &ParameterValue,
                codes: Codes,
            ) -> Result<(), crate::spec::SpecError> {
                $(if place == Place::$name as usize && let Some(params) = &mut self.$name {
                    params.set(parameter, value, codes)?;
                })*
                Ok(())
            }

            /// What is on, each as the Rust text of its field.
            pub(crate) fn fields(&self) -> Vec<String> {
                let mut fields = Vec::new();
                if !self.game_evaluates() {
                    fields.push(format!("evaluator: {}", self.evaluator.code()));
                }
                if !self.hidden.is_empty() {
                    let names = self.hidden.iter().map(|capability| format!(".with(plysmith::game::Capability::{capability:?})"));
                    fields.push(format!("hidden: plysmith::game::Capabilities::NONE{}", names.collect::<String>()));
                }
                $(if let Some(params) = &self.$name {
                    fields.push(format!("{}: Some({})", stringify!($name), params.code()));
                })*
                fields
            }

            /// The same choices with the sizes of others; see [`Enhancement::resized`].
            fn resized(&self, like: &Choices) -> Choices {
                let mut resized = *self;
                $(if let (Some(params), Some(like)) = (&mut resized.$name, &like.$name) {
                    *params = $name::$type::resized(params, like);
                })*
                resized
            }

            /// Some enhancement that is on orders the moves of this node.
            #[inline(always)]
            pub(crate) fn order_moves(&self, node: &Node) -> bool {
                $((!matches!(<$name::$type as Enhancement>::CARD.orders, Orders::No)
                    && self.$name.as_ref().is_some_and(|params| $name::$type::orders(params, node))) || )* false
            }

            /// Some enhancement that is on adds to the worth of moves at this node.
            #[inline(always)]
            pub(crate) fn value_moves(&self, node: &Node) -> bool {
                $((matches!(<$name::$type as Enhancement>::CARD.orders, Orders::Worth)
                    && self.$name.as_ref().is_some_and(|params| $name::$type::orders(params, node))) || )* false
            }

            /// Some enhancement that is on has tiers behind worth at this node.
            #[inline(always)]
            pub(crate) fn order_late(&self, node: &Node) -> bool {
                $((<$name::$type as Enhancement>::CARD.orders.bits() > 0
                    && self.shifts[Place::$name as usize] < self.above_worth
                    && self.$name.as_ref().is_some_and(|params| $name::$type::orders(params, node))) || )* false
            }

            /// Some enhancement that is on puts the moves of the root in order.
            #[inline(always)]
            pub(crate) fn arranges(&self) -> bool {
                $((matches!(<$name::$type as Enhancement>::CARD.orders, Orders::Root) && self.$name.is_some()) || )* false
            }

            /// Some enhancement that is on orders moves at some node.
            pub(crate) fn orders_anywhere(&self) -> bool {
                $((!matches!(<$name::$type as Enhancement>::CARD.orders, Orders::No) && self.$name.is_some()) || )* false
            }

            /// A node is left as soon as a move is too good for the opponent to allow it.
            #[inline(always)]
            pub(crate) fn cuts(&self) -> bool {
                $((<$name::$type as Enhancement>::CUTS && self.$name.is_some()) || )* false
            }

            /// Positions at the horizon have another value than what they look like.
            #[inline(always)]
            pub(crate) fn settles(&self) -> bool {
                $((<$name::$type as Enhancement>::SETTLES && self.$name.is_some()) || )* false
            }

            /// Moves cost what their categories say, and no selective station is needed for that.
            #[inline(always)]
            pub(crate) fn grades(&self) -> bool {
                $((<$name::$type as Enhancement>::BY_CATEGORY && self.$name.is_some()) || )* false
            }

            /// The same without those whose memory is shared.
            fn unshared(&self) -> Choices {
                let mut unshared = *self;
                $(if <$name::$type as Enhancement>::SHARED { unshared.$name = None; })*
                unshared
            }

            /// Threads of a search share something.
            pub(crate) fn shares(&self) -> bool {
                $((<$name::$type as Enhancement>::SHARED && self.$name.is_some()) || )* false
            }

            /// The table's move comes before all others.
            #[inline(always)]
            pub(crate) fn hint_leads(&self) -> bool {
                $((<$name::$type as Enhancement>::HINTED && self.$name.is_some()
                    && u32::from(self.shifts[Place::$name as usize]) == crate::search::TOP - 1) || )* false
            }

            /// What a move costs that is in no category.
            pub(crate) fn otherwise(&self) -> Depth {
                $(if let Some(cost) = self.$name.as_ref().and_then($name::$type::otherwise) {
                    return cost;
                })*
                Depth::PLY
            }

            /// What the enhancements that are on want the search to keep up to date.
            #[inline(always)]
            pub(crate) fn uses_hash(&self) -> bool {
                $((<$name::$type as Enhancement>::USES.hash && self.$name.is_some()) || )* false
            }

            /// Ids, for tiers that are filled at this node before worth.
            #[inline(always)]
            pub(crate) fn tiers_use_ids(&self, node: &Node) -> bool {
                $((<$name::$type as Enhancement>::USES.ids
                    && !matches!(<$name::$type as Enhancement>::CARD.orders, Orders::Worth)
                    && self.shifts[Place::$name as usize] >= self.above_worth
                    && self.$name.as_ref().is_some_and(|params| $name::$type::orders(params, node))) || )* false
            }

            /// Ids, for whatever orders moves at this node.
            #[inline(always)]
            pub(crate) fn uses_ids(&self, node: &Node) -> bool {
                $((<$name::$type as Enhancement>::USES.ids
                    && self.$name.as_ref().is_some_and(|params| $name::$type::orders(params, node))) || )* false
            }

            #[inline(always)]
            pub(crate) fn uses_quiet(&self) -> bool {
                $((<$name::$type as Enhancement>::USES.quiet && self.$name.is_some()) || )* false
            }

            #[inline(always)]
            pub(crate) fn uses_previous(&self) -> bool {
                $((<$name::$type as Enhancement>::USES.previous && self.$name.is_some()) || )* false
            }

            #[inline(always)]
            pub(crate) fn uses_atoms(&self) -> bool {
                $((<$name::$type as Enhancement>::USES.atoms && self.$name.is_some()) || )* false
            }

            /// Something is on that takes part at the selective stations, or another than the game evaluates. What follows from the categories of moves alone needs none of them.
            pub const fn is_selective(&self) -> bool {
                $((<$name::$type as Enhancement>::CARD.is_selective() && !<$name::$type as Enhancement>::BY_CATEGORY && self.$name.is_some()) || )*
                    self.looks_by_category() || !self.game_evaluates()
            }
        }

        /// What the enhancements noted at a node.
        #[derive(Clone, Copy, Default)]
        pub struct Notes {
            $(#[doc = concat!("Of `", stringify!($name), "`.")] pub $name: <$name::$type as Enhancement>::Note,)*
        }

        /// What the enhancements remember.
        pub struct Memory {
            $(pub(crate) $name: <$name::$type as Enhancement>::Memory,)*
            /// What a network keeps from one evaluation to the next.
            pub(crate) network: NetMemory,
        }

        impl Memory {
            /// Sets up the memory of the enhancements that are on.
            pub(crate) fn new(choices: &Choices, shape: &Shape, parts: &Parts) -> Result<Memory, crate::spec::SpecError> {
                Ok(Memory {
                    $($name: match &choices.$name {
                        Some(params) => $name::$type::memory(params, shape, parts).map_err(|error| crate::spec::SpecError::part(stringify!($name), error))?,
                        None => Default::default(),
                    },)*
                    network: NetMemory::default(),
                })
            }

            /// Sets up the memory of another thread; what is shared comes with [`Memory::join`].
            pub(crate) fn beside(choices: &Choices, shape: &Shape, parts: &Parts) -> Result<Memory, crate::spec::SpecError> {
                Memory::new(&choices.unshared(), shape, parts)
            }

            /// A search begins that works beside another one.
            pub(crate) fn join(&mut self, choices: &Choices, main: &Memory) {
                $(if let Some(params) = &choices.$name { $name::$type::join(params, &mut self.$name, &main.$name); })*
            }

            /// Forgets everything, `own` only what is not shared with the main thread.
            pub(crate) fn forget(&mut self, choices: &Choices, own: bool) {
                let unshared;
                let choices = if own {
                    unshared = choices.unshared();
                    &unshared
                } else {
                    choices
                };
                $(if let Some(params) = &choices.$name { $name::$type::forget(params, &mut self.$name); })*
            }

            pub(crate) fn begin_search(&mut self, choices: &Choices) {
                $(if let Some(params) = &choices.$name { $name::$type::begin_search(params, &mut self.$name); })*
            }

            pub(crate) fn begin_iteration(&mut self, choices: &Choices, line: &[u16]) {
                $(if let Some(params) = &choices.$name { $name::$type::begin_iteration(params, &mut self.$name, line); })*
            }

            /// How full the memory is that can fill up, in thousandths; 0 without one.
            pub(crate) fn fullness(&self, choices: &Choices) -> u32 {
                $(if choices.$name.is_some() && let Some(fullness) = $name::$type::fullness(&self.$name) {
                    return fullness;
                })*
                0
            }

            /// What was sampled, by those who sampled anything.
            pub(crate) fn samples(&self, choices: &Choices) -> Vec<Samples> {
                let mut samples = Vec::new();
                $(if let Some(params) = &choices.$name {
                    let mut values = Vec::new();
                    $name::$type::samples(params, &self.$name, &mut values);
                    if !values.is_empty() {
                        samples.push(Samples { enhancement: stringify!($name), values });
                    }
                })*
                samples
            }

            pub(crate) fn counters(&self, choices: &Choices) -> Vec<Counter> {
                let mut counters = Vec::new();
                $(if choices.$name.is_some() {
                    let own = $name::$type::counters(&self.$name).into_iter();
                    counters.extend(own.map(|(name, count)| Counter { enhancement: stringify!($name), name, count }));
                })*
                counters
            }
        }

        /// The stations: every enhancement that is on takes part, in the order of the list.
        impl<'a, G: Game, S: Settings> Search<'a, G, S> {
            pub(crate) fn next_depth(&self, done: u32, target: Option<u32>) -> Option<u32> {
                let choices = self.settings.choices();
                $(if let Some(params) = &choices.$name && let Some(depth) = $name::$type::next_depth(params, done, target) {
                    return Some(depth);
                })*
                None
            }

            pub(crate) fn drive(&mut self, frames: &mut [Frame<G>], depth: Depth, guess: Option<Score>) -> Value {
                let choices = self.settings.choices();
                $(if let Some(params) = &choices.$name && let Some(value) = $name::$type::drive(params, self, frames, depth, guess) {
                    return value;
                })*
                self.open(frames, depth, crate::Window::FULL)
            }

            #[inline(always)]
            pub(crate) fn station_probe(&mut self, frames: &mut [Frame<G>], node: &mut Node) -> Cut {
                let choices = self.settings.choices();
                $(if let Some(params) = &choices.$name && let Some(score) = $name::$type::probe(params, self, frames, node)? {
                    self.actor = Place::$name as usize;
                    return Ok(Some(score));
                })*
                Ok(None)
            }

            #[inline(always)]
            pub(crate) fn station_cut(&mut self, frames: &mut [Frame<G>], node: &mut Node) -> Cut {
                let choices = self.settings.choices();
                $(if let Some(params) = &choices.$name && let Some(score) = $name::$type::cut(params, self, frames, node)? {
                    self.actor = Place::$name as usize;
                    return Ok(Some(score));
                })*
                Ok(None)
            }

            /// The tiers before worth, those behind it, or all; see [`tiers`].
            #[inline(always)]
            pub(crate) fn station_order(&mut self, here: &mut Frame<G>, node: &Node, which: u8) {
                let choices = self.settings.choices();
                $(if <$name::$type as Enhancement>::CARD.orders.bits() > 0
                    && let Some(params) = &choices.$name
                    && (which == tiers::EARLY | tiers::LATE
                        || (choices.shifts[Place::$name as usize] < choices.above_worth) == (which == tiers::LATE))
                    && $name::$type::orders(params, node)
                {
                    $name::$type::rank(params, self, here, node, choices.shifts[Place::$name as usize].into());
                })*
            }

            #[inline(always)]
            pub(crate) fn station_worth(&mut self, here: &mut Frame<G>, node: &Node) {
                let choices = self.settings.choices();
                $(if matches!(<$name::$type as Enhancement>::CARD.orders, Orders::Worth)
                    && let Some(params) = &choices.$name
                    && $name::$type::orders(params, node)
                {
                    $name::$type::worth(params, self, here, node);
                })*
            }

            /// Whether the moves are in order by now: only at the root.
            #[inline(always)]
            pub(crate) fn station_arrange(&mut self, here: &mut Frame<G>, node: &Node) -> bool {
                let choices = self.settings.choices();
                $(if matches!(<$name::$type as Enhancement>::CARD.orders, Orders::Root)
                    && node.ply == 0
                    && let Some(params) = &choices.$name
                {
                    $name::$type::arrange(params, self, here, choices.shifts[Place::$name as usize].into());
                    return true;
                })*
                false
            }

            #[inline(always)]
            pub(crate) fn station_walk(&mut self, here: &Frame<G>, node: &Node) -> Option<Picker> {
                let choices = self.settings.choices();
                $(if let Some(params) = &choices.$name && let Some(picker) = $name::$type::walk(params, self, here, node) {
                    return Some(picker);
                })*
                None
            }

            #[inline(always)]
            pub(crate) fn station_grade(&mut self, here: &mut Frame<G>, index: usize) -> Depth {
                let choices = self.settings.choices();
                $(if <$name::$type as Enhancement>::BY_CATEGORY && let Some(params) = &choices.$name {
                    return $name::$type::grade(params, self, here, index);
                })*
                Depth::PLY
            }

            #[inline(always)]
            pub(crate) fn station_changed(&mut self, here: &mut Frame<G>, node: &Node, index: usize, score: Score) {
                let choices = self.settings.choices();
                $(if let Some(params) = &choices.$name {
                    $name::$type::changed(params, self, here, node, index, score);
                })*
            }

            #[inline(always)]
            pub(crate) fn station_scout(&self, node: &Node, turn: usize) -> bool {
                let choices = self.settings.choices();
                $(choices.$name.as_ref().is_some_and(|params| $name::$type::scout(params, node, turn)) || )* false
            }

            #[inline(always)]
            pub(crate) fn station_estimate(&mut self, frames: &mut [Frame<G>], node: &mut Node) -> Cut {
                let choices = self.settings.choices();
                $(if let Some(params) = &choices.$name {
                    let depth = node.depth;
                    let cut = $name::$type::estimate(params, self, frames, node)?;
                    if cut.is_some() {
                        self.actor = Place::$name as usize;
                        return Ok(cut);
                    }
                    if node.depth != depth {
                        self.actor = Place::$name as usize;
                        self.tell(&frames[0], node, What::Changed(node.depth - depth));
                    }
                })*
                Ok(None)
            }

            #[inline(always)]
            pub(crate) fn station_examine(&mut self, frames: &mut [Frame<G>], node: &Node) -> Cut {
                let choices = self.settings.choices();
                $(if let Some(params) = &choices.$name {
                    let before = frames[0].judged.extension;
                    let cut = $name::$type::examine(params, self, frames, node)?;
                    if cut.is_some() {
                        self.actor = Place::$name as usize;
                        return Ok(cut);
                    }
                    let extension = frames[0].judged.extension;
                    if extension != before {
                        self.actor = Place::$name as usize;
                        self.tell(&frames[0], node, What::Changed(extension - before));
                    }
                })*
                Ok(None)
            }

            #[inline(always)]
            pub(crate) fn station_skip(&mut self, here: &Frame<G>, node: &Node, turn: &Turn) -> Option<Score> {
                let choices = self.settings.choices();
                $(if let Some(params) = &choices.$name && let Some(score) = $name::$type::skip(params, self, here, node, turn) {
                    self.actor = Place::$name as usize;
                    return Some(score);
                })*
                None
            }

            #[inline(always)]
            pub(crate) fn station_plan(&mut self, here: &mut Frame<G>, node: &Node, turn: &Turn) -> MovePlan {
                let choices = self.settings.choices();
                let mut plan = MovePlan::PLAIN;
                let mut graded = turn.graded;
                $(if (graded || !<$name::$type as Enhancement>::USES.atoms) && let Some(params) = &choices.$name {
                    // Those who go by categories exclude each other.
                    graded &= !<$name::$type as Enhancement>::USES.atoms;
                    let before = plan;
                    $name::$type::plan(params, self, here, node, turn, &mut plan);
                    if plan != before {
                        self.actor = Place::$name as usize;
                        if plan.cost != before.cost {
                            self.tell(here, node, What::Costs(plan.cost - before.cost));
                        }
                        if plan.reduction != before.reduction {
                            self.tell(here, node, What::Reduced(plan.reduction - before.reduction));
                        }
                    }
                })*
                plan
            }

            #[inline(always)]
            pub(crate) fn station_weigh(&mut self, here: &Frame<G>, node: &Node, tried: usize, last: Option<usize>) {
                let choices = self.settings.choices();
                $(if let Some(params) = &choices.$name {
                    $name::$type::weigh(params, self, here, node, tried, last);
                })*
            }

            #[inline(always)]
            pub(crate) fn station_leaf(&mut self, frames: &mut [Frame<G>], window: Window) -> Option<Value> {
                let choices = self.settings.choices();
                $(if let Some(params) = &choices.$name && let Some(value) = $name::$type::leaf(params, self, frames, window) {
                    return Some(value);
                })*
                None
            }

            #[inline(always)]
            pub(crate) fn station_learn(&mut self, here: &Frame<G>, node: &Node, cutoff: Cutoff) {
                let choices = self.settings.choices();
                $(if let Some(params) = &choices.$name {
                    $name::$type::learn(params, self, here, node, cutoff);
                })*
            }

            #[inline(always)]
            pub(crate) fn station_leave(&mut self, here: &Frame<G>, node: &Node, best: Score, index: usize) {
                let choices = self.settings.choices();
                $(if let Some(params) = &choices.$name {
                    $name::$type::leave(params, self, here, node, best, index);
                })*
            }
        }
    };
}

pub(super) use enhancements;
