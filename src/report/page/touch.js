"use strict";
// What of a position is clicked to make a move: the stones, squares, entries or cells that the move changes. Nothing here touches the
// page. A part of pile 2 is called `2:3` for its fourth stone or entry or for the number 3 on its track, `2:1.0` for the first square of
// its second row, `2:4,0` for a cell of its board, and `2|3` for the gap after its third stone or entry.

/** The most stones, rows, and squares of a row or side of a board that are drawn. */
const DRAWN = { stones: 60, rows: 16, side: 20 };

/** How each pile is drawn, and the parts that each move changes: a move may be shown in several ways, or in none. */
function touchOf(player, position, moves) {
  const piles = player.piles(position);
  const changes = moves.map((move) => {
    const left = player.left(position, move);
    return player.choosesPile ? [{ at: [move.pile], left }] : changesOf(piles, left);
  });
  const alone = (at) => changes.flat().filter((change) => change.at.length === 1 && change.at[0] === at);
  const drawn = piles.map((pile, at) => drawnOf(pile, alone(at).map((change) => change.left), player.board));
  const splits = piles.map((_, at) => alone(at).some(({ left }) => left.length > 1));
  const shown = ({ at, left }) => (at.length > 1 ? tailsOf(at, at.map((place) => piles[place]), left)
    : waysOf[drawn[at[0]].look](piles[at[0]], left, splits[at[0]])?.map((way) => way.map((part) => at[0] + part)) ?? []);
  return { piles: drawn, ways: changes.map((found) => found.flatMap(shown)) };
}

/** Which piles a turn changes, and what they become: piles that are there before and after stay, but for equal ones any may go. */
function changesOf(piles, after) {
  const gone = piles.map((_, at) => at);
  const left = after.filter((pile) => {
    const same = gone.findIndex((at) => piles[at].name === pile.name);
    if (same >= 0) gone.splice(same, 1);
    return same < 0;
  });
  if (gone.length !== 1) return gone.length ? [{ at: gone, left }] : [];
  const equal = piles.flatMap((pile, at) => (pile.name === piles[gone[0]].name ? [at] : []));
  return equal.map((at) => ({ at: [at], left }));
}

const isRow = (pile) => pile.form === "row" || pile.form === "bag";
const isHeap = (pile) => !isRow(pile) && !pile.lengths && pile.numbers.length === 1;
const isCell = (pile) => !isRow(pile) && !pile.lengths && pile.numbers.length === 2;
const within = (numbers, most) => numbers.every((number) => number >= 0 && number <= most);
const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/** The coordinates of a pile that has rows among them, or the entries of a row of tuples; else the pile itself. */
function partsOf({ numbers, form, lengths }) {
  let from = 0;
  return lengths ? lengths.map((length) => ({ form: "row", from, numbers: numbers.slice(from, (from += length)) }))
    : [{ form, from, numbers }];
}

/** The entries of a row of tuples as they are written. */
const itemsOf = (pile) => (pile.lengths ? partsOf(pile).map(({ numbers }) => `(${numbers.join(", ")})`) : []);

/** The cells that rows of pairs lie on: the first row and column, and how many there are; `null` where that is no small board. */
function boardOf(piles) {
  const cells = piles.filter((pile) => isRow(pile) && pile.lengths).flatMap((pile) => partsOf(pile).map(({ numbers }) => numbers));
  const distinct = piles.every((pile) => new Set(itemsOf(pile)).size === itemsOf(pile).length);
  if (!distinct || cells.length === 0 || cells.some((cell) => cell.length !== 2)) return null;
  const ends = [0, 1].map((side) => {
    const all = cells.map((cell) => cell[side]);
    return [all.reduce((a, b) => Math.min(a, b)), all.reduce((a, b) => Math.max(a, b))];
  });
  return ends.every(([first, last]) => last - first < DRAWN.side)
    ? { first: ends.map(([first]) => first), size: ends.map(([first, last]) => last - first + 1) } : null;
}

/** How a pile is drawn, given what its moves leave: as a board of cells, stones, a track of numbers, rows of squares, entries, or in
 *  words alone. */
function drawnOf(pile, lefts, board) {
  const { numbers } = pile;
  const words = { look: "words" };
  if (numbers.length === 0) return words;
  if (isHeap(pile)) return within(numbers, DRAWN.stones) ? heapOf(numbers[0], lefts) : words;
  if (isCell(pile)) {
    const seen = [pile, ...lefts.flat().filter(isCell)].map((one) => one.numbers);
    const size = [0, 1].map((side) => seen.reduce((most, cell) => Math.max(most, cell[side] + 1), 0));
    return seen.every((cell) => within(cell, DRAWN.side - 1)) ? { look: "cells", size, here: numbers } : words;
  }
  if (isRow(pile) && pile.lengths) {
    const items = itemsOf(pile);
    if (board) return { look: "squares", board, cells: partsOf(pile).map((part) => part.numbers) };
    return items.length > DRAWN.rows ? words : { look: "entries", numbers: items, starts: [] };
  }
  if (numbers.length > DRAWN.rows) return words;
  const starts = partsOf(pile).map((part) => part.from).slice(1);
  const same = lefts.filter((left) => left.length === 1).map((left) => left[0].numbers);
  const flat = !pile.lengths && [numbers, ...same].every((row) => within(row, 1));
  const falls = isRow(pile) && lefts.some((left) => left.length > 1);
  const shrinks = !flat && !falls && within(numbers, DRAWN.side)
    && lefts.every((left) => left.length !== 1 || squaresOf(pile, left[0]) !== null);
  return { look: shrinks ? "rows" : "entries", numbers, flat, starts };
}

