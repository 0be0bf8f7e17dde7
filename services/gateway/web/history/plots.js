// Plots that people can read, each with its table: a line with its band, small ones of the same, bars of days, and what was
// promised against what came. Drawn as SVG and boxes, no library.

import { el } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { percent } from "../learning/round.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDE, HIGH, LEFT, BELOW] = [320, 110, 42, 16];
const MOST = 12;
/** How near two points of a line may come, as a share of its width: two of one sitting stay two. */
const APART = 0.06;

/** An SVG element. */
export function svg(tag, props = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) if (value !== null) node.setAttribute(name, String(value));
  node.append(...children.flat(Infinity).filter((one) => one !== null && one !== undefined && one !== false));
  return node;
}

/** The plot's numbers as a table, folded. @param {string[]} heads @param {any[][]} rows the first of each is its name */
export function asTable(heads, rows) {
  return el("details", { class: "more as-table" }, el("summary", {}, t("As a table")),
    el("div", { class: "table-room", tabindex: "0", role: "group", "aria-label": heads[0] }, el("table", { class: "data" }, el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, rows.map(([name, ...cells]) => el("tr", {}, el("th", { scope: "row", dir: "auto" }, name), cells.map((cell) => el("td", {}, cell))))))));
}

/** Where a share stands on the plot's height. Pure. */
const high = (share) => 6 + (1 - share) * (HIGH - BELOW - 6);

/** The axis in percent, with a line at each of `marks`. */
function axis(marks) {
  return marks.map((share) => [svg("line", { class: "grid-line", x1: LEFT, x2: WIDE, y1: high(share), y2: high(share) }),
    svg("text", { x: LEFT - 6, y: high(share) + 4, "text-anchor": "end" }, percent(share))]);
}

/** Shares of the width for moments in their order: as far apart as they were, but never on top of each other. Pure. @param {number[]} moments */
export function spaced(moments) {
  const [first, last] = [moments[0], moments[moments.length - 1]];
  const gap = Math.min(APART, 1 / moments.length);
  /** @type {number[]} */
  const found = [];
  for (const at of moments) found.push(Math.max(last > first ? (at - first) / (last - first) : 0, found.length ? found[found.length - 1] + gap : 0));
  const end = found[found.length - 1] || 1;
  return found.map((one) => one / end);
}

/**
 * A line through shares, with a dot for each; `bands` ([low, high] for each, null where it is not known) is how unsure each is,
 * `at` where each stands on the width (evenly where it is not said).
 * @param {number[]} shares
 * @param {{ label: string, names: string[], ends?: [string, string], at?: number[] | null, bands?: ([number, number] | null)[] | null, threshold?: number | null }} how
 */
export function lineOf(shares, { label, names, ends = [names[0], names[names.length - 1]], at = null, bands = null, threshold = null }) {
  const several = shares.length > 1;
  const x = (n) => LEFT + 10 + (several ? at?.[n] ?? n / (shares.length - 1) : 0.5) * (WIDE - LEFT - 20);
  /** Where the bands are known one after the other, a shape for each such run; one alone has a little width. @type {number[][][]} */
  const edges = [];
  (bands ?? []).forEach((band, n) => {
    if (band && (!n || !bands?.[n - 1])) edges.push([]);
    if (band) edges[edges.length - 1].push([x(n), high(band[0]), high(band[1])]);
  });
  const shape = (run) => (run.length > 1 ? run : [[run[0][0] - 8, ...run[0].slice(1)], [run[0][0] + 8, ...run[0].slice(1)]]);
  const round = (run) => [...run.map(([left, , top]) => [left, top]), ...run.map(([left, low]) => [left, low]).reverse()];
  return svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label },
    axis([0, 0.5, 1]),
    threshold !== null && svg("line", { class: "threshold-line", x1: LEFT, x2: WIDE, y1: high(threshold), y2: high(threshold) }),
    edges.map((run) => svg("polygon", { class: "band", points: round(shape(run)).map(([left, top]) => `${left.toFixed(1)},${top.toFixed(1)}`).join(" ") })),
    several && svg("path", { class: "plot-line", d: `M${shares.map((share, n) => `${x(n).toFixed(1)} ${high(share).toFixed(1)}`).join("L")}` }),
    shares.map((share, n) => svg("circle", { class: "dot", cx: x(n).toFixed(1), cy: high(share).toFixed(1), r: 3.5 }, svg("title", {}, `${names[n]}: ${percent(share)}`))),
    svg("text", { x: several ? LEFT : x(0), y: HIGH - 2, "text-anchor": several ? "start" : "middle" }, ends[0]),
    several && ends[1] !== ends[0] && svg("text", { x: WIDE - 2, y: HIGH - 2, "text-anchor": "end" }, ends[1]));
}

