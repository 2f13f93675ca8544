//! One row for each run of a sweep: parameters, results, times, failures.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;

use super::{Plan, RunStatus, SweepError, SweepResult, status};

/// Rows with named columns.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Table {
    /// Names of the columns.
    pub columns: Vec<String>,
    /// The rows, in the order of the plan; null where there is nothing.
    pub rows: Vec<Vec<Value>>,
}

impl Table {
    /// The table of a plan, from the folder of its results. Parameters have the columns `set.KEY`,
    /// reports of all frames, merged, `report.GROUP.KEY`.
    ///
    /// # Errors
    /// If a result cannot be read.
    pub fn collect(plan: &Plan, out: &Path) -> Result<Self, SweepError> {
        let mut table = Self::default();
        for run in &plan.runs {
            let folder = out.join(&run.id);
            let mut cells = vec![
                ("index".to_owned(), run.index.into()),
                ("id".to_owned(), run.id.clone().into()),
                ("status".to_owned(), word(status(&folder)?)),
            ];
            let parameters = run.parameters.iter();
            cells.extend(parameters.map(|(key, value)| (format!("set.{key}"), value.clone())));
            if let Some(result) = SweepResult::read(&folder)? {
                cells.push(("reason".to_owned(), result.reason.clone().into()));
                cells.push(("seconds".to_owned(), result.seconds.into()));
                cells.push(("frames".to_owned(), result.frames.into()));
                cells.push(("intersections".to_owned(), result.intersections.into()));
                if result.status == RunStatus::Finished {
                    let report = serde_json::to_value(result.report).unwrap_or_default();
                    flatten("report", &report, &mut cells);
                }
            }
            table.add(cells);
        }
        let width = table.columns.len();
        table.rows.iter_mut().for_each(|row| row.resize(width, Value::Null));
        Ok(table)
    }

    fn add(&mut self, cells: Vec<(String, Value)>) {
        let mut row = vec![Value::Null; self.columns.len()];
        for (name, value) in cells {
            if let Some(column) = self.columns.iter().position(|column| *column == name) {
                row[column] = value;
            } else {
                self.columns.push(name);
                row.push(value);
            }
        }
        self.rows.push(row);
    }

    /// The table as comma-separated values.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let mut text = String::new();
        let names: Vec<String> = self.columns.iter().map(|name| quoted(name)).collect();
        let _ = writeln!(text, "{}", names.join(","));
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(cell).collect();
            let _ = writeln!(text, "{}", cells.join(","));
        }
        text
    }
}

fn word(status: RunStatus) -> Value {
    serde_json::to_value(status).unwrap_or_default()
}

fn flatten(prefix: &str, value: &Value, cells: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                flatten(&format!("{prefix}.{key}"), value, cells);
            }
        }
        Value::Array(items) => {
            for (i, value) in items.iter().enumerate() {
                flatten(&format!("{prefix}.{i}"), value, cells);
            }
        }
        value => cells.push((prefix.to_owned(), value.clone())),
    }
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => quoted(text),
        value => quoted(&value.to_string()),
    }
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
