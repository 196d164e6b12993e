//! Plots as SVG inside a page: no script, no font, no reference to anything outside.
//!
//! Every picture is drawn for a width, in pixels of the page: once for a desk and once for a phone, so that letters keep their
//! size and the page chooses by its style. Colours are variables of that style; shapes and dashes tell apart what colours do.

mod course;
mod frame;
mod heat;
mod intervals;
mod lines;
mod path;
mod pen;
mod rows;
mod scale;
mod scatter;
mod tree;

use maud::{Markup, html};

use super::Picture;
use pen::px;

/// For what a picture is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Screen {
    /// Labels stand beside what they name.
    Wide,
    /// Labels stand above it.
    Narrow,
}

impl Screen {
    pub const ALL: [Screen; 2] = [Screen::Wide, Screen::Narrow];

    /// The width in pixels.
    const fn width(self) -> f64 {
        match self {
            Screen::Wide => 720.0,
            Screen::Narrow => 344.0,
        }
    }

    /// The class by which the style shows one of the two.
    const fn class(self) -> &'static str {
        match self {
            Screen::Wide => "wide",
            Screen::Narrow => "narrow",
        }
    }
}

/// What was drawn, and how high it became.
struct Drawing {
    height: f64,
    body: Markup,
}

/// A picture with its title and description for those who do not see it.
pub(super) fn svg(picture: &Picture, screen: Screen, id: &str, title: &str, description: &str) -> Markup {
    let width = screen.width();
    let Drawing { height, body } = match picture {
        Picture::Lines(lines) => lines::draw(lines, screen),
        Picture::Intervals(intervals) => intervals::draw(intervals, screen),
        Picture::Path(path) => path::draw(path, screen),
        Picture::Course(course) => course::draw(course, screen),
        Picture::Scatter(scatter) => scatter::draw(scatter, screen),
        Picture::Tree(tree) => tree::draw(tree, screen),
        Picture::Heat(map) => heat::draw(map, screen),
    };
    let class = screen.class();
    let (title_id, description_id) = (format!("{id}-{class}-title"), format!("{id}-{class}-description"));
    html! {
        svg class={ "plot " (class) } role="img" width=(px(width)) height=(px(height))
            viewBox={ "0 0 " (px(width)) " " (px(height)) } aria-labelledby={ (title_id) " " (description_id) } {
            title id=(title_id) { (title) }
            desc id=(description_id) { (description) }
            (body)
        }
    }
}
