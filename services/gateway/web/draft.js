// Answers in progress, kept in sessionStorage so that a reload loses none. Latency counts only while an item is in view.

import { newId } from "./ids.js";

const PREFIX = "pensum.draft.";

const name = (sessionId, quizId) => `${PREFIX}${sessionId}.${quizId}`;

/** What is kept for a quiz: {attempt_id, at, answers: {item_id: {answer, latency_sec}}}. */
export function openDraft(sessionId, quizId) {
  const key = name(sessionId, quizId);
  let kept = null;
  try {
    kept = JSON.parse(sessionStorage.getItem(key));
  } catch {
    // An unreadable draft is no draft.
  }
  const draft = kept?.attempt_id && kept.answers ? kept : { attempt_id: newId(), at: 0, answers: {} };
  let since = null;
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
  const { draft } = openDraft(sessionId, quizId);
  return draft.at > 0 || Object.values(draft.answers).some(({ answer }) => answer !== null);
}

export function dropDrafts(sessionId) {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(`${PREFIX}${sessionId}.`)) sessionStorage.removeItem(key);
  }
}
