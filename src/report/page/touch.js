"use strict";
// What of a position is clicked to make a move: the stones, squares, entries or cells that the move changes. Nothing here touches the
// page. A part of pile 2 is called `2:3` for its fourth stone or entry, `2:1.0` for the first square of its second row, `2:4,0` for a
// cell of its board, and `2|3` for the gap after its third stone.

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
  const drawn = piles.map((pile, at) => drawnOf(pile, alone(at).map((change) => change.left)));
  const splits = piles.map((_, at) => alone(at).some(({ left }) => left.length > 1));
  const partsOf = ({ at, left }) => (at.length > 1 ? tailsOf(at, at.map((place) => piles[place]), left)
    : waysOf[drawn[at[0]].look](piles[at[0]], left, splits[at[0]])?.map((way) => way.map((part) => at[0] + part)) ?? []);
  return { piles: drawn, ways: changes.map((found) => found.flatMap(partsOf)) };
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

const isHeap = (pile) => pile.form !== "row" && pile.form !== "bag" && pile.numbers.length === 1;
const isCell = (pile) => (pile.form === "numbers" || pile.form === "unordered") && pile.numbers.length === 2;
const within = (numbers, most) => numbers.every((number) => number >= 0 && number <= most);

/** How a pile is drawn, given what its moves leave: as a board of cells, stones, rows of squares, entries, or in words alone. */
function drawnOf(pile, lefts) {
  const { numbers } = pile;
  const words = { look: "words" };
  if (numbers.length === 0) return words;
  if (isHeap(pile)) return within(numbers, DRAWN.stones) ? { look: "stones", count: numbers[0] } : words;
  if (isCell(pile)) {
    const seen = [pile, ...lefts.flat().filter(isCell)].map((one) => one.numbers);
    const size = [0, 1].map((side) => seen.reduce((most, cell) => Math.max(most, cell[side] + 1), 0));
    return seen.every((cell) => within(cell, DRAWN.side - 1)) ? { look: "cells", size, here: numbers } : words;
  }
  if (numbers.length > DRAWN.rows) return words;
  const same = lefts.filter((left) => left.length === 1).map((left) => left[0].numbers);
  const flat = [numbers, ...same].every((row) => within(row, 1));
  const shrinks = !flat && within(numbers, DRAWN.side) && same.every((row) => squaresGone(pile, row) !== null);
  return { look: shrinks ? "rows" : "entries", numbers, flat };
}

/** What goes from a pile that becomes others, in each way that it can be shown. */
const waysOf = {
  words: () => [],
  cells(pile, left) {
    if (left.length !== 1 || !isCell(left[0])) return [];
    const [x, y] = pile.numbers;
    const [a, b] = left[0].numbers;
    // Where the order does not count, the target is the one on the way that is seen as a straight move.
    const straight = (a, b) => a === x || b === y || x - a === y - b;
    const turned = pile.form === "unordered" && !straight(a, b) && straight(b, a);
    return [[turned ? `:${b},${a}` : `:${a},${b}`]];
  },
  stones(pile, left, splits) {
    if (!left.every(isHeap)) return [];
    const count = pile.numbers[0];
    const parts = left.map((one) => one.numbers[0]).filter((size) => size > 0);
    const taken = parts.reduce((rest, size) => rest - size, count);
    const [a, b] = parts;
    const row = (from) => Array.from({ length: taken }, (_, number) => `:${from + number}`);
    if (taken < 0 || parts.length > 2 || (taken === 0 && parts.length < 2)) return [];
    if (taken === 0) return [[`|${a}`], [`|${b}`]];
    // Where no move splits a pile, those at its end go.
    if (parts.length === 2) return [row(a), row(b)];
    return splits ? [row(count - taken), row(0)] : [row(count - taken)];
  },
  rows(pile, left) {
    if (left.length > 1) return [];
    const gone = squaresGone(pile, left[0]?.numbers ?? []);
    return gone ? [gone] : [];
  },
  entries({ numbers }, left) {
    const all = left.flatMap((one) => one.numbers);
    if (left.length === 1 && all.length === numbers.length) {
      return [numbers.flatMap((number, place) => (number === all[place] ? [] : [`:${place}`]))];
    }
    // Some neighbours go; what is left may be in two parts.
    const length = numbers.length - all.length;
    const starts = left.length < 2 ? numbers.map((_, place) => place) : [left[0].numbers.length];
    const fits = (start) => all.every((number, place) => number === numbers[place < start ? place : place + length]);
    const windows = starts.filter((start) => length > 0 && start <= all.length && fits(start));
    return left.length > 2 ? [] : windows.map((start) => Array.from({ length }, (_, place) => `:${start + place}`));
  },
};

/** The squares that go where a pile drawn as rows becomes another; `null` where something else happens too. */
function squaresGone({ numbers, form }, after) {
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
    Array.from({ length: number - aligned[row] }, (_, square) => `:${row}.${aligned[row] + square}`));
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
