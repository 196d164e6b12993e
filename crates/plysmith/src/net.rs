//! Inference of small networks whose inputs are sparse: lists of the inputs that are on.
//!
//! A network ([`Network`]) has one or two *views* of a position, each a list of active inputs. The sparse first layer has the same weights for every view; what comes out of it is put in a row, dense
//! hidden layers follow, then the outputs, of which only the wanted ones are computed. Inputs of the first view may also be connected to the outputs directly. How many there are of everything says a
//! [`Layout`]. A network is kept as a part of the kind `network`. It is learned elsewhere; here it only answers.
//!
//! What evaluates positions in a search is one of another kind ([`EvaluationNet`]): in whole numbers, and with a memory of the last position at each ply.
//!
//! All arithmetic here is additions, multiplications and divisions of `f32` in a fixed order, with an exponential of its own: the answers are the same on every machine.
//!
//! ```
//! use plysmith::net::{Activation, Layout, Network, Scratch};
//!
//! let layout = Layout { first: 16, views: 2, ..Layout::of(128, 1) };
//! let network = Network::seeded(layout, 1).unwrap();
//! let (mut scratch, mut out) = (Scratch::default(), Vec::new());
//! network.forward(&[&[3, 70], &[5, 66]], &[0], &mut scratch, &mut out);
//! assert_eq!(out.len(), 1);
//! assert!(out[0].is_finite());
//! ```

mod activation;
pub mod evaluation;
pub mod kernel;
mod layout;
mod network;
mod stored;

pub use activation::{Activation, LEAK, exponential};
pub use evaluation::{EvaluationNet, NetCard, NetMemory, Quantised, SharedNet};
pub use layout::{Dense, Hidden, Layout, LayoutError, Ranges};
pub use network::{Network, Scratch, WeightsError};
