const BOMB_CHANCE: f64 = 0.1; // above this it would rather not draw

/// Of the top card, which this seat may know: "?", or a card with the seats that know it.
fn chance_of_bomb(view: &Message) -> f64 {
    match view.texts("deck").first() {
        Some(top) if top.starts_with("bomb") => return 1.0,
        Some(top) if *top != "?" => return 0.0,
        _ => {}
    }
    // "rest" counts the cards that this seat does not know.
    let hidden: i64 = view.numbers("rest").iter().sum();
    let rest = Message { line: view.list("rest").to_string() };
    rest.number("bomb") as f64 / hidden.max(1) as f64
}

fn choose<'a>(view: &Message, moves: &[&'a str]) -> &'a str {
    let legal = |name: &str| moves.iter().copied().find(|m| *m == name);
    // A bomb to put back: away from us if we draw next, else for the other.
    if let (Some(bottom), Some(top)) = (legal("bottom"), legal("top")) {
        return if view.number("owes") > 1 { bottom } else { top };
    }
    if chance_of_bomb(view) > BOMB_CHANCE {
        for escape in ["attack", "skip", "shuffle", "draw-bottom"] {
            if let Some(found) = legal(escape) {
                return found;
            }
        }
    }
    legal("draw").unwrap_or(moves[0])
}
