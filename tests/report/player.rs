//! The page's player under node: its rules are those of the solver, and it plays perfectly.

use std::process::Command;

use nimrule::Value;
use nimrule::expr::value::Outcome;
use nimrule::query::board::Board;
use nimrule::report::page::{PLAYER, board_data};
use serde_json::{Value as Json, json};

use super::session;
use super::tools::{output, tool};
use crate::common::value;

/// Runs a script under node; `None` where there is no node.
fn node(script: &str) -> Option<Json> {
    let written = output(Command::new(tool("node")?).arg("-"), script);
    Some(serde_json::from_str(&written).unwrap())
}

/// What the page's player says of positions: name, outcome, the name of what its answer leaves, and of what all moves leave.
const SAYS: &str = r#"
const player = playerOf(data);
const said = positions.map((position) => {
  const moves = player.moves(position);
  const best = moves.length > 0 ? player.best(position, Math.random) : null;
  const after = moves.map((move) => player.name(player.after(position, move)));
  return [player.name(position), player.outcome(position), best && player.name(player.after(position, best)),
    [...new Set(after)], best === null || player.isLegal(position, best), player.wins(position).length,
    player.isLegal(position, { pile: 99, option: 0 }), player.explain(position).length > 0,
    player.name(player.deal(Math.random)) !== ""];
});
console.log(JSON.stringify(said));
"#;

/// Who wins all positions that can be reached, from the moves alone; and whether the player's answers win what is won, keep what is
/// drawn, and come to an end.
const PLAYS: &str = r#"
const player = playerOf(data);
const key = (position) => JSON.stringify(position);
const known = new Map();
const open = [...positions];
for (const position of open) {
  if (known.has(key(position))) continue;
  const moves = player.moves(position);
  const next = moves.map((move) => player.after(position, move));
  known.set(key(position), { position, moves, next: next.map(key), outcome: moves.length > 0 ? "D" : misere ? "N" : "P" });
  open.push(...next);
}
// Whatever is not settled in the end is a draw.
for (let changed = true; changed;) {
  changed = false;
  for (const place of known.values()) {
    if (place.outcome !== "D") continue;
    const after = place.next.map((to) => known.get(to).outcome);
    if (after.includes("P")) place.outcome = "N";
    else if (after.every((outcome) => outcome === "N")) place.outcome = "P";
    else continue;
    changed = true;
  }
}
const wrong = [];
// How many moves a won position lasts at most when the player answers: the opponent tries everything.
const lasts = new Map();
const lengthOf = (name, way) => {
  if (lasts.has(name)) return lasts.get(name);
  if (way.has(name)) throw new Error(`the player goes round at ${name}`);
  way.add(name);
  const place = known.get(name);
  let length = 0;
  if (place.moves.length > 0) {
    const answers = Array.from({ length: 3 }, () => player.best(place.position, Math.random));
    for (const answer of answers) {
      const left = known.get(key(player.after(place.position, answer)));
      if (left.outcome !== "P") wrong.push(`${player.name(place.position)}: ${answer.words}`);
      else for (const to of left.next) length = Math.max(length, 2 + lengthOf(to, way));
      length = Math.max(length, 1);
    }
  }
  way.delete(name);
  lasts.set(name, length);
  return length;
};
const counts = { P: 0, N: 0, D: 0 };
for (const [name, place] of known) {
  counts[place.outcome]++;
  if (player.outcome(place.position) !== place.outcome) wrong.push(`${player.name(place.position)} is ${place.outcome}`);
  if (place.outcome === "N") {
    const length = lengthOf(name, new Set());
    // A graph knows how long the play lasts where the winner hurries.
    if (player.length && player.length(place.position) !== length) wrong.push(`${player.name(place.position)} lasts ${length}`);
  }
  if (place.outcome === "D") {
    const left = known.get(key(player.after(place.position, player.best(place.position, Math.random))));
    if (left.outcome !== "D") wrong.push(`${player.name(place.position)} is given away`);
  }
}
console.log(JSON.stringify({ counts, wrong }));
"#;

