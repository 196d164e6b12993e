//! The whole report: what is written can be read, the page is sound and needs nothing else, whatever the data.

mod sample;

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use plysmith_lab::report::*;
use roxmltree::{Document, ParsingOptions};

/// The page is well-formed, refers to nothing outside and to nothing that is missing; what it says, without markup.
fn sound(page: &str) -> String {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(page, options).unwrap_or_else(|error| panic!("{error}\n{page}"));
    let mut ids = HashSet::new();
    let mut references = Vec::new();
    for node in document.descendants().filter(|node| node.is_element()) {
        assert!(!["script", "link", "img", "iframe", "object", "image", "use"].contains(&node.tag_name().name()), "{node:?}");
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            match name {
                "id" => assert!(ids.insert(value), "the id {value} is there twice"),
                "href" => references.push(value.strip_prefix('#').unwrap_or_else(|| panic!("{value} is outside"))),
                "aria-labelledby" => references.extend(value.split(' ')),
                "src" | "style" => panic!("{name}={value}"),
                _ => assert!(!name.starts_with("on"), "{name}={value}"),
            }
            if ["x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "width", "height"].contains(&name) {
                assert!(value.parse::<f64>().is_ok_and(f64::is_finite), "{name}={value}");
            }
            if ["viewBox", "points"].contains(&name) {
                assert!(value.split([' ', ',']).all(|part| part.parse::<f64>().is_ok_and(f64::is_finite)), "{name}={value}");
            }
        }
    }
    for reference in references {
        assert!(ids.contains(reference), "{reference} is missing");
    }
    let style = document.descendants().find(|node| node.has_tag_name("style")).and_then(|node| node.text()).unwrap();
    for foreign in ["http", "url(", "@import", "//"] {
        assert!(!style.contains(foreign), "{foreign}");
    }
    for svg in document.descendants().filter(|node| node.has_tag_name("svg")) {
        inside(svg);
    }
    document.descendants().filter(|node| node.is_text()).filter_map(|node| node.text()).collect::<Vec<_>>().join(" ")
}

/// Everything is drawn inside of its picture.
fn inside(svg: roxmltree::Node) {
    let size = |name: &str| svg.attribute(name).unwrap().parse::<f64>().unwrap();
    let (width, height) = (size("width"), size("height"));
    let check = |x: f64, y: f64| {
        assert!((-6.0..=width + 6.0).contains(&x) && (-6.0..=height + 6.0).contains(&y), "{x}, {y} of {width}, {height}")
    };
    for node in svg.descendants().filter(|node| node.is_element()) {
        let number = |name: &str| node.attribute(name).map(|value| value.parse::<f64>().unwrap());
        for [x, y] in [["x", "y"], ["x1", "y1"], ["x2", "y2"], ["cx", "cy"]] {
            if let (Some(x), Some(y)) = (number(x), number(y)) {
                check(x, y);
            }
        }
        for point in node.attribute("points").into_iter().flat_map(str::split_whitespace) {
            let (x, y) = point.split_once(',').unwrap();
            check(x.parse().unwrap(), y.parse().unwrap());
        }
    }
}

/// A report of one plot.
fn with_plot(picture: impl Into<Picture>) -> Report {
    let mut report = Report::new("title", "game", "verdict");
    report.sections.push(Section::new("plot", "Plot").with(Plot::new("a plot", picture)));
    report
}

