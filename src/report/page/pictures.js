"use strict";
// Pictures of the page: wheel, buttons and dragging zoom and move them; the pointer or the arrow keys read a board.

for (const figure of document.querySelectorAll("figure.picture")) {
  const svg = figure.querySelector("svg");
  if (!svg) continue;
  const whole = svg.viewBox.baseVal;
  const full = { x: whole.x, y: whole.y, width: whole.width, height: whole.height };
  const view = { ...full };
  const tip = figure.querySelector(".tip");
  const apply = () => svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);

  /** Where an event is, in the picture's own measure. */
  const placeOf = (event) => {
    const matrix = svg.getScreenCTM();
    return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
  };

  const zoom = (factor, at) => {
    const width = Math.min(full.width, Math.max(full.width / 40, view.width / factor));
    const scale = width / view.width;
    view.x = at.x - (at.x - view.x) * scale;
    view.y = at.y - (at.y - view.y) * scale;
    view.width = width;
    view.height *= scale;
    keepInside();
  };

  const keepInside = () => {
    view.x = Math.min(Math.max(view.x, full.x), full.x + full.width - view.width);
    view.y = Math.min(Math.max(view.y, full.y), full.y + full.height - view.height);
    apply();
  };

  const middle = () => ({ x: view.x + view.width / 2, y: view.y + view.height / 2 });
  const actions = {
    in: () => zoom(1.6, middle()),
    out: () => zoom(1 / 1.6, middle()),
    all: () => {
      Object.assign(view, full);
      apply();
    },
  };
  for (const button of figure.querySelectorAll("button[data-zoom]")) {
    button.addEventListener("click", actions[button.dataset.zoom]);
  }
  svg.addEventListener("wheel", (event) => {
    // The page still scrolls where nothing is zoomed.
    if (!event.ctrlKey && view.width === full.width) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, placeOf(event));
  }, { passive: false });

  let grip = null;
  svg.addEventListener("pointerdown", (event) => {
    if (view.width < full.width) grip = placeOf(event);
  });
  window.addEventListener("pointerup", () => { grip = null; });
  svg.addEventListener("pointermove", (event) => {
    const here = placeOf(event);
    if (grip) {
      view.x += grip.x - here.x;
      view.y += grip.y - here.y;
      keepInside();
    } else {
      read(here);
    }
  });

  const source = figure.querySelector("script[type='application/json']");
  const image = svg.querySelector("image");
  const board = source && image ? JSON.parse(source.textContent) : null;
  const cell = { across: 0, up: 0 };

  /** Says what stands at a place of the picture. */
  function read(here) {
    if (!board) return;
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(image.getAttribute(name)));
    cell.across = Math.floor(((here.x - x) / width) * board.across.count);
    cell.up = board.up.count - 1 - Math.floor(((here.y - y) / height) * board.up.count);
    tell();
  }

  function tell() {
    const { across, up } = board;
    const inside = cell.across >= 0 && cell.across < across.count && cell.up >= 0 && cell.up < up.count;
    if (!inside) {
      tip.textContent = "\u00a0";
      return;
    }
    const value = board.cells[cell.across * up.count + cell.up];
    const lost = value === 0;
    const told = board.valued ? `Grundy value ${value}${lost ? ", a P-position" : ""}` : lost ? "P-position" : "N-position";
    tip.textContent = `${across.name} = ${across.from + cell.across}, ${up.name} = ${up.from + cell.up}: ${told}`;
  }

  figure.querySelector(".sheet").addEventListener("keydown", (event) => {
    const steps = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = steps[event.key];
    if (!board || !step) return;
    event.preventDefault();
    cell.across = Math.min(Math.max(cell.across + step[0], 0), board.across.count - 1);
    cell.up = Math.min(Math.max(cell.up + step[1], 0), board.up.count - 1);
    tell();
  });
}
