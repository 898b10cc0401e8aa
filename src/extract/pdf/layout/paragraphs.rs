//! Rows of one column become paragraphs, headings and list items.

use super::super::glyphs::PageGlyphs;
use super::columns::Part;
use super::reads_on;
use super::rows::{Body, Placed, Row, median};
use crate::document::BlockKind;

/// A block as rows of a column.
pub struct BlockRows {
    /// What it is.
    pub kind: BlockKind,
    /// Its rows, from top to bottom.
    pub parts: Vec<Part>,
    /// Size of its type.
    pub size: f32,
    /// Whether it is heavier than the body.
    pub bold: bool,
}

impl BlockRows {
    /// Whether `next`, at the top of the next column, is the rest of this block.
    pub fn continues(&self, page: &PageGlyphs, rows: &[Row], next: &Self) -> bool {
        let prose = matches!(self.kind, BlockKind::Paragraph | BlockKind::ListItem);
        if !prose || next.kind != BlockKind::Paragraph || (self.size - next.size).abs() > 0.5 {
            return false;
        }
        let (Some(last), Some(first)) = (self.parts.last(), next.parts.first()) else { return false };
        let last = last.words(rows).last().and_then(|w| rows[last.row].glyphs.get(w.end - 1));
        let first = first.words(rows).first().and_then(|w| rows[first.row].glyphs.get(w.first));
        let chars = |g: Option<&Placed>| g.map_or("", |g| page.chars(&page.glyphs[g.index]));
        reads_on(chars(last).chars().next_back(), chars(first).chars().next())
    }
}

/// What the lines of a column have in common.
struct Column {
    left: f32,
    right: f32,
    leading: f32,
}

impl Column {
    fn of(rows: &[Row], parts: &[Part], em: f32) -> Self {
        let mut rights: Vec<f32> = parts.iter().map(|p| p.u1(rows)).collect();
        rights.sort_by(f32::total_cmp);
        // One line that runs out must not make all others look short.
        let right = rights[(rights.len() * 9 / 10).min(rights.len() - 1)];
        let left = parts.iter().map(|p| p.u0(rows)).fold(f32::INFINITY, f32::min);
        let steps = parts.windows(2).map(|p| rows[p[1].row].v - rows[p[0].row].v);
        let leading = median(steps.filter(|s| *s > 0.5 * em && *s < 2.5 * em).collect());
        Self { left, right, leading: leading.unwrap_or(1.2 * em) }
    }
}

/// The blocks of a column, from top to bottom.
pub fn blocks(rows: &[Row], parts: &[Part], body: &Body) -> Vec<BlockRows> {
    let column = Column::of(rows, parts, body.em);
    let mut out: Vec<BlockRows> = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        let begins = i == 0 || begins_block(rows, &parts[i - 1], part, &column, out.last());
        if begins {
            out.push(BlockRows { kind: BlockKind::Paragraph, parts: Vec::new(), size: 0.0, bold: false });
        }
        if let Some(block) = out.last_mut() {
            if begins && starts_item(rows, part, parts.get(i + 1)) {
                block.kind = BlockKind::ListItem;
            }
            block.parts.push(part.clone());
        }
    }
    for block in &mut out {
        judge(rows, block, body);
    }
    out
}

fn is_heavy(row: &Row, body: &Body) -> bool {
    body.stem > 0.0 && row.stem > 1.3 * body.stem
}

fn judge(rows: &[Row], block: &mut BlockRows, body: &Body) {
    let of = |f: fn(&Row) -> f32| median(block.parts.iter().map(|p| f(&rows[p.row])).collect()).unwrap_or(0.0);
    block.size = of(|r| r.em);
    block.bold = block.parts.iter().all(|p| is_heavy(&rows[p.row], body));
    let short = block.parts.len() <= 3 && block.parts.iter().map(|p| p.end - p.first).sum::<usize>() <= 24;
    let larger = block.size > 1.14 * body.em;
    if short && (larger || (block.bold && block.parts.len() <= 2 && block.size > 0.95 * body.em)) {
        block.kind = BlockKind::Heading;
    }
}

