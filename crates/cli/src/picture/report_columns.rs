//! The numbers of `report.jsonl`, column by column.
//!
//! Every number of a line is taken, whatever it is called, those of inner tables under
//! `outer, inner`; lists are left out. So a page shows a report without knowing its fields.

use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind};
use std::path::Path;

use anyhow::{Context, Result};
use ripstop_render::player::ReportColumn;
use serde_json::{Map, Value};

/// Reads a report; a run without one has no numbers.
pub(crate) fn report_columns(path: &Path, frame_count: usize) -> Result<Vec<ReportColumn>> {
    let cannot = || format!("cannot read `{}`", path.display());
    let file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        file => file.with_context(cannot)?,
    };
    let mut columns = Vec::new();
    for (number, line) in (1..).zip(BufReader::new(file).lines()) {
        let line = line.with_context(cannot)?;
        // A run that is going on may have written half of its last line.
        let Ok(Value::Object(fields)) = serde_json::from_str(&line) else { break };
        let frame = fields.get("frame").and_then(Value::as_u64).unwrap_or(number) as usize;
        if frame < frame_count {
            take(&fields, "", frame, &mut columns);
        }
    }
    for column in &mut columns {
        column.values.resize(frame_count, None);
    }
    Ok(columns)
}

/// Numbers of a line that are no quantity of its frame.
const LINE_KEYS: [&str; 3] = ["version", "frame", "time"];

fn take(fields: &Map<String, Value>, outer: &str, frame: usize, columns: &mut Vec<ReportColumn>) {
    for (key, value) in fields {
        let name = format!("{outer}{}", key.replace('_', " "));
        match value {
            Value::Object(inner) => take(inner, &format!("{name}, "), frame, columns),
            Value::Number(number) if !LINE_KEYS.contains(&name.as_str()) => {
                let found = columns.iter().position(|column| column.name == name);
                let index = found.unwrap_or_else(|| {
                    columns.push(ReportColumn { name, values: Vec::new() });
                    columns.len() - 1
                });
                let values = &mut columns[index].values;
                values.resize(values.len().max(frame + 1), None);
                values[frame] = number.as_f64();
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn numbers_stand_at_their_frames() {
        let folder = std::env::temp_dir().join(format!("ripstop-columns-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("report.jsonl");
        assert_eq!(report_columns(&path, 3).unwrap(), []);
        let lines = [
            r#"{"version":1,"frame":1,"time":0.1,"active_contacts":4,"momentum":[1,2,3],"times":{"certify":0.5}}"#,
            r#"{"frame":2,"time":0.2,"active_contacts":5,"new":true,"late":1}"#,
            r#"{"frame":3,"active_con"#,
        ];
        fs::write(&path, lines.join("\n")).unwrap();
        let columns = report_columns(&path, 3).unwrap();
        let expected = [
            ("active contacts", vec![None, Some(4.0), Some(5.0)]),
            ("times, certify", vec![None, Some(0.5), None]),
            ("late", vec![None, None, Some(1.0)]),
        ];
        let expected =
            expected.map(|(name, values)| ReportColumn { name: name.to_owned(), values });
        assert_eq!(columns, expected);
        fs::remove_dir_all(&folder).unwrap();
    }
}
