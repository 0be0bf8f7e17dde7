// One document's view: how far it is, and when it is ready its quizzes, cards, notes and what it is about.

import { notes, quiz } from "../http/api.js";
import { decided } from "../review/decide.js";
import { documentList, sessionName } from "../documents/documents.js";
import { announce, el, link, plural, title } from "../frame/elements.js";
import { hasDraft } from "../quizzes/draft.js";
import { lessonCard } from "../lessons/begin.js";
import { lessonView } from "../lessons/lesson.js";
import { learnCard } from "../learning/learncard.js";
import { learner, maybe } from "../http/learnerapi.js";
import { forgetButton } from "./forget.js";
import { newQuizButton } from "../quizzes/next.js";
import { leftOut, pendingPanel } from "../review/pending.js";
import { isOwner, path } from "../frame/place.js";
import { progressPanel } from "./progress.js";
import { noteList, notesAsTasks } from "../notes/notelist.js";
import { practiceButton } from "../quizzes/practice.js";
import { searchBox } from "../search/search.js";
import { spoken } from "../tutor/quoted.js";
import { scoreWords } from "../quizzes/grading.js";
import { attempts } from "../quizzes/results.js";
import { passwordForm } from "../documents/sending.js";
import { settled, states } from "../http/watch.js";
import { failurePanel } from "../frame/trouble.js";

const PURPOSES = { cycle: "a round of learning", diagnostic: "what you know already", mistakes: "your mistakes", asked: "asked for in the conversation" };

function quizCard(id, view, mine) {
  const open = hasDraft(id, view.quiz_id);
  const verb = open ? "Go on" : mine.length ? "Take it again" : "Start the quiz";
  return el("li", { class: "card" },
    el("h3", {}, `Quiz ${view.number}`, PURPOSES[view.purpose] ? ` · ${PURPOSES[view.purpose]}` : ""),
    el("p", { class: "soft" }, view.complete === false
      ? `${plural(view.questions.length, "question")} so far, more are being written` : plural(view.questions.length, "question")),
    (view.shortfall ?? []).map((one) => el("p", { class: "soft" }, one.sentence)),
    mine.length > 0 && el("ul", { class: "attempts" }, mine.map((one, index) => el("li", {},
      link(`Attempt ${index + 1}: ${scoreWords(one)}`, path("s", id, "results", one.attempt_id))))),
    view.questions.length > 0 && el("div", { class: "actions" },
      link(verb, path("s", id, "quiz", view.quiz_id), { class: `button ${mine.length && !open ? "" : "primary"}` })));
}

/**
 * Of a failed session the gateway may refuse its parts: what cannot be had is left out, the failure is told above.
 * @param {Api["SessionState"]} state
 */
async function had(state, asked) {
  try {
    return await asked;
  } catch (error) {
    if (state.status !== "failed" || !error.status || error.status === 401) throw error;
    return null;
  }
}

/** @param {Api["SessionState"]} state */
async function quizCards(state, signal) {
  const id = state.session_id;
  const [tried, views] = await Promise.all([
    had(state, state.quizzes.length ? attempts(id, signal) : []).then((found) => found ?? []),
    Promise.all(state.quizzes.map(async (quizId) => (await had(state, quiz(id, quizId, signal)))?.data)),
  ]);
  const shown = views.filter(Boolean).reverse();
  return [shown.length > 0 && el("ul", { class: "quizzes" },
    shown.map((view) => quizCard(id, view, tried.filter((one) => one.quiz_id === view.quiz_id)))), tried.length > 0];
}

/** @param {Api["SessionState"]} state */
async function material(state, signal) {
  const id = state.session_id;
  const [shown, tried] = await quizCards(state, signal);
  const cards = state.totals?.flashcards ?? null;
  const hasCards = cards === null ? state.status === "ready" : cards > 0;
  const made = shown || hasCards;
  return [
    shown,
    el("div", { class: "actions" },
      hasCards && link(cards ? `Flashcards (${cards})` : "Flashcards", path("s", id, "cards"), { class: `button ${shown ? "" : "primary"}` }),
      tried && state.status === "ready" && newQuizButton(state),
      tried && state.status === "ready" && practiceButton(state),
      made && isOwner() && link("Questions", path("s", id, "items"), { class: "button" }),
      made && isOwner() && link("Coverage", path("s", id, "coverage"), { class: "button" }),
      made && isOwner() && link("Class", path("s", id, "class"), { class: "button" })),
  ];
}

/**
 * The key concepts as the tutor explained them, where that was ordered: while nothing has been learnt or asked since.
 * @param {Api["SessionState"]} state
 */
function explained(state, view) {
  if (!view.explanation || view.phase || view.cycles?.length) return null;
  return el("section", { class: "card explanation" }, el("h2", {}, "What the tutor explained"),
    spoken(state, view.explanation, view.explanation_quotes ?? []),
    view.examples_provided?.length > 0 && [el("h3", {}, "Examples"), el("ul", {}, view.examples_provided.map((one) => el("li", { dir: "auto" }, one)))]);
}

