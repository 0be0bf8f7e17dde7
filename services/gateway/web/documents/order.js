// What the learner orders: quiz, flashcards or both, and in the fold-out how much, how hard, for whom, about what.

import { el } from "../frame/elements.js";
import { passwordField } from "./sending.js";

const MADE = [
  ["both", "Quiz and flashcards"],
  ["quiz", "Quiz"],
  ["flashcards", "Flashcards"],
];

function numberField(name, label, most, usual) {
  return el("label", {}, label,
    el("input", { type: "number", name, min: "1", max: String(most), step: "1", inputmode: "numeric", placeholder: usual }));
}

export function orderFields() {
  return [
    el("fieldset", { class: "choice" }, el("legend", {}, "What do you want?"),
      MADE.map(([value, text]) => el("label", {}, el("input", { type: "radio", name: "made", value, checked: value === "both" }), text))),
    el("details", { class: "more" }, el("summary", {}, "More settings"),
      el("div", { class: "grid" },
        numberField("numQuizQuestions", "Number of questions", 50, "10"),
        numberField("numFlashcards", "Number of cards", 100, "15"),
        numberField("questionsPerConcept", "Questions about one concept, at most", 10, "3"),
        el("label", {}, "Difficulty",
          el("select", { name: "quizDifficulty" },
            el("option", { value: "easy" }, "Easy"),
            el("option", { value: "medium", selected: true }, "Medium"),
            el("option", { value: "hard" }, "Hard"))),
        el("label", {}, "Kind of questions",
          el("select", { name: "kind" },
            el("option", { value: "quiz", selected: true }, "Mixed"),
            el("option", { value: "multiple_choice_quiz" }, "Multiple choice only"))),
        el("label", {}, "If a language model's questions do not hold up",
          el("select", { name: "fallback" },
            el("option", { value: "", selected: true }, "As set up here"),
            el("option", { value: "proof" }, "Write those without it"),
            el("option", { value: "offline" }, "Write whatever is missing without it"),
            el("option", { value: "none" }, "Make fewer, and say why"))),
        el("label", { class: "wide" }, "Audience",
          el("input", { type: "text", name: "targetAudience", maxlength: "200", placeholder: "First-year students", autocomplete: "off" })),
        el("label", { class: "wide" }, "Focus on (separate with commas)",
          el("input", { type: "text", name: "focusAreas", placeholder: "Concepts that should come first", autocomplete: "off" })),
        el("label", { class: "wide" }, "Password (if a document is encrypted)", passwordField()))),
  ];
}

/** The order as the gateway's form fields. What was left empty is left out, so that the house's own defaults hold. */
export function orderOf(form) {
  const given = new FormData(form);
  /** What a field holds; none of these is a file. */
  const text = (name) => String(given.get(name) ?? "");
  const order = new FormData();
  const made = given.get("made");
  if (made !== "quiz") order.append("generationGoals", "flashcards");
  if (made !== "flashcards") order.append("generationGoals", text("kind"));
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
