//! What is known of the game with the last move losing.

use super::html::Html;
use super::tables;
use crate::query::facts::Facts;

/// The section; a game of misère play has these facts among its own.
pub(super) fn section(page: &mut Html, facts: &Facts) {
    if facts.misere || facts.misere_losing.is_empty() {
        return;
    }
    page.element("h2", "Misère play");
    page.element("p", "The same moves, but whoever makes the last one loses.");
    tables::lists(page, &facts.misere_losing);
}