#[test]
fn the_player_is_perfect_in_every_position() {
    let mut session = session();
    for (game, start, draws) in [
        ("nim", "nim[4, 3, 3]", false),
        ("kayles", "kayles[7, 4]", false),
        ("bounded(2)", "bounded(2)[6, 5, 4]", false),
        ("wythoff", "wythoff[(5, 7)]", false),
        ("moore", "moore[4, 3, 3]", false),
        ("chomp", "chomp[[4, 4, 4]]", false),
        ("misere(kayles)", "misere(kayles)[7, 4]", false),
        ("other", "other[6]", false),
        ("nim", "nim[3] + kayles[5]", false),
        ("swing", "swing[3, 2]", true),
        ("trip", "trip[6, 5, 3]", true),
        ("misere(trip)", "misere(trip)[6, 3]", true),
    ] {
        let header = session.game(Some(game)).unwrap();
        let position = session.book().position(start).unwrap();
        let board = session.board(&header, Some(&position)).unwrap().unwrap();
        let data = board_data(game, &board);
        let script = format!(
            "{}\nconst data = {data}; const positions = [data.start]; const misere = {};\n{PLAYS}",
            PLAYER.concat(),
            header.misere
        );
        let Some(found) = node(&script) else {
            eprintln!("there is no node, so the page's player is not tested");
            return;
        };
        assert_eq!(found["wrong"], json!([]), "{start}");
        let count = |outcome: &str| found["counts"][outcome].as_u64().unwrap();
        assert!(count("P") > 0 || draws, "{start}: {found}");
        assert_eq!(count("D") > 0, draws, "{start}: {found}");
    }
}

/// Some positions of a board, the larger and the smaller ones.
fn positions(board: &Board) -> Json {
    match board {
        Board::Piles(piles) => {
            let few = &piles.deal[..piles.deal.len().min(7)];
            let last = *piles.deal.last().unwrap();
            let mut positions = vec![vec![], vec![last]];
            for &a in few {
                positions.extend([vec![a], vec![a, last]]);
                for &b in few {
                    positions.push(vec![a, b, few[0]]);
                }
            }
            json!(positions)
        }
        Board::Graph(graph) => {
            let count = graph.places.len();
            let some = (0..count).step_by(count.div_ceil(60));
            json!(some.collect::<Vec<_>>())
        }
    }
}

#[test]
fn the_player_agrees_with_the_solver() {
    let mut session = session();
    for game in [
        "nim",
        "kayles",
        "bounded(2)",
        "wythoff",
        "cuboid",
        "moore",
        "chomp",
        "misere(kayles)",
        "other",
        "swing",
        "trip",
    ] {
        let header = session.game(Some(game)).unwrap();
        let board = session.board(&header, None).unwrap().unwrap();
        let positions = positions(&board);
        let script = format!(
            "{}\nconst data = {}; const positions = {positions};\n{SAYS}",
            PLAYER.concat(),
            board_data(game, &board)
        );
        let Some(said) = node(&script) else {
            eprintln!("there is no node, so the page's player is not tested");
            return;
        };
        assert!(said.as_array().unwrap().len() > 5, "{game}");
        for said in said.as_array().unwrap() {
            let name = said[0].as_str().unwrap();
            let letter = match value(&mut session, &format!("winner({name})")) {
                Value::Outcome(Outcome::First) => "N",
                Value::Outcome(Outcome::Second) => "P",
                _ => "D",
            };
            assert_eq!(said[1], letter, "{name}");
            let moves = value(&mut session, &format!("moves({name})"));
            let left: Vec<_> = said[3]
                .as_array()
                .unwrap()
                .iter()
                .map(|name| name.as_str().unwrap())
                .collect();
            // The names of equal positions may differ in the order of piles.
            let known = |text: &str| {
                let position = session.book().position(text).unwrap();
                moves
                    .items()
                    .iter()
                    .any(|found| matches!(found, Value::Position(found) if **found == position))
            };
            assert!(
                left.iter().all(|text| known(text)),
                "{name}: {left:?} {moves}"
            );
            assert_eq!(left.is_empty(), moves.items().is_empty(), "{name}");
            if let Some(best) = said[2].as_str() {
                let after = value(&mut session, &format!("winner({best})"));
                let wanted = match letter {
                    "N" => Outcome::Second,
                    "P" => Outcome::First,
                    _ => Outcome::Draw,
                };
                assert_eq!(after, Value::Outcome(wanted), "{name} to {best}");
                assert_eq!(said[5].as_u64().unwrap() > 0, letter == "N", "{name}");
            }
            assert_eq!(
                said.as_array().unwrap()[4..],
                [
                    json!(true),
                    said[5].clone(),
                    json!(false),
                    json!(true),
                    json!(true)
                ][..],
                "{name}"
            );
        }
    }
}

