// The course's home: what it is about, the one thing to do now, what builds on what, and all that was made of it. While it is
// read, what is there is shown as it comes, and nothing moves under the reader.

import { draw } from "../frame/draw.js";
import { notes } from "../http/api.js";
import { decided } from "../review/decide.js";
import { documentList, sessionName } from "../documents/documents.js";
import { desk, light } from "../documents/desk.js";
import { documentsOf, placeName } from "../documents/pagename.js";
import { announce, button, el, link, title } from "../frame/elements.js";
import { redraw } from "../frame/redraw.js";
import { t, tn } from "../frame/language.js";
import { hasDraft } from "../quizzes/draft.js";
import { lessonCard } from "../lessons/begin.js";
import { lessonView } from "../lessons/lesson.js";
import { learnCard } from "../learning/learncard.js";
import { conceptMap, nodesOf } from "../learning/map.js";
import { learner, mapOf, maybe, textPassages } from "../http/learnerapi.js";
import { pageStrips } from "../learning/strip.js";
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
import { firstQuestion, tellRest } from "./firstquestion.js";
import { standingOf, stepOf } from "./nextstep.js";

const PURPOSES = {
  cycle: () => t("a round of learning"), diagnostic: () => t("what you know already"), mistakes: () => t("your mistakes"),
  due: () => t("what was due"), asked: () => t("asked for in the conversation"),
};
/** A summary longer than this is folded. */
const LONG = 700;

