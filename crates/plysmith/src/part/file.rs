//! A part as bytes; the format is described [above](super).

use toml::Table;

use super::{Part, PartCard, PartError, PartFault, Provenance, digest};

/// The first word of every part.
pub(super) const MAGIC: &str = "plysmith-part";
/// The version of the format that is written and read.
pub(super) const VERSION: u32 = 1;
/// The first line is shorter.
const LONGEST_LINE: usize = 128;
/// Headers are shorter, in bytes: it takes no more to say what was learned from what.
const LONGEST_HEADER: usize = 1 << 16;

impl Part {
    /// The whole file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = header(self.card());
        let start = format!("{MAGIC} {VERSION} {} {}", header.len(), self.body().len());
        let checksum = checksum(&start, header.as_bytes(), self.body());
        [format!("{start} {checksum}\n").as_bytes(), header.as_bytes(), self.body()].concat()
    }

    /// Reads a whole file. `name` is how messages call it.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Part, PartError> {
        read(name, bytes).map_err(|fault| fault.of(name)).and_then(|(card, body)| Part::named(name.into(), card, body.to_vec()))
    }

    /// Refuses a file by its length, before anybody reads it.
    pub fn demand_length(name: &str, length: u64) -> Result<(), PartError> {
        if length > Part::LARGEST { Err(PartFault::TooLong { length }.of(name)) } else { Ok(()) }
    }
}

fn read<'b>(name: &str, bytes: &'b [u8]) -> Result<(PartCard, &'b [u8]), PartFault> {
    Part::demand_length(name, bytes.len() as u64).map_err(|error| error.fault)?;
    let truncated = |wanted: usize| PartFault::Truncated { length: bytes.len(), wanted };
    let Some(rest) = bytes.strip_prefix(MAGIC.as_bytes()) else {
        return Err(if MAGIC.as_bytes().starts_with(bytes) { truncated(MAGIC.len()) } else { PartFault::NotAPart });
    };
    let Some(end) = rest.iter().take(LONGEST_LINE).position(|&byte| byte == b'\n') else {
        return Err(if rest.len() < LONGEST_LINE { truncated(bytes.len() + 1) } else { PartFault::NotAPart });
    };
    let line = str::from_utf8(&rest[..end]).map_err(|_| PartFault::NotAPart)?;
    let line = line.strip_prefix(' ').ok_or(PartFault::NotAPart)?;
    let mut words = line.split(' ');
    // Whatever a later version has behind it.
    match words.next().and_then(|word| word.parse::<u32>().ok()) {
        Some(VERSION) => {}
        Some(found) if found > VERSION => return Err(PartFault::Future { found }),
        _ => return Err(PartFault::NotAPart),
    }
    let mut length = || words.next().and_then(|word| word.parse::<usize>().ok()).ok_or(PartFault::Altered);
    let (header_length, body_length) = (length()?, length()?);
    let stated = words.next().ok_or(PartFault::Altered)?;
    let content = &rest[end + 1..];
    let wanted = header_length.checked_add(body_length).ok_or(PartFault::Altered)?;
    if content.len() < wanted {
        return Err(truncated(wanted.saturating_add(bytes.len() - content.len())));
    }
    if content.len() > wanted || words.next().is_some() {
        return Err(PartFault::Altered);
    }
    let (header, body) = content.split_at(header_length);
    if checksum(&format!("{MAGIC} {VERSION} {header_length} {body_length}"), header, body) != stated {
        return Err(PartFault::Altered);
    }
    Ok((card(header).map_err(|reason| PartFault::Header { reason })?, body))
}

fn checksum(start: &str, header: &[u8], body: &[u8]) -> String {
    digest([start.as_bytes(), header, body]).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn header(card: &PartCard) -> String {
    let PartCard { kind, game, shape, provenance: Provenance { command, seed, build, data } } = card;
    let shape: Table = shape.iter().map(|(name, &number)| (name.clone(), i64::from(number).into())).collect();
    // TOML has no larger numbers than those with a sign; the bits are the same.
    let seed = *seed as i64;
    let texts = [("command", command), ("build", build), ("data", data)];
    let provenance =
        texts.map(|(key, text)| (key.to_string(), text.as_str().into())).into_iter().chain([("seed".to_string(), seed.into())]);
    let header: Table = [
        ("kind".to_string(), kind.as_str().into()),
        ("game".to_string(), game.as_str().into()),
        ("shape".to_string(), shape.into()),
        ("provenance".to_string(), provenance.collect::<Table>().into()),
    ]
    .into_iter()
    .collect();
    header.to_string()
}

/// What a header says, or why it says nothing.
fn card(header: &[u8]) -> Result<PartCard, String> {
    if header.len() > LONGEST_HEADER {
        return Err(format!("it is {} bytes long, and {LONGEST_HEADER} are enough", header.len()));
    }
    let text = str::from_utf8(header).map_err(|_| "it is no text".to_string())?;
    let table: Table = text.parse().map_err(|error: toml::de::Error| format!("it is no valid TOML: {}", error.message()))?;
    let word = |table: &Table, key: &str| {
        table.get(key).and_then(toml::Value::as_str).map(String::from).ok_or_else(|| format!("it does not say `{key}`"))
    };
    let inner = |key: &str| table.get(key).and_then(toml::Value::as_table).ok_or_else(|| format!("it has no [{key}]"));
    let number = |(name, value): (&String, &toml::Value)| {
        let number = value.as_integer().and_then(|number| number.try_into().ok());
        Ok((name.clone(), number.ok_or_else(|| format!("`shape.{name}` is no number that a part can have"))?))
    };
    let provenance = inner("provenance")?;
    let seed = provenance.get("seed").and_then(toml::Value::as_integer).ok_or("it does not say `seed`")? as u64;
    Ok(PartCard {
        kind: word(&table, "kind")?,
        game: word(&table, "game")?,
        shape: inner("shape")?.iter().map(number).collect::<Result<_, String>>()?,
        provenance: Provenance {
            command: word(provenance, "command")?,
            seed,
            build: word(provenance, "build")?,
            data: word(provenance, "data")?,
        },
    })
}
