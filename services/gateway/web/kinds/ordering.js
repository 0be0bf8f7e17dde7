// Ordering: options are put in order, in a list whose rows are dragged, move up and down by buttons, or by the arrow keys while one
// of them has the focus; a row that is tapped is taken up, and goes where the next tap is.

import { t } from "../frame/language.js";
import { announce, button, el } from "../frame/elements.js";
import { draggable, grip } from "./dragging.js";
import { fieldset, optionFields, textField } from "../items/editfields.js";
import { MINE, keys, listed, sentenceOf, sign, textOf } from "./kind.js";

/** Between two rows, in pixels (.5 rem). */
const GAP = 8;

/** The order that was given, if it has each option once; else the options as they came. Pure. */
function orderOf(options, given) {
  const ids = options.map((option) => option.option_id);
  const kept = (given ?? "").split(",");
  return kept.length === ids.length && ids.every((id) => kept.includes(id)) ? kept : ids;
}

/** {list, ids()}: rows [{id, content, name()}] that can be moved; `moved()` after each move. */
function movable(rows, moved) {
  /** What each row is called now. */
  const names = new Map();
  const list = el("ol", { class: "order" }, rows.map(drawn));
  /** The row that was tapped and waits for its place. @type {HTMLElement | null} */
  let taken = null;
  ends();

  function drawn({ id, content, name }) {
    const row = el("li", { "data-option": id }, grip(), content, ["up", "down"].map((way) => {
      const step = way === "up" ? -1 : 1;
      return button(way === "up" ? "↑" : "↓", () => move(row, step), { name: "answer", class: way, "aria-label": t(way === "up" ? "Move up: {name}" : "Move down: {name}", { name: name() }) });
    }));
    row.addEventListener("keydown", (event) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!step || event.altKey || event.ctrlKey || event.metaKey || event.target.tagName !== "BUTTON") return;
      event.preventDefault();
      move(row, step);
    });
    row.addEventListener("click", (event) => {
      if (event.target.closest("button, input, textarea") || row.closest('[aria-busy="true"]')) return;
      const other = taken;
      take(null);
      if (!other) take(row, name);
      else if (other !== row) put(other, [...list.children].indexOf(row));
    });
    names.set(row, name);
    drags(row);
    return row;
  }

  /** @param {HTMLElement | null} row */
  function take(row, name = () => "") {
    taken?.classList.remove("taken");
    taken = row;
    taken?.classList.add("taken");
    if (row) announce(t("{name} is taken up. Tap where it belongs.", { name: name() }));
  }

  /** Puts a row at a place and says so. */
  function put(row, to) {
    const others = [...list.children].filter((one) => one !== row);
    if ([...list.children].indexOf(row) === to) return;
    if (to < others.length) others[to].before(row);
    else list.append(row);
    ends();
    announce(t("{name}: now {n} of {of}", { name: names.get(row)(), n: to + 1, of: list.children.length }));
    moved();
  }

  /** While a row is dragged the others make room; it is moved when it is let go. */
  function drags(row) {
    /** @type {{ row: HTMLElement, middle: number, height: number }[]} */
    let places = [];
    let from = 0;
    let to = 0;
    const still = () => places.forEach((one) => (one.row.style.translate = ""));
    draggable(row, {
      upright: true,
      lifted() {
        take(null);
        places = /** @type {HTMLElement[]} */ ([...list.children]).map((one) => {
          const box = one.getBoundingClientRect();
          return { row: one, middle: box.top + window.scrollY + box.height / 2, height: box.height };
        });
        from = to = places.findIndex((one) => one.row === row);
      },
      over(_, y) {
        to = places.filter((one, at) => at !== from && one.middle < y + window.scrollY).length;
        const room = places[from].height + GAP;
        places.forEach((one, at) => {
          if (at === from) return;
          one.row.style.translate = at > from && at <= to ? `0 ${-room}px` : at < from && at >= to ? `0 ${room}px` : "";
        });
      },
      done() {
        still();
        put(row, to);
      },
      left: still,
    });
  }

  /** Moves a row by one; the button that was pressed keeps the focus, at an end the other one takes it. */
  function move(row, step) {
    const at = [...list.children].indexOf(row) + step;
    if (at < 0 || at >= list.children.length) return;
    const held = row.contains(document.activeElement) ? document.activeElement : row.querySelector(step < 0 ? ".up" : ".down");
    take(null);
    put(row, at);
    (held.disabled ? row.querySelector("button:not(:disabled)") : held).focus();
  }

  function ends() {
    for (const row of list.children) {
      row.querySelector(".up").disabled = !row.previousElementSibling;
      row.querySelector(".down").disabled = !row.nextElementSibling;
    }
  }

  return { list, ids: () => [...list.children].map((row) => row.dataset.option) };
}

/** @param {Api["QuestionView"]} question */
function putInOrder(question, given, onAnswer) {
  const texts = new Map(question.options.map((option) => [option.option_id, option.text]));
  const rows = orderOf(question.options, given)
    .map((id) => ({ id, name: () => texts.get(id), content: el("span", { class: "step", dir: "auto" }, texts.get(id)) }));
  const { list, ids } = movable(rows, () => onAnswer(ids().join(",")));
  const node = el("fieldset", { class: "ordering" },
    el("legend", {}, el("span", { class: "stem", dir: "auto" }, question.question), el("span", { class: "ask soft" }, t("Drag them into order, the first on top, or tap one and then its place."))),
    list);
  // An order that was left as it came is an answer too: who goes on takes it for the right one.
  return { node, first: node.querySelector("button:not(:disabled)"), settled: () => ids().join(",") };
}

/**
 * @param {Api["SessionState"]} state
 * @param {Api["ResultView"]} result
 */
function inOrder(state, result) {
  const words = new Map(result.options.map((option) => [option.option_id, option.text]));
  const given = listed(result.answer);
  return el("ol", { class: "whys" }, keys(result).map((id, at) => {
    const mine = given.indexOf(id);
    return el("li", {}, sign(mine === at, MINE), el("div", {}, el("span", { class: "option", dir: "auto" }, `${at + 1}. ${words.get(id) ?? id}`),
      mine >= 0 && mine !== at && el("span", { class: "mine soft" }, t("You put it at {n}.", { n: mine + 1 })), sentenceOf(state, result, id)));
  }));
}

function steps(body) {
  const fields = new Map(body.options.map((option, index) => [option.option_id, optionFields(body, option, t("Step {n}", { n: index + 1 }))]));
  const rows = body.answer.map((id) => ({ id, name: () => fields.get(id).words.value,
    content: el("div", { class: "step" }, fields.get(id).words, fields.get(id).why) }));
  const { list, ids } = movable(rows, () => list.dispatchEvent(new Event("input", { bubbles: true })));
  return {
    node: fieldset(t("Steps in the right order"), "", list),
    read(into) {
      delete into.options;
      for (const one of fields.values()) one.read(into, "options");
      into.answer = ids();
    },
  };
}

/** @type {import("./kind.js").Kind} */
export const ordering = {
  name: "Ordering",
  answering: putInOrder,
  keyOf: (body) => body.answer.map(textOf(body)),
  fields: [textField("question", "Question"), steps],
  heading: "The right order",
  why: inOrder,
  ordered: true,
};
