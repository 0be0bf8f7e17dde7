// Taking a quiz: one question at a time, none must be answered, and nothing tells right from wrong before it is handed in.
//
// A quiz may still be growing: then the questions that are there can be answered, and it is handed in once it is complete.
// It can be paused; what was answered is kept at the house, so that it goes on in another tab too, as one attempt.

import { handIn } from "../http/api.js";
import { announce, button, el, link, plural, title } from "../frame/elements.js";
import { openDraft } from "./draft.js";
import { growing, load } from "./growing.js";
import { maybe, progressOf } from "../http/learnerapi.js";
import { path, replace } from "../frame/place.js";
import { questionForm } from "./question.js";
import { answersOf, progressBody, saver } from "./saving.js";
import { failurePanel } from "../frame/trouble.js";

/** What the house has kept; without it the tab's own draft is enough. */
async function kept(id, quizId, signal) {
  try {
    return await maybe(progressOf(id, quizId, signal));
  } catch (error) {
    if (signal.aborted || error.status === 401) throw error;
    return null;
  }
}

/** Handed in already, from another tab or before an answer got lost: its results are what there is to see. */
const taken = (error) => error.status === 409 && Boolean(error.problem.fields?.includes("attempt_id"));

export async function quizView(place, id, quizId, signal) {
  let [view, progress] = await Promise.all([load(id, quizId, signal), kept(id, quizId, signal)]);
  const back = link("Back to the document", path("s", id), { class: "back" });
  const mine = openDraft(id, quizId, progress);
  const { draft } = mine;
  const saving = saver(id, quizId, () => {
    mine.count();
    return progressBody(view.questions, draft);
  });
  const frame = el("div", {});
  const more = el("div", { class: "growing", role: "status", hidden: true });
  const heading = title("");
  const under = el("span", { class: "soft" });
  const bar = el("progress", { max: "1", "aria-hidden": "true", class: "thin" });
  const said = el("div", {});
  /** @type {string | null} */
  let shown = null;
  /** @type {ReturnType<typeof questionForm> | null} */
  let form = null;
  const pausing = button("Pause", pause, { class: "quiet" });
  place.append(el("p", { class: "ways" }, back, pausing), el("div", { class: "quiz-head" }, heading, under), bar, frame, more, said);
  document.addEventListener("visibilitychange", () => {
    mine.count();
    if (document.hidden) saving.now(true);
  }, { signal });
  window.addEventListener("pagehide", () => {
    mine.count();
    saving.now(true);
  }, { signal });
  signal.addEventListener("abort", () => {
    mine.show(null);
    saving.now(true);
    saving.stop();
  });

  function go(to) {
    draft.at = Math.min(Math.max(to, 0), view.questions.length - 1);
    draw();
    saving.later();
  }

  function pause() {
    mine.show(null);
    draft.paused = true;
    mine.keep();
    saving.later();
    saving.now();
    draw();
    announce("Paused");
  }

  function goOn() {
    draft.paused = false;
    saving.later();
    draw();
    announce("Going on");
  }

  function pauseCard() {
    return el("section", { class: "card paused" }, el("h2", {}, "Paused"),
      el("p", {}, `Question ${draft.at + 1} of ${view.questions.length} waits for you. Your answers are kept, and the time does not count.`),
      el("div", { class: "actions" }, button("Go on", goOn, { class: "primary", id: "go-on" })));
  }

  /** What was handed in is no draft any more; what is shown next are its results. */
  function left() {
    saving.stop();
    mine.drop();
    if (!signal.aborted) replace(path("s", id, "results", draft.attempt_id));
  }

  async function finish() {
    mine.show(null);
    form?.hold();
    try {
      await saving.rest();
      await handIn(id, { quiz_id: view.quiz_id, attempt_id: draft.attempt_id, answers: answersOf(view.questions, draft) });
      left();
    } catch (error) {
      if (taken(error)) {
        left();
        announce("This quiz was handed in already");
        return;
      }
      form?.release(error);
      mine.show(shown);
      // The quiz may have changed under the learner's hands: then its questions as they are now are what is asked.
      if (error.status === 400 || error.status === 409) adopt(await load(id, quizId, signal));
    }
  }

  /** What stands around the question: it changes when questions come, while the question itself is left alone. */
  function surround() {
    const { questions } = view;
    const waiting = view.complete === false;
    pausing.hidden = !questions.length || draft.paused;
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
    form = question ? questionForm(question, mine.answerOf(shown), {
      answer: (raw) => {
        mine.answer(question.item_id, raw);
        saving.later();
      },
      onward: () => (draft.at === view.questions.length - 1 ? finish() : go(draft.at + 1)),
      back: draft.at > 0 ? () => go(draft.at - 1) : null,
    }) : null;
    frame.replaceChildren(...(draft.paused ? [pauseCard()] : form ? [form.node] : []));
    surround();
    if (draft.paused) frame.querySelector("#go-on").focus();
    else form?.focus();
    mine.show(draft.paused ? null : shown);
    if (!before || draft.paused) return;
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
