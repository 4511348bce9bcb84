"use strict";
// Pictures of the page. Values by size and boards of two coordinates are drawn from the data that come with them, as wide as there is
// room: wheel, fingers, keys and buttons zoom and move them between axes that stay, and the pointer or the arrow keys read the nearest
// point. Without scripts and on paper the page has the same pictures as SVG.

for (const figure of document.querySelectorAll("figure.picture")) {
  const source = figure.querySelector("script[type='application/json']");
  const tip = figure.querySelector(".tip");
  const tell = (words) => { tip.textContent = words ?? "\u00a0"; };
  if (source) chart(figure, JSON.parse(source.textContent), tell);
  else readGraph(figure, tell);
}

/** A number with thin spaces between groups of three digits, where it has five or more. */
function grouped(number) {
  const digits = String(number);
  return digits.length < 5 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, "\u2009");
}

/** The steps that arrow keys mean. */
function arrow(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  return { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? null;
}

/** Values by size: where they stand, how they are drawn and read. */
function valuesOf({ from, values, repeat }) {
  const last = from + values.length - 1;
  const value = (n) => values[n - from];
  const inside = (n) => Math.min(Math.max(Math.round(n), from), last);
  return {
    names: ["pile size n", "Grundy value g(n)"],
    full: { x0: from - 0.5, x1: last + 0.5 },
    least: 8,
    /** As high as what is in sight needs. */
    fit(view) {
      let [low, high] = [Infinity, 0];
      for (let n = inside(view.x0 + 0.5); n <= inside(view.x1 - 0.5); n++) {
        low = Math.min(low, value(n));
        high = Math.max(high, value(n));
      }
      const room = Math.max(0.5, (high - low) / 24);
      [view.y0, view.y1] = [low - room, high + room];
    },
    height: (width) => Math.min(400, Math.max(220, width / 2)),
    keys: [
      values.some((g) => g > 0) && ["dot", "var(--series)", "g(n)"],
      values.includes(0) && ["diamond", "var(--losing)", "P-position: g(n) = 0, who moves loses"],
      repeat && ["line", "var(--mark)", repeat.words],
    ],
    near: repeat && { x0: from - 0.5, x1: Math.min(last, Math.max(repeat.preperiod, from) + 3 * repeat.period) + 0.5 },
    draw(pen, { X, Y, view, tone, area }) {
      const step = X(1) - X(0);
      if (repeat) {
        const wide = repeat.period * step >= 6;
        const stripe = (start, end) => {
          const [left, right] = [start, end].map((n) => Math.min(Math.max(X(n - 0.5), area.left), area.right));
          pen.fillStyle = tone("band");
          pen.fillRect(left, area.top, right - left, area.bottom - area.top);
        };
        // Every other period, or where they are too narrow all of them together.
        const first = Math.max(0, Math.floor((view.x0 - repeat.preperiod) / repeat.period / 2)) * 2;
        if (!wide) stripe(Math.max(repeat.preperiod, view.x0), Infinity);
        else for (let turn = first; ; turn += 2) {
          const start = repeat.preperiod + turn * repeat.period;
          if (start > view.x1) break;
          stripe(start, start + repeat.period);
        }
      }
      const radius = Math.min(3.5, Math.max(1.5, step * 0.45));
      return () => {
        for (let n = inside(view.x0); n <= inside(view.x1); n++) {
          const [x, y, lost] = [X(n), Y(value(n)), value(n) === 0];
          pen.fillStyle = tone(lost ? "losing" : "series");
          pen.beginPath();
          if (!lost) pen.arc(x, y, radius, 0, 7);
          else for (const [right, down] of [[0, -1], [1, 0], [0, 1], [-1, 0]]) pen.lineTo(x + right * (radius + 1.5), y + down * (radius + 1.5));
          pen.fill();
        }
        if (!repeat) return;
        pen.fillStyle = tone("mark");
        const start = X(repeat.preperiod - 0.5);
        if (start >= area.left - 1 && start <= area.right) pen.fillRect(start - 0.75, area.top, 1.5, area.bottom - area.top);
      };
    },
    /** The point nearest to a place, given how many pixels a step of each axis takes. */
    at(x, y, [wide, high]) {
      let best = null;
      for (let n = inside(x - 24 / wide); n <= inside(x + 24 / wide); n++) {
        const distance = Math.hypot((n - x) * wide, (value(n) - y) * high);
        if (!best || distance < best.distance) best = { distance, n };
      }
      return this.told(best?.n ?? inside(x));
    },
    told: (n) => ({ x: n, y: value(n), key: n, words: `g(${grouped(n)}) = ${grouped(value(n))}${value(n) ? "" : ", a P-position"}` }),
    step(found, [right, higher]) {
      return found ? this.told(inside(found.key + (right || higher))) : this.told(from);
    },
  };
}

/** A board of two coordinates: values as colours with numbers where there is room, or outcomes. */
function mapOf({ kind, across, up, cells, colors }) {
  const last = [across.from + across.count - 1, up.from + up.count - 1];
  const cell = (a, b) => cells[(a - across.from) * up.count + (b - up.from)];
  const inside = (x, y) => [Math.min(Math.max(Math.round(x), across.from), last[0]), Math.min(Math.max(Math.round(y), up.from), last[1])];
  const valued = kind === "values";
  const largest = cells.reduce((a, b) => Math.max(a, b), 0);
  const color = (value) => colors[Math.floor((value * (colors.length - 1)) / Math.max(largest, 1))];
  const has = (value) => cells.includes(value);
  const outcome = ["P-position", "N-position", "draw"];
  let painted = null;
  const paint = (tone) => {
    const tones = valued ? null : ["losing", "ground", "drawn"].map(tone);
    const key = String(tones);
    if (painted?.key === key) return painted.canvas;
    const canvas = Object.assign(document.createElement("canvas"), { width: across.count, height: up.count });
    const pen = canvas.getContext("2d");
    cells.forEach((value, place) => {
      pen.fillStyle = !valued ? tones[value] : value ? color(value) : "#ffffff";
      pen.fillRect(Math.floor(place / up.count), up.count - 1 - (place % up.count), 1, 1);
    });
    painted = { key, canvas };
    return canvas;
  };
  return {
    names: [across.name, up.name],
    full: { x0: across.from - 0.5, x1: last[0] + 0.5, y0: up.from - 0.5, y1: last[1] + 0.5 },
    least: 5,
    square: true,
    keys: [
      valued && largest > 0 && ["bar", `linear-gradient(to right, ${[...colors].join()})`, ["0", `${grouped(largest)}: Grundy value`]],
      has(0) && ["patch", valued ? "#ffffff" : "var(--losing)", valued ? "P-position: value 0, who moves loses" : "P-position: who moves loses"],
      !valued && has(1) && ["patch", "var(--ground)", "N-position: who moves wins"],
      !valued && has(2) && ["patch", "var(--drawn)", "draw: nobody has to lose"],
    ],
    draw(pen, { X, Y, view, tone, area }) {
      const side = X(1) - X(0);
      pen.imageSmoothingEnabled = false;
      pen.drawImage(paint(tone), X(across.from - 0.5), Y(last[1] + 0.5), across.count * side, up.count * side);
      const [a0, b0] = inside(view.x0, view.y0);
      const [a1, b1] = inside(view.x1, view.y1);
      if (side < 9) return null;
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      const room = pen.measureText(String(largest)).width + 2 <= side;
      for (let a = a0; a <= a1; a++) {
        for (let b = b0; b <= b1; b++) {
          pen.strokeStyle = tone(valued ? "page" : "grid");
          pen.strokeRect(X(a - 0.5), Y(b + 0.5), side, side);
          if (!valued) continue;
          const value = cell(a, b);
          pen.strokeStyle = "#b54a00";
          if (!value) pen.strokeRect(X(a - 0.5) + 1.5, Y(b + 0.5) + 1.5, side - 3, side - 3);
          pen.fillStyle = value ? ink(color(value)) : "#b54a00";
          if (room) pen.fillText(String(value), X(a), Y(b) + 0.5);
        }
      }
      return null;
    },
    at(x, y) { return this.told(...inside(x, y)); },
    told: (a, b) => {
      const value = cell(a, b);
      const what = valued ? `Grundy value ${value}${value ? "" : ", a P-position"}` : outcome[value];
      return { x: a, y: b, key: [a, b], cell: true, words: `${across.name} = ${a}, ${up.name} = ${b}: ${what}` };
    },
    step(found, [right, higher]) {
      return found ? this.at(found.x + right, found.y + higher) : this.told(across.from, up.from);
    },
  };
}

/** Black or white, whichever is easier to read on a colour. */
function ink(color) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  return 299 * red + 587 * green + 114 * blue > 103500 ? "#000000" : "#ffffff";
}

