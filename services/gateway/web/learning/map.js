// The concept map: what there is to know, what builds on what, and how well each is known. The concepts are buttons in lists,
// a row for each step of what builds on what (or for each section, where nothing builds on anything); the lines between them
// are drawn behind.

import { draw as show } from "../frame/draw.js";
import { button, el, link } from "../frame/elements.js";
import { t, tn } from "../frame/language.js";
import { light } from "../documents/desk.js";
import { learnPath } from "./pathcard.js";
import { reached } from "./round.js";

const SHOWN = 24;
const SVG = "http://www.w3.org/2000/svg";

/**
 * What is drawn of a concept.
 * @typedef {{ name: string, definition: string, section: string, key: boolean, before: string[], score: number, answers: number,
 *   mastered: boolean, unlocked: boolean, missing: string, place: import("../documents/pagename.js").Place | null }} Node
 */

/**
 * The concepts of a course: those of its map; before there is one, those of the summary.
 * @param {Api["SessionState"]} state
 * @param {Api["ConceptMap"] | null} map
 * @returns {Node[]}
 */
export function nodesOf(state, map) {
  const told = state.context?.keyConcepts ?? [];
  if (map?.concepts.length) {
    return map.concepts.map((one) => ({
      name: one.concept, definition: one.definition, section: one.section, key: one.relevance === "High",
      before: one.prerequisites, score: one.score, answers: one.answers, mastered: one.mastered, unlocked: one.unlocked, missing: one.missing ?? "",
      place: one.source_page ? { block_id: one.block_id, document_sha256: one.document_sha256, source_page: one.source_page, quote: "" } : null,
    }));
  }
  return told.map((one) => ({ name: one.term, definition: one.definition, section: "", key: one.relevance === "High",
    before: [], score: 0, answers: 0, mastered: false, unlocked: true, missing: "", place: null }));
}

/** The most telling ones, in the document's order: those that much builds on, that are key, that were asked. Pure. @param {Node[]} nodes */
export function telling(nodes, most = SHOWN) {
  const after = new Map();
  for (const one of nodes) for (const name of one.before) after.set(name, (after.get(name) ?? 0) + 1);
  const weight = (one) => (after.get(one.name) ?? 0) + (one.key ? 4 : 0) + (one.definition ? 4 : 0) + (one.answers ? 8 : 0);
  const kept = new Set([...nodes].sort((one, other) => weight(other) - weight(one)).slice(0, most));
  return nodes.filter((one) => kept.has(one));
}

/** Of what each builds on, only what is not said by another of them already: [[from, to]]. Pure. @param {Node[]} nodes */
export function steps(nodes) {
  const by = new Map(nodes.map((one) => [one.name, one]));
  return nodes.flatMap((one) => {
    const before = one.before.filter((name) => by.has(name) && name !== one.name);
    const through = new Set(before.flatMap((name) => by.get(name)?.before ?? []));
    return before.filter((name) => !through.has(name)).map((name) => [name, one.name]);
  });
}

/** Rows of concepts: each stands below all that it builds on. Pure. @param {Node[]} nodes */
export function rows(nodes) {
  const edges = steps(nodes);
  const depth = new Map();
  const deep = (name, seen = new Set()) => {
    if (depth.has(name)) return depth.get(name);
    if (seen.has(name)) return 0;
    seen.add(name);
    const found = edges.filter(([, to]) => to === name).reduce((most, [from]) => Math.max(most, deep(from, seen) + 1), 0);
    depth.set(name, found);
    return found;
  };
  /** @type {Node[][]} */
  const found = [];
  for (const one of nodes) (found[deep(one.name)] ??= []).push(one);
  const at = new Map();
  for (const row of found.filter(Boolean)) {
    const wish = (one) => {
      const above = edges.filter(([, to]) => to === one.name).map(([from]) => at.get(from) ?? 0.5);
      return above.length ? above.reduce((sum, each) => sum + each, 0) / above.length : 0.5;
    };
    row.sort((one, other) => wish(one) - wish(other));
    row.forEach((one, place) => at.set(one.name, (place + 0.5) / row.length));
  }
  return found.filter(Boolean).map((row) => ({ label: "", row }));
}

/** Where nothing builds on anything: a row for each section. @param {Node[]} nodes */
function bySections(nodes) {
  const found = new Map();
  for (const one of nodes) found.set(one.section, [...(found.get(one.section) ?? []), one]);
  return [...found].map(([label, row]) => ({ label, row }));
}

/** How it stands, in words. @param {Node} one */
function standing(one) {
  if (one.mastered) return t("mastered, {percent}", { percent: reached(one.score) });
  if (one.answers) return t("{percent} so far", { percent: reached(one.score) });
  return one.unlocked ? t("not asked yet") : t("locked: it builds on what is not mastered yet");
}

