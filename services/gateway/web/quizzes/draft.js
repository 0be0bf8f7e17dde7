// Answers in progress: kept in sessionStorage, so that a reload loses none, beside what the house has kept of them.
//
// Latency counts only while an item is in view: not while the page is hidden, and not while the quiz is paused.

import { newId } from "../http/ids.js";

const PREFIX = "pensum.draft.";

const name = (sessionId, quizId) => `${PREFIX}${sessionId}.${quizId}`;

function stored(key) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "null");
    return kept?.attempt_id && kept.answers ? kept : null;
  } catch {
    return null; // An unreadable draft is no draft.
  }
}

/**
 * The draft to go on with: `kept` by this tab, `progress` by the house; either may be null. Of an answer that both have,
 * this tab's counts. Of an attempt that was handed in meanwhile nothing is left. Pure but for a new id.
 */
export function joined(kept, progress) {
  if (!progress) return kept ?? { attempt_id: newId(), at: 0, answers: {}, paused: false };
  const mine = kept && (!kept.housed || kept.attempt_id === progress.attempt_id) ? kept : null;
  const answers = Object.fromEntries(progress.answers.map(({ item_id, answer, latency_sec }) => [item_id, { answer, latency_sec }]));
  for (const [item, one] of Object.entries(mine?.answers ?? {})) {
    const other = answers[item];
    answers[item] = { answer: one.answer ?? other?.answer ?? null, latency_sec: Math.max(one.latency_sec, other?.latency_sec ?? 0) };
  }
  const { at, paused } = mine ?? { at: progress.question_index, paused: progress.paused };
  return { attempt_id: progress.attempt_id, housed: true, at, answers, paused: Boolean(paused) };
}

/**
 * What is kept for a quiz: {attempt_id, at, paused, answers: {item_id: {answer, latency_sec}}}.
 * @param {string} sessionId
 * @param {string} quizId
 * @param {Api["QuizProgressView"] | null} progress
 */
export function openDraft(sessionId, quizId, progress = null) {
  const key = name(sessionId, quizId);
  const draft = joined(stored(key), progress);
  /** @type {number | null} */
  let since = null;
  /** @type {string | null} */
  let shown = null;

  let dropped = false;
  const keep = () => dropped || sessionStorage.setItem(key, JSON.stringify(draft));
  const of = (itemId) => (draft.answers[itemId] ??= { answer: null, latency_sec: 0 });

  /** Adds the time since the last look to the item in view. */
  function count() {
    if (shown !== null && since !== null) of(shown).latency_sec += (performance.now() - since) / 1000;
    since = shown !== null && !document.hidden ? performance.now() : null;
    keep();
  }

  function show(itemId) {
    count();
    shown = itemId;
    since = itemId !== null && !document.hidden ? performance.now() : null;
  }

  return {
    draft, count, show, keep,
    answerOf: (itemId) => draft.answers[itemId]?.answer ?? null,
    answer(itemId, value) {
      of(itemId).answer = value;
      keep();
    },
    /** What was handed in is no draft any more, and what still counts time must not bring it back. */
    drop() {
      dropped = true;
      sessionStorage.removeItem(key);
    },
  };
}

/** True once a question of it was answered or passed. */
export function hasDraft(sessionId, quizId) {
  const draft = stored(name(sessionId, quizId));
  return Boolean(draft) && (draft.at > 0 || Object.values(draft.answers).some(({ answer }) => answer !== null));
}

const UNSENT = "pensum.unsent.";

/**
 * Answers that could not be sent: they outlive the tab, so they lie in localStorage, with the attempt that they belong to.
 * @param {string} sessionId
 * @param {string} quizId
 */
export function unsent(sessionId, quizId) {
  const key = `${UNSENT}${sessionId}.${quizId}`;
  return {
    /** @returns {[string, { answer: string, latency: number }][]} those of this attempt */
    of(attempt) {
      try {
        const kept = JSON.parse(localStorage.getItem(key) ?? "null");
        return kept?.attempt === attempt ? kept.answers : [];
      } catch {
        return []; // What is unreadable was not kept.
      }
    },
    /** @param {Map<string, { answer: string, latency: number }>} answers */
    keep(attempt, answers) {
      if (answers.size) localStorage.setItem(key, JSON.stringify({ attempt, answers: [...answers] }));
      else localStorage.removeItem(key);
    },
  };
}

export function dropDrafts(sessionId) {
  for (const [store, prefix] of /** @type {[Storage, string][]} */ ([[sessionStorage, PREFIX], [localStorage, UNSENT]])) {
    for (const key of Object.keys(store)) if (key.startsWith(`${prefix}${sessionId}.`)) store.removeItem(key);
  }
}
