// Taking a quiz: one question at a time. Each answer is graded as it is given, and beside it the page shows the sentence that
// proves it; in an exam nothing is told before all is handed in.
//
// A quiz may still be growing: then the questions that are there can be answered, and it is handed in once it is complete.
// It can be paused; what was answered is kept at the house, so that it goes on in another tab too, as one attempt. Without a
// connection answers are kept on the device and sent later.

import { handIn, session } from "../http/api.js";
import { announce, button, el, title } from "../frame/elements.js";
import { draw as show, h } from "../frame/draw.js";
import { t, tn } from "../frame/language.js";
import { maybe, progressOf } from "../http/learnerapi.js";
import { path, replace } from "../frame/place.js";
import { desk } from "../documents/desk.js";
import { answered, keptHere } from "./answered.js";
import { openDraft } from "./draft.js";
import { giver } from "./giving.js";
import { verdictOf } from "./grading.js";
import { growing, load } from "./growing.js";
import { newest } from "./newest.js";
import { questionForm } from "./question.js";
import { answersOf, progressBody, saver } from "./saving.js";
import { failurePanel, troublePanel } from "../frame/trouble.js";

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

/** So many right answers at the end of what was answered, in the order of the questions up to `at`. Pure. */
function runUpTo(questions, results, at) {
  let run = 0;
  for (const { item_id } of questions.slice(0, at + 1)) {
    const result = results.get(item_id);
    if (result) run = result.is_correct ? run + 1 : 0;
  }
  return run;
}

