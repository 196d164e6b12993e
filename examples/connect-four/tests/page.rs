//! What docs/adding-a-game.md says about this example is so.

const PAGE: &str = include_str!("../../../docs/adding-a-game.md");
const RULES: &str = include_str!("../src/lib.rs");

#[test]
fn the_page_quotes_the_rules_as_they_are() {
    let quoted: Vec<&str> =
        PAGE.split("```rust\n").skip(1).filter_map(|rest| rest.split("```").next()).flat_map(str::lines).collect();
    assert!(quoted.len() > 20);
    for line in quoted {
        assert!(RULES.lines().any(|rule| rule.trim() == line.trim()), "{line}");
    }
}

#[test]
fn the_page_counts_the_lines_right() {
    let (required, rest) = RULES.split_once("// What is required ends here").unwrap();
    let count = |text: &str| text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).count();
    // The comment that divides the parts is cut in two, and what is left of it is no line of code.
    let rest = rest.split_once('\n').unwrap().1;
    assert!(PAGE.contains(&format!("\n{} {}\n", count(required), count(rest))), "{} {}", count(required), count(rest));
}