/** The round numbers on an axis that stand so many pixels apart at least. */
function ticksOf(low, high, pixels, apart) {
  const [first, last] = [Math.ceil(low), Math.floor(high)];
  let step = 1;
  for (let place = 0; (step * pixels) / (high - low) < apart(last); place++) step = [1, 2, 5][place % 3] * 10 ** Math.floor(place / 3);
  const ticks = [];
  for (let tick = Math.ceil(first / step) * step; tick <= last; tick += step) ticks.push(tick);
  return ticks;
}

/** Draws a chart in a figure, and lets it be zoomed and read. */
function chart(figure, data, tell) {
  const content = data.kind === "sizes" ? valuesOf(data) : mapOf(data);
  const sheet = figure.querySelector(".sheet");
  const canvas = document.createElement("canvas");
  canvas.setAttribute("aria-hidden", "true");
  sheet.append(canvas);
  // The picture is drawn once for each view; what is being read is marked on a copy of it.
  const plain = document.createElement("canvas");
  const pen = plain.getContext("2d");
  const front = canvas.getContext("2d");
  const view = { ...content.full };
  const isWhole = () => view.x0 <= content.full.x0 && view.x1 >= content.full.x1;
  content.fit?.(view);
  let area = null;
  let dots = 1;
  let found = null;

  const legend = figure.querySelector(".legend");
  for (const [look, color, words] of content.keys.filter(Boolean)) {
    const key = document.createElement("span");
    const mark = Object.assign(document.createElement("i"), { className: look });
    mark.style.background = color;
    const texts = [words].flat();
    key.append(...(texts.length > 1 ? [texts[0], mark, texts[1]] : [mark, texts[0]]));
    legend.append(key);
  }
  figure.classList.add("live");

  const tone = (name) => getComputedStyle(sheet).getPropertyValue(`--${name}`).trim();
  const X = (x) => area.left + ((x - view.x0) / (view.x1 - view.x0)) * (area.right - area.left);
  const Y = (y) => area.bottom - ((y - view.y0) / (view.y1 - view.y0)) * (area.bottom - area.top);

  function draw() {
    const width = sheet.clientWidth;
    if (!width) return;
    pen.font = "12px system-ui, sans-serif";
    const long = (number) => pen.measureText(grouped(Math.round(number))).width;
    const left = Math.ceil(Math.max(long(view.y1), long(content.full.y1 ?? view.y1)) + 18);
    // Half of the last number may stand to the right of the frame.
    let across = width - left - Math.max(14, Math.ceil(long(view.x1) / 2) + 2);
    let high = content.height?.(width) - 58;
    if (content.square) {
      const side = Math.min(across / (content.full.x1 - content.full.x0), 560 / (content.full.y1 - content.full.y0), 40);
      across = side * (content.full.x1 - content.full.x0);
      high = side * (content.full.y1 - content.full.y0);
    }
    area = { left, top: 26, right: left + across, bottom: 26 + high };
    const size = [width, Math.ceil(area.bottom + 38)];
    dots = window.devicePixelRatio || 1;
    // Setting the size clears the canvas and its state.
    [plain.width, plain.height] = [canvas.width, canvas.height] = size.map((length) => Math.round(length * dots));
    [canvas.style.width, canvas.style.height] = size.map((length) => `${length}px`);
    pen.setTransform(dots, 0, 0, dots, 0, 0);
    pen.font = "12px system-ui, sans-serif";
    const tones = {};
    const cached = (name) => (tones[name] ??= tone(name));
    const below = ticksOf(view.x0, view.x1, across, (last) => long(last) + 14);
    const beside = ticksOf(view.y0, view.y1, high, () => 22);
    pen.save();
    pen.beginPath();
    pen.rect(area.left, area.top, across, high);
    pen.clip();
    const points = content.draw(pen, { X, Y, view, tone: cached, area });
    if (points) {
      pen.fillStyle = cached("grid");
      for (const tick of below) pen.fillRect(X(tick) - 0.5, area.top, 1, high);
      for (const tick of beside) pen.fillRect(area.left, Y(tick) - 0.5, across, 1);
      points();
    }
    pen.restore();
    pen.strokeStyle = cached("axis");
    pen.strokeRect(area.left - 0.5, area.top - 0.5, across + 1, high + 1);
    pen.fillStyle = cached("soft");
    pen.textBaseline = "alphabetic";
    pen.textAlign = "center";
    for (const tick of below) {
      pen.fillRect(X(tick) - 0.5, area.bottom, 1, 5);
      pen.fillText(grouped(tick), X(tick), area.bottom + 18);
    }
    pen.fillText(content.names[0], area.left + across / 2, area.bottom + 34);
    pen.textAlign = "right";
    for (const tick of beside) {
      pen.fillRect(area.left - 5, Y(tick) - 0.5, 5, 1);
      pen.fillText(grouped(tick), area.left - 8, Y(tick) + 4);
    }
    pen.textAlign = "left";
    pen.fillText(content.names[1], 4, 15);
    sheet.style.touchAction = isWhole() ? "pan-y" : "none";
    mark();
  }

  /** Marks what is being read, light on dark and dark on light. */
  function mark() {
    if (!area) return;
    front.clearRect(0, 0, canvas.width, canvas.height);
    front.drawImage(plain, 0, 0);
    if (!found) return;
    front.save();
    front.scale(dots, dots);
    front.beginPath();
    front.rect(area.left, area.top, area.right - area.left, area.bottom - area.top);
    front.clip();
    const half = found.cell ? (X(1) - X(0)) / 2 : 7;
    for (const [color, width] of [["page", 5], ["ink", 2]]) {
      [front.strokeStyle, front.lineWidth] = [tone(color), width];
      front.beginPath();
      if (found.cell) front.rect(X(found.x) - half, Y(found.y) - half, 2 * half, 2 * half);
      else front.arc(X(found.x), Y(found.y), half, 0, 7);
      front.stroke();
    }
    front.restore();
  }

  /** Shows a part of the whole, as large as it is but inside. */
  function look(next) {
    for (const [low, high] of [["x0", "x1"], ["y0", "y1"]]) {
      if (content.full[low] === undefined) continue;
      const [from, to] = [content.full[low], content.full[high]];
      const length = Math.min(to - from, next[high] - next[low]);
      view[low] = Math.min(Math.max(next[low], from), to - length);
      view[high] = view[low] + length;
    }
    content.fit?.(view);
    draw();
  }

  function zoom(factor, [x, y]) {
    const length = view.x1 - view.x0;
    const scale = Math.min(Math.max(1 / factor, Math.min(content.least, length) / length), (content.full.x1 - content.full.x0) / length);
    const near = (at, end) => at + (end - at) * scale;
    look({ x0: near(x, view.x0), x1: near(x, view.x1), y0: near(y, view.y0), y1: near(y, view.y1) });
  }

  function move(right, down) {
    const [x, y] = [right / (X(1) - X(0)), down / (Y(0) - Y(1))];
    look({ x0: view.x0 - x, x1: view.x1 - x, y0: view.y0 + y, y1: view.y1 + y });
  }

  function show(next) {
    found = next;
    tell(found?.words);
    if (found && (found.x < view.x0 || found.x > view.x1 || found.y < view.y0 || found.y > view.y1)) {
      const [wide, high] = [(view.x1 - view.x0) / 2, (view.y1 - view.y0) / 2];
      look({ x0: found.x - wide, x1: found.x + wide, y0: found.y - high, y1: found.y + high });
    } else mark();
  }

  /** Where an event is, in the measures of the axes. */
  const placeOf = ({ clientX, clientY }) => {
    const box = canvas.getBoundingClientRect();
    const [right, down] = [clientX - box.left - area.left, clientY - box.top - area.top];
    return [view.x0 + right / (X(1) - X(0)), view.y1 - down / (Y(0) - Y(1))];
  };
  const read = (event) => show(content.at(...placeOf(event), [X(1) - X(0), Y(0) - Y(1)]));
  // What is being read stays in sight.
  const middle = () => (found ? [found.x, found.y] : [(view.x0 + view.x1) / 2, (view.y0 + view.y1) / 2]);
  const actions = {
    in: () => zoom(1.6, middle()),
    out: () => zoom(1 / 1.6, middle()),
    all: () => look(content.full),
    near: () => look(content.near),
  };
  for (const button of figure.querySelectorAll("button[data-zoom]")) {
    button.addEventListener("click", actions[button.dataset.zoom]);
    const { near, full } = content;
    if (button.dataset.zoom === "near") button.hidden = !near || 2 * (near.x1 - near.x0) > full.x1 - full.x0;
  }
  canvas.addEventListener("wheel", (event) => {
    // The page still scrolls where nothing is zoomed.
    if (!event.ctrlKey && isWhole()) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, placeOf(event));
  }, { passive: false });
  canvas.addEventListener("dblclick", (event) => zoom(2, placeOf(event)));

  const fingers = new Map();
  canvas.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, event);
    if (fingers.size === 1) read(event);
  });
  for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, (event) => fingers.delete(event.pointerId));
  canvas.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) {
      read(event);
      return;
    }
    fingers.set(event.pointerId, event);
    const other = [...fingers.values()].find(({ pointerId }) => pointerId !== event.pointerId);
    if (other) {
      const apart = (finger) => Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY);
      zoom(apart(event) / Math.max(1, apart(before)), placeOf(other));
    } else if (isWhole()) read(event);
    else move(event.clientX - before.clientX, event.clientY - before.clientY);
  });
  sheet.addEventListener("keydown", (event) => {
    const step = arrow(event);
    const zooming = { "+": "in", "=": "in", "-": "out", 0: "all", Escape: "all" }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || (!step && !zooming)) return;
    event.preventDefault();
    if (zooming) actions[zooming]();
    else show(content.step(found, step));
  });
  new ResizeObserver(draw).observe(sheet);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  draw();
}

