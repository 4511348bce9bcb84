"use strict";
// Pictures of the page: wheel, keys, buttons and dragging zoom and move them; the pointer or the arrow keys read them.

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

  // What is being read stays in sight.
  let seen = null;
  const middle = () => seen ?? { x: view.x + view.width / 2, y: view.y + view.height / 2 };
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
    else read(placeOf(event));
  });
  window.addEventListener("pointerup", () => { grip = null; });
  window.addEventListener("pointercancel", () => { grip = null; });
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

  /** A ring round what is being read, light on dark and dark on light. */
  const rings = ["halo", "reading"].map((name) => {
    const ring = document.createElementNS(svg.namespaceURI, "circle");
    ring.setAttribute("class", name);
    ring.style.display = "none";
    svg.append(ring);
    return ring;
  });

  const reader = readerOfBoard(figure, svg) ?? readerOfHints(svg);

  /** Says what stands at a place of the picture. */
  function read(here) {
    tell(reader.at(here));
  }

  function tell(found) {
    tip.textContent = found ? found.words : "\u00a0";
    seen = found;
    for (const ring of rings) {
      ring.style.display = found ? "" : "none";
      if (!found) continue;
      ring.setAttribute("cx", found.x);
      ring.setAttribute("cy", found.y);
      ring.setAttribute("r", found.radius);
    }
  }

  /** Moves the view so that a place is in it. */
  function reveal({ x, y }) {
    if (x < view.x || x > view.x + view.width) view.x = x - view.width / 2;
    if (y < view.y || y > view.y + view.height) view.y = y - view.height / 2;
    keepInside();
  }

  figure.querySelector(".sheet").addEventListener("keydown", (event) => {
    const steps = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = steps[event.key];
    const zooming = { "+": "in", "=": "in", "-": "out", 0: "all", Escape: "all" }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || (!step && !zooming)) return;
    event.preventDefault();
    if (zooming) {
      actions[zooming]();
      return;
    }
    const found = reader.step(step);
    tell(found);
    if (found) reveal(found);
  });
}

/** Reads a board that is drawn as an image, from the data that come with it. */
function readerOfBoard(figure, svg) {
  const source = figure.querySelector("script[type='application/json']");
  const image = svg.querySelector("image");
  if (!source || !image) return null;
  const { across, up, kind, cells } = JSON.parse(source.textContent);
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(image.getAttribute(name)));
  const side = [width / across.count, height / up.count];
  let cell = null;
  const told = () => {
    const inside = cell && cell[0] >= 0 && cell[0] < across.count && cell[1] >= 0 && cell[1] < up.count;
    if (!inside) return null;
    const value = cells[cell[0] * up.count + cell[1]];
    const outcome = ["P-position", "N-position", "draw"];
    const what = kind === "values" ? `Grundy value ${value}${value === 0 ? ", a P-position" : ""}` : outcome[value];
    return {
      words: `${across.name} = ${across.from + cell[0]}, ${up.name} = ${up.from + cell[1]}: ${what}`,
      x: x + (cell[0] + 0.5) * side[0],
      y: y + height - (cell[1] + 0.5) * side[1],
      radius: Math.max(3, Math.hypot(...side) / 2),
    };
  };
  return {
    at: (here) => {
      cell = [Math.floor((here.x - x) / side[0]), up.count - 1 - Math.floor((here.y - y) / side[1])];
      return told();
    },
    step: ([right, higher]) => {
      const [a, b] = told() ? cell : [-right, -higher];
      cell = [Math.min(Math.max(a + right, 0), across.count - 1), Math.min(Math.max(b + higher, 0), up.count - 1)];
      return told();
    },
  };
}

/** Reads what has a hint in the picture: points and boxes. */
function readerOfHints(svg) {
  const spots = [];
  for (const hint of svg.querySelectorAll("title")) {
    const shape = hint.parentElement;
    if (shape === svg) continue;
    const box = shape.getBBox();
    // The pointer need not hit a small point.
    const radius = Math.max(5, Math.hypot(box.width, box.height) / 2);
    spots.push({
      words: hint.textContent, radius, x: box.x + box.width / 2, y: box.y + box.height / 2,
      isPoint: shape.tagName === "path",
      half: [Math.max(box.width / 2, 6), Math.max(box.height / 2, 6)],
    });
    // The ring and the line below the picture say the same.
    hint.remove();
    shape.setAttribute("aria-label", spots[spots.length - 1].words);
  }
  const isCurve = spots.every((spot) => spot.isPoint);
  spots.sort((a, b) => a.x - b.x || b.y - a.y);
  let current = null;
  const nearest = (here, allowed, weigh) => {
    let best = null;
    for (const spot of spots) {
      if (!allowed(spot)) continue;
      const distance = weigh(spot.x - here.x, spot.y - here.y);
      if (best === null || distance < best.distance) best = { distance, spot };
    }
    return best?.spot ?? null;
  };
  return {
    at: (here) => {
      const touches = (spot) => Math.abs(here.x - spot.x) <= spot.half[0] && Math.abs(here.y - spot.y) <= spot.half[1];
      current = nearest(here, touches, Math.hypot);
      return current;
    },
    step: ([right, higher]) => {
      const from = current;
      if (!from) {
        current = spots[0] ?? null;
        return current;
      }
      const ahead = (spot) => (spot.x - from.x) * right - (spot.y - from.y) * higher > 0.5;
      // Sideways steps count the more.
      const weigh = (x, y) => Math.abs(right ? x : y) + 2 * Math.abs(right ? y : x);
      // A curve is followed from point to point.
      const along = (x, y) => Math.abs(x) + Math.abs(y) / 1e6;
      current = nearest(from, ahead, isCurve && right ? along : weigh) ?? from;
      return current;
    },
  };
}
