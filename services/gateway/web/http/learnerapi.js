// Asks the gateway about learning: the cycle, mastery, messages, progress in a quiz, grades by oneself, reviews, overview.

import { ask } from "./api.js";

const at = (id, ...rest) => ["/sessions", encodeURIComponent(id), ...rest.map(encodeURIComponent)].join("/");
const query = (found) => {
  const named = Object.entries(found).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return named.length ? `?${new URLSearchParams(named)}` : "";
};
const post = (where, json, key) => ask(where, { method: "POST", json, key });

/** What is asked for, or null where the house has no such thing: the page does without it. */
export async function maybe(asked) {
  try {
    return (await asked).data;
  } catch (error) {
    if ([404, 405, 501].includes(error.status)) return null;
    throw error;
  }
}

export const learner = (id, etag, signal) => ask(at(id, "learner"), { etag, signal });
export const learn = (id, wish, key) => post(at(id, "learning"), wish, key);
export const planPath = (id, key) => post(at(id, "path"), {}, key);
export const setAims = (id, aims) => ask(at(id, "aims"), { method: "PATCH", json: aims });
export const markConcept = (id, concept, mark) => post(at(id, "marks"), { concept, mark });
export const practise = (id, key) => post(at(id, "quizzes"), { practice: "mistakes" }, key);

export const messages = (id, offset, signal) => ask(at(id, "messages") + query({ offset: offset || null }), { signal });
export const say = (id, text, key) => post(at(id, "messages"), { text }, key);

export const progressOf = (id, quizId, signal) => ask(at(id, "quizzes", quizId, "progress"), { signal });
export const saveProgress = (id, quizId, progress, keepalive = false) =>
  ask(at(id, "quizzes", quizId, "progress"), { method: "PUT", json: progress, keepalive });

export const selfGrade = (id, result, credit) => post(at(id, "results", result, "self-grade"), { credit });
export const disputeGrade = (id, result, reason, key) => post(at(id, "results", result, "dispute"), { reason }, key);
export const disputeNote = (id, attempt, note, reason, key) => post(at(id, "notes", attempt, note, "dispute"), { reason }, key);
export const disputes = (id, signal) => ask(at(id, "disputes") + query({ limit: 500 }), { signal });

export const due = (limit, signal) => ask(`/reviews/due${query({ limit })}`, { signal });
export const forecast = (days, signal) => ask(`/reviews/forecast${query({ days })}`, { signal });
export const rate = (card, session, rating, key) => post(`/reviews/${encodeURIComponent(card)}`, { rating, session_id: session }, key);

export const history = (found, signal) => ask(`/sessions/history${query(found)}`, { signal });
export const stats = (signal) => ask("/sessions/stats", { signal });
export const scorecard = (signal) => ask("/sessions/scorecard", { signal });
export const subtopics = (signal) => ask("/sessions/subtopic-progress", { signal });
