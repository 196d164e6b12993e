//! What a network is taught: examples, as many as there are, made when they are asked for.

use plysmith::net::Layout;

/// One example: what is put in, and what should come out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Example {
    /// The active inputs of each view; a network of one view looks at the first alone.
    pub views: [Vec<u16>; 2],
    /// Which outputs are taught.
    pub wanted: Vec<u16>,
    /// What each of them should be.
    pub targets: Vec<f32>,
}

impl Example {
    /// Takes everything out and keeps the room.
    pub fn clear(&mut self) {
        self.views.iter_mut().for_each(Vec::clear);
        self.wanted.clear();
        self.targets.clear();
    }

    /// Whether a network of this layout can be taught it.
    pub fn fits(&self, layout: &Layout) -> bool {
        let inputs = self.views[..layout.views].iter().flatten().all(|&input| usize::from(input) < layout.inputs);
        let outputs = self.wanted.iter().all(|&output| usize::from(output) < layout.outputs);
        inputs && outputs && self.wanted.len() == self.targets.len()
    }
}

/// Examples to learn from.
pub trait Examples: Sync {
    /// How many there are.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// So many that stand side by side are learned from one after the other. More than one is faster where there are too many for the caches, and no worse where those side by side have nothing to do with each other.
    fn together(&self) -> usize {
        1
    }

    /// Writes one of them over whatever `example` holds. It depends on nothing but the index and the epoch, so that training can be done again; by the epoch it may for instance be mirrored or not.
    fn example(&self, index: usize, epoch: u64, example: &mut Example);
}

/// Examples that are there already.
impl Examples for [Example] {
    fn len(&self) -> usize {
        <[Example]>::len(self)
    }

    fn example(&self, index: usize, _: u64, example: &mut Example) {
        let Example { views, wanted, targets } = &self[index];
        // Room is kept where `clone` would ask for new.
        example.views.iter_mut().zip(views).for_each(|(here, view)| here.clone_from(view));
        example.wanted.clone_from(wanted);
        example.targets.clone_from(targets);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_fits_only_networks_that_have_all_that_it_names() {
        let layout = Layout { first: 4, ..Layout::of(10, 2) };
        let example = Example { views: [vec![9], vec![50]], wanted: vec![1], targets: vec![0.5] };
        assert!(example.fits(&layout), "nobody looks at the second view");
        assert!(!example.fits(&Layout { views: 2, ..layout.clone() }));
        assert!(!example.fits(&Layout { outputs: 1, ..layout.clone() }));
        assert!(!Example { targets: vec![], ..example }.fits(&layout));
    }
}
