"use strict";
// The game as it is played: legal moves, who wins, and the perfect answer. Nothing here touches the page.
//
// A position is a list of kinds of piles, or the number of a place in a graph.

/** The player for a game of piles: values add up by xor, and a position is lost where that is 0. */
function playerOfPiles(data) {
  const value = (kind) => data.kinds[kind].value;
  const total = (position) => position.reduce((sum, kind) => xor(sum, value(kind)), 0);
  const after = (position, move) => {
    const left = position.slice();
    left.splice(move.pile, 1, ...data.kinds[position[move.pile]].options[move.option].leaves);
    return left;
  };
  const player = {
    moves: (position) =>
      position.flatMap((kind, pile) =>
        data.kinds[kind].options.map((option, number) => ({ pile, option: number, words: option.words }))),
    after,
    lost: (position) => total(position) === 0,
    name: (position) => `${data.game}[${position.map((kind) => data.kinds[kind].name).join(", ")}]`,
    value: total,
    deal: (random) => {
      const count = data.single ? 1 : 2 + Math.floor(3 * random());
      return Array.from({ length: count }, () => data.deal[Math.floor(data.deal.length * random())]);
    },
    explain: (position) => explainPiles(position.map((kind) => data.kinds[kind]), total(position)),
  };
  return withAnswers(player);
}

/** The player for a graph: every position is known to be lost or won. */
function playerOfGraph(data) {
  const places = data.places;
  const player = {
    moves: (position) =>
      places[position].turns.map((turn, option) => ({ pile: 0, option, words: turn.words })),
    after: (position, move) => places[position].turns[move.option].to,
    lost: (position) => places[position].lost,
    name: (position) => places[position].name,
    deal: (random) => {
      const playable = places.flatMap((place, number) => (place.turns.length > 1 ? [number] : []));
      // The first half of the places is farther from the end of the game.
      return playable.length ? playable[Math.floor((playable.length * random()) / 2)] : 0;
    },
    explain: (position) => explainPlace(places, position),
  };
  return withAnswers(player);
}

/** What every player can do once moves and outcomes are known. */
function withAnswers(player) {
  player.wins = (position) =>
    player.moves(position).filter((move) => player.lost(player.after(position, move)));
  // A winning move where there is one, else one after which most moves remain, so that mistakes stay possible.
  player.best = (position, random) => {
    const moves = player.moves(position);
    const wins = moves.filter((move) => player.lost(player.after(position, move)));
    if (wins.length > 0) return wins[Math.floor(wins.length * random())];
    const room = moves.map((move) => player.moves(player.after(position, move)).length);
    const most = Math.max(...room);
    return moves[room.indexOf(most)];
  };
  player.isLegal = (position, move) =>
    player.moves(position).some((known) => known.pile === move.pile && known.option === move.option);
  return player;
}

/** The xor of numbers up to 2^53, which is more than JavaScript's own operator takes. */
function xor(a, b) {
  return Number(BigInt(a) ^ BigInt(b));
}

function explainPiles(kinds, sum) {
  const values = kinds.map((kind) => kind.value);
  if (kinds.length === 0) return ["No pile is left."];
  const width = Math.max(1, ...values.concat(sum).map((value) => value.toString(2).length));
  const names = kinds.map((kind) => kind.name).concat("xor");
  const column = Math.max(...names.map((name) => name.length));
  const row = (name, value) =>
    `${name.padStart(column)}  ${value.toString(2).padStart(width, "0")}  = ${value}`;
  const lines = kinds.map((kind) => row(kind.name, kind.value));
  lines.push("-".repeat(column + 2 + width), row("xor", sum));
  lines.push(sum === 0
    ? "The Grundy values add up to 0 by xor: every move disturbs this, and who moves loses against perfect play."
    : "The Grundy values do not add up to 0 by xor: some move makes them, and who moves wins.");
  return lines;
}

function explainPlace(places, position) {
  const place = places[position];
  const lost = place.turns.filter((turn) => places[turn.to].lost).length;
  if (place.turns.length === 0) {
    return [place.lost ? "No move is left, and who should move loses." : "No move is left, and who should move wins: the last move loses."];
  }
  return [place.lost
    ? `Each of the ${place.turns.length} moves leaves a position that the opponent wins: a P-position.`
    : `Of the ${place.turns.length} moves ${lost} leave the opponent a lost position: an N-position.`];
}

/** The player for the data of a page. */
function playerOf(data) {
  return data.places ? playerOfGraph(data) : playerOfPiles(data);
}
