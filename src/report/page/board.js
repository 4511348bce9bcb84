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
    ready();
    if (computerFirst) answer();
    show();
  }

  /** Chooses the first pile that can be moved in. */
  function ready() {
    hinted = false;
    const moves = player.moves(position);
    chosen = moves.length > 0 ? moves[0].pile : 0;
  }

  function play(move) {
    if (!yourTurn || !player.isLegal(position, move)) return;
    make("You", move);
    yourTurn = false;
    answer();
    ready();
    show();
  }

  function make(who, move) {
    history.push({ position, yourTurn });
    const next = player.after(position, move);
    parts.log.append(element("li", `${who}: ${move.words}, leaves ${player.name(next)}`));
    position = next;
  }

  /** The program's move, where there is one. */
  function answer() {
    if (player.moves(position).length > 0) {
      make("Program", player.best(position, Math.random));
      yourTurn = true;
    }
    ready();
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
    if (!yourTurn) answer();
    ready();
    show();
  }

  function show() {
    const moves = player.moves(position);
    const over = moves.length === 0;
    parts.status.textContent = over ? outcome() : status();
    showPosition(moves);
    showMoves(moves, over);
    parts.why.textContent = player.explain(position).join("\n");
    parts.undo.disabled = !history.some((step) => step.yourTurn);
    parts.hint.disabled = over;
  }

  function outcome() {
    const youMove = yourTurn;
    // Who should move and cannot loses, in misère play wins.
    const youWin = youMove !== player.lost(position);
    return `${player.name(position)}: no move is left. ${youWin ? "You win." : "The program wins."}`;
  }

  function status() {
    return `${player.name(position)}: your move. ${player.lost(position)
      ? "Against perfect play this is lost." : "You can win."}`;
  }

  function showPosition(moves) {
    parts.piles.replaceChildren();
    if (data.places) {
      parts.piles.append(element("p", player.name(position), { className: "position" }));
      return;
    }
    position.forEach((kind, pile) => {
      const { name, numbers } = data.kinds[kind];
      const button = element("button", "", { type: "button", className: "pile" });
      button.setAttribute("aria-pressed", String(pile === chosen));
      button.setAttribute("aria-label", `pile ${pile + 1}: ${name}`);
      if (numbers.length === 1 && numbers[0] <= 60) {
        button.append(element("span", "●".repeat(Math.max(0, numbers[0])), { className: "stones" }));
      }
      button.append(element("span", name, { className: "count" }));
      button.disabled = !moves.some((move) => move.pile === pile);
      button.addEventListener("click", () => {
        chosen = pile;
        show();
        parts.piles.children[pile]?.focus();
      });
      parts.piles.append(button);
    });
  }

  function showMoves(moves, over) {
    parts.moves.replaceChildren();
    if (over) return;
    const wins = hinted ? player.wins(position) : [];
    const isWin = (move) => wins.some((win) => win.pile === move.pile && win.option === move.option);
    const own = moves.filter((move) => data.places || move.pile === chosen);
    const list = element("div", "", { className: "options" });
    for (const move of own) list.append(moveButton(move, move.words, isWin(move)));
    const grid = data.places ? null : boardOf(own, isWin);
    if (!grid) {
      parts.moves.append(list);
      return;
    }
    const words = element("details");
    words.append(element("summary", "The moves in words"), list);
    parts.moves.append(grid, words);
  }

  function moveButton(move, text, wins) {
    const button = element("button", text, { type: "button", className: wins ? "move wins" : "move" });
    if (wins) button.setAttribute("aria-label", `${text} (wins)`);
    button.addEventListener("click", () => {
      play(move);
      parts.status.focus();
    });
    return button;
  }

  /** A board of squares for a piece with two coordinates, where every move leaves one such piece. */
  function boardOf(moves, isWin) {
    const here = data.kinds[position[chosen]];
    const target = (move) => {
      const leaves = here.options[move.option].leaves;
      return leaves.length === 1 ? data.kinds[leaves[0]].numbers : [];
    };
    const most = Math.max(...here.numbers);
    if (here.numbers.length !== 2 || most > 16 || !moves.every((move) => target(move).length === 2)) return null;
    const sizes = [0, 1].map((side) => Math.max(here.numbers[side], ...moves.map((move) => target(move)[side])) + 1);
    if (sizes[0] > 20 || sizes[1] > 20 || moves.some((move) => Math.min(...target(move)) < 0)) return null;
    const at = new Map(moves.map((move) => [target(move).join(), move]));
    const table = element("table", "", { className: "grid" });
    table.append(element("caption", "Click a marked square: the first coordinate runs to the right, the second upwards."));
    for (let up = sizes[1] - 1; up >= 0; up--) {
      const row = element("tr");
      row.append(element("th", String(up), { scope: "row" }));
      for (let across = 0; across < sizes[0]; across++) {
        const cell = element("td");
        const move = at.get(`${across},${up}`);
        if (move) {
          const button = moveButton(move, "·", isWin(move));
          button.setAttribute("aria-label", move.words + (isWin(move) ? " (wins)" : ""));
          cell.append(button);
        } else if (across === here.numbers[0] && up === here.numbers[1]) {
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
    return table;
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