fn begins_block(rows: &[Row], above: &Part, part: &Part, column: &Column, block: Option<&BlockRows>) -> bool {
    let (a, b) = (&rows[above.row], &rows[part.row]);
    let em = a.em.max(b.em);
    let step = b.v - a.v;
    // Another size, another block; a row of marks only is no size of its own.
    if a.em.max(b.em) > 1.15 * a.em.min(b.em) {
        return true;
    }
    if a.stem > 0.0 && b.stem > 0.0 && a.stem.max(b.stem) > 1.3 * a.stem.min(b.stem) && heavy_line(a) != heavy_line(b) {
        return true;
    }
    if step < 0.0 || step > (1.32 * column.leading).max(1.25 * em) {
        return true;
    }
    if starts_item(rows, part, None) && !is_prose_number(rows, part) {
        return true;
    }
    let indent = part.u0(rows) - above.u0(rows);
    let hanging = block.is_some_and(|b| b.kind == BlockKind::ListItem && b.parts.len() == 1);
    if indent > 0.8 * em && !hanging {
        return true;
    }
    // The end of a list item: the text goes back to the column's edge.
    if block.is_some_and(|b| b.kind == BlockKind::ListItem)
        && indent < -0.8 * em
        && part.u0(rows) < column.left + 0.3 * em
    {
        return true;
    }
    // The line above would have had room for this one's first word: it was the last of its paragraph.
    let first = part.words(rows).first().map_or(0.0, |w| w.u1 - w.u0);
    let room = column.right - above.u1(rows);
    room > first + 1.1 * em
}

/// Whether a row is wholly of heavy type: bold words at a paragraph's start do not make one.
fn heavy_line(row: &Row) -> bool {
    row.stem > 0.11
}

const BULLETS: &[char] = &['•', '‣', '◦', '▪', '●', '○', '■', '□', '–', '—', '-', '*', '·', '\u{f0b7}', '➢', '✓', '→'];

/// The number of glyphs of a row's first word, and how far the second word is away.
fn first_word(rows: &[Row], part: &Part) -> Option<(usize, f32)> {
    let words = part.words(rows);
    let (first, second) = (words.first()?, words.get(1)?);
    Some((first.end - first.first, second.u0 - first.u1))
}

/// Whether a row begins with a bullet or a number that stands apart, as list items do.
fn starts_item(rows: &[Row], part: &Part, below: Option<&Part>) -> bool {
    let Some((glyphs, gap)) = first_word(rows, part) else { return false };
    let em = rows[part.row].em;
    let marker = rows[part.row].marker(part.first);
    let hangs = below.is_some_and(|b| {
        let text = part.words(rows).get(1).map_or(0.0, |w| w.u0);
        (b.u0(rows) - text).abs() < 0.4 * em
    });
    match marker {
        Marker::Bullet => glyphs == 1,
        Marker::Number => glyphs <= 4 && (gap > 0.45 * em || hangs),
        Marker::None => false,
    }
}

/// A number at a line's start that belongs to the sentence (`… up to` / `12 bar`) has a space behind it
/// like any other word; `starts_item` has looked at that already.
fn is_prose_number(rows: &[Row], part: &Part) -> bool {
    rows[part.row].marker(part.first) == Marker::None
}

/// What the first word of a row may mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// A bullet.
    Bullet,
    /// A number or letter with a full stop or bracket.
    Number,
    /// Nothing.
    None,
}

/// What a word marks.
pub fn marker_of(word: &str) -> Marker {
    let mut chars = word.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) if BULLETS.contains(&c) => return Marker::Bullet,
        (None, _) => return Marker::None,
        _ => {}
    }
    let Some(core) = word.strip_suffix(['.', ')']) else { return Marker::None };
    let core = core.strip_prefix('(').unwrap_or(core);
    let digits = !core.is_empty() && core.len() <= 3 && core.chars().all(|c| c.is_ascii_digit());
    let letter = core.chars().count() == 1 && core.chars().all(char::is_alphabetic) && word.ends_with(')');
    if digits || letter { Marker::Number } else { Marker::None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_of_list_items() {
        for word in ["1.", "12)", "(3)", "a)", "(b)"] {
            assert_eq!(marker_of(word), Marker::Number, "{word}");
        }
        for word in ["1234.", "z.", "Dr.", "3.5", "", "word"] {
            assert_eq!(marker_of(word), Marker::None, "{word}");
        }
        assert_eq!(marker_of("•"), Marker::Bullet);
    }
}
