// Asks the gateway. Every request carries the token; every POST and DELETE an Idempotency-Key, so a repetition is safe.

import { newId } from "./ids.js";
import { token } from "./place.js";

/** What the gateway said went wrong (RFC 9457). `status` 0: it could not be reached. */
export class Trouble extends Error {
  constructor(problem) {
    super(problem.detail || problem.title || "Something went wrong.");
    this.problem = problem;
    this.status = problem.status;
  }
}

const AWAY = {
  status: 0,
  code: "no_connection",
  title: "Pensum does not answer",
  detail: "Pensum cannot be reached.",
  action: "Check that it is still running, then try again.",
};

async function problemOf(response) {
  const body = await response.json().catch(() => null);
  if (body && typeof body === "object" && body.detail && typeof body.detail === "string") return { ...body, status: response.status };
  return {
    status: response.status,
    code: `http_${response.status}`,
    title: "The request failed",
    detail: `The request failed (${response.status}).`,
    action: "Try again in a moment.",
  };
}

/** Seconds of a Retry-After header as milliseconds; null where there is none. */
function pause(response) {
  const seconds = Number.parseFloat(response.headers.get("Retry-After") ?? "");
  return Number.isFinite(seconds) ? seconds * 1000 : null;
}

/** One request. Returns {status, data, etag, retryMs}; `data` is null for 304 and for what is not ready (202 to a GET). */
export async function ask(path, { method = "GET", json, form, key, etag, signal } = {}) {
  const headers = { Accept: "application/json, application/problem+json" };
  if (token()) headers.Authorization = `Bearer ${token()}`;
  if (etag) headers["If-None-Match"] = etag;
  if (method !== "GET") headers["Idempotency-Key"] = key ?? newId();
  if (json !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(`/v1${path}`, {
      method, headers, signal, cache: "no-store", credentials: "omit",
      body: form ?? (json === undefined ? undefined : JSON.stringify(json)),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Trouble(AWAY);
  }
  const found = { status: response.status, data: null, etag: response.headers.get("ETag"), retryMs: pause(response) };
  if (response.status === 304) return found;
  if (!response.ok) throw new Trouble(await problemOf(response));
  const waits = method === "GET" && response.status === 202;
  const body = await response.json().catch(() => null);
  return { ...found, data: waits ? null : body };
}

const at = (id, ...rest) => ["/sessions", encodeURIComponent(id), ...rest].join("/");

export const upload = (form, key, signal) => ask("/documents", { method: "POST", form, key, signal });
export const sessions = (cursor, signal) => ask(`/sessions${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ""}`, { signal });
export const session = (id, etag, signal) => ask(at(id), { etag, signal });
export const quiz = (id, quizId, signal) => ask(at(id, "quizzes", encodeURIComponent(quizId)), { signal });
export const flashcards = (id, signal) => ask(at(id, "flashcards"), { signal });
export const blocks = (id, page, signal) => ask(`${at(id, "blocks")}?page=${page}`, { signal });
export const notes = (id, signal) => ask(at(id, "notes"), { signal });
export const results = (id, attempt, signal) =>
  ask(at(id, "results") + (attempt ? `?attempt_id=${encodeURIComponent(attempt)}` : ""), { signal });
export const handIn = (id, body) => ask(at(id, "results"), { method: "POST", json: body, key: body.attempt_id });
export const newQuiz = (id, key) => ask(at(id, "quizzes"), { method: "POST", json: {}, key });
export const retry = (id, version) => ask(at(id, "retry"), { method: "POST", json: { version } });
export const forget = (id) => ask(at(id), { method: "DELETE" });
