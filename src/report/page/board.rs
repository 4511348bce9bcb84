//! The board to play on.

use serde_json::{Value as Json, json};

use super::html::Html;
use super::missing;
use crate::query::board::{Board, Piles};
use crate::query::facts::Facts;

const CONTROLS: &str = "\
<div id=\"board\" hidden>
<p data-part=\"status\" role=\"status\" tabindex=\"-1\"></p>
<div class=\"piles\" data-part=\"piles\" role=\"group\" aria-label=\"piles\"></div>
<div data-part=\"moves\" role=\"group\" aria-label=\"moves\"></div>
<div class=\"controls\">
<button type=\"button\" data-part=\"hint\">Show winning moves</button>
<button type=\"button\" data-part=\"undo\">Undo</button>
<button type=\"button\" data-part=\"new\">New position</button>
<label><input type=\"checkbox\" data-part=\"first\"> the program begins</label>
</div>
<details>
<summary>Why</summary>
<pre data-part=\"why\"></pre>
</details>
<ol data-part=\"log\" aria-label=\"moves so far\"></ol>
</div>
<noscript><p>Playing needs JavaScript.</p></noscript>
";

/// The section with the board.
pub(super) fn section(page: &mut Html, facts: &Facts) {
    page.element("h2", "Play");
    match &facts.board {
        Ok(Some(board)) => {
            let how = match board {
                Board::Piles(_) => "choose a pile, then a move",
                Board::Graph(_) => "choose a move",
            };
            let who = "You against the program, which plays perfectly";
            page.element("p", format!("{who}: {how}."));
            page.raw(CONTROLS);
            page.data(" id=\"board-data\"", &data(&facts.game, board));
        }
        Ok(None) => {
            page.element(
                "p class=\"soft\"",
                "No small board of this game was found; `nimrule report --start POSITION` sets one up.",
            );
        }
        Err(why) => missing(page, why),
    }
}

/// The game as the page's script takes it.
pub fn data(game: &str, board: &Board) -> Json {
    match board {
        Board::Piles(piles) => of_piles(game, piles),
        Board::Graph(places) => {
            let places: Vec<Json> = places
                .iter()
                .map(|place| {
                    let turn = |(words, to): &(String, usize)| json!({ "words": words, "to": to });
                    let turns: Vec<Json> = place.turns.iter().map(turn).collect();
                    json!({ "name": place.name, "lost": place.lost, "turns": turns })
                })
                .collect();
            json!({ "game": game, "start": 0, "places": places })
        }
    }
}

fn of_piles(game: &str, piles: &Piles) -> Json {
    let kinds: Vec<Json> = piles
        .kinds
        .iter()
        .map(|kind| {
            let option =
                |(words, leaves): &(String, Vec<usize>)| json!({ "words": words, "leaves": leaves });
            let options: Vec<Json> = kind.options.iter().map(option).collect();
            json!({ "name": kind.name, "numbers": kind.numbers, "value": kind.value, "options": options })
        })
        .collect();
    let is_single = piles.kinds.iter().any(|kind| kind.numbers.len() != 1);
    json!({ "game": game, "single": is_single, "start": piles.start, "deal": piles.deal, "kinds": kinds })
}
