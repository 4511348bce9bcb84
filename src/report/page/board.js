"use strict";
// The board of the page: shows the position, lets a person move, and answers.

(() => {
  const source = document.getElementById("board-data");
  const root = document.getElementById("board");
  if (!source || !root) return;
  const data = JSON.parse(source.textContent);
  const player = playerOf(data);
  const find = (name) => root.querySelector(`[data-part="${name}"]`);
  const parts = {
    status: find("status"), piles: find("piles"), choice: find("choice"), moves: find("moves"), why: find("why"), log: find("log"),
    undo: find("undo"), hint: find("hint"), first: find("first"),
  };
  /** A drawn play that comes back to a position so often ends. */
  const OFTEN = 3;
  let history = [];
  let position = null;
  let yourTurn = true;
  let hinted = false;
  /** Whether a person reads the moves in words. */
  let inWords = false;
  /** The largest board of cells since the game began. */
  let largest = [0, 0];
  /** The parts that a person has clicked for a move that needs more than one. */
  let picked = [];

  const element = (tag, text, properties = {}) => {
    const made = document.createElement(tag);
    if (text) made.textContent = text;
    return Object.assign(made, properties);
  };

  function begin(start, computerFirst) {
    position = start;
    history = [];
    largest = [0, 0];
    parts.log.replaceChildren();
    yourTurn = !computerFirst;
    if (computerFirst) answer();
    ready();
    show();
  }

  /** Nothing is chosen yet. */
  function ready() {
    hinted = false;
    picked = [];
  }

  /** Whether the play has come here so often that it counts as drawn. */
  function isRepeated() {
    if (!data.loopy) return false;
    const same = history.filter((step) => step.position === position && step.yourTurn === yourTurn);
    return same.length + 1 >= OFTEN;
  }

  const isOver = () => player.moves(position).length === 0 || isRepeated();

  function play(move) {
    if (!yourTurn || isOver() || !player.isLegal(position, move)) return;
    make("You", move);
    answer();
    ready();
    show();
  }

  function make(who, move) {
    history.push({ position, yourTurn, words: move.words });
    const next = player.after(position, move);
    parts.log.append(element("li", `${who}: ${move.words}, leaves ${player.name(next)}`));
    position = next;
    yourTurn = !yourTurn;
  }

  /** The program's move, where there is one. */
  function answer() {
    if (!yourTurn && !isOver()) make("Program", player.best(position, Math.random));
  }

  /** Back to where the person moved last. */
  function undo() {
    while (history.length > 0) {
      const last = history.pop();
      parts.log.lastElementChild?.remove();
      position = last.position;
      yourTurn = last.yourTurn;
      if (yourTurn) break;
    }
    // The program may have begun.
    answer();
    ready();
    show();
  }

  function show() {
    const over = isOver();
    const moves = over ? [] : player.moves(position);
    parts.status.textContent = over ? outcome() : status();
    showPosition(moves);
    parts.why.textContent = player.explain(position).join("\n");
    parts.undo.disabled = !history.some((step) => step.yourTurn);
    parts.hint.disabled = over || player.good(position).length === 0;
    parts.hint.setAttribute("aria-pressed", String(hinted));
  }

  function outcome() {
    if (player.moves(position).length > 0) return `${lastMove()}${player.name(position)} for the third time: a draw.`;
    // Who should move and cannot loses, in misère play wins.
    const youWin = yourTurn === (player.outcome(position) === "N");
    return `${lastMove()}${player.name(position)}: no move is left. ${youWin ? "You win." : "The program wins."}`;
  }

  function status() {
    const prospects = {
      P: "Against perfect play this is lost.", N: "You can win.", D: "Against perfect play this is a draw.",
    };
    return `${lastMove()}${player.name(position)}: your move. ${prospects[player.outcome(position)]}`;
  }

  /** What the program has just done, as a sentence. */
  function lastMove() {
    const last = history.at(-1);
    if (!last || last.yourTurn) return "";
    return `The program ${last.words.replace(/(^| and )(take|remove|turn|move|split|replace)\b/g, "$1$2s")}. `;
  }

  /** Shows the piles, with what can be clicked in them, and the moves in words. */
  function showPosition(moves) {
    const { piles, ways } = touchOf(player, position, moves);
    for (const pile of piles) {
      if (pile.look === "cells") pile.size = largest = largest.map((most, side) => Math.max(most, pile.size[side]));
    }
    const choices = choicesOf(ways);
    const clicks = clicksOf(choices);
    const good = hinted ? player.good(position) : [];
    const among = (list) => (move) => list.some((known) => known.pile === move.pile && known.option === move.option);
    const isGood = among(good);
    // In misère play: what nobody can take without losing.
    const isLosing = among(player.last(position, "N"));
    const [fatal, harmless] = [true, false].map((loses) => new Set(
      choices.filter((choice) => choice.moves.every((move) => isLosing(moves[move])) === loses).flatMap((choice) => [...choice.parts])));
    const hasGood = (choice) => choice.moves.some((move) => isGood(moves[move]));
    const open = choices.filter((choice) => picked.every((part) => choice.parts.has(part)));
    const chosen = picked.length > 0 ? smallest(open, picked) : null;
    const buttons = new Map();

    /** A part of a pile, which can be clicked where some move changes it. */
    const part = (name, look) => {
      const button = element("button", "", { type: "button", className: `part ${look}`, tabIndex: -1 });
      const means = clicks ? clicks.get(name) : open.find((choice) => choice.parts.has(name));
      button.disabled = !means;
      if (!means) return button;
      buttons.set(name, button);
      const stars = clicks ? hasGood(means) : open.some((choice) => choice.parts.has(name) && hasGood(choice));
      button.classList.toggle("good", stars);
      button.classList.toggle("going", chosen?.parts.has(name) ?? picked.includes(name));
      const poisoned = fatal.has(name) && !harmless.has(name);
      button.classList.toggle("poisoned", poisoned);
      const told = (clicks && means.moves.length === 1 ? moves[means.moves[0]].words : "") + (poisoned ? " (loses)" : "");
      button.title = told;
      button.setAttribute("aria-label", told || `part ${name}`);
      button.addEventListener("click", () => (clicks ? choose(means) : pick(name)));
      if (clicks) {
        const preview = (on) => means.parts.forEach((one) => buttons.get(one)?.classList.toggle("going", on));
        button.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse") preview(true); });
        button.addEventListener("pointerleave", () => preview(false));
      }
      return button;
    };

    /** Makes the move that changes just this, or asks which one is meant. */
    const choose = (choice) => {
      if (choice.moves.length === 1) play(moves[choice.moves[0]]);
      else offer(choice.moves, "Which of these?");
    };

    const pick = (name) => {
      const again = picked.includes(name);
      if (!again) picked.push(name);
      const fits = choices.filter((choice) => picked.every((one) => choice.parts.has(one)));
      const least = smallest(fits, picked);
      if (least && (again || fits.length === 1)) choose(least);
      else show();
    };

    /** Buttons with moves in words, under the piles. */
    const offer = (numbers, words) => {
      const list = element("div", "", { className: "options" });
      list.append(...numbers.map((move) => moveButton(moves[move], isGood(moves[move]))));
      if (picked.length > 0) {
        const none = element("button", "Choose anew", { type: "button" });
        none.addEventListener("click", () => {
          picked = [];
          show();
        });
        list.append(none);
      }
      parts.choice.replaceChildren(element("p", words, { className: "soft" }), list);
    };

    parts.piles.replaceChildren(...piles.map((pile, at) => {
      const shown = element("div", "", { className: "pile" });
      shown.append(...pileOf(pile, at, part, choices), element("span", player.piles(position)[at].name, { className: "count" }));
      return shown;
    }));
    parts.choice.replaceChildren();
    if (picked.length > 0) offer(chosen?.moves ?? [], chosen ? "Click what else goes with it, or make this move:" : "Click what else goes with it.");

    // All moves in words; those that cannot be clicked at once.
    parts.moves.replaceChildren();
    if (moves.length === 0) return;
    const list = (numbers) => {
      const made = element("div", "", { className: "options" });
      made.append(...numbers.map((move) => moveButton(moves[move], isGood(moves[move]))));
      return made;
    };
    const all = moves.map((_, move) => move);
    const rest = all.filter((move) => ways[move].every((parts) => parts.length === 0));
    if (rest.length > 0) parts.moves.append(list(rest));
    if (rest.length === all.length) return;
    const words = element("details", "", { open: inWords });
    words.addEventListener("toggle", () => { inWords = words.open; });
    words.append(element("summary", "The moves in words"), list(all));
    parts.moves.append(words);
  }

  /** A pile as it is clicked: stones, rows of squares, entries, a track of numbers, or cells of a board. */
  function pileOf(pile, at, part, choices) {
    const box = element("span", "", { className: pile.look });
    const gaps = choices.some((choice) => [...choice.parts].some((name) => name.startsWith(`${at}|`)));
    if (pile.look === "stones") {
      for (let stone = 0; stone < pile.count; stone++) {
        if (gaps && stone > 0) box.append(part(`${at}|${stone}`, "gap"));
        box.append(part(`${at}:${stone}`, "stone"));
      }
    } else if (pile.look === "entries") {
      pile.numbers.forEach((number, place) => {
        if (gaps && place > 0) box.append(part(`${at}|${place}`, "gap"));
        const shown = part(`${at}:${place}`, pile.flat ? (number ? "stone" : "stone hollow") : "entry");
        if (!pile.flat) shown.textContent = number;
        shown.classList.toggle("apart", pile.starts.includes(place));
        box.append(shown);
      });
    } else if (pile.look === "track") {
      for (let number = pile.from; number <= pile.to; number++) {
        const shown = part(`${at}:${number}`, number === pile.count ? "entry here" : "entry free");
        shown.textContent = number;
        box.append(shown);
      }
    } else if (pile.look === "rows") {
      pile.numbers.forEach((number, row) => {
        const line = element("span", number ? "" : "·", { className: pile.starts.includes(row) ? "row apart" : "row" });
        for (let square = 0; square < number; square++) line.append(part(`${at}:${row}.${square}`, "square"));
        box.append(line);
      });
    } else if (pile.look === "cells") {
      return [cellsOf(pile, at, part, choices)];
    } else if (pile.look === "squares") {
      return [squaresOfBoard(pile, at, part)];
    } else {
      return [];
    }
    return [box];
  }

  /** A board of cells for a piece with two coordinates: the first one across and the other one up, or rows down. */
  function cellsOf({ size, here }, at, part, choices) {
    const [first, second] = data.names ?? [];
    const down = first?.startsWith("row");
    const [width, height] = down ? [size[1], size[0]] : size;
    const table = element("table", "", { className: "grid" });
    table.style.setProperty("--columns", width + 1);
    if (first) table.append(element("caption", down ? `${first} ↓, ${second} →` : `${first} →, ${second} ↑`));
    const own = `${at}:${here.join(",")}`;
    const goes = choices.some((choice) => choice.parts.has(own));
    for (let line = 0; line < height; line++) {
      const row = element("tr");
      const side = down ? line : height - 1 - line;
      row.append(element("th", String(side), { scope: "row" }));
      for (let across = 0; across < width; across++) {
        const cell = element("td");
        const name = `${at}:${down ? `${side},${across}` : `${across},${side}`}`;
        if (name === own) {
          const piece = goes ? part(own, "cell own") : element("span", "", { className: "piece" });
          piece.textContent = "●";
          cell.append(piece);
        } else cell.append(part(name, "cell"));
        row.append(cell);
      }
      table.append(row);
    }
    const foot = element("tr");
    foot.append(element("th"));
    for (let across = 0; across < width; across++) foot.append(element("th", String(across), { scope: "col" }));
    table.append(foot);
    return table;
  }

  /** The squares of a board that are left; the first number of a pair counts the rows. */
  function squaresOfBoard({ board: { first, size: [height, width] }, cells }, at, part) {
    const table = element("table", "", { className: "grid" });
    table.style.setProperty("--columns", width + 1);
    for (let row = 0; row < height; row++) {
      const line = element("tr");
      for (let column = 0; column < width; column++) {
        const cell = element("td");
        const own = cells.find(([a, b]) => a === first[0] + row && b === first[1] + column);
        if (own) cell.append(part(`${at}:${own.join(",")}`, "cell there"));
        line.append(cell);
      }
      table.append(line);
    }
    return table;
  }

  function moveButton(move, good) {
    const button = element("button", move.words, { type: "button", className: good ? "move good" : "move" });
    const what = player.outcome(position) === "D" ? "keeps the draw" : "wins";
    if (good) button.setAttribute("aria-label", `${move.words} (${what})`);
    button.addEventListener("click", () => {
      play(move);
      parts.status.focus({ preventScroll: true });
    });
    return button;
  }

  find("new").addEventListener("click", () => begin(player.deal(Math.random), parts.first.checked));
  parts.undo.addEventListener("click", undo);
  parts.hint.addEventListener("click", () => {
    hinted = !hinted;
    show();
  });
  begin(data.start, false);
  root.hidden = false;
})();
