use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

fn card() -> PartCard {
    PartCard {
        kind: "net".into(),
        game: "heaps".into(),
        shape: [("units".to_string(), 3), ("inputs".to_string(), 7)].into(),
        provenance: Provenance {
            command: "plysmith learn \"x\"\n".into(),
            seed: u64::MAX,
            build: "b".into(),
            data: "1,000 games".into(),
        },
    }
}

fn part() -> Part {
    Part::new(card(), (0..200).collect()).unwrap()
}

fn fault(bytes: &[u8]) -> PartFault {
    let error = Part::read("x/y.part", bytes).unwrap_err();
    assert_eq!(error.name, "x/y.part");
    let said = error.to_string();
    assert!(said.starts_with("the part `x/y.part` ") && said.contains(';'), "file, fault and remedy: {said}");
    error.fault
}

#[test]
fn a_part_is_read_as_it_was_written() {
    let read = Part::read("x", &part().to_bytes()).unwrap();
    assert_eq!((read.id(), read.card(), read.body(), read.name()), (part().id(), &card(), part().body(), "x"));
    assert_eq!(part().name(), part().id().to_string());
    let empty = Part::new(PartCard { shape: BTreeMap::new(), ..card() }, Vec::new()).unwrap();
    assert_eq!(Part::read("x", &empty.to_bytes()).unwrap(), empty);
}

/// The format is documented: whoever writes it elsewhere must be read.
#[test]
fn the_file_is_laid_out_as_documented() {
    let bytes = part().to_bytes();
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    let words: Vec<&str> = str::from_utf8(&bytes[..end]).unwrap().split(' ').collect();
    let header = &bytes[end + 1..bytes.len() - 200];
    assert_eq!(words[..4], ["plysmith-part", "1", &header.len().to_string(), "200"]);
    let mut hasher = blake3::Hasher::new();
    for piece in [words[..4].join(" ").as_bytes(), header, part().body()] {
        hasher.update(&(piece.len() as u64).to_le_bytes());
        hasher.update(piece);
    }
    assert_eq!(words[4], &hasher.finalize().to_hex()[..32]);
    let header: toml::Table = str::from_utf8(header).unwrap().parse().unwrap();
    assert_eq!((header["kind"].as_str(), header["shape"]["inputs"].as_integer()), (Some("net"), Some(7)));
}

#[test]
fn a_part_that_the_first_version_wrote_is_read() {
    let read = Part::read("x", crate::testing::BUNDLED).unwrap();
    assert_eq!(read.id().to_string(), "92297d597c102e23e286f410fdc5d439");
    assert_eq!(
        (read.number("values"), read.body(), read.to_bytes().as_slice()),
        (12, &b"abcdefghijklmnopqrstuvwx"[..], crate::testing::BUNDLED)
    );
}

#[test]
fn the_same_thing_learned_twice_has_one_name() {
    let again = PartCard { provenance: Provenance::default(), ..card() };
    assert_eq!(Part::new(again, part().body().to_vec()).unwrap().id(), part().id());
    let other = |card: PartCard, body: Vec<u8>| assert_ne!(Part::new(card, body).unwrap().id(), part().id());
    let body = || part().body().to_vec();
    other(card(), vec![1]);
    other(PartCard { kind: "table".into(), ..card() }, body());
    other(PartCard { game: "chess".into(), ..card() }, body());
    other(PartCard { shape: [("units".to_string(), 3)].into(), ..card() }, body());
    other(PartCard { shape: [("units".to_string(), 7), ("inputs".to_string(), 3)].into(), ..card() }, body());
}

#[test]
fn a_part_that_is_cut_short_says_so_wherever_it_ends() {
    let bytes = part().to_bytes();
    for length in 0..bytes.len() {
        let found = fault(&bytes[..length]);
        assert!(
            matches!(found, PartFault::Truncated { length: said, wanted } if said == length && wanted > length),
            "{length}: {found:?}"
        );
    }
}

