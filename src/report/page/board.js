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
    status: find("status"), piles: find("piles"), moves: find("moves"), why: find("why"), log: find("log"),
    undo: find("undo"), hint: find("hint"), first: find("first"),
  };
  /** A drawn play that comes back to a position so often ends. */
  const OFTEN = 3;
  let history = [];
  let position = null;
  let chosen = 0;
  let yourTurn = true;
  let hinted = false;

  const element = (tag, text, properties = {}) => {
    const made = document.createElement(tag);
    if (text) made.textContent = text;
    return Object.assign(made, properties);
  };

  function begin(start, computerFirst) {
    position = start;
    history = [];
    parts.log.replaceChildren();
    yourTurn = !computerFirst;
    if (computerFirst) answer();
    ready();
    show();
  }

  /** Chooses the first pile that can be moved in. */
  function ready() {
    hinted = false;
    const moves = player.moves(position);
    chosen = moves.length > 0 ? moves[0].pile : 0;
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
    history.push({ position, yourTurn });
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
    showMoves(moves);
    parts.why.textContent = player.explain(position).join("\n");
    parts.undo.disabled = !history.some((step) => step.yourTurn);
    parts.hint.disabled = over || player.good(position).length === 0;
    parts.hint.setAttribute("aria-pressed", String(hinted));
  }

  function outcome() {
    if (player.moves(position).length > 0) return `${player.name(position)} for the third time: a draw.`;
    // Who should move and cannot loses, in misère play wins.
    const youWin = yourTurn === (player.outcome(position) === "N");
    return `${player.name(position)}: no move is left. ${youWin ? "You win." : "The program wins."}`;
  }

  function status() {
    const prospects = {
      P: "Against perfect play this is lost.", N: "You can win.", D: "Against perfect play this is a draw.",
    };
    return `${player.name(position)}: your move. ${prospects[player.outcome(position)]}`;
  }

  function showPosition(moves) {
    parts.piles.replaceChildren();
    player.piles(position).forEach((pile, place) => {
      if (!player.choosesPile) {
        const shown = element("div", "", { className: "pile" });
        shown.append(...look(pile));
        parts.piles.append(shown);
        return;
      }
      const button = element("button", "", { type: "button", className: "pile" });
      button.setAttribute("aria-pressed", String(place === chosen));
      button.setAttribute("aria-label", `pile ${place + 1}: ${pile.name}`);
      button.append(...look(pile));
      button.disabled = !moves.some((move) => move.pile === place);
      button.addEventListener("click", () => {
        chosen = place;
        show();
        parts.piles.children[place]?.focus();
      });
      parts.piles.append(button);
    });
  }

  /** A pile as stones or rows of squares where it is small, and in words. */
  function look({ name, numbers, form }) {
    const words = element("span", name, { className: "count" });
    const inside = (most) => numbers.length > 0 && numbers.every((number) => number >= 0 && number <= most);
    if (form === "row" && numbers.length <= 16 && inside(16)) {
      const drawn = element("span", "", { className: "rows" });
      const flat = numbers.every((number) => number <= 1);
      if (flat) drawn.textContent = numbers.map((number) => (number ? "●" : "○")).join(" ");
      else for (const number of numbers) drawn.append(element("span", number ? "■".repeat(number) : "·"));
      drawn.setAttribute("aria-hidden", "true");
      return [drawn, words];
    }
    if (form !== "row" && numbers.length === 1 && inside(60)) {
      const drawn = element("span", "●".repeat(numbers[0]), { className: "stones" });
      drawn.setAttribute("aria-hidden", "true");
      return [drawn, words];
    }
    return [words];
  }

  function showMoves(moves) {
    parts.moves.replaceChildren();
    const good = hinted ? player.good(position) : [];
    const isGood = (move) => good.some((known) => known.pile === move.pile && known.option === move.option);
    const own = moves.filter((move) => !player.choosesPile || move.pile === chosen);
    if (own.length === 0) return;
    const list = element("div", "", { className: "options" });
    for (const move of own) list.append(moveButton(move, move.words, isGood(move)));
    const grid = gridOf(own, isGood);
    if (!grid) {
      parts.moves.append(list);
      return;
    }
    const words = element("details");
    words.append(element("summary", "The moves in words"), list);
    parts.moves.append(grid, words);
  }

  function moveButton(move, text, good) {
    const button = element("button", text, { type: "button", className: good ? "move good" : "move" });
    const what = player.outcome(position) === "D" ? "keeps the draw" : "wins";
    button.setAttribute("aria-label", move.words + (good ? ` (${what})` : ""));
    button.title = move.words;
    button.addEventListener("click", () => {
      play(move);
      parts.status.focus({ preventScroll: true });
    });
    return button;
  }

  /** A board of squares for a piece with two coordinates, where every move leaves one such piece. */
  function gridOf(moves, isGood) {
    const piles = player.piles(position);
    const here = piles[player.choosesPile ? chosen : 0];
    if (!here || (!player.choosesPile && piles.length !== 1)) return null;
    const [x, y] = here.numbers;
    const isPoint = (pile) => pile.form !== "row" && pile.numbers.length === 2 && Math.min(...pile.numbers) >= 0;
    if (!isPoint(here)) return null;
    const targets = [];
    for (const move of moves) {
      const left = player.left(position, move);
      if (left.length !== 1 || !isPoint(left[0])) return null;
      // Where the order does not count, the target is the one on the way that is seen as a straight move.
      const [a, b] = left[0].numbers;
      const straight = a === x || b === y || x - a === y - b;
      const turned = b === x || a === y || x - b === y - a;
      targets.push(here.form === "unordered" && !straight && turned ? [b, a] : [a, b]);
    }
    const sizes = [0, 1].map((side) => targets.reduce((most, to) => Math.max(most, to[side]), here.numbers[side]) + 1);
    if (Math.max(...sizes) > 20) return null;
    const at = new Map(moves.map((move, place) => [targets[place].join(), move]));
    const table = element("table", "", { className: "grid" });
    for (let up = sizes[1] - 1; up >= 0; up--) {
      const row = element("tr");
      row.append(element("th", String(up), { scope: "row" }));
      for (let across = 0; across < sizes[0]; across++) {
        const cell = element("td");
        const move = at.get(`${across},${up}`);
        if (move) {
          cell.append(moveButton(move, isGood(move) ? "★" : "·", isGood(move)));
        } else if (across === x && up === y) {
          cell.append(element("span", "●", { className: "piece" }));
        }
        row.append(cell);
      }
      table.append(row);
    }
    const foot = element("tr");
    foot.append(element("th"));
    for (let across = 0; across < sizes[0]; across++) foot.append(element("th", String(across), { scope: "col" }));
    table.append(foot);
    const sheet = element("div", "", { className: "wide" });
    const told = "Move the piece to a marked square: the first coordinate runs to the right, the second upwards.";
    sheet.append(element("p", told, { className: "soft" }), table);
    return sheet;
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
