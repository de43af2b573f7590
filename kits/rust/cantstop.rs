const ROLLS: i64 = 3; // it stops after so many

/// Steps of a column: 3 in column 2, 13 in column 7, 3 in column 12.
fn height(column: i64) -> i64 {
    13 - 2 * (7 - column).abs()
}

fn choose<'a>(view: &Message, moves: &[&'a str]) -> &'a str {
    if view.text("waits") == "decide" {
        let wanted = if view.number("rolls") >= ROLLS { "stop" } else { "roll" };
        return moves.iter().find(|m| **m == wanted).unwrap_or(&moves[0]);
    }
    let progress = view.numbers("progress"); // eleven columns for each seat
    let temporary = view.numbers("temporary");
    let own = 11 * view.number("seat") as usize;
    // How far up its columns a move such as "6+8" leads, each as a share of its height.
    best(moves, |m| {
        m.split('+').filter_map(|name| name.parse().ok()).map(|column: i64| {
            let place = (column - 2) as usize;
            (progress[own + place] + temporary[place] + 1) as f64 / height(column) as f64
        }).sum()
    })
}
