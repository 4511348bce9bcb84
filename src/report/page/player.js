"use strict";
// The game as it is played: legal moves, who wins, and the perfect answer. Nothing here touches the page.
//
// A position is a list of kinds of piles, or the number of a place in a graph. Outcomes are told from the player to move: "P" is
// lost, "N" won, "D" a draw.

/** The player for a game of piles: values add up by xor, and a position is lost where that is 0. */
function playerOfPiles(data) {
  const value = (kind) => data.kinds[kind].value;
  const total = (position) => position.reduce((sum, kind) => xor(sum, value(kind)), 0);
  const piles = (position) => position.map((kind) => data.kinds[kind].pile);
  const leaves = (position, move) => data.kinds[position[move.pile]].options[move.option].leaves;
  return withAnswers({
    moves: (position) =>
      position.flatMap((kind, pile) =>
        data.kinds[kind].options.map((option, number) => ({ pile, option: number, words: option.words }))),
    after: (position, move) => {
      const left = position.slice();
      left.splice(move.pile, 1, ...leaves(position, move));
      return left;
    },
    left: (position, move) => piles(leaves(position, move)),
    outcome: (position) => (total(position) === 0 ? "P" : "N"),
    name: (position) => `${data.game}[${piles(position).map((pile) => pile.name).join(", ")}]`,
    piles,
    choosesPile: true,
    start: (random) => {
      const count = data.single ? 1 : 2 + Math.floor(3 * random());
      return Array.from({ length: count }, () => data.deal[Math.floor(data.deal.length * random())]);
    },
    explain: (position) => (position.every((kind) => data.kinds[kind].options.length === 0)
      ? ["No move is left, and who should move loses."]
      : explainPiles(piles(position), position.map(value), total(position))),
  });
}

/** The player for a graph: of every position it is known who wins, and in how many moves. */
function playerOfGraph(data) {
  const places = data.places;
  const piles = (position) => places[position].piles.map((pile) => data.piles[pile]);
  const after = (position, move) => places[position].turns[move.option].to;
  return withAnswers({
    moves: (position) =>
      places[position].turns.map((turn, option) => ({ pile: 0, option, words: turn.words })),
    after,
    left: (position, move) => piles(after(position, move)),
    outcome: (position) => places[position].outcome,
    length: (position) => places[position].moves,
    name: (position) => places[position].name,
    piles,
    choosesPile: false,
    start: (random) => {
      const playable = places.flatMap((place, number) => (place.turns.length > 1 ? [number] : []));
      // The first half of the places is farther from the end of the game.
      return playable.length ? playable[Math.floor((playable.length * random()) / 2)] : 0;
    },
    explain: (position) => explainPlace(places, position),
  });
}

/** What every player can do once moves and outcomes are known. */
function withAnswers(player) {
  const leaving = (position, outcome) =>
    player.moves(position).filter((move) => player.outcome(player.after(position, move)) === outcome);
  const any = (moves, random) => moves[Math.floor(moves.length * random())];
  /** The moves for which something is largest. */
  const most = (moves, of) => {
    const found = moves.map(of);
    const largest = found.reduce((a, b) => Math.max(a, b), -Infinity);
    return moves.filter((_, place) => found[place] === largest);
  };
  player.wins = (position) => leaving(position, "P");
  /** The moves that keep what can be had: the winning ones, or those that keep a draw. */
  player.good = (position) =>
    ({ N: leaving(position, "P"), D: leaving(position, "D"), P: [] })[player.outcome(position)];
  player.best = (position, random) => {
    const length = (move) => player.length(player.after(position, move));
    const good = player.good(position);
    if (good.length > 0) {
      const quick = player.length && player.outcome(position) === "N";
      return any(quick ? most(good, (move) => -length(move)) : good, random);
    }
    // Lost: the longest resistance, or where that is not known, the move after which most moves remain.
    const room = (move) => player.moves(player.after(position, move)).length;
    return any(most(player.moves(position), player.length ? length : room), random);
  };
  /** The moves after which none is left, where these win or lose: the outcome is that of who should move then. */
  player.last = (position, outcome) => leaving(position, outcome).filter((move) => player.moves(player.after(position, move)).length === 0);
  /** A new position, if one is found that takes more than one move to win or to lose. */
  player.deal = (random) => {
    const isShort = (position) => player.last(position, "P").length > 0
      || player.last(position, "N").length === player.moves(position).length;
    let position = player.start(random);
    for (let tries = 0; tries < 50 && isShort(position); tries++) position = player.start(random);
    return position;
  };
  player.isLegal = (position, move) =>
    player.moves(position).some((known) => known.pile === move.pile && known.option === move.option);
  return player;
}

/** The xor of numbers up to 2^53, which is more than JavaScript's own operator takes. */
function xor(a, b) {
  return Number(BigInt(a) ^ BigInt(b));
}

function explainPiles(piles, values, sum) {
  const width = values.concat(sum).reduce((most, value) => Math.max(most, value.toString(2).length), 1);
  const names = piles.map((pile) => pile.name).concat("xor");
  const column = names.reduce((most, name) => Math.max(most, name.length), 0);
  const row = (name, value) =>
    `${name.padStart(column)}  ${value.toString(2).padStart(width, "0")}  = ${value}`;
  const lines = ["The Grundy values of the piles in binary:", ""];
  lines.push(...piles.map((pile, place) => row(pile.name, values[place])));
  if (piles.length > 1) lines.push("-".repeat(column + 2 + width), row("xor", sum));
  const total = piles.length > 1 ? "The xor" : "The value";
  lines.push("", sum === 0
    ? `${total} is 0, and every move changes it: who moves loses against perfect play.`
    : `${total} is not 0, and some move makes it 0: who moves wins.`);
  return lines;
}

function explainPlace(places, position) {
  const place = places[position];
  const count = (outcome) => place.turns.filter((turn) => places[turn.to].outcome === outcome).length;
  const of = (number) => (place.turns.length === 1 ? "the only move leaves"
    : `${number} of the ${place.turns.length} moves ${number === 1 ? "leaves" : "leave"}`);
  const sentence = (text) => text[0].toUpperCase() + text.slice(1);
  const lasts = place.moves === null ? "" : ` The play lasts ${place.moves} more ${place.moves === 1 ? "move" : "moves"} at best.`;
  if (place.turns.length === 0) {
    return [place.outcome === "P" ? "No move is left, and who should move loses."
      : "No move is left, and the last move loses: who should move wins."];
  }
  if (place.outcome === "P") {
    return [`Whatever is moved, the opponent can win: a P-position.${lasts}`];
  }
  if (place.outcome === "N") {
    return [sentence(`${of(count("P"))} the opponent a lost position: an N-position.${lasts}`)];
  }
  return [`No move wins, and ${of(count("D"))} the opponent no win either: with good play this goes on for ever.`];
}

/** The player for the data of a page. */
function playerOf(data) {
  const player = data.places ? playerOfGraph(data) : playerOfPiles(data);
  player.board = boardOf(data.piles ?? data.kinds.map((kind) => kind.pile));
  return player;
}
