// How an attempt went, on one screen: the score, what is known, what to do next; mistakes first, what was right folded up.
//
// It follows the session on: an answer that is graded again, a question taken back, a dispute decided are drawn when they come.

import { draw } from "../frame/draw.js";
import { notes, quiz, results } from "../http/api.js";
import { announce, el, link, title } from "../frame/elements.js";
import { patternList } from "../learning/feedback.js";
import { desk } from "../documents/desk.js";
import { t, tn } from "../frame/language.js";
import { counts, scoreOf, takenBack } from "./grading.js";
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
    partly && tn(partly, "{n} answer is partly right.", "{n} answers are partly right."),
    undecided && tn(undecided, "{n} answer could not be judged surely and does not count.", "{n} answers could not be judged surely and do not count."),
    taken && tn(taken, "{n} question was taken back and does not count.", "{n} questions were taken back and do not count."),
  ].filter(Boolean).join(" ");
}

/** The share that was right, as a ring. Pure. */
function ring(share) {
  const around = 2 * Math.PI * 42;
  const circle = (name, more) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    for (const [key, value] of Object.entries({ cx: 50, cy: 50, r: 42, class: name, ...more })) node.setAttribute(key, String(value));
    return node;
  };
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [key, value] of Object.entries({ viewBox: "0 0 100 100", class: "ring", "aria-hidden": "true" })) svg.setAttribute(key, value);
  svg.append(circle("ring-all", {}), circle("ring-right", { "stroke-dasharray": `${around * share} ${around}`, transform: "rotate(-90 50 50)" }));
  return svg;
}

/** Concepts of which every answer was right, the first few by name. Pure. */
function wentWell(found) {
  const by = new Map();
  for (const one of found.filter(counts)) by.set(one.concept, (by.get(one.concept) ?? true) && one.is_correct);
  return [...by].filter(([, right]) => right).map(([concept]) => concept);
}

/** The view's parts, once there are results; `show` fills them and changes only what changed. */
function resultsPage(work, id, signal) {
  const heading = title("");
  const dial = el("div", { class: "dial" });
  const beside = el("p", { class: "soft besides" });
  const well = el("p", { class: "went-well" });
  const banner = el("div", {});
  const steps = el("div", { class: "actions next-step" });
  const after = el("section", { class: "after" });
  const missed = el("ol", { class: "results missed" });
  const fine = el("ol", { class: "results" });
  const word = el("summary", {});
  const mistakes = el("section", { class: "card" }, el("h2", {}, t("To look at again")), missed);
  const rest = el("details", { class: "card folded" }, word, fine);
  draw(work, el("section", { class: "card score-card" }, dial, el("div", {}, heading, beside, well), steps), banner, after, mistakes, rest);

  /** Fills a list with these results, each known by its question: only what changed is drawn anew. */
  function fill(list, state, all, shown, raised) {
    const written = all.some((result) => result.origin && result.origin.author !== "offline");
    const known = new Map([...list.children].map((node) => [node.dataset.item, node]));
    draw(list, ...shown.map((result) => {
      const dispute = raised.findLast((one) => one.result_id === result.result_id) ?? null;
      const now = JSON.stringify([result, dispute]);
      const before = known.get(result.item_id);
      if (before?.dataset.shown === now) return before;
      const node = resultItem(state, result, all.indexOf(result) + 1, signal, written, dispute);
      if (before?.querySelector("details")?.open) node.querySelector("details").open = true;
      node.dataset.item = result.item_id;
      node.dataset.shown = now;
      return node;
    }));
  }

  function show(state, found, view, raised) {
    const score = scoreOf(found);
    const words = score.of ? t("{right} of {of} right", { right: score.right, of: score.of }) : t("Nothing was judged");
    if (heading.textContent !== words) announce(words);
    redraw(heading, words, () => words);
    document.title = `${words} · Pensum`;
    redraw(dial, score.of ? score.right / score.of : 0, ring);
    redraw(beside, besides(score), () => besides(score));
    beside.hidden = !beside.textContent;
    const names = wentWell(found);
    redraw(well, names, () => names.length > 0 && [t("You know:"), " ", el("bdi", {}, names.slice(0, 4).join(", ")), names.length > 4 && t(" and {n} more", { n: names.length - 4 })]);
    well.hidden = !names.length;
    redraw(banner, (view?.recalls ?? []).filter((one) => one.attempt_id === found[0].attempt_id), recallBanner);
    // What was objected to stays in sight, whatever became of it.
    const objected = new Set(raised.map((one) => one.result_id));
    const right = found.filter((one) => one.is_correct && !takenBack(one) && !objected.has(one.result_id));
    const left = found.filter((one) => !right.includes(one));
    const held = document.activeElement;
    fill(missed, state, found, left, raised);
    fill(fine, state, found, right, raised);
    if (held !== document.activeElement && held?.isConnected) /** @type {HTMLElement} */ (held).focus({ preventScroll: true });
    mistakes.hidden = !left.length;
    rest.hidden = !right.length;
    redraw(word, right.length, (count) => tn(count, "{n} right answer", "{n} right answers"));
  }

  return { after, steps, show };
}

