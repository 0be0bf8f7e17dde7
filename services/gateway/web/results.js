// How an attempt went: right and wrong, the right answer, the quote that proves it, and the notes when they come.

import { notes, results } from "./api.js";
import { announce, el, link, plural, title } from "./elements.js";
import { scoreOf } from "./grading.js";
import { newQuizButton } from "./next.js";
import { path } from "./place.js";
import { progressPanel } from "./progress.js";
import { resultItem } from "./resultitem.js";
import { settled, states } from "./watch.js";
import { failurePanel } from "./trouble.js";

/** Notes of an attempt as a list; each says on which of its questions it rests. */
export function noteList(found, shown) {
  const numberOf = new Map((shown ?? []).map((result, index) => [result.result_id, index + 1]));
  return el("ul", { class: "notes" }, found.map((one) => {
    const about = one.result_ids.map((result) => numberOf.get(result)).filter(Boolean);
    return el("li", {}, one.note, about.length > 0 && el("span", { class: "soft" }, ` (${about.length === 1 ? "question" : "questions"} ${listed(about)})`));
  }));
}

/** Numbers with commas, the last with "and". */
function listed(numbers) {
  return numbers.length < 2 ? numbers.join("") : `${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;
}

/** What stands beside the number of right answers: those that count for less or for nothing. */
function besides({ partly, undecided, void: taken }) {
  return [
    partly && `${plural(partly, "answer is", "answers are")} partly right.`,
    undecided && `${plural(undecided, "answer")} could not be judged surely and ${undecided === 1 ? "does" : "do"} not count.`,
    taken && `${plural(taken, "question was", "questions were")} taken back and ${taken === 1 ? "does" : "do"} not count.`,
  ].filter(Boolean).join(" ");
}

function draw(place, state, found, after, signal) {
  const score = scoreOf(found);
  const heading = title(score.of ? `${score.right} of ${score.of} right` : "Nothing was judged");
  announce(score.of ? `${score.right} of ${plural(score.of, "question")} right` : "Nothing was judged");
  const more = besides(score);
  const written = found.some((result) => result.origin?.author === "model");
  place.replaceChildren(
    link("Back to the document", path("s", state.session_id), { class: "back" }), heading,
    el("progress", { max: "1", class: "score", "aria-hidden": "true" }), more ? el("p", { class: "soft besides" }, more) : "", after,
    el("h2", {}, "Your answers"),
    el("ol", { class: "results" }, found.map((result, index) => resultItem(state, result, index + 1, signal, written))));
  place.querySelector("progress.score").value = score.of ? score.right / score.of : 0;
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

/** Attempts of a session, oldest first: [{attempt_id, quiz_id, right, of}]; what counts in no score is in neither number. */
export async function attempts(id, signal) {
  const { data } = await results(id, null, signal);
  const byAttempt = new Map();
  for (const result of data?.results ?? []) byAttempt.set(result.attempt_id, [...(byAttempt.get(result.attempt_id) ?? []), result]);
  return [...byAttempt].map(([attempt_id, found]) => ({ attempt_id, quiz_id: found[0].quiz_id, ...scoreOf(found) }));
}
