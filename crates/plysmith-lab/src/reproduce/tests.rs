use serde_json::json;

use super::*;
use crate::report::{html, text};
use crate::statistics::Interval;

fn findings() -> Findings {
    let rows = [
        Row::new("table").between(Interval { value: 40.0, low: 31.0, high: 49.0 }).remark("clear"),
        Row::new("killers").ours("rejected"),
        Row::new("agreement").ours(f64::NAN),
    ];
    let mut group = rows.into_iter().fold(Group::new("a game").unit("%"), Group::row);
    group = group.judged(Outcome::Informative, "The table saves most.").plotted(Axis::linear("saved").unit("%"), None);
    let mut findings = Findings { groups: vec![group], ..Findings::new("As published.") };
    findings.condition("positions", 12);
    findings
}

#[test]
fn rows_have_paper_and_ours_and_ends_only_where_there_is_an_interval() {
    let mut findings = findings();
    findings.beside(&[("a game".into(), "table".into(), "1".into())]);
    let json = findings.json();
    let table = json!({
        "group": "a game", "label": "table", "paper": "1", "ours": 40.0, "low": 31.0, "high": 49.0, "unit": "%", "remark": "clear",
    });
    assert_eq!(json["rows"][0], table);
    let killers = json!({ "group": "a game", "label": "killers", "paper": null, "ours": "rejected", "unit": "%" });
    assert_eq!(json["rows"][1], killers);
    assert_eq!(json["conditions"], json!({ "positions": "12" }));
}

#[test]
fn what_was_published_and_not_measured_is_shown_as_such() {
    let mut findings = findings();
    findings.beside(&[("another game".into(), "table".into(), 3.0.into())]);
    let last = findings.groups.last().unwrap();
    assert_eq!(
        (last.title.as_str(), last.rows[0].paper.clone(), last.rows[0].ours.clone()),
        ("another game", Some(3.0.into()), None)
    );
    assert_eq!(last.rows[0].remark, "not measured here");
}

#[test]
fn the_report_can_be_read_back_and_shows_the_table_and_a_plot() {
    let report = findings().report("An experiment", "a game");
    assert_eq!(crate::report::Report::read(&report.json().unwrap()).unwrap(), report);
    let text = text(&report);
    for words in [
        "An experiment (a game)",
        "paper",
        "ours (%)",
        "40 (31 to 49)",
        "rejected",
        "[for information] The table saves most.",
        "positions  12",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(html(&report).contains("<svg"));
}
