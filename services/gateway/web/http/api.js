// Asks the gateway. Every request carries the token; whatever is no GET an Idempotency-Key, so a repetition is safe.

import { newId } from "./ids.js";
import { token } from "../frame/place.js";
import { language, t } from "../frame/language.js";
import { sleep } from "./sleep.js";

/** What the gateway said went wrong (RFC 9457). `status` 0: it could not be reached. */
export class Trouble extends Error {
  /** @param {{status: number, title?: string, detail?: string, code?: string, action?: string, trace_id?: string}} problem */
  constructor(problem) {
    super(problem.detail || problem.title || "Something went wrong.");
    this.problem = problem;
    this.status = problem.status;
  }
}

export const away = () => ({
  status: 0,
  code: "no_connection",
  title: t("Pensum does not answer"),
  detail: t("Pensum cannot be reached."),
  action: t("Check that it is still running, then try again."),
});

export async function problemOf(response) {
  const body = await response.json().catch(() => null);
  if (body && typeof body === "object" && body.detail && typeof body.detail === "string") return { ...body, status: response.status };
  return {
    status: response.status,
    code: `http_${response.status}`,
    title: t("The request failed"),
    detail: t("The request failed ({status}).", { status: response.status }),
    action: t("Try again in a moment."),
  };
}

/** Seconds of a Retry-After header as milliseconds; null where there is none. */
function pause(response) {
  const seconds = Number.parseFloat(response.headers.get("Retry-After") ?? "");
  return Number.isFinite(seconds) ? seconds * 1000 : null;
}

/** @returns {Record<string, string>} */
export function authorised() {
  return token() ? { Authorization: `Bearer ${token()}` } : {};
}

/**
 * What is sent beside. `form`: the body, instead of `json`; `key`: the Idempotency-Key, a new one if none is given;
 * `wait`: how many seconds the house waits for what becomes of it.
 * @typedef {{ form?: FormData, key?: string, etag?: string | null, signal?: AbortSignal, keepalive?: boolean, wait?: number }} Beside
 */

/**
 * The JSON of a body.
 * @template C
 * @typedef {C extends { content: { "application/json": infer J } } ? J : never} Json
 */
/**
 * What an operation takes: the names in its address, its query, its body.
 * @template O
 * @typedef {O extends { parameters: { path?: infer N, query?: infer Q }, requestBody?: infer B }
 *   ? Beside & ([N] extends [undefined] ? { path?: never } : { path: N })
 *     & { query?: { [K in keyof Q]: Q[K] | null }, json?: Json<B> } : never} Asking
 */
/**
 * An operation's answer; null for 304, and for what is not ready (202 to a GET).
 * @template O
 * @template V
 * @typedef {O extends { responses: infer R } ? V extends "get"
 *   ? Json<R[200 & keyof R]> | ((202 | 304) & keyof R extends never ? never : null)
 *   : Json<R[(200 | 202) & keyof R]> : never} Data
 */
/**
 * @template D
 * @typedef {{ status: number, data: D, etag: string | null, retryMs: number | null }} Answer
 */

/** The address with its names filled in, and the query of what has a value. */
function address(path, names = {}, query = {}) {
  const filled = path.replace(/{(\w+)}/g, (_, name) => encodeURIComponent(names[name]));
  const named = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return filled + (named.length ? `?${new URLSearchParams(named)}` : "");
}

/**
 * One request, held to the OpenAPI document (`make check` generates `Addresses`, and `Api`, the shapes, from it).
 * @type {<P extends keyof Addresses, V extends "get" | "post" | "put" | "patch" | "delete">(
 *   verb: V, path: P, asking: Asking<Addresses[P][V]>,
 * ) => Promise<Answer<Data<Addresses[P][V], V>>>}
 */
export const ask = /** @type {any} */ (request);

async function request(verb, path, { path: names, query, json, form, key, etag, signal, keepalive = false, wait }) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json, application/problem+json", "Accept-Language": language(), ...authorised() };
  if (etag) headers["If-None-Match"] = etag;
  if (wait !== undefined) headers.Prefer = `wait=${wait}`;
  if (verb !== "get") headers["Idempotency-Key"] = key ?? newId();
  if (json !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(address(path, names, query), {
      method: verb.toUpperCase(), headers, signal, keepalive, cache: "no-store", credentials: "omit",
      body: form ?? (json === undefined ? undefined : JSON.stringify(json)),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Trouble(away());
  }
  const found = { status: response.status, data: /** @type {any} */ (null), etag: response.headers.get("ETag"), retryMs: pause(response) };
  if (response.status === 304) return found;
  if (!response.ok) throw new Trouble(await problemOf(response));
  const waits = verb === "get" && response.status === 202;
  const body = await response.json().catch(() => null);
  return { ...found, data: waits ? null : body };
}

/** A file, as a Blob. */
export async function file(path, signal) {
  let response;
  try {
    response = await fetch(path, { headers: authorised(), signal, cache: "no-store", credentials: "omit" });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Trouble(away());
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
      throw new Trouble(away());
    }
    if (response.status === 200) return response.blob();
    if (response.status === 404) return null;
    const wait = pause(response);
    if (![202, 503].includes(response.status) || wait === null || Date.now() + wait > until) throw new Trouble(await problemOf(response));
    await sleep(Math.max(250, wait), signal);
  }
}

const SESSION = "/v1/sessions/{session_id}";
const REVIEW = `${SESSION}/review`;