#[test]
fn no_byte_can_be_altered_unnoticed() {
    let bytes = part().to_bytes();
    for at in 0..bytes.len() {
        for bit in [1, 0x80] {
            let mut altered = bytes.clone();
            altered[at] ^= bit;
            assert!(Part::read("x", &altered).is_err(), "byte {at}, bit {bit}");
        }
    }
    assert_eq!(fault(&[&bytes[..], b"!"].concat()), PartFault::Altered);
    let mut body = bytes.clone();
    *body.last_mut().unwrap() ^= 1;
    assert_eq!(fault(&body), PartFault::Altered);
}

#[test]
fn what_is_no_part_of_this_version_is_refused_by_name() {
    for text in
        ["[alpha_beta]", "plysmith-parts 1 0 0 x\n", "plysmith-part one\n", "plysmith-part 0 0 0 x\n", "\u{feff}plysmith-part 1"]
    {
        assert_eq!(fault(text.as_bytes()), PartFault::NotAPart, "{text}");
    }
    assert_eq!(fault(&[b"plysmith-part".as_slice(), &[b' '; 500]].concat()), PartFault::NotAPart);
    assert_eq!(fault(b"plysmith-part 2 whatever it has\nthere"), PartFault::Future { found: 2 });
    assert_eq!(fault(b"plysmith-part 1 18446744073709551615 1 x\n"), PartFault::Altered);
    assert!(matches!(fault(b"plysmith-part 1 18446744073709551615 0 x\n"), PartFault::Truncated { .. }));
}

#[test]
fn a_part_of_a_hundred_megabytes_is_neither_read_nor_made() {
    let long = Part::demand_length("big.part", 100_000_000).unwrap_err();
    assert!(long.to_string().contains("`big.part` is 100000000 bytes long, and no part is longer than 33554432"), "{long}");
    assert!(Part::demand_length("x", Part::LARGEST).is_ok());
    let bytes = vec![0; Part::LARGEST as usize + 1];
    assert_eq!(fault(&bytes), PartFault::TooLong { length: Part::LARGEST + 1 });
    assert!(matches!(Part::new(card(), bytes).unwrap_err().fault, PartFault::TooLong { .. }));
}

#[test]
fn a_header_that_makes_no_sense_is_refused_with_the_reason() {
    let said = |header: &str| {
        let start = format!("plysmith-part 1 {} 0", header.len());
        let sum: String = digest([start.as_bytes(), header.as_bytes(), &[]]).iter().map(|byte| format!("{byte:02x}")).collect();
        match fault(format!("{start} {sum}\n{header}").as_bytes()) {
            PartFault::Header { reason } => reason,
            other => panic!("{header}: {other:?}"),
        }
    };
    let good = "kind = \"a\"\ngame = \"b\"\n[shape]\n[provenance]\ncommand = \"\"\nseed = 1\nbuild = \"\"\ndata = \"\"";
    for (header, expected) in [
        ("[", "no valid TOML"),
        ("", "no [provenance]"),
        (&good.replace("kind", "kinds"), "does not say `kind`"),
        (&good.replace("\"a\"", "\"a b\""), "its kind \"a b\" is no name"),
        (&good.replace("\"b\"", "\"\""), "its game \"\" is no name"),
        (&good.replace("[shape]", "[shape]\nx = -1"), "`shape.x` is no number"),
        (&good.replace("[shape]", "[shape]\n\"x y\" = 1"), "its shape has \"x y\""),
        (&good.replace("seed = 1", "seed = 1.5"), "does not say `seed`"),
        (&"#".repeat(70_000), "70000 bytes long"),
    ] {
        assert!(said(header).contains(expected), "{header}: {}", said(header));
    }
}

#[test]
fn a_digest_reads_back_and_is_found_in_a_text() {
    let id = part().id();
    assert_eq!(id.to_string().parse(), Ok(id));
    assert_eq!(id.to_string().to_uppercase().parse(), Ok(id));
    assert_eq!((PartId::NONE.to_string().as_str(), "none".parse()), ("none", Ok(PartId::NONE)));
    for text in ["", "nothing", "12", &"g".repeat(32), &"1".repeat(33), &format!("+{}", "1".repeat(31))] {
        assert_eq!(text.parse::<PartId>(), Err(()), "{text}");
    }
    let other = PartId([7; 16]);
    let text = format!("{{\"spec\":\"[x]\\nnet = \\\"{id}\\\"\\nmore = \\\"{other}\\\"\\n{id}\", \"0{id}\": \"{id}0\", \"none\"}}");
    let mut both = vec![id, other];
    both.sort();
    assert_eq!(PartId::mentioned(&text), both);
    assert_eq!(PartId::mentioned(&format!("x{id} {} {}", "0".repeat(32), "z".repeat(32))), []);
}