export async function quizView(place, id, quizId, signal) {
  if (!quizId) {
    await newest(place, id, signal);
    return;
  }
  let [view, progress, { data: state }] = await Promise.all([load(id, quizId, signal), kept(id, quizId, signal), session(id, signal)]);
  const { work, source, light, cover } = desk(place, signal);
  const mine = openDraft(id, quizId, progress);
  const { draft } = mine;
  const giving = giver(id, quizId, () => draw(), signal);
  if (!view.exam) await giving.load();
  const saving = saver(id, quizId, () => {
    mine.count();
    return progressBody(view.questions, draft);
  });
  const frame = el("div", {});
  const more = el("div", { class: "growing", role: "status", hidden: true });
  const heading = title("");
  const under = el("span", { class: "soft" });
  const trail = el("ol", { class: "trail", "aria-label": t("The questions"), onkeydown: walk });
  const said = el("div", {});
  /** @type {string | null} */
  let shown = null;
  /** @type {ReturnType<typeof questionForm> | null} */
  let form = null;
  let drawnBefore = false;
  let ending = false;
  let lit = "";
  const pausing = button(t("Pause"), pause, { class: "quiet pausing" });
  work.append(el("div", { class: "quiz-head" }, heading, under), trail, frame, more, said, pausing);
  document.addEventListener("visibilitychange", () => {
    mine.count();
    if (document.hidden) saving.now(true);
  }, { signal });
  window.addEventListener("pagehide", () => {
    mine.count();
    saving.now(true);
  }, { signal });
  window.addEventListener("online", () => giving.flush().catch(() => {}), { signal });
  signal.addEventListener("abort", () => {
    mine.show(null);
    saving.now(true);
    saving.stop();
  });

  function go(to) {
    draft.at = Math.min(Math.max(to, 0), view.questions.length - 1);
    ending = false;
    draw();
    saving.later();
  }

  /** The questions are one stop of the Tab key; the arrow keys walk among them. */
  function walk(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    go(draft.at + step);
    /** @type {HTMLElement | null} */ (trail.querySelector("[aria-current]"))?.focus();
  }

  function pause() {
    mine.show(null);
    draft.paused = true;
    mine.keep();
    saving.later();
    saving.now();
    draw();
    announce(t("Paused"));
  }

  function goOn() {
    draft.paused = false;
    saving.later();
    draw();
    announce(t("Going on"));
  }

  function pauseCard() {
    return el("section", { class: "card paused" }, el("h2", {}, t("Paused")),
      el("p", {}, t("Question {n} of {of} waits for you. Your answers are kept, and the time does not count.", { n: draft.at + 1, of: view.questions.length })),
      el("div", { class: "actions" }, button(t("Go on"), goOn, { class: "primary", id: "go-on" })));
  }

  /** What was handed in is no draft any more; what is shown next are its results. */
  function left() {
    saving.stop();
    mine.drop();
    if (!signal.aborted) replace(path("s", id, "results", draft.attempt_id));
  }

  /** The answers as they are handed in: what was given singly is repeated unchanged. */
  function whole() {
    return answersOf(view.questions, draft).map((one) => {
      const result = giving.results.get(one.item_id);
      return result ? { ...one, answer: result.answer } : one;
    });
  }

  async function finish() {
    mine.show(null);
    form?.hold();
    try {
      await saving.rest();
      if (!(await giving.flush())) throw Object.assign(new Error("away"), { status: 0, problem: { title: t("There is no connection"), detail: t("Your answers are kept on this device."), action: t("Hand in when you are connected again."), code: "unreachable" } });
      await handIn(id, { quiz_id: view.quiz_id, attempt_id: draft.attempt_id, answers: whole() });
      left();
    } catch (error) {
      if (taken(error)) {
        left();
        announce(t("This quiz was handed in already"));
        return;
      }
      if (form) form.release(error);
      else show(said, troublePanel(error));
      mine.show(shown);
      // The quiz may have changed under the learner's hands: then its questions as they are now are what is asked.
      if (error.status === 400 || error.status === 409) adopt(await load(id, quizId, signal));
    }
  }

  /** Grades the answer to the question in view, and shows how it went. */
  async function check(question) {
    mine.show(null);
    form?.hold();
    const { answer, latency_sec: latency } = draft.answers[question.item_id];
    try {
      await giving.give(question.item_id, answer, latency);
      if (signal.aborted) return;
      draw();
    } catch (error) {
      if (signal.aborted) return;
      if (error.status === 409 && error.problem.fields?.includes("answer")) await giving.load();
      if (giving.results.has(question.item_id)) draw();
      else if (error.status === 409) {
        form?.release(error);
        adopt(await load(id, quizId, signal));
      } else form?.release(error);
      mine.show(shown);
    }
  }

  const isDone = ({ item_id }) => giving.results.has(item_id) || giving.kept.has(item_id);
  /** The first question that is not answered; -1 where all are. */
  const open = () => view.questions.findIndex((one) => !isDone(one));

  function onward() {
    const next = view.questions.findIndex((one, at) => at > draft.at && !isDone(one));
    if (next >= 0) go(next);
    else if (view.complete === false || open() < 0) void (view.complete === false ? draw() : finish());
    else end();
  }

  /** The end, with questions left open: they can be answered, or left. */
  function end() {
    ending = true;
    draw();
  }

  function endCard() {
    const left = view.questions.filter((one) => !isDone(one)).length;
    return el("section", { class: "card" }, el("h2", {}, tn(left, "{n} question is open", "{n} questions are open")),
      el("p", {}, t("You can answer now, or finish without.")),
      el("div", { class: "actions next-step" }, button(t("Answer them"), () => go(open()), { class: "primary", id: "go-on" }),
        button(t("Finish anyway"), finish)));
  }

  function marks() {
    return view.questions.map((question, at) => {
      const result = giving.results.get(question.item_id);
      const isAnswered = giving.kept.has(question.item_id) || (view.exam && mine.answerOf(question.item_id) !== null);
      const [how, , word] = result ? verdictOf(result) : isAnswered ? ["kept", "", t("answered")] : ["open", "", t("open")];
      return h("li", { key: question.item_id }, h("button", { type: "button", class: how, "aria-current": at === draft.at ? "step" : null,
        tabindex: at === draft.at ? "0" : "-1", "aria-label": t("Question {n}: {how}", { n: at + 1, how: word.toLowerCase() }), onclick: () => go(at) }));
    });
  }

  /** What stands around the question: it changes when questions come, while the question itself is left alone. */
  function surround() {
    const { questions } = view;
    const waiting = view.complete === false;
    pausing.hidden = !questions.length || draft.paused;
    heading.textContent = !questions.length ? (waiting ? t("Your quiz") : t("This quiz has no questions"))
      : t(waiting ? "Question {n} of {of} so far" : "Question {n} of {of}", { n: draft.at + 1, of: questions.length });
    const run = runUpTo(questions, giving.results, questions.length);
    under.textContent = run > 2 ? tn(run, "{n} in a row", "{n} in a row") : "";
    show(trail, marks());
    const line = questions.length ? t("More questions are being written. You can finish when all are there.") : t("The questions are being written.");
    more.hidden = !waiting;
    if (more.textContent !== line) more.textContent = line;
    form?.place({ last: draft.at === questions.length - 1, waiting });
    if (!questions.length && !waiting) show(frame, ...(view.shortfall ?? []).map((one) => el("p", {}, one.sentence)));
  }

  /** What is to be seen of the question in view: the question, or how its answer went. */
  function seen(question) {
    const result = question && giving.results.get(question.item_id);
    const next = view.questions.some((one, at) => at > draft.at && !isDone(one)) ? t("Next question") : view.complete === false ? t("Wait for more questions") : t("See how it went");
    const act = { next, onward, back: draft.at > 0 ? () => go(draft.at - 1) : null };
    form = null;
    if (draft.paused) return { node: pauseCard(), focus: () => {} };
    if (ending) return { node: endCard(), focus: () => {} };
    if (!question) return null;
    if (result) return answered(state, result, draft.at + 1, runUpTo(view.questions, giving.results, draft.at), act, signal);
    if (giving.kept.has(question.item_id)) return keptHere(act);
    form = questionForm(question, mine.answerOf(question.item_id), {
      signal, answer: (raw) => {
        mine.answer(question.item_id, raw);
        saving.later();
      },
      onward: () => (!view.exam ? check(question) : draft.at === view.questions.length - 1 ? finish() : go(draft.at + 1)),
      skip: () => (!view.exam ? skip() : draft.at === view.questions.length - 1 ? finish() : go(draft.at + 1)),
      back: act.back,
    }, view.exam);
    return form;
  }

  /** Passes a question: it stays open until the end. */
  function skip() {
    if (draft.at < view.questions.length - 1) go(draft.at + 1);
    else if (view.complete !== false) end();
  }

  function draw() {
    const { questions } = view;
    draft.at = Math.max(0, Math.min(draft.at, questions.length - 1));
    const question = questions[draft.at];
    const now = seen(question);
    shown = form ? question.item_id : null;
    show(frame, ...(now ? [now.node] : []));
    show(said);
    surround();
    if (view.exam) place.classList.remove("open");
    else if (form && !giving.results.size) cover(state, t("Answer first. Then the page that proves the answer opens here."));
    else source(state);
    const result = question && !draft.paused && !ending ? giving.results.get(question.item_id) : null;
    if (result && lit !== result.result_id) light(state, result.proof);
    lit = result?.result_id ?? "";
    if (draft.paused || ending) /** @type {HTMLElement | null} */ (frame.querySelector("#go-on"))?.focus();
    else now?.focus();
    mine.show(draft.paused || !form ? null : shown);
    if (drawnBefore && !draft.paused) {
      if (!frame.contains(document.activeElement)) heading.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
    drawnBefore = true;
  }

  /** Takes the quiz as it is now. The question in view stays as it is, with what was typed, wherever it stands now. */
  function adopt(now) {
    const fresh = now.questions.length - view.questions.length;
    const waited = view.questions.length > 0 && !form && !draft.paused && !ending && open() < 0;
    view = now;
    const at = view.questions.findIndex((one) => one.item_id === shown);
    if (at < 0 && (shown !== null || !view.questions.length || fresh === view.questions.length || waited)) {
      if (waited && fresh > 0) draft.at = Math.max(open(), 0);
      draw();
      return;
    }
    if (at >= 0) draft.at = at;
    surround();
    if (now.complete !== false) announce(tn(now.questions.length, "The quiz is complete: {n} question", "The quiz is complete: {n} questions"));
    else if (fresh > 0) announce(tn(fresh, "{n} more question", "{n} more questions"));
  }

  draw();
  giving.flush().catch(() => {}); // What was kept on the device before.
  if (view.complete !== false) return;
  for await (const { view: now, failed } of growing(id, quizId, signal)) {
    if (signal.aborted) return;
    adopt(now);
    show(said, ...(failed && now.complete === false ? [failurePanel(failed)] : []));
    if (failed) more.hidden = true;
  }
}