/**
 * Learning it until mastered, and before it what was explained; nothing while the house has no learner's view of it.
 * @param {Api["SessionState"]} state
 */
async function learning(state, signal) {
  if (state.status !== "ready") return null;
  const view = await maybe(learner(state.session_id, null, signal));
  return view && [explained(state, view), view.concepts.length > 0 && [learnCard(state.session_id, view), lessonCard(state.session_id, view)]].flat();
}

/** @param {Api["SessionState"]} state */
async function noteSection(state, signal) {
  if (!state.notes?.length) return null;
  const data = (await had(state, notes(state.session_id, signal)))?.data;
  return data?.notes.length ? el("section", {}, el("h2", {}, "Notes from your coach"), noteList(data.notes), notesAsTasks(state.session_id, data.notes)) : null;
}

function about(context) {
  if (!context) return null;
  return el("details", { class: "card about" }, el("summary", {}, "What this document is about"),
    el("p", { dir: "auto" }, context.fullSummary),
    context.keyConcepts.length > 0 && el("h3", {}, "Key concepts"),
    el("dl", {}, context.keyConcepts.map((one) => [el("dt", { dir: "auto" }, one.term), el("dd", { dir: "auto" }, one.definition)])),
    context.mainSections.length > 0 && el("h3", {}, "Sections"),
    el("ul", {}, context.mainSections.map((one) => el("li", { dir: "auto" }, el("strong", {}, one.sectionTitle), ` (${one.contentRef}) `, one.sectionSummary))));
}

/**
 * While questions are being written: the quizzes as far as they are. Drawn anew only when they change, for the focus in them.
 * @param {Api["SessionState"]} state
 */
async function early(body, state, signal) {
  const made = ["writing", "validating"].includes(state.status) && state.quizzes?.length ? [(await quizCards(state, signal))[0]] : [];
  const now = JSON.stringify(made.map((one) => one?.outerHTML));
  if (body.dataset.early === now) return;
  body.dataset.early = now;
  body.replaceChildren(...made.filter(Boolean));
}

/** @param {Api["SessionState"]} state */
async function standing(state, signal) {
  if (state.status === "failed") return [failurePanel(state), state.error?.code === "encrypted" && passwordForm(state, signal)];
  if (state.status === "pending_review") {
    const doing = decided.get(state.session_id) === state.version;
    return [doing ? el("p", { class: "card" }, "Your decision is being carried out…") : await pendingPanel(state, signal)];
  }
  if (state.status === "forgotten") return [el("p", { class: "card" }, "This session was forgotten.")];
  return leftOut(state);
}

const OF_DOCUMENTS = new Set(["reading", "digesting", "writing", "validating", "pending_review", "forgotten"]);

/**
 * Whether the session is a lesson without a document; null while that cannot be told.
 * @param {Api["SessionState"]} state
 */
async function guided(state, signal) {
  if (OF_DOCUMENTS.has(state.status)) return false;
  const view = await had(state, maybe(learner(state.session_id, null, signal)));
  if (view?.lesson) return Boolean(view.lesson.topic_info.guideline_id);
  return settled(state) ? false : null;
}

export async function sessionView(place, id, signal) {
  const panel = progressPanel();
  const heading = title("…");
  const under = el("div", { class: "under" });
  const body = el("div", {});
  const end = el("div", { class: "actions end" });
  /** @type {Api["SessionState"] | null} */
  let latest = null;
  const find = searchBox(() => latest, signal);
  find.hidden = true;
  let drawn = null;
  let told = "";
  /** @type {boolean | null} */
  let lesson = null;
  for await (const state of states(id, signal)) {
    lesson ??= await guided(state, signal);
    if (lesson) {
      place.replaceChildren();
      return lessonView(place, id, signal);
    }
    if (!place.contains(heading)) place.append(heading, under, panel.node, body, find, end);
    latest = state;
    find.hidden = state.status !== "ready" && find.hidden;
    if (state.status === "forgotten" || state.status === "pending_review") find.hidden = true;
    const name = sessionName(state);
    if (heading.textContent !== name) {
      heading.textContent = name;
      document.title = `${name} · Pensum`;
    }
    const now = JSON.stringify([state.doc_meta, state.documents]);
    if (told !== now) under.replaceChildren(...documentList(state));
    told = now;
    panel.show(state);
    if (!settled(state)) {
      drawn = null;
      await early(body, state, signal);
      continue;
    }
    if (drawn === state.version) continue;
    drawn = state.version;
    body.dataset.early = "";
    const gone = state.status === "forgotten" || state.status === "pending_review";
    const made = gone ? [] : await material(state, signal);
    const card = gone ? null : await learning(state, signal);
    body.replaceChildren(...[...(await standing(state, signal)), ...made, ...(card || []), !gone && (await noteSection(state, signal)), !gone && about(state.context)]
      .filter(Boolean));
    end.replaceChildren(...(state.status === "forgotten" ? [] : [forgetButton(state)]));
    if (state.status === "ready") announce("Ready");
    if (state.status === "forgotten") return;
  }
}
