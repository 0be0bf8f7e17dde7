// Plots that people can read: a line with its axis, the same numbers as a table below. Drawn as SVG, no library.

import { el } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { percent } from "../learning/round.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDE, HIGH, LEFT, BELOW] = [320, 110, 38, 16];
const MOST = 12;

/** An SVG element. */
export function svg(tag, props = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) if (value !== null) node.setAttribute(name, String(value));
  node.append(...children.flat().filter((one) => one !== null && one !== undefined && one !== false));
  return node;
}

/** Where a share stands on the plot's height. Pure. */
const high = (share) => 6 + (1 - share) * (HIGH - BELOW - 6);

/** The axis in percent, with a line at each of `marks`. */
function axis(marks) {
  return marks.map((share) => [svg("line", { class: "grid-line", x1: LEFT, x2: WIDE, y1: high(share), y2: high(share) }),
    svg("text", { x: LEFT - 6, y: high(share) + 4, "text-anchor": "end" }, percent(share))]);
}

/**
 * A line through shares, with a dot for each; `bands` ([low, high] for each) is how unsure each is.
 * @param {number[]} shares
 * @param {{ label: string, names: string[], bands?: [number, number][] | null, threshold?: number | null, head: string }} how
 */
export function linePlot(shares, { label, names, bands = null, threshold = null, head }) {
  const x = (at) => LEFT + 8 + (shares.length < 2 ? 0.5 : at / (shares.length - 1)) * (WIDE - LEFT - 16);
  const points = shares.map((share, at) => `${x(at).toFixed(1)} ${high(share).toFixed(1)}`);
  const edge = bands && [...bands.map(([, up], at) => `${x(at).toFixed(1)} ${high(up).toFixed(1)}`), ...bands.map(([low], at) => `${x(at).toFixed(1)} ${high(low).toFixed(1)}`).reverse()];
  return el("figure", { class: "plot" },
    svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label },
      axis([0, 0.5, 1]).flat(),
      threshold !== null && svg("line", { class: "threshold-line", x1: LEFT, x2: WIDE, y1: high(threshold), y2: high(threshold) }),
      edge && svg("polygon", { class: "band", points: edge.join(" ").replace(/(\S+) (\S+)/g, "$1,$2") }),
      shares.length > 1 && svg("path", { class: "plot-line", d: `M${points.join("L")}` }),
      shares.map((share, at) => svg("circle", { class: "dot", cx: x(at), cy: high(share), r: 3.5 }, svg("title", {}, `${names[at]}: ${percent(share)}`))),
      svg("text", { x: x(0), y: HIGH - 2, "text-anchor": shares.length > 1 ? "start" : "middle" }, names[0]),
      shares.length > 1 && svg("text", { x: WIDE - 4, y: HIGH - 2, "text-anchor": "end" }, names[names.length - 1])),
    el("details", { class: "more as-table" }, el("summary", {}, t("As a table")),
      el("table", { class: "data" }, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, head), el("th", { scope: "col" }, t("Score")), bands && el("th", { scope: "col" }, t("Between")))),
        el("tbody", {}, shares.map((share, at) => el("tr", {}, el("th", { scope: "row" }, names[at]), el("td", {}, percent(share)), bands && el("td", {}, `${percent(bands[at][0])}–${percent(bands[at][1])}`)))))));
}

/** The scores of the attempts in their order; null where there are not two. */
export function attemptPlot(scores) {
  const shown = scores.slice(-MOST);
  if (shown.length < 2) return null;
  const from = scores.length - shown.length;
  return el("div", { class: "trend" }, linePlot(shown, { head: t("Attempt"), label: t("Scores of the attempts"), names: shown.map((_, at) => t("Attempt {n}", { n: from + at + 1 })) }),
    el("p", { class: "soft" }, `${t("Attempts")}: ${shown.map(percent).join(", ")}`));
}
