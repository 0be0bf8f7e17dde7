// Ordering: options are put in order, in a list whose rows move up and down by buttons, or by the arrow keys while one of them has the focus.

import { t } from "../frame/language.js";
import { announce, button, el } from "../frame/elements.js";
import { fieldset, optionFields, textField } from "../items/editfields.js";
import { MINE, keys, listed, sentenceOf, sign, textOf } from "./kind.js";

/** The order that was given, if it has each option once; else the options as they came. Pure. */
function orderOf(options, given) {
  const ids = options.map((option) => option.option_id);
  const kept = (given ?? "").split(",");
  return kept.length === ids.length && ids.every((id) => kept.includes(id)) ? kept : ids;
}

/** {list, ids()}: rows [{id, content, name()}] that can be moved; `moved()` after each move. */
function movable(rows, moved) {
  const list = el("ol", { class: "order" }, rows.map(drawn));
  ends();

  function drawn({ id, content, name }) {
    const row = el("li", { "data-option": id }, content, ["up", "down"].map((way) => {
      const step = way === "up" ? -1 : 1;
      return button(way === "up" ? "↑" : "↓", () => move(row, step, name), { name: "answer", class: way, "aria-label": t(way === "up" ? "Move up: {name}" : "Move down: {name}", { name: name() }) });
    }));
    row.addEventListener("keydown", (event) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!step || event.altKey || event.ctrlKey || event.metaKey || event.target.tagName !== "BUTTON") return;
      event.preventDefault();
      move(row, step, name);
    });
    return row;
  }

  /** Moves a row; the button that was pressed keeps the focus, at an end the other one takes it. */
  function move(row, step, name) {
    const other = step < 0 ? row.previousElementSibling : row.nextElementSibling;
    if (!other) return;
    const held = row.contains(document.activeElement) ? document.activeElement : row.querySelector(step < 0 ? ".up" : ".down");
    if (step < 0) other.before(row);
    else other.after(row);
    ends();
    (held.disabled ? row.querySelector("button:not(:disabled)") : held).focus();
    announce(t("{name}: now {n} of {of}", { name: name(), n: [...list.children].indexOf(row) + 1, of: list.children.length }));
    moved();
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
    el("legend", {}, el("span", { class: "stem", dir: "auto" }, question.question), el("span", { class: "ask soft" }, t("Put them in order, the first on top."))),
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
  const fields = new Map(body.options.map((option, index) => [option.option_id, optionFields(body, option, `Step ${index + 1}`)]));
  const rows = body.answer.map((id) => ({ id, name: () => fields.get(id).words.value,
    content: el("div", { class: "step" }, fields.get(id).words, fields.get(id).why) }));
  const { list, ids } = movable(rows, () => list.dispatchEvent(new Event("input", { bubbles: true })));
  return {
    node: fieldset("Steps in the right order", "", list),
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
