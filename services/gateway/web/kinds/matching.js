// Matching: prompts are joined with options, by a select for each prompt. The options stand below too: one is dragged to its prompt,
// or tapped before it. Long ones are too wide for a select and are told there by letters.

import { t } from "../frame/language.js";
import { announce, el } from "../frame/elements.js";
import { draggable, grip } from "./dragging.js";
import { fieldset, optionFields, textField } from "../items/editfields.js";
import { MINE, sentenceOf, sign, textOf } from "./kind.js";

const LONG = 32;
const letter = (index) => String.fromCharCode(65 + index);

/** Pairs of a raw answer, "1=b,2=a", by prompt id. Pure. */
function pairsOf(raw) {
  return new Map((raw ?? "").split(",").filter((pair) => pair.includes("=")).map((pair) => {
    const sign = pair.indexOf("=");
    return [pair.slice(0, sign), pair.slice(sign + 1)];
  }));
}

/** @param {Api["QuestionView"]} question */
function match(question, given, onAnswer) {
  const pairs = pairsOf(given);
  const long = question.options.some((option) => option.text.length > LONG);
  const named = (option, index) => (long ? `${letter(index)} · ${option.text}` : option.text);
  /** The option that was tapped and waits for its prompt. @type {HTMLElement | null} */
  let taken = null;

  const rows = question.prompts.map((prompt, index) => {
    const id = `match-${index}`;
    const field = el("select", { id, name: "answer", dir: "auto", onchange: () => join(prompt.option_id, field.value) },
      el("option", { value: "" }, t("Choose…")),
      question.options.map((option, at) => el("option", { value: option.option_id }, named(option, at))));
    const node = el("div", { class: "pair" }, el("label", { for: id, dir: "auto" }, prompt.text), field);
    // An option that was tapped goes where the next tap is; else a tap opens the select as ever.
    for (const event of ["pointerdown", "mousedown", "click"]) node.addEventListener(event, (press) => {
      if (!taken || node.closest('[aria-busy="true"]')) return;
      press.preventDefault();
      if (event === "click") put(prompt, take(null));
    });
    return { prompt, field, node };
  });
  const chips = question.options.map((option, at) => {
    const chip = el("li", { class: "chip", "data-option": option.option_id }, grip(), long && el("strong", {}, letter(at)), el("span", { dir: "auto" }, option.text));
    chip.addEventListener("click", () => {
      if (chip.closest('[aria-busy="true"]')) return;
      if (taken === chip) take(null);
      else take(chip);
    });
    const below = (x, y) => rows.find((row) => row.node.contains(document.elementFromPoint(x, y)));
    const mark = (found) => rows.forEach((row) => row.node.classList.toggle("over", row === found));
    draggable(chip, {
      lifted: () => take(null), over: (x, y) => mark(below(x, y)), left: () => mark(null),
      done(x, y) {
        const found = below(x, y);
        mark(null);
        if (found) put(found.prompt, option.option_id);
      },
    });
    return chip;
  });

  /** Takes an option up, or puts down the one that is; its id. @param {HTMLElement | null} chip */
  function take(chip) {
    const before = taken?.dataset.option ?? "";
    taken?.classList.remove("taken");
    taken = chip;
    taken?.classList.add("taken");
    node.classList.toggle("takes", taken !== null);
    if (chip) announce(t("{name} is taken up. Tap where it belongs.", { name: chip.textContent ?? "" }));
    return before;
  }

  /** Dragged or tapped, an option leaves the prompt where it was. */
  function put(prompt, option) {
    for (const [other, chosen] of pairs) if (chosen === option) pairs.delete(other);
    join(prompt.option_id, option);
    announce(`${prompt.text}: ${textOf(question)(option)}`);
  }

  function join(prompt, option) {
    pairs.set(prompt, option);
    if (!option) pairs.delete(prompt);
    show();
    onAnswer(question.prompts.filter((one) => pairs.get(one.option_id)).map((one) => `${one.option_id}=${pairs.get(one.option_id)}`).join(",") || null);
  }

  function show() {
    for (const row of rows) row.field.value = pairs.get(row.prompt.option_id) ?? "";
    for (const chip of chips) chip.classList.toggle("used", [...pairs.values()].includes(chip.dataset.option ?? ""));
  }

  const node = el("fieldset", { class: "pairs" },
    el("legend", {}, el("span", { class: "stem", dir: "auto" }, question.question), el("span", { class: "ask soft" }, t("Choose what belongs to each, or drag it there."))),
    rows.map((row) => row.node), el("ul", { class: "chips", "aria-hidden": long ? null : "true" }, chips));
  show();
  return {
    node, first: node.querySelector("select"),
    doubt(answer) {
      const left = question.prompts.length - pairsOf(answer).size;
      return left > 0 ? t(left === 1 ? "{n} of {of} has no partner yet." : "{n} of {of} have no partner yet.", { n: left, of: question.prompts.length }) : null;
    },
  };
}

/**
 * @param {Api["SessionState"]} state
 * @param {Api["ResultView"]} result
 */
function joined(state, result) {
  const words = new Map(result.options.map((option) => [option.option_id, option.text]));
  const given = pairsOf(result.answer);
  return el("ul", { class: "whys" }, result.prompts.map((prompt) => {
    const right = result.key[prompt.option_id];
    const mine = given.get(prompt.option_id);
    return el("li", {}, sign(mine === right, MINE), el("div", {},
      el("span", { class: "option", dir: "auto" }, `${prompt.text}: ${words.get(right) ?? right}`),
      mine !== right && result.answer !== null && el("span", { class: "mine soft", dir: "auto" }, mine ? t("You chose: {words}", { words: words.get(mine) ?? mine }) : t("You left it open.")),
      sentenceOf(state, result, prompt.option_id)));
  }));
}

function partners(body) {
  const options = body.options.map((option, index) => optionFields(body, option, t("Option {n}", { n: index + 1 }), false));
  const prompts = body.prompts.map((prompt, index) => {
    const fields = optionFields(body, prompt, t("Prompt {n}", { n: index + 1 }));
    const partner = el("select", { "aria-label": t("Partner of prompt {n}", { n: index + 1 }) },
      body.options.map((option, at) => el("option", { value: option.option_id }, `${at + 1} · ${option.text}`)));
    partner.value = body.answer[prompt.option_id];
    return { id: prompt.option_id, partner, read: fields.read, node: el("div", { class: "edit-pair" }, fields.words, partner, fields.why) };
  });
  return {
    node: el("div", {}, fieldset(t("Prompts with their partners"), "", prompts.map((one) => one.node)),
      fieldset(t("Options"), "", el("ol", { class: "edit-options" }, options.map((one) => el("li", {}, one.words))))),
    read(into) {
      delete into.prompts;
      delete into.options;
      for (const one of prompts) one.read(into, "prompts");
      for (const one of options) one.read(into, "options");
      into.answer = Object.fromEntries(prompts.map((one) => [one.id, one.partner.value]));
    },
  };
}

/** @type {import("./kind.js").Kind} */
export const matching = {
  name: "Matching",
  answering: match,
  keyOf: (body) => body.prompts.map((prompt) => `${prompt.text}: ${textOf(body)(body.answer[prompt.option_id])}`),
  fields: [textField("question", "Question"), partners],
  heading: "The pairs",
  why: joined,
  paired: true,
};
