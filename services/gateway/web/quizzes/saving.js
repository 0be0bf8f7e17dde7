// Keeps the answers of a quiz at the house as they are given: a moment after each change, and at once when the page is left.

import { saveProgress } from "../http/learnerapi.js";

const AFTER_MS = 1000;
const AGAIN_MS = 10000;
const NEVER = [401, 403, 404, 405, 409, 501];

const rounded = (seconds) => Math.round(seconds * 1000) / 1000;

/** An answer for each question, as the house takes it: what was not looked at is a skip. Pure. */
export function answersOf(questions, draft) {
  return questions.map(({ item_id }) => {
    const { answer = null, latency_sec = 0 } = draft.answers[item_id] ?? {};
    return { item_id, answer, latency_sec: rounded(latency_sec) };
  });
}

/** Where the learner stands, as the house keeps it: only what was looked at. Pure. */
export function progressBody(questions, draft) {
  return {
    answers: answersOf(questions.filter((one) => draft.answers[one.item_id]), draft),
    question_index: draft.at,
    paused: Boolean(draft.paused),
  };
}

/** {later(), now(leaving), rest(), stop()}. `read()` gives what to keep. One request at a time; a house that cannot is left alone. */
export function saver(id, quizId, read) {
  /** @type {number | undefined} */
  let timer;
  let changed = false;
  /** @type {Promise<void> | null} */
  let running = null;
  let over = false;

  function wait(ms) {
    clearTimeout(timer);
    if (!over) timer = setTimeout(() => now(), ms);
  }

  async function send(leaving) {
    let pause = AFTER_MS;
    try {
      await saveProgress(id, quizId, read(), leaving);
    } catch (error) {
      changed = true;
      pause = AGAIN_MS;
      if (NEVER.includes(error.status)) over = true;
    }
    running = null;
    if (changed) wait(pause);
  }

  function now(leaving = false) {
    clearTimeout(timer);
    if (over || !changed || (running && !leaving)) return;
    changed = false;
    running = send(leaving);
  }

  return {
    now,
    later() {
      changed = true;
      if (!running) wait(AFTER_MS);
    },
    /** Waits for what is on its way: progress must not come in after the attempt that it belongs to. */
    async rest() {
      changed = false;
      clearTimeout(timer);
      await running;
      clearTimeout(timer);
    },
    stop() {
      over = true;
      clearTimeout(timer);
    },
  };
}
