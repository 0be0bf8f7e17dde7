// Taking a quiz: one question at a time, none must be answered, and nothing tells right from wrong before it is handed in.

import { handIn, quiz } from "./api.js";
import { button, el, link, title } from "./elements.js";
import { openDraft } from "./draft.js";
import { path, replace } from "./place.js";
import { rest } from "./rest.js";
import { troublePanel } from "./trouble.js";

const GAP = /_{3,}/;

function choices(question, given, onAnswer) {
  return el("fieldset", { class: "options" }, el("legend", {}, question.question),
    question.options.map((option) => el("label", {},
      el("input", { type: "radio", name: "answer", value: option.option_id, checked: given === option.option_id,
        onchange: () => onAnswer(option.option_id) }),
      el("span", {}, option.text))));
}

/** The sentence with a field in its gap; without a gap the field comes below. */
function gap(question, given, onAnswer) {
  const field = el("input", { type: "text", name: "answer", class: "gap", value: given ?? "", maxlength: "2000", "aria-label": "The missing words",
    autocomplete: "off", autocapitalize: "off", spellcheck: "false", oninput: () => onAnswer(field.value.trim() || null) });
  const found = GAP.exec(question.question);
  if (!found) return el("div", { class: "cloze" }, el("p", {}, question.question), field);
  const before = question.question.slice(0, found.index);
  const after = question.question.slice(found.index + found[0].length).replaceAll(/_{3,}/g, "…");
  return el("p", { class: "cloze" }, before, field, after);
}

async function load(id, quizId, signal) {
  for (;;) {
    const found = await quiz(id, quizId, signal);
    if (found.data) return found.data;
    await rest(Math.max(250, found.retryMs ?? 1000), signal);
  }
}

function bodyOf(view, draft) {
  return {
    quiz_id: view.quiz_id,
    attempt_id: draft.attempt_id,
    answers: view.questions.map(({ item_id }) => {
      const { answer = null, latency_sec = 0 } = draft.answers[item_id] ?? {};
      return { item_id, answer, latency_sec: Math.round(latency_sec * 1000) / 1000 };
    }),
  };
}

export async function quizView(place, id, quizId, signal) {
  const view = await load(id, quizId, signal);
  const questions = view.questions;
  const back = link("Back to the document", path("s", id), { class: "back" });
  if (!questions.length) {
    place.append(back, title("This quiz has no questions"), (view.shortfall ?? []).map((one) => el("p", {}, one.sentence)));
    return;
  }
  const kept = openDraft(id, quizId);
  const { draft } = kept;
  const frame = el("div", {});
  place.append(back, frame);
  const pause = () => kept.count();
  document.addEventListener("visibilitychange", pause, { signal });
  window.addEventListener("pagehide", pause, { signal });
  signal.addEventListener("abort", () => kept.show(null));

  function go(to) {
    draft.at = Math.min(Math.max(to, 0), questions.length - 1);
    draw();
  }

  async function finish(said, form) {
    kept.show(null);
    form.setAttribute("aria-busy", "true");
    for (const control of form.elements) control.disabled = true;
    try {
      await handIn(id, bodyOf(view, draft));
      kept.drop();
      if (!signal.aborted) replace(path("s", id, "results", draft.attempt_id));
    } catch (error) {
      for (const control of form.elements) control.disabled = false;
      form.removeAttribute("aria-busy");
      kept.show(questions[draft.at].item_id);
      said.replaceChildren(troublePanel(error));
    }
  }

  function draw() {
    const at = draft.at = Math.min(draft.at, questions.length - 1);
    const question = questions[at];
    const last = at === questions.length - 1;
    const said = el("div", {});
    const given = kept.answerOf(question.item_id);
    const answer = (value) => {
      kept.answer(question.item_id, value);
      said.replaceChildren();
    };
    const body = question.type === "multiple_choice" ? choices(question, given, answer) : gap(question, given, answer);
    const onward = (form) => (last ? finish(said, form) : go(at + 1));
    const form = el("form", { class: "card question", onsubmit: (event) => {
      event.preventDefault();
      if (kept.answerOf(question.item_id) === null) {
        said.replaceChildren(el("p", { class: "hint-bad", role: "alert" }, "Give an answer, or skip this question."));
        form.querySelector("[name=answer]").focus();
      } else onward(form);
    } },
    body, said,
    el("div", { class: "actions" },
      el("button", { type: "submit", class: "primary" }, last ? "Hand in" : "Next"),
      button(last ? "Skip and hand in" : "Skip", () => {
        kept.answer(question.item_id, null);
        onward(form);
      }),
      at > 0 && button("Previous", () => go(at - 1), { class: "quiet" })));
    frame.replaceChildren(
      el("div", { class: "quiz-head" }, title(`Question ${at + 1} of ${questions.length}`),
        el("span", { class: "soft" }, `Quiz ${view.number} · ${question.difficulty.toLowerCase()}`)),
      el("progress", { max: String(questions.length), value: String(at), "aria-hidden": "true", class: "thin" }), form);
    frame.querySelector("progress").value = at;
    form.querySelector("input.gap")?.focus();
    kept.show(question.item_id);
  }
  draw();
}
