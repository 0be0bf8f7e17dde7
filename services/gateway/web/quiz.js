// Taking a quiz: one question at a time, none must be answered, and nothing tells right from wrong before it is handed in.
//
// A quiz may still be growing: then the questions that are there can be answered, and it is handed in once it is complete.

import { handIn, quiz } from "./api.js";
import { announce, el, link, plural, title } from "./elements.js";
import { openDraft } from "./draft.js";
import { path, replace } from "./place.js";
import { questionForm } from "./question.js";
import { rest } from "./rest.js";
import { failurePanel } from "./trouble.js";
import { states } from "./watch.js";

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

/** Yields the quiz after each change of its session until it is complete; `failed` is the session that stopped before. */
async function* growing(id, quizId, signal) {
  for await (const state of states(id, signal)) {
    const view = await load(id, quizId, signal);
    yield { view, failed: state.status === "failed" ? state : null };
    if (view.complete !== false) return;
  }
}

export async function quizView(place, id, quizId, signal) {
  let view = await load(id, quizId, signal);
  const back = link("Back to the document", path("s", id), { class: "back" });
  const kept = openDraft(id, quizId);
  const { draft } = kept;
  const frame = el("div", {});
  const more = el("div", { class: "growing", role: "status", hidden: true });
  const heading = title("");
  const under = el("span", { class: "soft" });
  const bar = el("progress", { max: "1", "aria-hidden": "true", class: "thin" });
  const said = el("div", {});
  let shown = null;
  let form = null;
  place.append(back, el("div", { class: "quiz-head" }, heading, under), bar, frame, more, said);
  const pause = () => kept.count();
  document.addEventListener("visibilitychange", pause, { signal });
  window.addEventListener("pagehide", pause, { signal });
  signal.addEventListener("abort", () => kept.show(null));

  function go(to) {
    draft.at = Math.min(Math.max(to, 0), view.questions.length - 1);
    draw();
  }

  async function finish() {
    kept.show(null);
    form.hold();
    try {
      await handIn(id, bodyOf(view, draft));
      kept.drop();
      if (!signal.aborted) replace(path("s", id, "results", draft.attempt_id));
    } catch (error) {
      form.release(error);
      kept.show(shown);
      // The quiz may have changed under the learner's hands: then its questions as they are now are what is asked.
      if (error.status === 400 || error.status === 409) adopt(await load(id, quizId, signal));
    }
  }

  /** What stands around the question: it changes when questions come, while the question itself is left alone. */
  function surround() {
    const { questions } = view;
    const waiting = view.complete === false;
    heading.textContent = questions.length ? `Question ${draft.at + 1} of ${questions.length}${waiting ? " so far" : ""}` : waiting ? "Your quiz" : "This quiz has no questions";
    under.textContent = questions.length ? `Quiz ${view.number} · ${questions[draft.at].difficulty.toLowerCase()}` : "";
    bar.max = Math.max(questions.length, 1);
    bar.value = draft.at;
    bar.hidden = !questions.length;
    const line = questions.length ? `More questions are being written: ${plural(questions.length, "is", "are")} there so far. You can hand in when all are there.`
      : "The questions are being written.";
    more.hidden = !waiting;
    if (more.textContent !== line) more.textContent = line;
    form?.place({ last: draft.at === questions.length - 1, waiting });
    if (!questions.length && !waiting) frame.replaceChildren(...(view.shortfall ?? []).map((one) => el("p", {}, one.sentence)));
  }

  function draw() {
    const { questions } = view;
    const before = form;
    draft.at = Math.max(0, Math.min(draft.at, questions.length - 1));
    const question = questions[draft.at];
    shown = question?.item_id ?? null;
    form = question ? questionForm(question, kept.answerOf(shown), {
      answer: (raw) => kept.answer(question.item_id, raw),
      onward: () => (draft.at === view.questions.length - 1 ? finish() : go(draft.at + 1)),
      back: draft.at > 0 ? () => go(draft.at - 1) : null,
    }) : null;
    frame.replaceChildren(...(form ? [form.node] : []));
    surround();
    form?.focus();
    kept.show(shown);
    if (!before) return;
    if (!frame.contains(document.activeElement)) heading.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }

  /** Takes the quiz as it is now. The question in view stays as it is, with what was typed, wherever it stands now. */
  function adopt(now) {
    const fresh = now.questions.length - view.questions.length;
    view = now;
    const at = view.questions.findIndex((one) => one.item_id === shown);
    if (at < 0) {
      draw();
      return;
    }
    draft.at = at;
    surround();
    if (now.complete !== false) announce(`The quiz is complete: ${plural(now.questions.length, "question")}`);
    else if (fresh > 0) announce(`${plural(fresh, "more question", "more questions")}`);
  }

  draw();
  if (view.complete !== false) return;
  for await (const { view: now, failed } of growing(id, quizId, signal)) {
    if (signal.aborted) return;
    adopt(now);
    said.replaceChildren(...(failed && now.complete === false ? [failurePanel(failed)] : []));
    if (failed) more.hidden = true;
  }
}
