//! Which engine answers, and why it may.

use crate::expr::position::{Header, Position, Turn};

/// The plan for the piles of a game.
pub(super) fn of_game(header: &Header, plain: bool) -> String {
    let mut lines = vec![format!(
        "{}: a pile is {}",
        header.label,
        header.shape.in_words()
    )];
    if plain {
        lines.push("  engine  plain: the bare definition, as asked for".to_string());
    } else {
        lines.push(
            "  engine  definition: the mex over the options of a pile, each pile worked out once"
                .to_string(),
        );
    }
    lines.push(format!("  sums    {}", sums(header)));
    lines.join("\n")
}

fn sums(header: &Header) -> String {
    match (&header.turn, header.misere) {
        (_, true) => {
            "search over whole positions: in misère play the xor of Grundy values does not decide"
                .to_string()
        }
        (Turn::One, false) => {
            "xor of the piles' Grundy values (Sprague 1935, Grundy 1939)".to_string()
        }
        (turn, false) => format!(
            "search over the piles together: a turn moves in {}{}",
            turn.in_words(),
            if header.alike { " alike" } else { "" }
        ),
    }
}

/// The plan for a position.
pub(super) fn of_position(position: &Position, plain: bool) -> String {
    let mut lines: Vec<String> = Vec::new();
    for term in &position.terms {
        let plan = of_game(&term.game, plain);
        if !lines.contains(&plan) {
            lines.push(plan);
        }
    }
    if position.terms.len() > 1 && !position.is_misere() {
        lines.push(
            "terms: xor of their Grundy values, since a turn moves in one of them".to_string(),
        );
    }
    lines.join("\n")
}
