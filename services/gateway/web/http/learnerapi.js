// Asks the gateway about learning: the cycle, mastery, messages, progress in a quiz, grades by oneself, reviews, overview.

import { ask } from "./api.js";

const SESSION = "/v1/sessions/{session_id}";

/**
 * What is asked for, or null where the house has no such thing: the page does without it.
 * @template D
 * @param {Promise<import("./api.js").Answer<D>>} asked
 * @returns {Promise<D | null>}
 */
export async function maybe(asked) {
  try {
    return (await asked).data;
  } catch (error) {
    if ([404, 405, 501].includes(error.status)) return null;
    throw error;
  }
}

export const learner = (id, etag, signal) => ask("get", `${SESSION}/learner`, { path: { session_id: id }, etag, signal });
export const mapOf = (id, signal) => ask("get", `${SESSION}/map`, { path: { session_id: id }, signal });
export const textPassages = (id, signal) => ask("get", `${SESSION}/coverage/pages`, { path: { session_id: id }, signal });
export const learn = (id, json, key) => ask("post", `${SESSION}/learning`, { path: { session_id: id }, json, key });
export const planPath = (id, key) => ask("post", `${SESSION}/path`, { path: { session_id: id }, json: {}, key });
export const setAims = (id, json) => ask("patch", `${SESSION}/aims`, { path: { session_id: id }, json });
export const markConcept = (id, concept, mark) =>
  ask("post", `${SESSION}/marks`, { path: { session_id: id }, json: { concept, mark } });
export const practise = (id, key) =>
  ask("post", `${SESSION}/quizzes`, { path: { session_id: id }, json: { practice: "mistakes" }, key });

export const messages = (id, offset, signal) =>
  ask("get", `${SESSION}/messages`, { path: { session_id: id }, query: { offset: offset || null }, signal });
/** Says something in the chat; with the time zone of the browser, for "on Friday". */
export const say = (id, text, key) => ask("post", `${SESSION}/messages`, {
  path: { session_id: id }, json: { text, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? "" }, key,
});

const PROGRESS = `${SESSION}/quizzes/{quiz_id}/progress`;
export const progressOf = (id, quizId, signal) => ask("get", PROGRESS, { path: { session_id: id, quiz_id: quizId }, signal });
export const saveProgress = (id, quizId, json, keepalive = false) =>
  ask("put", PROGRESS, { path: { session_id: id, quiz_id: quizId }, json, keepalive });

export const selfGrade = (id, result, credit) =>
  ask("post", `${SESSION}/results/{result_id}/self-grade`, { path: { session_id: id, result_id: result }, json: { credit } });
export const disputeGrade = (id, result, reason, key) =>
  ask("post", `${SESSION}/results/{result_id}/dispute`, { path: { session_id: id, result_id: result }, json: { reason }, key });
export const disputeNote = (id, attempt, note, reason, key) =>
  ask("post", `${SESSION}/notes/{attempt_id}/{note}/dispute`, {
    path: { session_id: id, attempt_id: attempt, note }, json: { reason }, key,
  });
export const disputes = (id, signal) => ask("get", `${SESSION}/disputes`, { path: { session_id: id }, query: { limit: 500 }, signal });

/** Of all courses, or of one. @param {string | null} [session] */
export const due = (limit, signal, session = null) => ask("get", "/v1/reviews/due", { query: { limit, session_id: session }, signal });
export const forecast = (days, signal) => ask("get", "/v1/reviews/forecast", { query: { days }, signal });
export const rate = (card, session, rating, key, keepalive = false) =>
  ask("post", "/v1/reviews/{card_id}", { path: { card_id: card }, json: { rating, session_id: session }, key, keepalive });
/** Questions that are due again, as a quiz of their own. */
export const practiseDue = (id, key) => ask("post", `${SESSION}/quizzes`, { path: { session_id: id }, json: { practice: "due" }, key });

export const libraryOf = (query, signal) => ask("get", "/v1/library", { query, signal });
export const searchAll = (q, signal) => ask("get", "/v1/search", { query: { q, limit: 5 }, signal });
export const relabel = (id, json) => ask("patch", SESSION, { path: { session_id: id }, json });

export const history = (query, signal) => ask("get", "/v1/sessions/history", { query, signal });
export const stats = (signal) => ask("get", "/v1/sessions/stats", { signal });
/** Of all courses, or of one. @param {string | null} [session] */
export const scorecard = (signal, session = null) => ask("get", "/v1/sessions/scorecard", { query: { session_id: session }, signal });
export const overTime = (id, signal) => ask("get", `${SESSION}/progress`, { path: { session_id: id }, signal });
export const subtopics = (signal) => ask("get", "/v1/sessions/subtopic-progress", { signal });

const ANSWERS = `${SESSION}/quizzes/{quiz_id}/answers`;
/** Gives one answer and waits a while for its grade: 202 where that takes longer. */
export const giveAnswer = (id, quizId, json) => ask("post", ANSWERS, { path: { session_id: id, quiz_id: quizId }, json, wait: 10 });
export const givenAnswers = (id, quizId, signal) => ask("get", ANSWERS, { path: { session_id: id, quiz_id: quizId }, signal });
export const answerOf = (id, quizId, item, signal) =>
  ask("get", `${ANSWERS}/{item_id}`, { path: { session_id: id, quiz_id: quizId, item_id: item }, signal });