/// What is clicked in all positions that can be reached: whether each move can be clicked, with one click, and what clicks leave that
/// is not what the move leaves.
const CLICKED: &str = r#"
const player = playerOf(data);
const open = [data.start];
const seen = new Set();
const found = { moves: 0, unclicked: 0, once: 0, wrong: [] };
/// What remains of a pile of stones or rows of squares without some of its parts.
const remains = (pile, numbers, parts) => {
  if (pile.look === "stones") {
    const groups = [[]];
    for (let stone = 0; stone < pile.count; stone++) {
      if (parts.includes(`|${stone}`)) groups.push([]);
      if (parts.includes(`:${stone}`)) groups.push([]);
      else groups.at(-1).push(stone);
    }
    return groups.map((group) => group.length).filter((size) => size > 0);
  }
  return numbers.map((number, row) => parts.filter((part) => part.startsWith(`:${row}.`)).reduce((rest) => rest - 1, number));
};
const sizes = (numbers) => numbers.filter((number) => number > 0).sort().join();
while (open.length > 0) {
  const position = open.pop();
  if (seen.has(JSON.stringify(position))) continue;
  seen.add(JSON.stringify(position));
  const moves = player.moves(position);
  const { piles, ways } = touchOf(player, position, moves);
  const choices = choicesOf(ways);
  const clicks = clicksOf(choices);
  moves.forEach((move, number) => {
    open.push(player.after(position, move));
    found.moves++;
    const own = ways[number].filter((parts) => parts.length > 0);
    if (own.length === 0) found.unclicked++;
    if (clicks && [...clicks.values()].some((choice) => choice?.moves.includes(number))) found.once++;
    const shown = player.piles(position);
    const left = player.left(position, move).flatMap((pile) => pile.numbers);
    for (const parts of own) {
      if (piles.some((pile) => !["stones", "rows"].includes(pile.look))) continue;
      const after = piles.flatMap((pile, at) => {
        if (player.choosesPile && at !== move.pile) return [];
        const mine = parts.filter((part) => part.startsWith(`${at}:`) || part.startsWith(`${at}|`));
        return remains(pile, shown[at].numbers, mine.map((part) => part.slice(String(at).length)));
      });
      if (sizes(after) !== sizes(left)) found.wrong.push(`${player.name(position)}, ${move.words}: ${parts}`);
    }
  });
}
console.log(JSON.stringify(found));
"#;

#[test]
fn what_is_clicked_is_what_a_move_changes() {
    let mut session = session();
    for (game, start, once) in [
        ("nim", "nim[4, 3]", true),
        ("bounded(2)", "bounded(2)[6, 5]", true),
        ("kayles", "kayles[7, 4]", false),
        ("halves", "halves[9, 4]", true),
        ("wythoff", "wythoff[(5, 7)]", true),
        ("cuboid", "cuboid[(3, 4, 2)]", true),
        ("chomp", "chomp[[4, 4, 3]]", true),
        ("bag", "bag[[3, 3, 2]]", true),
        ("row", "row[[1, 1, 1, 1, 1, 1]]", false),
        ("moore", "moore[4, 3, 3]", false),
        ("misere(kayles)", "misere(kayles)[5, 4]", false),
        ("trip", "trip[6, 3]", true),
        // Dominoes on squares, a number beside a row, numbers that grow, heaps and rows that fall apart.
        ("tiles", "tiles[[(r, c) for r in 0..1, c in 0..2]]", false),
        ("ends", "ends[(0, [5, 8, 2, 1, 10, 9])]", true),
        ("count", "count[7, 20]", true),
        ("coins", "coins[6, 4]", false),
        ("cut", "cut[[1, 2, 1, 3, 1, 2, 1]]", true),
        ("shatter", "shatter[7]", false),
        ("coin_row", "coin_row[[1, 3, 6]]", true),
    ] {
        let header = session.game(Some(game)).unwrap();
        let position = session.position(None, &[start.to_string()]).unwrap();
        let board = session.board(&header, Some(&position)).unwrap().unwrap();
        let data = board_data(game, &board);
        let script = format!("{}\nconst data = {data};\n{CLICKED}", PLAYER.concat());
        let Some(found) = node(&script) else {
            eprintln!("there is no node, so clicks are not tested");
            return;
        };
        assert_eq!(found["wrong"], json!([]), "{start}");
        // A way round that leads back at once changes nothing that could be clicked.
        let clicked = found["moves"].as_u64().unwrap() - found["unclicked"].as_u64().unwrap();
        assert!(
            found["unclicked"] == 0 || game == "trip",
            "{start}: {found}"
        );
        assert!(!once || found["once"] == clicked, "{start}: {found}");
        assert!(once || found["once"] != found["moves"], "{start}: {found}");
    }
}
