// How an attempt went: right and wrong, the right answer, the quote that proves it, and the notes when they come.
//
// It follows the session on: an answer that is graded again, a question taken back, a dispute decided are drawn when they come.

import { notes, quiz, results } from "../http/api.js";
import { announce, el, link, plural, title } from "../frame/elements.js";
import { patternList } from "../learning/feedback.js";
import { scoreOf } from "./grading.js";
import { disputes, learner, maybe } from "../http/learnerapi.js";
import { newQuizButton } from "./next.js";
import { advising, noteList, notesAsTasks } from "../notes/notelist.js";
import { learnPath } from "../learning/pathcard.js";
import { path } from "../frame/place.js";
import { practiceButton } from "./practice.js";
import { progressPanel } from "../sessions/progress.js";
import { recallBanner } from "./recalled.js";
import { redraw } from "../frame/redraw.js";
import { resultItem } from "./resultitem.js";
import { settled, states } from "../http/watch.js";
import { failurePanel } from "../frame/trouble.js";

/** What stands beside the number of right answers: those that count for less or for nothing. */
function besides({ partly, undecided, void: taken }) {
  return [
    partly && `${plural(partly, "answer is", "answers are")} partly right.`,
    undecided && `${plural(undecided, "answer")} could not be judged surely and ${undecided === 1 ? "does" : "do"} not count.`,
    taken && `${plural(taken, "question was", "questions were")} taken back and ${taken === 1 ? "does" : "do"} not count.`,
  ].filter(Boolean).join(" ");
}

/** The view's parts, once there are results; `show` fills them and changes only what changed. */
function resultsPage(place, id, signal) {
  const heading = title("");
  const bar = el("progress", { max: "1", class: "score", "aria-hidden": "true" });
  const beside = el("p", { class: "soft besides" });
  const banner = el("div", {});
  const after = el("section", { class: "card after" });
  const list = el("ol", { class: "results" });
  place.replaceChildren(link("Back to the document", path("s", id), { class: "back" }), heading, bar, beside, banner, after,
    el("h2", {}, "Your answers"), list);

  function show(state, found, view, raised) {
    const score = scoreOf(found);
    const words = score.of ? `${score.right} of ${score.of} right` : "Nothing was judged";
    if (heading.textContent !== words) announce(score.of ? `${score.right} of ${plural(score.of, "question")} right` : words);
    redraw(heading, words, () => words);
    document.title = `${words} · Pensum`;
    bar.value = score.of ? score.right / score.of : 0;
    redraw(beside, besides(score), () => besides(score));
    beside.hidden = !beside.textContent;
    redraw(banner, (view?.recalls ?? []).filter((one) => one.attempt_id === found[0].attempt_id), recallBanner);
    const written = found.some((result) => result.origin && result.origin.author !== "offline");
    while (list.children.length > found.length) list.lastElementChild.remove();
    found.forEach((result, index) => {
      const dispute = raised.findLast((one) => one.result_id === result.result_id) ?? null;
      const now = JSON.stringify([result, dispute]);
      if (list.children[index]?.dataset.shown === now) return;
      const node = resultItem(state, result, index + 1, signal, written, dispute);
      node.dataset.shown = now;
      if (list.children[index]) list.children[index].replaceWith(node);
      else list.append(node);
    });
  }

  return { after, show };
}

/**
 * True of a quiz that belongs to a round of learning, or to the test before it.
 * @param {Api["LearnerView"] | null} view
 */
function ofCycle(view, quizId, purpose) {
  return Boolean(view && (["cycle", "diagnostic"].includes(purpose) || view.cycle_quiz === quizId || view.cycles.some((one) => one.quiz_id === quizId)));
}