/**
 * True of a quiz that belongs to a round of learning, or to the test before it.
 * @param {Api["LearnerView"] | null} view
 */
function ofCycle(view, quizId, purpose) {
  return Boolean(view && (["cycle", "diagnostic"].includes(purpose) || view.cycle_quiz === quizId || view.cycles.some((one) => one.quiz_id === quizId)));
}

/** The next step, and the one beside it: what was missed first, else another quiz. */
function nextSteps(state, id, found, learning, missed, waiting) {
  const again = link(t("Take this quiz again"), path("s", id, "quiz", found[0].quiz_id), { class: "button quiet" });
  if (learning) return [link(t("Go on learning"), learnPath(id, ""), { class: "button primary" }), again];
  if (waiting || state.status !== "ready") return [again];
  return missed ? [practiceButton(state, { class: "primary" }), newQuizButton(state), again] : [newQuizButton(state, { class: "primary" }), again];
}

/** Notes and what comes next, drawn anew with each state without touching the answers that the learner reads. */
async function drawAfter({ after, steps }, id, attempt, state, found, { view, raised, purpose }, signal) {
  const { data } = state.status === "failed" ? { data: null } : await notes(id, signal);
  const mine = (data?.notes ?? []).filter((one) => one.attempt_id === attempt);
  const advice = advising(data?.notes ?? []) === attempt;
  const waiting = !settled(state);
  const learning = ofCycle(view, found[0].quiz_id, purpose);
  const numbers = new Map(found.map((result, index) => [result.item_id, index + 1]));
  const patterns = (view?.error_patterns ?? []).filter((one) => one.affected_questions.some((item) => numbers.has(item)));
  const missed = Boolean(view) && found.some((result) => !result.is_correct && !result.undecided && !result.void);
  const objected = raised.filter((one) => one.of === "note");
  redraw(steps, [waiting, missed, learning, state.status, state.quizzes.length, state.focus_areas], () => nextSteps(state, id, found, learning, missed, waiting));
  redraw(after, [mine, advice, objected, patterns, waiting, state.status], () => [
    state.status === "failed" && failurePanel(state),
    el("section", { class: "card" }, el("h2", {}, t("From your coach")),
      mine.length ? noteList(mine, found, { id, disputes: raised }) : el("p", { class: "soft" }, waiting ? t("Being written…") : t("No notes for this attempt.")),
      patterns.length > 0 && el("details", {}, el("summary", {}, t("What your mistakes have in common")), patternList(patterns, numbers)),
      advice && notesAsTasks(id, mine)),
  ]);
  if (mine.length && after.dataset.told !== "yes") {
    after.dataset.told = "yes";
    announce(t("Your coach's notes have come"));
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
  const { work, source } = desk(place, signal);
  work.append(title(t("Your results")), panel.node, said);
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
      draw(said, ...(state.status === "failed" ? [failurePanel(state)] : []));
      continue;
    }
    const [view, raised] = await Promise.all([around(learner(id, null, signal), signal), around(disputes(id, signal), signal)]);
    purpose ??= (await around(quiz(id, found[0].quiz_id, signal), signal))?.purpose ?? "";
    page ??= resultsPage(work, id, signal); // With nothing awaited before it is filled: its heading is empty.
    source(state);
    page.show(state, found, view, raised?.disputes ?? []);
    await drawAfter(page, id, attempt, state, found, { view, raised: raised?.disputes ?? [], purpose }, signal);
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