/** A heap as stones that go, or where its number grows, alone or in several heaps, as a track of numbers. */
function heapOf(count, lefts) {
  const found = lefts.map((left) => left.filter(isHeap).map((one) => one.numbers[0]));
  const all = [count, ...found.flat()];
  const grows = found.some((sizes) => total(sizes) > count) && within(all, DRAWN.stones);
  const [from, to] = all.reduce(([least, most], size) => [Math.min(least, size), Math.max(most, size)], [count, count]);
  return grows ? { look: "track", count, from, to } : { look: "stones", count };
}

/** What goes from a pile that becomes others, in each way that it can be shown. */
const waysOf = {
  words: () => [],
  cells(pile, left) {
    if (!left.every(isCell)) return [];
    const [x, y] = pile.numbers;
    // Where the order does not count, the target is the one on the way that is seen as a straight move.
    const straight = (a, b) => a === x || b === y || x - a === y - b;
    const cell = ([a, b]) => (pile.form === "unordered" && !straight(a, b) && straight(b, a) ? `:${b},${a}` : `:${a},${b}`);
    return [left.length ? [...new Set(left.map((one) => cell(one.numbers)))] : [`:${x},${y}`]];
  },
  track(pile, left) {
    if (!left.every(isHeap)) return [];
    const sizes = left.length ? left.map((one) => one.numbers[0]) : pile.numbers;
    return [[...new Set(sizes)].map((size) => `:${size}`)];
  },
  stones(pile, left, splits) {
    if (!left.every(isHeap)) return [];
    const count = pile.numbers[0];
    const parts = left.map((one) => one.numbers[0]).filter((size) => size > 0);
    const taken = count - total(parts);
    const row = (from) => Array.from({ length: taken }, (_, number) => `:${from + number}`);
    if (taken < 0 || (taken === 0 && parts.length < 2)) return [];
    // The stones between two parts go, or those at an end where they stay in one, and gaps part the others.
    const orders = parts.length === 2 ? [parts, [...parts].reverse()] : [parts];
    if (taken === 0 || parts.length > 2) return orders.map((order) => [...gapsOf(order), ...row(count - taken)]);
    if (parts.length === 2) return orders.map(([first]) => row(first));
    // Where no move splits a pile, those at its end go.
    return splits ? [row(count - taken), row(0)] : [row(count - taken)];
  },
  rows(pile, left) {
    if (left.length > 1) return [];
    const gone = squaresOf(pile, left[0] ?? { numbers: [], form: pile.form });
    return gone ? [gone] : [];
  },
  squares: (pile, left) => (left.length > 1 ? [] : changed(itemsOf(pile), left.flatMap(itemsOf))
    .map((gone) => gone.map((place) => `:${partsOf(pile)[place].numbers.join(",")}`))),
  entries(pile, left) {
    const lengths = left.map((one) => one.numbers.length);
    if (left.length > 1) {
      const { numbers } = pile;
      const all = left.flatMap((one) => one.numbers);
      const start = lengths[0];
      const length = numbers.length - total(lengths);
      if (length === 0 && all.every((number, place) => number === numbers[place])) return [gapsOf(lengths.filter((one) => one > 0))];
      const fits = left.length === 2 && length > 0 && all.every((number, place) => number === numbers[place < start ? place : place + length]);
      return fits ? [Array.from({ length }, (_, place) => `:${start + place}`)] : [];
    }
    if (isRow(pile) && pile.lengths) return changed(itemsOf(pile), left.flatMap(itemsOf)).map((way) => way.map((place) => `:${place}`));
    const own = partsOf(pile);
    const other = left.length ? partsOf(left[0]) : own.map(() => ({ numbers: [] }));
    if (own.length !== other.length) return [];
    const ways = own.map((part, place) => changed(part.numbers, other[place].numbers)
      .map((way) => way.map((entry) => `:${part.from + entry}`)));
    return ways.reduce((all, some) => all.flatMap((first) => some.map((then) => [...first, ...then])).slice(0, 24), [[]]);
  },
};

/** The gaps between parts of these sizes that lie in a row. */
const gapsOf = (sizes) => sizes.slice(1).map((_, place) => `|${total(sizes.slice(0, place + 1))}`);

