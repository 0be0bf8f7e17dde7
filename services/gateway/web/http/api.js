// Asks the gateway. Every request carries the token; whatever is no GET an Idempotency-Key, so a repetition is safe.

import { newId } from "./ids.js";
import { token } from "../frame/place.js";
import { rest } from "./rest.js";

/** What the gateway said went wrong (RFC 9457). `status` 0: it could not be reached. */
export class Trouble extends Error {
  /** @param {{status: number, title?: string, detail?: string, code?: string, action?: string, trace_id?: string}} problem */
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

/** @returns {Record<string, string>} */
function authorised() {
  return token() ? { Authorization: `Bearer ${token()}` } : {};
}

/**
 * @typedef {object} Asking
 * @property {string} [method]
 * @property {unknown} [json] the body
 * @property {FormData} [form] the body, instead of `json`
 * @property {string} [key] the Idempotency-Key; a new one if none is given
 * @property {string | null} [etag]
 * @property {AbortSignal} [signal]
 * @property {boolean} [keepalive]
 *
 * @typedef {object} Answer
 * @property {number} status
 * @property {any} data null for 304 and for what is not ready (202 to a GET)
 * @property {string | null} etag
 * @property {number | null} retryMs
 */

/**
 * One request.
 * @param {string} path
 * @param {Asking} [asking]
 * @returns {Promise<Answer>}
 */
export async function ask(path, { method = "GET", json, form, key, etag, signal, keepalive = false } = {}) {
  const headers = { Accept: "application/json, application/problem+json", ...authorised() };
  if (etag) headers["If-None-Match"] = etag;
  if (method !== "GET") headers["Idempotency-Key"] = key ?? newId();
  if (json !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(`/v1${path}`, {
      method, headers, signal, keepalive, cache: "no-store", credentials: "omit",
      body: form ?? (json === undefined ? undefined : JSON.stringify(json)),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Trouble(AWAY);
  }
  const found = { status: response.status, data: /** @type {any} */ (null), etag: response.headers.get("ETag"), retryMs: pause(response) };
  if (response.status === 304) return found;
  if (!response.ok) throw new Trouble(await problemOf(response));
  const waits = method === "GET" && response.status === 202;
  const body = await response.json().catch(() => null);
  return { ...found, data: waits ? null : body };
}

/** A file, as a Blob. */
export async function file(path, signal) {
  let response;
  try {
    response = await fetch(`/v1${path}`, { headers: authorised(), signal, cache: "no-store", credentials: "omit" });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Trouble(AWAY);
  }
  if (!response.ok) throw new Trouble(await problemOf(response));
  return response.blob();
}

const DRAWING_MS = 60000;

/** A page's picture, as long as it takes to be drawn (a minute at most): a Blob, or null where there is none (404). */
export async function picture(address, signal) {
  const until = Date.now() + DRAWING_MS;
  for (;;) {
    let response;
    try {
      response = await fetch(address, { headers: { Accept: "image/png", ...authorised() }, signal, credentials: "omit" });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Trouble(AWAY);
    }
    if (response.status === 200) return response.blob();
    if (response.status === 404) return null;
    const wait = pause(response);
    if (![202, 503].includes(response.status) || wait === null || Date.now() + wait > until) throw new Trouble(await problemOf(response));
    await rest(Math.max(250, wait), signal);
  }
}

const at = (id, ...rest) => ["/sessions", encodeURIComponent(id), ...rest].join("/");

export const upload = (form, key, signal) => ask("/documents", { method: "POST", form, key, signal });
export const sessions = (cursor, signal) => ask(`/sessions${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ""}`, { signal });
export const session = (id, etag, signal) => ask(at(id), { etag, signal });
export const quiz = (id, quizId, signal) => ask(at(id, "quizzes", encodeURIComponent(quizId)), { signal });
export const flashcards = (id, signal) => ask(at(id, "flashcards"), { signal });
export const blocks = (id, page, signal) => ask(`${at(id, "blocks")}?page=${page}`, { signal });
export const block = (id, blockId, signal) => ask(`${at(id, "blocks")}?block_id=${encodeURIComponent(blockId)}`, { signal });
export const notes = (id, signal) => ask(at(id, "notes"), { signal });
export const results = (id, attempt, signal) =>
  ask(at(id, "results") + (attempt ? `?attempt_id=${encodeURIComponent(attempt)}` : ""), { signal });
/** The attempt's id keeps it from counting twice, from whichever tab; a key of it would not fit two tabs' times. */
export const handIn = (id, body) => ask(at(id, "results"), { method: "POST", json: body });
export const newQuiz = (id, key) => ask(at(id, "quizzes"), { method: "POST", json: {}, key });
export const retry = (id, version) => ask(at(id, "retry"), { method: "POST", json: { version } });
export const forget = (id) => ask(at(id), { method: "DELETE" });

/** Query of a document's own routes; a session of one document needs none. */
const of = (sha, more = {}) => {
  const named = Object.entries({ document: sha, ...more }).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return named.length ? `?${new URLSearchParams(named)}` : "";
};

export const pictureAt = (id, page, sha, more) => `/v1${at(id, "pages", `${page}.png`)}${of(sha, more)}`;
export const reviews = (signal) => ask("/reviews", { signal });
export const review = (id, sha, signal) => ask(at(id, "review") + of(sha), { signal });
export const reviewPage = (id, sha, page, signal) => ask(at(id, "review", "pages", page) + of(sha), { signal });
export const correct = (id, sha, page, text) => ask(at(id, "review", "pages", page) + of(sha), { method: "PUT", json: { text } });
export const approve = (id, sha, key) => ask(at(id, "review", "approve") + of(sha), { method: "POST", json: {}, key });
export const reject = (id, sha, reason, key) => ask(at(id, "review", "reject") + of(sha), { method: "POST", json: reason ? { reason } : {}, key });
export const replaceDocument = (id, sha, form, key) => ask(at(id, "review", "document") + of(sha), { method: "POST", form, key });

/** `kind` is "items" or "flashcards". */
export const items = (id, offset, signal) => ask(`${at(id, "items")}?offset=${offset}`, { signal });
export const item = (id, kind, one, signal) => ask(at(id, kind, encodeURIComponent(one)), { signal });
export const itemHistory = (id, kind, one, signal) => ask(at(id, kind, encodeURIComponent(one), "history"), { signal });
export const editItem = (id, kind, one, changes, key) => ask(at(id, kind, encodeURIComponent(one)), { method: "PATCH", json: changes, key });
export const decideItem = (id, kind, one, verb, reason, key) =>
  ask(at(id, kind, encodeURIComponent(one), verb), { method: "POST", json: { reason }, key });
export const coverage = (id, signal) => ask(at(id, "coverage"), { signal });