function quizCard(id, view, mine, step) {
  const open = hasDraft(id, view.quiz_id);
  const verb = open ? t("Go on") : mine.length ? t("Take it again") : t("Start the quiz");
  const why = PURPOSES[view.purpose]?.();
  return el("li", { class: "quiz-line" },
    el("div", { class: "line-text" }, el("h3", {}, t("Quiz {n}", { n: view.number }), why ? ` · ${why}` : ""),
      el("p", { class: "soft" }, tn(view.questions.length, "{n} question", "{n} questions"), view.complete === false && ` ${t("so far, more are being written")}`),
      (view.shortfall ?? []).map((one) => el("p", { class: "soft" }, one.sentence)),
      mine.length > 0 && el("ul", { class: "attempts" }, mine.map((one, index) => el("li", {},
        link(t("Attempt {n}: {score}", { n: index + 1, score: scoreWords(one) }), path("s", id, "results", one.attempt_id)))))),
    view.questions.length > 0 && el("div", { class: "quiz-ways" }, view.complete !== false && link(t("Print"), path("s", id, "print", view.quiz_id), { class: "button quiet", "aria-label": t("Print quiz {n}", { n: view.number }) }),
      step?.quiz_id !== view.quiz_id && link(verb, path("s", id, "quiz", view.quiz_id), { class: "button" })));
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

/**
 * The one step, and beside it the other ways that are there.
 * @param {Api["SessionState"]} state
 * @param {import("./nextstep.js").Standing} at
 */
function stepCard(state, at, step) {
  const id = state.session_id;
  if (!step) return null;
  const main = step.kind === "new" ? newQuizButton(state, { class: "primary" }) : link(step.word, step.href, { class: "button primary", dir: "auto" });
  const tried = at.quizzes.some((one) => one.attempted);
  const others = [
    at.cards > 0 && step.kind !== "cards" && link(t("Flashcards ({n})", { n: at.cards }), path("s", id, "cards"), { class: "button quiet" }),
    tried && step.kind !== "new" && newQuizButton(state, { class: "quiet" }), tried && practiceButton(state, { class: "quiet" }),
    link(t("Ask the tutor"), path("s", id, "tutor"), { class: "button quiet" }),
  ];
  return el("section", { class: "card step-card", "aria-label": t("What to do now") },
    el("p", { class: "eyebrow" }, t("What to do now")), step.why && el("p", { class: "step-why", dir: "auto" }, step.why),
    el("div", { class: "actions" }, main), el("div", { class: "other-ways" }, others));
}

/** @param {Api["SessionState"]} state */
function summary(state) {
  const { context } = state;
  if (!context?.fullSummary) return null;
  const paragraphs = context.fullSummary.split(/\n{2,}/).flatMap(paragraphed);
  const [first, ...rest] = paragraphs.map((one) => el("p", { dir: "auto" }, one));
  return el("section", { class: "summary" }, el("h2", {}, t("What this document is about")), first,
    rest.length > 0 && (context.fullSummary.length > LONG ? el("details", { class: "more read-on" }, el("summary", {}, t("Read on")), rest) : rest));
}

/** A long paragraph in parts that can be read: some sentences each. Pure. */
function paragraphed(text) {
  const sentences = text.match(/[^.!?]+(?:[.!?]+["”»)]*\s*|$)/g) ?? [text];
  /** @type {string[]} */
  const found = [];
  for (const one of sentences) {
    const last = found.at(-1);
    if (last !== undefined && last.length + one.length < 420) found[found.length - 1] = last + one;
    else found.push(one);
  }
  return found.map((one) => one.trim()).filter(Boolean);
}

/** A section of the text: how much of it is mastered, and how much of it was asked. @param {Api["MappedSection"]} one */
function sectionRow(one) {
  const bar = el("progress", { max: "1", "aria-hidden": "true" });
  bar.value = one.score;
  return el("li", {}, el("span", { class: "line-text", dir: "auto" }, one.section || t("Before the first heading")),
    el("span", { class: "line-facts" }, one.concepts > 0 && t("{n} of {of} concepts mastered", { n: one.mastered, of: one.concepts }),
      one.passages > 0 && t("{n} of {of} passages asked", { n: one.asked, of: one.passages })), bar);
}

/**
 * @param {Api["SessionState"]} state
 * @param {Api["ConceptMap"] | null} map
 */
function sections(state, map, strip) {
  const found = state.context?.mainSections ?? [];
  const all = map?.sections ?? [];
  if (!found.length && !strip && !all.length) return null;
  return el("section", { class: "sections" }, el("h2", {}, t("Sections")), strip,
    el("ol", { class: "section-list" }, found.map((one) => {
      const [page, last] = (one.contentRef.match(/\d+/g) ?? []).map(Number);
      return el("li", {}, el("h3", { dir: "auto" }, page ? button(one.sectionTitle, () => light(state, { block_id: "", source_page: page, quote: "" }), { class: "quiet see" }) : one.sectionTitle,
        page && el("span", { class: "soft" }, ` ${placeName(documentsOf(state)[0], { source_page: page, last_page: last })}`)),
      el("p", { class: "soft", dir: "auto" }, one.sectionSummary));
    })),
    all.length > 1 && el("details", { class: "more" }, el("summary", {}, tn(all.length, "How far you are in {n} section", "How far you are in {n} sections")), el("ul", { class: "lines section-rows" }, all.map(sectionRow))));
}

/** What only decorates the view: without it the rest is worth showing. */
async function beside(asked, signal) {
  return maybe(asked).catch((error) => {
    if (signal.aborted || error.status === 401 || error.status === undefined) throw error;
    return null;
  });
}

/**
 * The key concepts as the tutor explained them, where that was ordered: while nothing has been learnt or asked since.
 * @param {Api["SessionState"]} state
 */
function explained(state, view) {
  if (!view.explanation || view.phase || view.cycles?.length) return null;
  return el("section", { class: "card explanation" }, el("h2", {}, t("What the tutor explained")),
    spoken(state, view.explanation, view.explanation_quotes ?? []),
    view.examples_provided?.length > 0 && [el("h3", {}, t("Examples")), el("ul", {}, view.examples_provided.map((one) => el("li", { dir: "auto" }, one)))]);
}

/** @param {Api["SessionState"]} state */
async function noteSection(state, signal) {
  if (!state.notes?.length) return null;
  const data = (await had(state, notes(state.session_id, signal)))?.data;
  if (!data?.notes.length) return null;
  const newest = data.notes[data.notes.length - 1].attempt_id;
  const before = data.notes.filter((one) => one.attempt_id !== newest);
  return el("section", {}, el("h2", {}, t("Notes from your coach")), noteList(data.notes.filter((one) => one.attempt_id === newest)),
    before.length > 0 && el("details", { class: "more" }, el("summary", {}, tn(before.length, "{n} note on earlier attempts", "{n} notes on earlier attempts")), noteList(before)),
    notesAsTasks(state.session_id, data.notes));
}

/** @param {Api["SessionState"]} state */
async function standing(state, signal) {
  if (state.status === "failed") return [failurePanel(state), state.error?.code === "encrypted" && passwordForm(state, signal)];
  if (state.status === "pending_review") {
    const doing = decided.get(state.session_id) === state.version;
    return [doing ? el("p", { class: "card" }, t("Your decision is being carried out…")) : await pendingPanel(state, signal)];
  }
  if (state.status === "forgotten") return [el("p", { class: "card" }, t("This course was deleted."))];
  return leftOut(state);
}

/** @param {Api["SessionState"]} state */
function ownersWays(state, made) {
  const id = state.session_id;
  const ways = [["Questions", "items"], ["Coverage", "coverage"], ["Class", "class"], ["What was done", "trace"]];
  return made && isOwner() && el("nav", { class: "owner-ways", "aria-label": t("For the owner") }, el("span", { class: "soft" }, t("For the owner")),
    ways.map(([word, to]) => link(t(word), path("s", id, to), { class: "button quiet" })));
}

/** Where a session stands that may have a first question; a long document has it while most of it is still being read. */
const FIRST_ASKED = new Set(["reading", "digesting", "writing", "validating", "ready"]);
const OF_DOCUMENTS = new Set(["reading", "digesting", "writing", "validating", "pending_review", "forgotten"]);

/** Whether a document has come in that nobody has begun to read: its side of the desk is kept free from the start. @param {Api["SessionState"]} state */
const isUpload = (state) => state.status === "accepted" && documentsOf(state).some((one) => one.filename);

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
  const slots = Object.fromEntries(["alerts", "now", "about", "map", "sections", "rest"].map((name) => [name, el("div", { class: `slot-${name}` })]));
  const first = el("div", {});
  const now = el("div", {});
  const end = el("div", { class: "actions end" });
  /** @type {Api["SessionState"] | null} */
  let latest = null;
  const find = searchBox(() => latest, signal);
  find.hidden = true;
  /** @type {ReturnType<typeof desk> | null} */
  let table = null;
  /** @type {number | null} */
  let drawn = null;
  let waited = false;
  /** @type {boolean | null} */
  let lesson = null;
  for await (const state of states(id, signal)) {
    lesson ??= await guided(state, signal);
    if (lesson) {
      draw(place);
      return lessonView(place, id, signal);
    }
    const working = !settled(state);
    if (!table) {
      table = desk(place, signal);
      slots.now.append(first, panel.node, now); // The panel goes when all is there: who answers above it is not moved.
      table.work.append(heading, under, slots.alerts, slots.now, slots.about, slots.map, find, slots.sections, slots.rest, end);
      table.work.classList.add("home");
      waited = working && state.quizzes.length === 0;
      if (waited) first.append(el("p", { class: "card to-come" }, t("The first question comes here, while the rest is still being written.")));
    }
    latest = state;
    find.hidden = state.status !== "ready" && find.hidden;
    if (state.status === "forgotten" || state.status === "pending_review") find.hidden = true;
    const name = state.name || sessionName(state);
    if (heading.textContent !== name) {
      heading.textContent = name;
      document.title = `${name} · Pensum`;
    }
    redraw(under, [state.doc_meta, state.documents], () => documentList(state));
    // What comes in the panel's place is fetched first: what stands below must not come up and go down again.
    if (working) panel.show(state);
    else if (drawn !== state.version) slots.now.style.minHeight = `${slots.now.offsetHeight}px`;
    now.hidden = working;
    let asking = first.querySelector(".first-question") !== null;
    if (asking) table.cover(state, t("Answer first. Then the page that proves the answer opens here."));
    else if (working && !drawn && (OF_DOCUMENTS.has(state.status) || isUpload(state))) table.cover(state, t("The document is being read. Its pages open here."));
    else if (state.status === "ready") table.source(state);
    redraw(slots.about, state.context?.fullSummary ?? null, () => summary(state));
    // Who has waited for it gets the first question where it was to come, also when all came at once.
    if (waited && !asking && state.quizzes.length && FIRST_ASKED.has(state.status)) {
      const card = await firstQuestion(state, signal).catch(() => null); // The quiz itself tells what went wrong.
      if (card) {
        asking = true;
        draw(first, card);
        announce(t("The first question is there"));
        table.cover(state, t("Answer first. Then the page that proves the answer opens here."));
      }
    }
    if (asking) tellRest(first, state);
    if (!working) {
      panel.show(state);
      if (!asking) draw(first);
    }
    if (working) {
      redraw(slots.map, [state.context?.keyConcepts ?? null, null], () => mapSection(state, null, signal));
      redraw(slots.sections, [state.context?.mainSections ?? null, null], () => sections(state, null, null));
      drawn = drawn === null ? null : -1;
      continue;
    }
    if (drawn === state.version) continue;
    drawn = state.version;
    const gone = state.status === "forgotten" || state.status === "pending_review";
    draw(slots.alerts, ...(await standing(state, signal)).filter(Boolean));
    const ready = state.status === "ready";
    const [at, map, passages] = await Promise.all([gone ? null : standingOf(state, signal), ready ? beside(mapOf(id, signal), signal) : null, ready ? beside(textPassages(id, signal), signal) : null]);
    const tried = at && state.quizzes.length ? (await had(state, attempts(id, signal))) ?? [] : [];
    const step = at && ready ? stepOf(at) : null;
    if (signal.aborted) return;
    redraw(now, [ step, at && [at.cards, at.quizzes.map((one) => one.attempted)], state.focus_areas], () => at && !asking && stepCard(state, at, step));
    slots.now.style.minHeight = "";
    const view = at?.view ?? null;
    if (gone) draw(slots.about);
    redraw(slots.map, [map?.concepts ?? null, state.context?.keyConcepts ?? null], () => !gone && mapSection(state, map, signal));
    redraw(slots.sections, [gone, map?.sections ?? null, passages, state.context?.mainSections ?? null], () => !gone && sections(state, map, passages && pageStrips(state, passages)));
    const noted = gone ? null : await noteSection(state, signal);
    if (signal.aborted) return;
    const shown = [...(at?.quizzes ?? [])].reverse();
    draw(slots.rest, ...[
      shown.length > 0 && el("section", {}, el("h2", {}, t("Quizzes")), el("ul", { class: "quizzes lines" },
        shown.map((one) => quizCard(id, one, tried.filter((each) => each.quiz_id === one.quiz_id), asking ? null : step)))),
      noted,
      view && explained(state, view),
      view && view.concepts.length > 0 && el("div", { class: "pair-cards" }, learnCard(id, view), lessonCard(id, view)),
      ownersWays(state, shown.length > 0 || (at?.cards ?? 0) > 0),
    ].filter((one) => one instanceof Node));
    draw(end, ...(state.status === "forgotten" ? [] : [forgetButton(state)]));
    if (state.status === "ready") announce(t("Ready"));
    if (state.status === "forgotten") return;
  }
}

/**
 * @param {Api["SessionState"]} state
 * @param {Api["ConceptMap"] | null} map
 */
function mapSection(state, map, signal) {
  const nodes = nodesOf(state, map);
  return nodes.length > 0 && el("section", { class: "map-section" }, el("h2", {}, t("What there is to know")), conceptMap(state, nodes, signal));
}
