//! The board to play on.

use hashbrown::HashMap;
use maud::{Markup, html};
use serde_json::{Value as Json, json};

use super::{heading, script_data, soft};
use crate::expr::value::Outcome;
use crate::picture::{Content, Map};
use crate::query::board::{Board, Graph, PileBoard};
use crate::query::facts::Facts;
use crate::query::pile_look::{Pile, PileForm};

/// What the script fills.
fn controls() -> Markup {
    html! {
        div #board hidden {
            p data-part="status" role="status" tabindex="-1" {}
            div.piles data-part="piles" role="group" aria-label="piles" {}
            div data-part="choice" role="group" aria-label="which move" {}
            div data-part="moves" role="group" aria-label="moves" {}
            div.controls {
                button type="button" data-part="hint" { "Show good moves" } " "
                button type="button" data-part="undo" { "Undo" } " "
                button type="button" data-part="new" { "New position" } " "
                label { input type="checkbox" data-part="first"; " the program begins" }
            }
            details {
                summary { "Why" }
                pre data-part="why" {}
            }
            ol data-part="log" aria-label="moves so far" {}
        }
        noscript { p { "Playing needs JavaScript." } }
    }
}

pub(super) fn section(facts: &Facts) -> Markup {
    html! {
        (heading("play", "Play"))
        @match &facts.board {
            Ok(board) => {
                p { (how_to_play(facts)) }
                (controls())
                (script_data(Some("board-data"), &named(data(&facts.rules.game, board), facts)))
            }
            Err(why) => {
                (soft(&format!("There is no board: {why}. `nimrule report --start POSITION` sets another one up.")))
            }
        }
    }
}

fn how_to_play(facts: &Facts) -> String {
    let how = "click what your move takes away or changes, or the cell or number it goes to";
    let rule = match (facts.rules.misere, facts.rules.loopy) {
        (true, _) => "Whoever makes the last move loses.",
        (false, true) => {
            "Whoever makes the last move wins; a position that stands for the third time is a draw."
        }
        (false, false) => "Whoever makes the last move wins.",
    };
    format!("You against the program, which plays perfectly: {how}. {rule}")
}

/// With the names of two coordinates, where a picture has them.
fn named(mut data: Json, facts: &Facts) -> Json {
    let names = facts
        .pictures
        .iter()
        .find_map(|picture| match &picture.drawing.content {
            Content::Map(Map { across, up, .. }) => Some([&across.name, &up.name]),
            Content::Values(_) | Content::Graph(_) => None,
        });
    if let Some(names) = names {
        data["names"] = json!(names);
    }
    data
}

/// The game as the page's script takes it.
pub fn data(game: &str, board: &Board) -> Json {
    match board {
        Board::Piles(piles) => of_piles(game, piles),
        Board::Graph(graph) => of_graph(game, graph),
    }
}

fn of_piles(game: &str, piles: &PileBoard) -> Json {
    let kinds = piles.kinds.iter().map(|kind| {
        let options = kind.options.iter();
        let options = options.map(|(words, leaves)| json!({ "words": words, "leaves": leaves }));
        json!({ "pile": pile(&kind.pile), "value": kind.value, "options": options.collect::<Json>() })
    });
    let is_single = piles.kinds.iter().any(|kind| {
        kind.pile.numbers.len() != 1 || matches!(kind.pile.form, PileForm::Row | PileForm::Bag)
    });
    json!({ "game": game, "single": is_single, "start": piles.start, "deal": piles.deal, "kinds": kinds.collect::<Json>() })
}

fn of_graph(game: &str, graph: &Graph) -> Json {
    // Each different pile is written once.
    let mut piles: Vec<Json> = Vec::new();
    let mut known: HashMap<&Pile, usize> = HashMap::new();
    let mut places: Vec<Json> = Vec::new();
    for place in &graph.places {
        let own = place.piles.iter().map(|shown| {
            *known.entry(shown).or_insert_with(|| {
                piles.push(pile(shown));
                piles.len() - 1
            })
        });
        let own: Vec<usize> = own.collect();
        let outcome = match place.outcome {
            Outcome::First => "N",
            Outcome::Second => "P",
            Outcome::Draw => "D",
        };
        let turns = place.turns.iter();
        let turns = turns.map(|(words, to)| json!({ "words": words, "to": to }));
        places.push(json!({
            "name": place.name,
            "piles": own,
            "outcome": outcome,
            "moves": place.moves,
            "turns": turns.collect::<Json>(),
        }));
    }
    json!({ "game": game, "start": 0, "loopy": graph.loopy, "piles": piles, "places": places })
}

fn pile(pile: &Pile) -> Json {
    let form = match pile.form {
        PileForm::Numbers => "numbers",
        PileForm::Unordered => "unordered",
        PileForm::Row => "row",
        PileForm::Bag => "bag",
    };
    let mut data = json!({ "name": pile.name, "numbers": pile.numbers, "form": form });
    if !pile.lengths.is_empty() {
        data["lengths"] = json!(pile.lengths);
    }
    data
}