/** Notes and what comes next, drawn anew with each state without touching the answers above which the learner reads. */
async function drawAfter(after, id, attempt, state, found, { view, raised, purpose }, signal) {
  const { data } = state.status === "failed" ? { data: null } : await notes(id, signal);
  const mine = (data?.notes ?? []).filter((one) => one.attempt_id === attempt);
  const advice = advising(data?.notes ?? []) === attempt;
  const waiting = !settled(state);
  const learning = ofCycle(view, found[0].quiz_id, purpose);
  const numbers = new Map(found.map((result, index) => [result.item_id, index + 1]));
  const patterns = (view?.error_patterns ?? []).filter((one) => one.affected_questions.some((item) => numbers.has(item)));
  const missed = found.some((result) => !result.is_correct && !result.undecided && !result.void);
  const objected = raised.filter((one) => one.of === "note");
  redraw(after, [mine, advice, objected, patterns, waiting, missed, learning, state.status, state.quizzes.length, state.focus_areas], () => [
    el("h2", {}, "Notes from your coach"),
    mine.length ? noteList(mine, found, { id, disputes: raised }) : el("p", { class: "soft" }, waiting ? "Being written…" : "No notes for this attempt."),
    advice && notesAsTasks(id, mine),
    patterns.length > 0 && [el("h3", {}, "Patterns in your mistakes"), patternList(patterns, numbers)],
    state.status === "failed" && failurePanel(state),
    el("div", { class: "actions" }, learning && link("Go on learning", learnPath(id, ""), { class: "button primary" }),
      !waiting && state.status === "ready" && [newQuizButton(state, learning ? {} : { class: "primary" }), view && missed && practiceButton(state)],
      link("Take this quiz again", path("s", id, "quiz", found[0].quiz_id), { class: "button" })),
  ]);
  if (mine.length && after.dataset.told !== "yes") {
    after.dataset.told = "yes";
    announce("Your coach's notes have come");
  }
}

/**
 * The attempt's results; empty while they are not in. Of a failed session they may be refused: its failure is shown.
 * @param {Api["SessionState"]} state
 */
async function graded(id, attempt, state, signal) {
  try {
    return (await results(id, attempt, signal)).data?.results ?? [];
  } catch (error) {
    if (error.status === 404 || (state.status === "failed" && error.status > 401)) return [];
    throw error;
  }
}

/** What goes with the results: the learner's view and disputes. Without them the results are still shown. */
async function around(asked, signal) {
  try {
    return await maybe(asked);
  } catch (error) {
    if (signal.aborted || error.status === 401) throw error;
    return null;
  }
}

export async function resultsView(place, id, attempt, signal) {
  const panel = progressPanel();
  const said = el("div", {});
  place.append(link("Back to the document", path("s", id), { class: "back" }), title("Your results"), panel.node, said);
  /** @type {ReturnType<typeof resultsPage> | null} */
  let page = null;
  let drawn = null;
  let purpose = null;
  for await (const state of states(id, signal)) {
    if (drawn === state.version) continue;
    const found = await graded(id, attempt, state, signal);
    if (!found.length) {
      if (page) continue;
      panel.show(settled(state) && state.status !== "failed" ? { ...state, status: "grading", progress: null } : state);
      said.replaceChildren(...(state.status === "failed" ? [failurePanel(state)] : []));
      continue;
    }
    const [view, raised] = await Promise.all([around(learner(id, null, signal), signal), around(disputes(id, signal), signal)]);
    page ??= resultsPage(place, id, signal);
    purpose ??= (await around(quiz(id, found[0].quiz_id, signal), signal))?.purpose ?? "";
    page.show(state, found, view, raised?.disputes ?? []);
    await drawAfter(page.after, id, attempt, state, found, { view, raised: raised?.disputes ?? [], purpose }, signal);
    drawn = state.version;
  }
}

/** Attempts of a session, oldest first: [{attempt_id, quiz_id, right, of}]; what counts in no score is in neither number. */
export async function attempts(id, signal) {
  const { data } = await results(id, null, signal);
  const byAttempt = new Map();
  for (const result of data?.results ?? []) byAttempt.set(result.attempt_id, [...(byAttempt.get(result.attempt_id) ?? []), result]);
  return [...byAttempt].map(([attempt_id, found]) => ({ attempt_id, quiz_id: found[0].quiz_id, ...scoreOf(found) }));
}
