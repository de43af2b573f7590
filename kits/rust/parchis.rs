/// Of a move such as "5 yellow 2": the steps, and more if another player's piece is there.
fn worth(view: &Message, pieces: &[i64], text: &str) -> Option<i64> {
    let words: Vec<&str> = text.split(' ').collect();
    let die: i64 = words.first()?.parse().ok()?;
    let colour = ["yellow", "blue", "red", "green"].iter().position(|c| Some(c) == words.get(1))?;
    let piece: usize = words.get(2)?.parse().ok()?;
    let square = pieces[3 * (3 * colour + piece)]; // of each piece: square, state, turns left
    if square == 0 {
        return Some(8); // it leaves its home
    }
    let target = (square + die - 1) % 68 + 1;
    let player = view.number("player") as usize;
    let captures = square <= 68 && (0..12).any(|i| i / 3 % 2 != player && pieces[3 * i] == target);
    Some(die + if captures { 20 } else { 0 })
}

fn choose<'a>(view: &Message, moves: &[&'a str]) -> &'a str {
    let pieces = view.numbers("pieces");
    best(moves, |m| worth(view, &pieces, m).unwrap_or(7) as f64) // 7: special dice and others
}
