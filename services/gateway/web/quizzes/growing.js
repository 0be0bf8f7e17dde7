// A quiz as far as it is written: waited for, and followed while it grows.

import { quiz } from "../http/api.js";
import { sleep } from "../http/sleep.js";
import { states } from "../http/watch.js";

/** The quiz, as soon as there is something of it. */
export async function load(id, quizId, signal) {
  for (;;) {
    const found = await quiz(id, quizId, signal);
    if (found.data) return found.data;
    await sleep(Math.max(250, found.retryMs ?? 1000), signal);
  }
}

/** Yields the quiz after each change of its session until it is complete; `failed` is the session that stopped before. */
export async function* growing(id, quizId, signal) {
  for await (const state of states(id, signal)) {
    const view = await load(id, quizId, signal);
    yield { view, failed: state.status === "failed" ? state : null };
    if (view.complete !== false) return;
  }
}