/** The scores of the attempts in their order; null where there are not two. */
export function attemptPlot(scores) {
  const shown = scores.slice(-MOST);
  if (shown.length < 2) return null;
  const names = shown.map((_, at) => t("Attempt {n}", { n: scores.length - shown.length + at + 1 }));
  return el("figure", { class: "plot" }, lineOf(shown, { label: t("Scores of the attempts"), names }),
    asTable([t("Attempt"), t("Score")], shown.map((share, at) => [names[at], percent(share)])));
}

/**
 * A bar for each day, the highest as high as there is room; `name` is told, `amount` stands above, `foot` below.
 * @param {{ name: string, value: number, amount: string | number, foot: any, marked?: boolean }[]} bars
 */
export function barsOf(bars) {
  const most = Math.max(1, ...bars.map((one) => one.value));
  return el("ol", { class: "forecast" }, bars.map((one) => {
    const bar = el("span", { class: "column", "aria-hidden": "true" });
    bar.style.blockSize = `${(one.value / most) * 100}%`;
    return el("li", { class: one.marked ? "today" : null }, el("span", { class: "unseen" }, one.name),
      el("span", { class: "amount", "aria-hidden": "true" }, one.amount), el("span", { class: "track" }, bar), el("span", { class: "day", "aria-hidden": "true" }, one.foot));
  }));
}

const SIDE = 200;

/**
 * What was expected against what came, a dot for each step, the larger the more answers; on the dashed line both are the same.
 * @param {{ expected: number, right: number, answers: number, name: string }[]} steps
 */
export function matchOf(steps, { label, across, up }) {
  const [left, below] = [62, 34];
  const x = (share) => left + 8 + share * (SIDE - 16);
  const y = (share) => 8 + (1 - share) * (SIDE - 16);
  const most = Math.max(...steps.map((one) => one.answers));
  return svg("svg", { class: "match", viewBox: `0 0 ${SIDE + left} ${SIDE + below}`, role: "img", "aria-label": label },
    [0, 0.5, 1].map((share) => [svg("line", { class: "grid-line", x1: left, x2: left + SIDE, y1: y(share), y2: y(share) }),
      svg("text", { x: left - 6, y: y(share) + 4, "text-anchor": "end" }, percent(share)),
      svg("text", { x: x(share), y: SIDE + 14, "text-anchor": share === 0 ? "start" : share === 1 ? "end" : "middle" }, percent(share))]),
    svg("line", { class: "same-line", x1: x(0), y1: y(0), x2: x(1), y2: y(1) }),
    steps.map((one) => svg("circle", { class: "dot full", cx: x(one.expected).toFixed(1), cy: y(one.right).toFixed(1), r: (4 + 6 * Math.sqrt(one.answers / most)).toFixed(1) }, svg("title", {}, one.name))),
    svg("text", { class: "axis-name", x: left + SIDE / 2, y: SIDE + below - 4, "text-anchor": "middle" }, across),
    svg("text", { class: "axis-name", x: -SIDE / 2, y: 14, transform: "rotate(-90)", "text-anchor": "middle" }, up));
}