export const sessions = (cursor, signal) => ask("get", "/v1/sessions", { query: { cursor }, signal });
/** @returns {Promise<Answer<Api["SessionState"]>>} */
export const session = (id, signal) => /** @type {any} */ (sessionSince(id, null, signal));
export async function sessionSince(id, etag, signal) {
  const found = await ask("get", SESSION, { path: { session_id: id }, etag, signal });
  if (found.data) document.dispatchEvent(new CustomEvent("session", { detail: found.data }));
  return found;
}
export const quiz = (id, quizId, signal) =>
  ask("get", `${SESSION}/quizzes/{quiz_id}`, { path: { session_id: id, quiz_id: quizId }, signal });
/** @returns {Promise<Answer<Api["Flashcards"] | null>>} */
export const flashcards = (id, signal) => /** @type {any} */ (ask("get", `${SESSION}/flashcards`, { path: { session_id: id }, signal }));
export const blocks = (id, page, signal) => ask("get", `${SESSION}/blocks`, { path: { session_id: id }, query: { page }, signal });
export const block = (id, blockId, signal) =>
  ask("get", `${SESSION}/blocks`, { path: { session_id: id }, query: { block_id: blockId }, signal });
export const search = (id, q, signal) => ask("get", `${SESSION}/search`, { path: { session_id: id }, query: { q }, signal });
export const notes = (id, signal) => ask("get", `${SESSION}/notes`, { path: { session_id: id }, signal });
export const results = (id, attempt, signal) =>
  ask("get", `${SESSION}/results`, { path: { session_id: id }, query: { attempt_id: attempt }, signal });
/** The attempt's id keeps it from counting twice, from whichever tab; a key of it would not fit two tabs' times. */
export const handIn = (id, json) => ask("post", `${SESSION}/results`, { path: { session_id: id }, json });
export const newQuiz = (id, key) => ask("post", `${SESSION}/quizzes`, { path: { session_id: id }, json: {}, key });
export const retry = (id, version) => ask("post", `${SESSION}/retry`, { path: { session_id: id }, json: { version } });
export const forget = (id, keepalive = false) => ask("delete", SESSION, { path: { session_id: id }, keepalive });

// A document's own routes; a session of one document needs no `sha`.
export const pictureAt = (id, page, sha, more = {}) =>
  address(`${SESSION}/pages/{page}.png`, { session_id: id, page }, { document: sha, ...more });
export const reviews = (signal) => ask("get", "/v1/reviews", { signal });
export const review = (id, sha, signal) => ask("get", REVIEW, { path: { session_id: id }, query: { document: sha }, signal });
export const reviewPage = (id, sha, page, signal) =>
  ask("get", `${REVIEW}/pages/{page}`, { path: { session_id: id, page }, query: { document: sha }, signal });
export const correct = (id, sha, page, text) =>
  ask("put", `${REVIEW}/pages/{page}`, { path: { session_id: id, page }, query: { document: sha }, json: { text } });
export const approve = (id, sha, pages, key) =>
  ask("post", `${REVIEW}/approve`, { path: { session_id: id }, query: { document: sha }, json: { pages }, key });
export const reject = (id, sha, reason, key) =>
  ask("post", `${REVIEW}/reject`, { path: { session_id: id }, query: { document: sha }, json: reason ? { reason } : {}, key });
export const replaceDocument = (id, sha, form, key) =>
  ask("post", `${REVIEW}/document`, { path: { session_id: id }, query: { document: sha }, form, key });

export const items = (id, offset, signal) => ask("get", `${SESSION}/items`, { path: { session_id: id }, query: { offset }, signal });
export const item = (id, found, signal) =>
  ask("get", `${SESSION}/items/{item_id}`, { path: { session_id: id, item_id: found }, signal });
export const card = (id, found, signal) =>
  ask("get", `${SESSION}/flashcards/{card_id}`, { path: { session_id: id, card_id: found }, signal });

// `kind` is "items" or "flashcards".
export const itemHistory = (id, kind, found, signal) => kind === "items"
  ? ask("get", `${SESSION}/items/{item_id}/history`, { path: { session_id: id, item_id: found }, signal })
  : ask("get", `${SESSION}/flashcards/{card_id}/history`, { path: { session_id: id, card_id: found }, signal });
export const editItem = (id, kind, found, json, key) => kind === "items"
  ? ask("patch", `${SESSION}/items/{item_id}`, { path: { session_id: id, item_id: found }, json, key })
  : ask("patch", `${SESSION}/flashcards/{card_id}`, { path: { session_id: id, card_id: found }, json, key });
export const decideItem = (id, kind, found, verb, reason, key) => kind === "items"
  ? ask("post", `${SESSION}/items/{item_id}/{verb}`, { path: { session_id: id, item_id: found, verb }, json: { reason }, key })
  : ask("post", `${SESSION}/flashcards/{card_id}/{verb}`, { path: { session_id: id, card_id: found, verb }, json: { reason }, key });
export const affected = (id, found, signal) =>
  ask("get", `${SESSION}/items/{item_id}/affected`, { path: { session_id: id, item_id: found }, signal });
export const addItem = (id, json, key) => ask("post", `${SESSION}/items`, { path: { session_id: id }, json, key });
export const undoEdit = (id, kind, found, key) => kind === "items"
  ? ask("post", `${SESSION}/items/{item_id}/undo`, { path: { session_id: id, item_id: found }, key })
  : ask("post", `${SESSION}/flashcards/{card_id}/undo`, { path: { session_id: id, card_id: found }, key });
export const coverage = (id, signal) => ask("get", `${SESSION}/coverage`, { path: { session_id: id }, signal });