/// Every kind of picture of some values; on axes of both kinds.
fn pictures(values: &[f64]) -> Vec<Picture> {
    let around = |value: f64| Figure::between(value, value - value.abs() / 3.0, value + value.abs() / 3.0);
    let figures: Vec<Figure> = values.iter().copied().map(around).collect();
    let change = |index: usize| match index % 4 {
        0 => Change::Added(format!("enhancement {index}")),
        1 => Change::Removed(format!("enhancement {index}")),
        2 => Change::Swapped { from: "a".into(), to: "b".into() },
        _ => Change::Set { name: "slots".into(), from: "2".into(), to: "3".into() },
    };
    let candidates =
        || figures.iter().enumerate().map(|(index, &gain)| Candidate { change: change(index), gain }).collect::<Vec<_>>();
    let mut pictures: Vec<Picture> = Vec::new();
    for axis in [Axis::linear("x"), Axis::logarithmic("x").unit("unit")] {
        let points: Vec<_> = figures.iter().map(|&y| Point { x: y.value, y }).collect();
        let series = vec![Series { name: "one".into(), points: points.clone() }, Series { name: "none".into(), points: vec![] }];
        pictures.push(Lines { x: axis.clone(), y: axis.clone(), series }.into());
        let reference = values.first().map(|&value| Reference { value, label: "reference".into(), better: Better::Lower });
        let bars = figures.iter().map(|&figure| IntervalBar { label: "bar".into(), figure, note: "note".into() }).collect();
        pictures.push(Intervals { axis: axis.clone(), reference, bars }.into());
        let steps = figures.iter().enumerate().map(|(index, &gain)| Step {
            change: change(index),
            gain,
            total: Some(gain),
            rejected: candidates(),
        });
        pictures.push(
            SelectionPath {
                gain: axis.clone(),
                total: axis.clone(),
                start: "start".into(),
                steps: steps.collect(),
                end: "end".into(),
                rejected: candidates(),
            }
            .into(),
        );
        let dots = values.iter().map(|&value| Dot { label: format!("dot {value}"), x: value, y: value, front: value > 0.0 });
        pictures.push(Scatter { x: axis.clone(), y: axis.clone(), dots: dots.collect() }.into());
        let row = |values: &[f64]| HeatRow { label: "row".into(), cells: values.iter().copied().map(Some).chain([None]).collect() };
        let files = ["a", "b", "c"].map(String::from).to_vec();
        pictures.push(HeatMap { value: axis.clone(), files, rows: values.chunks(2).map(row).collect() }.into());
        let branch = |(at, &value): (usize, &f64)| {
            let label = format!("branch {value}");
            Branch { label, level: at % 4, value, alive: at % 2 == 0, note: "note".into() }
        };
        pictures.push(Tree { value: axis, branches: values.iter().enumerate().map(branch).collect() }.into());
    }
    let bound = |value: f64| Bound { value, label: "bound".into() };
    let points = values.iter().zip(1..).map(|(&llr, pairs)| CoursePoint { pairs, llr }).collect();
    pictures.push(Course { lower: bound(-2.94), upper: bound(2.94), points }.into());
    pictures
}

#[test]
fn the_sample_is_a_sound_page_that_says_everything() {
    let report = sample::report();
    let page = html(&report);
    let words = sound(&page);
    for section in &report.sections {
        assert!(words.contains(&section.title), "{}", section.title);
        if let Some(verdict) = &section.verdict {
            assert!(words.contains(&verdict.sentence), "{}", verdict.sentence);
        }
    }
    for (name, value) in &report.conditions {
        assert!(words.contains(name) && words.contains(value), "{name}");
    }
    assert_eq!(page.matches("<svg").count(), 2 * page.matches("The data").count(), "a table for each plot, drawn for two screens");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    fs::write(folder.join("report.html"), page).unwrap();
    fs::write(folder.join("report.json"), report.json().unwrap()).unwrap();
}

#[test]
fn what_was_written_is_read_again() {
    let report = sample::report();
    assert_eq!(Report::read(&report.json().unwrap()).unwrap(), report);
    for values in [&[][..], &[0.1 + 0.2, 1.0 / 3.0, 1e-300, 1e300, -0.0, 5e-324, 123_456_789.123_456_78]] {
        for picture in pictures(values) {
            let report = with_plot(picture);
            if report.check().is_ok() {
                assert_eq!(Report::read(&report.json().unwrap()).unwrap(), report);
            }
        }
    }
}

