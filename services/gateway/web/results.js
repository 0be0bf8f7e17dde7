// How an attempt went: right and wrong, the right answer, the quote that proves it, and the notes when they come.

import { notes, results } from "./api.js";
import { announce, el, link, plural, title } from "./elements.js";
import { newQuizButton } from "./next.js";
import { quoteOf, sourceOf } from "./passage.js";
import { path } from "./place.js";
import { progressPanel } from "./progress.js";
import { settled, states } from "./watch.js";
import { failurePanel } from "./trouble.js";

function verdict(result) {
  if (result.is_correct) return ["right", "✓", "Right"];
  return result.answer === null ? ["skipped", "–", "Skipped"] : ["wrong", "✗", "Not right"];
}

function resultItem(state, result, number, signal) {
  const [tone, sign, word] = verdict(result);
  return el("li", { class: `card result ${tone}`, id: `result-${number}` },
    el("p", { class: "verdict" }, el("span", { "aria-hidden": "true" }, sign), ` ${word}`,
      el("span", { class: "soft" }, ` · ${result.concept} · ${result.difficulty.toLowerCase()}`)),
    el("h3", { dir: "auto" }, `${number}. ${result.question}`),
    !result.is_correct && result.answer !== null && el("p", {}, el("span", { class: "soft" }, "Your answer: "),
      el("span", { class: "given" }, result.answer_text ?? result.answer)),
    el("p", {}, el("span", { class: "soft" }, result.is_correct ? "Your answer: " : "Right answer: "),
      el("strong", { class: "key" }, result.is_correct ? result.answer_text ?? result.correct_answer : result.correct_answer)),
    quoteOf(result.proof),
    el("p", { class: "source" }, sourceOf(state, result.proof, signal)));
}

/** Notes of an attempt as a list; each says on which of its questions it rests. */
export function noteList(found, shown) {
  const numberOf = new Map((shown ?? []).map((result, index) => [result.result_id, index + 1]));
  return el("ul", { class: "notes" }, found.map((one) => {
    const about = one.result_ids.map((result) => numberOf.get(result)).filter(Boolean);
    return el("li", {}, one.note, about.length > 0 && el("span", { class: "soft" }, ` (question ${about.join(", ")})`));
  }));
}

function draw(place, state, found, after, signal) {
  const right = found.filter((result) => result.is_correct).length;
  const heading = title(`${right} of ${found.length} right`);
  announce(`${right} of ${plural(found.length, "question")} right`);
  place.replaceChildren(
    link("Back to the document", path("s", state.session_id), { class: "back" }), heading,
    el("progress", { max: "1", class: "score", "aria-hidden": "true" }), after,
    el("h2", {}, "Your answers"),
    el("ol", { class: "results" }, found.map((result, index) => resultItem(state, result, index + 1, signal))));
  place.querySelector("progress.score").value = right / found.length;
}

/** Notes and what comes next, drawn anew with each state without touching the answers above which the learner reads. */
async function drawAfter(after, id, attempt, state, found, signal) {
  const { data } = state.status === "failed" ? { data: null } : await notes(id, signal);
  const mine = (data?.notes ?? []).filter((one) => one.attempt_id === attempt);
  const waiting = !settled(state);
  if (after.dataset.version === String(state.version)) return mine.length;
  after.dataset.version = String(state.version);
  after.replaceChildren(
    el("h2", {}, "Notes from your coach"),
    mine.length ? noteList(mine, found) : el("p", { class: "soft" }, waiting ? "Being written…" : "No notes for this attempt."),
    state.status === "failed" ? failurePanel(state) : "",
    el("div", { class: "actions" }, !waiting && state.status === "ready" && newQuizButton(state, { class: "primary" }),
      link("Take this quiz again", path("s", id, "quiz", found[0].quiz_id), { class: "button" })));
  if (mine.length && after.dataset.told !== "yes") {
    after.dataset.told = "yes";
    announce("Your coach's notes have come");
  }
  return mine.length;
}

/** The attempt's results; empty while they are not in. Of a failed session they may be refused: its failure is shown. */
async function graded(id, attempt, state, signal) {
  try {
    return (await results(id, attempt, signal)).data?.results ?? [];
  } catch (error) {
    if (error.status === 404 || (state.status === "failed" && error.status > 401)) return [];
    throw error;
  }
}

export async function resultsView(place, id, attempt, signal) {
  const panel = progressPanel();
  const after = el("section", { class: "card after" });
  const said = el("div", {});
  place.append(link("Back to the document", path("s", id), { class: "back" }), title("Your results"), panel.node, said);
  let found = [];
  for await (const state of states(id, signal)) {
    if (!found.length) {
      found = await graded(id, attempt, state, signal);
      if (found.length) draw(place, state, found, after, signal);
      else {
        panel.show(settled(state) && state.status !== "failed" ? { ...state, status: "grading", progress: null } : state);
        said.replaceChildren(...(state.status === "failed" ? [failurePanel(state)] : []));
      }
    }
    if (found.length) {
      const noted = await drawAfter(after, id, attempt, state, found, signal);
      if (state.status === "ready" && noted) return;
    }
  }
}

/** Attempts of a session, oldest first: [{attempt_id, quiz_id, right, of, timestamp}]. */
export async function attempts(id, signal) {
  const { data } = await results(id, null, signal);
  const byAttempt = new Map();
  for (const result of data?.results ?? []) {
    const one = byAttempt.get(result.attempt_id) ?? { attempt_id: result.attempt_id, quiz_id: result.quiz_id, right: 0, of: 0, timestamp: result.timestamp };
    one.of += 1;
    one.right += result.is_correct ? 1 : 0;
    byAttempt.set(result.attempt_id, one);
  }
  return [...byAttempt.values()];
}

