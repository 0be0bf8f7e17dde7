// Matching: prompts are joined with options, by a select for each prompt. Long options are too wide for a select, so they stand below, told by letters.

import { t } from "../frame/language.js";
import { el } from "../frame/elements.js";
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
  const changed = () => onAnswer(question.prompts.filter((prompt) => pairs.get(prompt.option_id))
    .map((prompt) => `${prompt.option_id}=${pairs.get(prompt.option_id)}`).join(",") || null);
  const row = (prompt, index) => {
    const id = `match-${index}`;
    const field = el("select", { id, name: "answer", dir: "auto", onchange: () => {
      pairs.set(prompt.option_id, field.value);
      changed();
    } },
    el("option", { value: "" }, t("Choose…")),
    question.options.map((option, at) => el("option", { value: option.option_id }, named(option, at))));
    field.value = pairs.get(prompt.option_id) ?? "";
    return el("div", { class: "pair" }, el("label", { for: id, dir: "auto" }, prompt.text), field);
  };
  const node = el("fieldset", { class: "pairs" },
    el("legend", {}, el("span", { class: "stem", dir: "auto" }, question.question), el("span", { class: "ask soft" }, t("Choose what belongs to each."))),
    question.prompts.map(row),
    long && el("ul", { class: "lettered" }, question.options.map((option, at) =>
      el("li", {}, el("strong", {}, letter(at)), el("span", { dir: "auto" }, option.text)))));
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
  const options = body.options.map((option, index) => optionFields(body, option, `Option ${index + 1}`, false));
  const prompts = body.prompts.map((prompt, index) => {
    const fields = optionFields(body, prompt, `Prompt ${index + 1}`);
    const partner = el("select", { "aria-label": `Partner of prompt ${index + 1}` },
      body.options.map((option, at) => el("option", { value: option.option_id }, `${at + 1} · ${option.text}`)));
    partner.value = body.answer[prompt.option_id];
    return { id: prompt.option_id, partner, read: fields.read, node: el("div", { class: "edit-pair" }, fields.words, partner, fields.why) };
  });
  return {
    node: el("div", {}, fieldset("Prompts with their partners", "", prompts.map((one) => one.node)),
      fieldset("Options", "", el("ol", { class: "edit-options" }, options.map((one) => el("li", {}, one.words))))),
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
