// What the learner orders: quiz, flashcards or both, and in the fold-out how much, how hard, for whom, about what.

import { el } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { passwordField } from "./sending.js";

/** @type {() => [string, string][]} */
const made = () => [["both", t("Quiz and flashcards")], ["quiz", t("Quiz")], ["flashcards", t("Flashcards")]];

function numberField(name, label, most, usual) {
  return el("label", {}, label,
    el("input", { type: "number", name, min: "1", max: String(most), step: "1", inputmode: "numeric", placeholder: usual }));
}

/** @param {[string, string][]} options */
const select = (name, label, options, chosen = "") => el("label", {}, label,
  el("select", { name }, options.map(([value, text]) => el("option", { value, selected: value === chosen }, text))));

/** The fields; every one of them may be left as it is. */
export function orderFields() {
  return [
    el("fieldset", { class: "choice" }, el("legend", {}, t("What do you want?")),
      made().map(([value, text]) => el("label", {}, el("input", { type: "radio", name: "made", value, checked: value === "both" }), text))),
    el("div", { class: "grid" },
      numberField("numQuizQuestions", t("Number of questions"), 50, "10"),
      numberField("numFlashcards", t("Number of cards"), 100, "15"),
      numberField("questionsPerConcept", t("Questions about one concept, at most"), 10, "3"),
      select("quizDifficulty", t("Difficulty"), [["easy", t("Easy")], ["medium", t("Medium")], ["hard", t("Hard")]], "medium"),
      select("kind", t("Kind of questions"), [["quiz", t("Mixed")], ["multiple_choice_quiz", t("Multiple choice only")]]),
      select("fallback", t("If a language model's questions do not hold up"), [["", t("As set up here")], ["proof", t("Write those without it")],
        ["offline", t("Write whatever is missing without it")], ["none", t("Make fewer, and say why")]]),
      el("label", {}, t("Audience"),
        el("input", { type: "text", name: "targetAudience", maxlength: "200", placeholder: t("First-year students"), autocomplete: "off" })),
      el("label", {}, t("Focus on (separate with commas)"),
        el("input", { type: "text", name: "focusAreas", placeholder: t("Concepts that should come first"), autocomplete: "off" })),
      el("label", {}, t("Password (if a document is encrypted)"), passwordField())),
  ];
}

/** The order as the gateway's form fields. What was left empty is left out, so that the house's own defaults hold. */
export function orderOf(form) {
  const given = new FormData(form);
  /** What a field holds; none of these is a file. */
  const text = (name) => String(given.get(name) ?? "");
  const order = new FormData();
  const wanted = given.get("made");
  if (wanted !== "quiz") order.append("generationGoals", "flashcards");
  if (wanted !== "flashcards") order.append("generationGoals", text("kind"));
  for (const name of ["numQuizQuestions", "numFlashcards", "questionsPerConcept", "fallback", "targetAudience"]) {
    const value = text(name).trim();
    if (value) order.append(name, value);
  }
  if (text("password")) order.append("password", text("password"));
  order.append("quizDifficulty", text("quizDifficulty"));
  for (const focus of text("focusAreas").split(",").map((one) => one.trim()).filter(Boolean)) {
    order.append("focusAreas", focus);
  }
  return order;
}