#[test]
fn pictures_of_hardly_any_or_of_extreme_data_are_sound() {
    for values in [
        &[][..],
        &[0.0],
        &[5.0],
        &[-3.0, -3.0, -3.0],
        &[1e-300, 1e300],
        &[f64::MAX, f64::MIN],
        &[5e-324],
        &[-1e-9, 2.0, 1e12],
        &[f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1.0],
        &[0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1],
    ] {
        for picture in pictures(values) {
            sound(&html(&with_plot(picture)));
        }
    }
    sound(&html(&Report::default()));
}

#[test]
fn a_crowd_of_series_and_bars_is_sound() {
    let names: Vec<String> =
        (0..30).map(|index| format!("a spec with the number {index} and a name that is much too long for any margin")).collect();
    let figure = |index: usize| Figure::between(index as f64, index as f64 - 2.0, index as f64 + 1.0);
    let series = names.iter().enumerate().map(|(index, name)| Series {
        name: name.clone(),
        points: (0..200).map(|x| Point { x: f64::from(x), y: figure(index) }).collect(),
    });
    sound(&html(&with_plot(Lines { series: series.collect(), ..Lines::default() })));
    let bars = names.iter().enumerate().map(|(index, name)| IntervalBar {
        label: name.clone(),
        figure: figure(index),
        note: String::new(),
    });
    sound(&html(&with_plot(Intervals { bars: bars.collect(), ..Intervals::default() })));
}

/// They were cut off where they were longer than a third of the picture.
#[test]
fn long_names_of_steps_and_bars_are_written_in_full_and_stand_below_each_other() {
    let words =
        |index: usize| format!("a swap of step{index} and of enhanced_transposition_cutoffs for internal_iterative_deepening");
    let figure = |index: usize| Figure::between(index as f64, index as f64 - 2.0, index as f64 + 1.0);
    let bars = (0..4).map(|index| IntervalBar { label: words(index), figure: figure(index), note: String::new() }).collect();
    let candidate = |index: usize| Candidate { change: Change::Added(words(index)), gain: figure(index) };
    let step = |index: usize| Step {
        change: Change::Added(words(index)),
        gain: figure(index),
        total: Some(figure(index)),
        rejected: vec![candidate(index + 10)],
    };
    let path = SelectionPath {
        gain: Axis::linear("gain"),
        total: Axis::linear("total"),
        start: "alpha_beta and deepening and all that an engine has before anything is chosen for it".into(),
        steps: (0..3).map(step).collect(),
        end: "end".into(),
        rejected: vec![candidate(20)],
    };
    for picture in [Picture::from(Intervals { axis: Axis::linear("x"), reference: None, bars }), path.into()] {
        let page = html(&with_plot(picture));
        sound(&page);
        let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        let document = Document::parse_with_options(&page, options).unwrap();
        for svg in document.descendants().filter(|node| node.has_tag_name("svg")) {
            let names = || svg.descendants().filter(|node| node.has_tag_name("text") && node.attribute("class") == Some("name"));
            let written: Vec<&str> = names().filter_map(|node| node.text()).collect();
            let letters: String = written.concat().chars().filter(|c| !c.is_whitespace() && *c != '`').collect();
            let expected: String = words(0).chars().filter(|c| !c.is_whitespace()).collect();
            assert!(letters.contains(&expected) && !letters.contains('…'), "{written:?}");
            assert_eq!(letters.matches("internal_iterative_deepening").count(), letters.matches("aswapof").count(), "{written:?}");
            let mut heights: Vec<f64> = names().map(|node| node.attribute("y").unwrap().parse().unwrap()).collect();
            heights.sort_by(f64::total_cmp);
            assert!(heights.windows(2).all(|pair| pair[1] - pair[0] >= 14.0), "{heights:?}");
        }
    }
}