/**
 * The map as an element.
 * @param {Api["SessionState"]} state
 * @param {Node[]} nodes
 */
export function conceptMap(state, nodes, signal) {
  const id = state.session_id;
  const lines = document.createElementNS(SVG, "svg");
  lines.setAttribute("class", "map-lines");
  lines.setAttribute("aria-hidden", "true");
  const board = el("div", { class: "map-board" });
  const about = el("div", { class: "map-about", "aria-live": "polite" });
  const foot = el("div", { class: "map-foot" });
  /** @type {string | null} */
  let chosen = null;
  let all = false;
  /** @type {Map<string, HTMLElement>} */
  let buttons = new Map();
  /** @type {string[][]} */
  let edges = [];
  const seen = new ResizeObserver(() => join());
  seen.observe(board);
  signal.addEventListener("abort", () => seen.disconnect());

  function node(one) {
    const tone = one.mastered ? "mastered" : one.answers ? "begun" : one.unlocked ? "open" : "locked";
    const control = el("button", { type: "button", class: `concept-node ${tone}${one.key ? " key" : ""}`, dir: "auto", "aria-pressed": String(one.name === chosen), onclick: () => choose(one.name) },
      one.name, el("span", { class: "unseen" }, `: ${standing(one)}`));
    control.style.setProperty("--known", `${Math.round(one.score * 100)}%`);
    buttons.set(one.name, control);
    return el("li", {}, control);
  }

  function draw() {
    const shown = all ? nodes : telling(nodes);
    edges = steps(shown);
    buttons = new Map();
    const layers = edges.length > shown.length / 8 ? rows(shown) : bySections(shown);
    show(board, lines, ...layers.map(({ label, row }) => el("div", { class: "map-row" },
      label && el("h4", { dir: "auto" }, label), el("ul", { class: label ? "by-section" : "" }, row.map(node)))));
    board.classList.toggle("joined", edges.length > 0);
    show(foot, ...(nodes.length > shown.length || all ? [button(all ? t("Show the most important") : tn(nodes.length, "Show all {n} concepts", "Show all {n} concepts"), () => {
      all = !all;
      draw();
    }, { class: "quiet" })] : []));
    join();
  }

  /** Draws the lines between what is there; those of the chosen concept stand out. */
  function join() {
    const whole = board.getBoundingClientRect();
    lines.setAttribute("viewBox", `0 0 ${Math.max(1, whole.width)} ${Math.max(1, whole.height)}`);
    show(lines, ...edges.flatMap(([from, to]) => {
      const [one, other] = [buttons.get(from)?.getBoundingClientRect(), buttons.get(to)?.getBoundingClientRect()];
      if (!one || !other || other.top <= one.bottom) return [];
      const [x1, y1, x2, y2] = [one.left + one.width / 2 - whole.left, one.bottom - whole.top, other.left + other.width / 2 - whole.left, other.top - whole.top];
      const bend = Math.min(40, (y2 - y1) / 2);
      const line = document.createElementNS(SVG, "path");
      line.setAttribute("d", `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`);
      if (from === chosen || to === chosen) line.setAttribute("class", "lit");
      return [line];
    }));
  }

  function choose(name) {
    chosen = chosen === name ? null : name;
    for (const [each, control] of buttons) control.setAttribute("aria-pressed", String(each === chosen));
    join();
    const one = nodes.find((each) => each.name === chosen);
    show(about, ...(one ? [detail(one)] : []));
  }

  /** @param {Node} one */
  function detail(one) {
    const direct = edges.filter(([, to]) => to === one.name).map(([from]) => from);
    return el("div", { class: "map-card" },
      el("h3", { dir: "auto" }, one.name),
      one.definition && el("p", { dir: "auto" }, one.definition),
      el("p", { class: "soft" }, el("strong", {}, standing(one)), direct.length > 0 && [" · ", t("builds on"), " ", el("bdi", {}, direct.join(", "))]),
      one.missing && one.answers > 0 && el("p", { class: "missing", dir: "auto" }, one.missing),
      el("div", { class: "actions" }, link(t("Learn this"), learnPath(id, one.name), { class: "button" }),
        one.place && button(t("See it in the text"), () => light(state, /** @type {any} */ (one.place)))));
  }

  draw();
  return el("div", { class: "concept-map" },
    el("p", { class: "map-key", "aria-hidden": "true" }, el("span", { class: "swatch open" }, t("not asked yet")), el("span", { class: "swatch begun" }, t("begun")),
      el("span", { class: "swatch mastered" }, t("mastered"))),
    board, foot, about);
}
