// Giving answers one by one: each is graded as it is given, and what cannot be sent now is sent when there is a connection.

import { answerOf, giveAnswer, givenAnswers } from "../http/learnerapi.js";
import { unsent } from "./draft.js";
import { sleep } from "../http/sleep.js";

const PATIENCE_MS = 60000;

/** Whether the house could not be reached at all. */
export const away = (error) => error.status === 0;

/**
 * {results, kept, load(), give(item, answer, latency), flush()}. `results`: what is graded, by question; `kept`: the questions whose
 * answers wait for a connection; `changed()` is called when one of them was graded.
 */
export function giver(id, quizId, changed, signal) {
  /** @type {Map<string, Api["ResultView"]>} */
  const results = new Map();
  /** @type {Map<string, { answer: string, latency: number }>} */
  const kept = new Map();
  const device = unsent(id, quizId);
  let flushing = false;
  /** The attempt that answers are given in. */
  let attempt = "";

  /**
   * The grade within that attempt, as soon as it is there.
   * @returns {Promise<any>}
   */
  async function graded(item, within) {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const found = await answerOf(id, quizId, item, signal);
      if (found.data?.attempt_id === within) return found.data;
      if (Date.now() > until) throw Object.assign(new Error("no grade"), { status: 0 });
      await sleep(Math.max(250, found.retryMs ?? 500), signal);
    }
  }

  async function send(item, { answer, latency }) {
    const found = await giveAnswer(id, quizId, { item_id: item, answer, latency_sec: Math.round(latency * 1000) / 1000 });
    /** @type {any} */
    const result = found.status === 202 ? await graded(item, /** @type {any} */ (found.data).attempt_id) : found.data;
    results.set(item, result);
    kept.delete(item);
    device.keep(attempt, kept);
    return result;
  }

  return {
    results, kept,
    /** What was given before, here or in another tab. */
    async load() {
      const found = await givenAnswers(id, quizId, signal);
      attempt = found.data?.attempt_id ?? "";
      for (const one of found.data?.results ?? []) results.set(one.item_id, one);
      for (const [item, one] of device.of(attempt)) if (!results.has(item)) kept.set(item, one);
      for (const item of found.data?.waiting ?? []) {
        graded(item, found.data?.attempt_id).then((one) => {
          results.set(item, one);
          changed();
        }, () => {}); // It is asked for again when the quiz is opened again.
      }
    },
    /** Grades an answer. Null: there is no connection, it is kept. Raises what the house says. */
    async give(item, answer, latency) {
      try {
        return await send(item, { answer, latency });
      } catch (error) {
        if (signal.aborted || !away(error)) throw error;
        kept.set(item, { answer, latency });
        device.keep(attempt, kept);
        return null;
      }
    },
    /** Sends what was kept. True when nothing waits any more. */
    async flush() {
      if (flushing) return kept.size === 0;
      flushing = true;
      try {
        for (const [item, one] of Array.from(kept)) {
          await send(item, one);
          changed();
        }
      } catch (error) {
        if (signal.aborted || !away(error)) throw error;
      } finally {
        flushing = false;
      }
      return kept.size === 0;
    },
  };
}