/// Names come from users: they may hold anything.
#[test]
fn names_with_any_characters_stay_names() {
    let nasty = "<script>alert(\"1\")</script> & ' ]]> --> \u{0}\u{1b}[31m \u{202e}` 名前 \u{ffff}";
    let mut report = Report::new(nasty, nasty, nasty);
    report.condition(nasty, nasty);
    report.summary.push(Block::Facts(vec![(nasty.into(), nasty.into())]));
    let mut table = Table::new(nasty, [Column::words(nasty).unit(nasty)]);
    table.highlighted_row([nasty.into()]);
    let details = Details { summary: nasty.into(), blocks: vec![table.into(), Code::compared(nasty, nasty, "other").into()] };
    let lines = Lines {
        x: Axis::linear(nasty).unit(nasty),
        y: Axis::logarithmic(nasty),
        series: vec![Series { name: nasty.into(), points: vec![Point { x: 1.0, y: 1.0.into() }] }],
    };
    let scatter = Scatter { dots: vec![Dot { label: nasty.into(), x: 1.0, y: 1.0, front: true }], ..Scatter::default() };
    let section = Section::new(nasty, nasty)
        .judged(Outcome::Proven, nasty)
        .with(details)
        .with(Plot::new(nasty, lines).note(nasty))
        .with(Plot::new(nasty, scatter));
    report.sections.push(section);
    let words = sound(&html(&report));
    assert!(words.contains("<script>alert(\"1\")</script> & ' ]]> -->") && words.contains("名前"), "{words}");
    assert_eq!(Report::read(&report.json().unwrap()).unwrap(), report);
    let told = text(&report);
    assert!(told.contains("<script>") && !told.contains(['\u{1b}', '\u{0}', '\u{202e}']), "{told}");
}

/// A report that is refused, with these words.
fn refused(report: &Report, expected: &str) {
    let error = report.json().unwrap_err().to_string();
    assert!(error.contains(expected), "says: {error}\nwanted: {expected}");
}

#[test]
fn what_cannot_be_shown_is_refused_with_its_place() {
    for value in [f64::NAN, f64::INFINITY] {
        for picture in pictures(&[1.0, value]) {
            refused(&with_plot(picture), "section `Plot`, plot `a plot`: ");
        }
    }
    let line = |axis: Axis, y: Figure| Lines {
        x: Axis::linear("x"),
        y: axis,
        series: vec![Series { name: "a".into(), points: vec![Point { x: 1.0, y }] }],
    };
    refused(&with_plot(line(Axis::logarithmic("y"), 0.0.into())), "0 has no place on a logarithmic axis; use a linear one");
    refused(
        &with_plot(line(Axis::linear("y"), Figure::between(1.0, 2.0, 0.0))),
        "the interval from 2 to 0 has no inside; swap its ends",
    );
    let mut table = Table::new("costs", [Column::words("a"), Column::numbers("b")]);
    table.row(["one".into()]);
    let mut report = Report::new("", "", "");
    report.summary.push(table.into());
    refused(&report, "the summary, table `costs`: row 1 has 1 cells for 2 columns; give each column a cell");
}

#[test]
fn files_that_are_no_reports_are_refused_with_a_reason() {
    let good = sample::report().json().unwrap();
    for (file, expected) in [
        (String::new(), "it cannot be read as a report: EOF"),
        ("[1, 2]".into(), "it cannot be read as a report"),
        ("{\"games\": []}".into(), "it is no report of plysmith: it does not begin with \"format\": \"plysmith report 1\""),
        (good.replacen("report 1", "report 7", 1), "its format is `plysmith report 7`, and this program reads `plysmith report 1`"),
        (good.replacen("\"verdict\"", "\"verdit\"", 1), "missing field `verdict`"),
        (good.replacen("\"informative\"", "\"certain\"", 1), "unknown variant `certain`"),
    ] {
        let error = Report::read(&file).unwrap_err().to_string();
        assert!(error.contains(expected), "says: {error}\nwanted: {expected}");
    }
}

#[test]
fn the_terminal_gets_verdicts_and_tables_without_plots() {
    let told = text(&sample::report());
    for line in told.lines() {
        assert!(line.chars().count() <= 130, "{line}");
    }
    for part in ["[proven] ", "[rejected] ", "[undecided] ", "* ", "(was ", "Conditions"] {
        assert!(told.contains(part), "{part}\n{told}");
    }
    assert!(!told.contains("svg") && told.lines().count() < 120, "{told}");
    fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join("report.txt"), told).unwrap();
}
