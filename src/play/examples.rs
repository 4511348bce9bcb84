//! Positions that the expectations of a file speak of: what the game's author had in mind.

use std::sync::Arc;

use crate::expr::position::{Header, Position};
use crate::query::Session;
use crate::syntax::ast::{Expr, Node};
use crate::text::source::Span;

/// No more expectations than these are looked through, and no more positions kept.
const MOST: usize = 200;

/// The positions of a game that stand in the expectations of its file.
pub(super) fn examples(session: &mut Session, game: &Arc<Header>) -> Vec<Position> {
    let book = session.book();
    let (expects, sources) = (book.expects(), book.sources());
    let mut spans = Vec::new();
    for expect in expects.iter().take(MOST) {
        brackets(&expect.claim, &mut spans);
    }
    let mut found: Vec<Position> = Vec::new();
    for span in spans.into_iter().take(MOST) {
        let text = sources.slice(span);
        // What has names of its own, as in a comprehension, or is no position, is passed over.
        let Ok(position) = session.position(None, &[text.to_string()]) else {
            continue;
        };
        let is_of_game = position.terms.iter().all(|term| term.game == *game);
        if is_of_game && !found.contains(&position) {
            found.push(position);
        }
    }
    found
}

/// All that stands in the form `name[…]` or `name(…)[…]`. The parser limits how deep an expression is.
fn brackets(expr: &Expr, found: &mut Vec<Span>) {
    if let Node::Bracket(base, _) = &expr.node {
        if let Node::Name(_) | Node::Call(..) = base.node {
            found.push(expr.span);
        }
        return;
    }
    let children = expr.children();
    children.iter().for_each(|child| brackets(child, found));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rulebook, Settings};

    #[test]
    fn expectations_name_positions() {
        let rules = "game nim { take any }
            game lim(m) { take 1..m }
            expect grundy(nim[3, 5]) == 6 and not winner(nim[[1, 1][0], 1]) == first
            expect all([winner(nim[n, n]) == second for n in 0..3])
            expect [grundy(lim(2)[4]), grundy(nim[7])] == [1, 7]
            expect best(nim[3, 5]) == nim[3, 3]";
        let book = Rulebook::parse(rules).unwrap();
        let mut session = Session::new(book, Settings::default()).unwrap();
        let game = session.game(Some("nim")).unwrap();
        let found: Vec<String> = examples(&mut session, &game)
            .iter()
            .map(Position::to_string)
            .collect();
        assert_eq!(found, ["nim[3, 5]", "nim[1, 1]", "nim[7]", "nim[3, 3]"]);
    }
}
