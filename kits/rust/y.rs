/// Our stones as distances from the left and the bottom side. The first row is the top.
fn own_cells(view: &Message, size: i64) -> Vec<(i64, i64)> {
    let own = if view.number("turn") == 0 { 'B' } else { 'R' };
    let mut cells = Vec::new();
    for (row, text) in (0..).zip(view.text("layout").split('/')) {
        for (left, stone) in (0..).zip(text.chars()) {
            if stone == own {
                cells.push((left, size - 1 - row));
            }
        }
    }
    cells
}

/// A cell such as "c3" next to our stones that brings them nearer to the sides; else the centre.
fn worth(size: i64, own: &[(i64, i64)], text: &str) -> i64 {
    let (left, bottom) = (i64::from(text.as_bytes()[0] - b'a'), text[1..].parse().unwrap_or(1) - 1);
    let (mut to_left, mut to_bottom, mut to_right) = (left, bottom, size - 1 - left - bottom);
    let inside = to_left.min(to_bottom).min(to_right);
    let mut touches = false;
    for &(x, y) in own {
        to_left = to_left.min(x);
        to_bottom = to_bottom.min(y);
        to_right = to_right.min(size - 1 - x - y);
        let steps = (left - x).abs().max((bottom - y).abs()).max((left + bottom - x - y).abs());
        touches |= steps == 1;
    }
    (if touches { 1000 } else { 0 }) - 10 * (to_left + to_bottom + to_right) + inside
}

fn choose<'a>(view: &Message, moves: &[&'a str]) -> &'a str {
    if let Some(swap) = moves.iter().find(|m| **m == "swap") {
        return swap;
    }
    let size = view.number("size");
    let own = own_cells(view, size);
    best(moves, |m| worth(size, &own, m) as f64)
}
