//! Tables of results: aligned columns for the terminal, or Markdown for the documentation.

/// Column of an aligned table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column {
    heading: &'static str,
    width: usize,
    side: Side,
}

#[derive(Clone, Copy, Debug)]
enum Side {
    Left,
    Right,
}

/// Column of words.
pub(crate) const fn left(heading: &'static str, width: usize) -> Column {
    Column { heading, width, side: Side::Left }
}

/// Column of numbers.
pub(crate) const fn right(heading: &'static str, width: usize) -> Column {
    Column { heading, width, side: Side::Right }
}

/// Table whose headings have been printed.
pub(crate) enum Table {
    Aligned(Vec<Column>),
    Markdown,
}

impl Table {
    /// Prints the headings. A column is as wide as its heading at least.
    pub(crate) fn aligned(columns: &[Column]) -> Self {
        let table = Self::Aligned(columns.to_vec());
        println!("{}", table.line(columns.iter().map(|column| column.heading.to_owned())));
        table
    }

    /// Prints the headings and the rule below them.
    pub(crate) fn markdown(headings: &[&str]) -> Self {
        println!("| {} |", headings.join(" | "));
        println!("|{}", "---|".repeat(headings.len()));
        Self::Markdown
    }

    /// Prints a row.
    pub(crate) fn row(&self, cells: impl IntoIterator<Item = String>) {
        println!("{}", self.line(cells));
    }

    fn line(&self, cells: impl IntoIterator<Item = String>) -> String {
        let columns = match self {
            Self::Markdown => {
                let cells: Vec<String> = cells.into_iter().collect();
                return format!("| {} |", cells.join(" | "));
            }
            Self::Aligned(columns) => columns,
        };
        let aligned = columns.iter().zip(cells).map(|(column, cell)| {
            let width = column.width.max(column.heading.chars().count());
            match column.side {
                Side::Left => format!("{cell:<width$}"),
                Side::Right => format!("{cell:>width$}"),
            }
        });
        aligned.collect::<Vec<String>>().join(" ").trim_end().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stand_below_their_headings() {
        let columns = [left("scene", 8), right("ms", 6), right("crossings", 4)];
        let table = Table::Aligned(columns.to_vec());
        let row = ["drape", "1.25", "0"].map(str::to_owned);
        assert_eq!(table.line(row.clone()), "drape      1.25         0");
        assert_eq!(Table::Markdown.line(row), "| drape | 1.25 | 0 |");
    }
}
