// A bot for tahur. Make `choose` better!
//
// A message is one line of JSON. What a bot needs of it is easy to find without a library: tahur
// writes no field twice that is read here, and no quote or escape inside a text.
#![allow(dead_code)] // not every game needs all of Message
use std::io::{self, BufRead, Write};

struct Message {
    line: String,
}

impl Message {
    /// What stands from the value of a field on; None if there is no such field.
    fn field(&self, name: &str) -> Option<&str> {
        let key = format!("\"{}\":", name);
        let at = self.line.find(&key)? + key.len();
        Some(self.line[at..].trim_start())
    }

    /// A text; "" if there is no such field.
    fn text(&self, name: &str) -> &str {
        let value = self.field(name).unwrap_or("").strip_prefix('"').unwrap_or("");
        value.split('"').next().unwrap_or("")
    }

    /// A number; 0 if there is no such field.
    fn number(&self, name: &str) -> i64 {
        let value = self.field(name).unwrap_or("");
        let end = value.find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(value.len());
        value[..end].parse().unwrap_or(0)
    }

    /// A list or an object as it is written, up to its closing bracket.
    fn list(&self, name: &str) -> &str {
        let value = self.field(name).unwrap_or("");
        let mut depth = 0;
        for (at, c) in value.char_indices() {
            match c {
                '[' | '{' => depth += 1,
                ']' | '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return &value[..at];
            }
        }
        value
    }

    /// All numbers of a list, also of lists in it, one after the other; or all counts of an object.
    fn numbers(&self, name: &str) -> Vec<i64> {
        self.list(name).split(|c: char| "[]{},: ".contains(c)).filter_map(|n| n.parse().ok()).collect()
    }

    /// The texts of a list.
    fn texts(&self, name: &str) -> Vec<&str> {
        self.list(name).split('"').skip(1).step_by(2).collect()
    }
}

/// The move that is worth most; the first of equal ones.
fn best<'a>(moves: &[&'a str], worth: impl Fn(&str) -> f64) -> &'a str {
    let mut found = moves[0];
    let mut most = worth(found);
    for &candidate in moves {
        let value = worth(candidate);
        if value > most {
            (found, most) = (candidate, value);
        }
    }
    found
}

@policy@

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let message = Message { line: line? };
        let mut out = io::stdout().lock();
        match message.text("type") {
            "hello" => writeln!(out, r#"{{"name":"my-bot","version":"1.0"}}"#)?,
            "choose" => {
                let id = message.number("id");
                let chosen = choose(&message, &message.texts("moves"));
                writeln!(out, r#"{{"id":{},"move":"{}"}}"#, id, chosen)?
            }
            "quit" => break,
            _ => {} // "start", "end", and what a later version may send
        }
        out.flush()?; // or the answer stays in a buffer
    }
    Ok(())
}