/** The places of a row that another one lacks, or where it has something else, in each way that fits; none where nothing does. */
function changed(row, after) {
  const count = row.length - after.length;
  if (count === 0) return [row.flatMap((item, place) => (item === after[place] ? [] : [place]))];
  const fits = (gone) => {
    const rest = row.filter((_, place) => !gone.includes(place));
    return rest.every((item, place) => item === after[place]);
  };
  // Some neighbours go; else the first ones that can.
  const windows = after.concat(0).map((_, start) => Array.from({ length: Math.max(count, 0) }, (_, place) => start + place));
  const found = count > 0 ? windows.filter(fits) : [];
  if (found.length > 0 || count < 0) return found;
  const rest = after.slice();
  const gone = row.flatMap((item, place) => {
    if (item !== rest[0]) return [place];
    rest.shift();
    return [];
  });
  return rest.length === 0 ? [gone] : [];
}

/** The squares that go where a pile drawn as rows becomes another; `null` where something else happens too. */
function squaresOf(pile, after) {
  const [own, other] = [partsOf(pile), partsOf(after)];
  if (own.length !== other.length) return null;
  const gone = own.map((part, place) => squaresGone(part, other[place].numbers));
  return gone.includes(null) ? null : gone.flat();
}

/** The same for a row among the coordinates of a pile, or for all of it. */
function squaresGone({ numbers, form, from }, after) {
  let aligned = after;
  if (form !== "row" && form !== "numbers") {
    // Without an order equal rows stay, and the others shrink.
    const rest = after.slice();
    aligned = numbers.map((number) => {
      const same = rest.indexOf(number);
      return same < 0 ? null : rest.splice(same, 1)[0];
    });
    aligned = aligned.map((row) => row ?? rest.shift() ?? 0);
    if (rest.length > 0) return null;
  } else if (after.length < numbers.length) {
    // Rows that are gone are the last ones, or neighbours.
    const length = numbers.length - after.length;
    const starts = numbers.map((_, place) => after.length - place).filter((start) => start >= 0);
    const filled = starts.map((start) => [...after.slice(0, start), ...Array(length).fill(0), ...after.slice(start)]);
    aligned = filled.find((rows) => rows.every((row, place) => row <= numbers[place])) ?? filled[0];
  }
  if (aligned.length > numbers.length || aligned.some((row, place) => row < 0 || row > numbers[place])) return null;
  return numbers.flatMap((number, row) =>
    Array.from({ length: number - aligned[row] }, (_, square) => `:${from + row}.${aligned[row] + square}`));
}

/** What goes from several heaps that become others: the last stones of each. */
function tailsOf(at, piles, left) {
  if (![...piles, ...left].every(isHeap) || left.length > piles.length || piles.some((pile) => pile.numbers[0] > DRAWN.stones)) return [];
  const sizes = left.map((pile) => pile.numbers[0]).concat(Array(piles.length - left.length).fill(0));
  const ways = [];
  const place = (number, rest, parts) => {
    if (number === piles.length) ways.push(parts);
    if (number === piles.length || ways.length >= 24) return;
    const count = piles[number].numbers[0];
    for (const size of new Set(rest)) {
      if (size > count) continue;
      const others = rest.slice();
      others.splice(rest.indexOf(size), 1);
      place(number + 1, others, [...parts, ...Array.from({ length: count - size }, (_, stone) => `${at[number]}:${size + stone}`)]);
    }
  };
  place(0, sizes, []);
  return ways;
}

/** The choices of a person: for each set of parts the moves that change just these. */
function choicesOf(ways) {
  const choices = new Map();
  ways.forEach((own, move) => own.forEach((parts) => {
    const key = [...parts].sort().join(" ");
    if (parts.length === 0) return;
    if (!choices.has(key)) choices.set(key, { parts: new Set(parts), moves: [] });
    const { moves } = choices.get(key);
    if (!moves.includes(move)) moves.push(move);
  }));
  return [...choices.values()];
}

/** The smallest of the choices with all of these parts; `null` where several are as small. */
function smallest(choices, parts) {
  const all = choices.filter((choice) => parts.every((part) => choice.parts.has(part)));
  const least = all.reduce((size, choice) => Math.min(size, choice.parts.size), Infinity);
  const found = all.filter((choice) => choice.parts.size === least);
  return found.length === 1 ? found[0] : null;
}

/** What a click on each part means: for each the smallest choice with it, where each move is such a one; else `null`. */
function clicksOf(choices) {
  const parts = new Set(choices.flatMap((choice) => [...choice.parts]));
  const clicks = new Map([...parts].map((part) => [part, smallest(choices, [part])]));
  const reached = new Set([...clicks.values()].flatMap((choice) => choice?.moves ?? []));
  return choices.every((choice) => choice.moves.every((move) => reached.has(move))) ? clicks : null;
}