/** Reads the positions of a graph, which have hints. */
function readGraph(figure, tell) {
  const svg = figure.querySelector("svg");
  if (!svg) return;
  const spots = [];
  for (const hint of svg.querySelectorAll("title")) {
    const shape = hint.parentElement;
    if (shape === svg) continue;
    const box = shape.getBBox();
    const spot = { shape, words: hint.textContent, x: box.x + box.width / 2, y: box.y + box.height / 2 };
    // The line below the picture says the same.
    hint.remove();
    shape.setAttribute("aria-label", spot.words);
    shape.addEventListener("pointerenter", () => show(spot));
    shape.addEventListener("click", () => show(spot));
    spots.push(spot);
  }
  spots.sort((a, b) => a.y - b.y || a.x - b.x);
  let found = null;
  function show(spot) {
    found?.shape.classList.remove("reading");
    found = spot;
    spot.shape.classList.add("reading");
    tell(spot.words);
  }
  figure.querySelector(".sheet").addEventListener("keydown", (event) => {
    const step = arrow(event);
    if (!step || spots.length === 0) return;
    event.preventDefault();
    const [right, higher] = step;
    const ahead = (spot) => (spot.x - found.x) * right - (spot.y - found.y) * higher > 0.5;
    // Sideways steps count the more.
    const far = (spot) => Math.abs(spot.x - found.x) * (right ? 1 : 2) + Math.abs(spot.y - found.y) * (right ? 2 : 1);
    const next = found ? spots.filter(ahead).sort((a, b) => far(a) - far(b))[0] : spots[0];
    if (next) show(next);
    found.shape.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
}