#[test]
fn every_number_of_the_shape_counts() {
    let part = part();
    assert_eq!((part.number("inputs"), part.number("outputs")), (7, 0));
    assert_eq!(part.demand_shape(&[("inputs", 7), ("units", 3)]), Ok(()));
    for (wanted, said) in [
        (&[("inputs", 8), ("units", 3)][..], "`inputs` is 7 and not 8"),
        (&[("inputs", 7), ("units", 3), ("layers", 1)], "it does not say `layers`, which should be 1"),
        (&[("inputs", 7)], "`units` is 3, which its reader does not know"),
    ] {
        let error = part.error(part.demand_shape(wanted).unwrap_err()).to_string();
        assert!(error.contains(said) && error.contains("learn it again"), "{error}");
    }
}

/// Counts how often it was decoded.
#[derive(Debug)]
struct Counted(usize);

static DECODED: AtomicUsize = AtomicUsize::new(0);

impl PartKind for Counted {
    const KIND: &'static str = "net";

    fn decode(part: &Part) -> Result<Counted, PartFault> {
        DECODED.fetch_add(1, Ordering::SeqCst);
        // Long enough for the others to come.
        std::thread::sleep(std::time::Duration::from_millis(20));
        Ok(Counted(part.body().len()))
    }
}

#[test]
fn a_part_is_decoded_once_for_all_threads_and_clones() {
    let parts = Parts::new("heaps");
    let named = PartOf::<Counted>::of(parts.add(part()).unwrap());
    std::thread::scope(|scope| {
        for _ in 0..8 {
            let parts = parts.clone();
            scope.spawn(move || assert_eq!(parts.decoded(named).unwrap().unwrap().0, 200));
        }
    });
    let [one, other] = [(); 2].map(|()| parts.decoded(named).unwrap().unwrap());
    assert!(Arc::ptr_eq(&one, &other));
    assert_eq!(DECODED.load(Ordering::SeqCst), 1);
    assert!(parts.decoded(PartOf::<Counted>::NONE).unwrap().is_none());
}

/// A kind whose bodies are never right.
#[derive(Debug)]
struct Never;

impl PartKind for Never {
    const KIND: &'static str = "table";

    fn decode(part: &Part) -> Result<Never, PartFault> {
        part.demand_shape(&[("units", 4)])?;
        Ok(Never)
    }
}

#[test]
fn a_library_says_which_part_does_not_fit_and_why() {
    let parts = Parts::new("heaps");
    let said = |error: PartError| error.to_string();
    let elsewhere = Part::new(PartCard { game: "chess".into(), ..card() }, Vec::new()).unwrap();
    let elsewhere = Part::read("chess.part", &elsewhere.to_bytes()).unwrap();
    assert!(said(parts.add(elsewhere).unwrap_err()).contains("`chess.part` was learned for chess and not for heaps"));
    let id = parts.add(Part::read("a.part", &part().to_bytes()).unwrap()).unwrap();
    assert!(said(parts.decoded(PartOf::<Never>::of(id)).unwrap_err()).contains("`a.part` is of the kind `net` and not `table`"));
    let missing = said(parts.decoded(PartOf::<Counted>::of(PartId([7; 16]))).unwrap_err());
    assert!(missing.contains(&format!("`{}` is missing", PartId([7; 16]))) && missing.contains("parts of heaps"), "{missing}");
    let table =
        Part::new(PartCard { kind: "table".into(), shape: [("units".to_string(), 3)].into(), ..card() }, Vec::new()).unwrap();
    let table = PartOf::<Never>::of(parts.add(table).unwrap());
    assert!(said(parts.decoded(table).unwrap_err()).contains("`units` is 3 and not 4"));
    let other = Part::read("b.part", &part().to_bytes()).unwrap().demand_id(PartId([7; 16])).unwrap_err();
    assert!(said(other).contains("`b.part` holds another part"));
}
