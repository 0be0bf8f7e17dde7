// Asks the gateway about lessons: what there is to learn without a document, a lesson begun, its turns.

import { ask } from "./api.js";

const SESSION = "/v1/sessions/{session_id}";

export const places = (signal) => ask("get", "/v1/curriculum/places", { signal });
/** The subjects of a place; with `subject` its topics; with `topic` too its subtopics. */
export const curriculum = (query, signal) => ask("get", "/v1/curriculum", { query, signal });

// A lesson is not waited for here: its view follows the session.
export const beginSession = (json, key) => ask("post", "/v1/sessions", { json, key, wait: 0 });
export const beginLesson = (id, topic, key) => ask("post", `${SESSION}/lessons`, { path: { session_id: id }, json: { topic }, key, wait: 0 });

/**
 * The last turn that was told after `after`, or null: a session's turns come in pages.
 * @returns {Promise<Api["TurnView"] | null>}
 */
export async function lastTurn(id, after, signal) {
  /** @type {Api["TurnView"] | null} */
  let last = null;
  for (let offset = 0; ;) {
    const { data } = await ask("get", `${SESSION}/turns`, { path: { session_id: id }, query: { after, offset: offset || null }, signal });
    last = data.turns.at(-1) ?? last;
    offset += data.turns.length;
    if (!data.turns.length || offset >= data.total) return last;
  }
}
