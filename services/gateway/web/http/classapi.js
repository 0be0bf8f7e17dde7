// Asks the gateway about a course that a class learns from: sharing and joining it, its results, its items, its disputes.

import { ask, file } from "./api.js";

const at = (course, ...rest) => ["/courses", encodeURIComponent(course), ...rest].join("/");

export const shared = (course, signal) => ask(at(course, "share"), { signal });
export const share = (course, key) => ask(at(course, "share"), { method: "POST", json: {}, key });
export const close = (course) => ask(at(course, "share"), { method: "DELETE" });
export const join = (code, name, key) => ask("/join", { method: "POST", json: { code, name }, key });

export const classResults = (course, offset, signal) => ask(`${at(course, "results")}${offset ? `?offset=${offset}` : ""}`, { signal });
export const statistics = (course, offset, signal) => ask(`${at(course, "items", "statistics")}${offset ? `?offset=${offset}` : ""}`, { signal });
export const classDisputes = (course, state, signal) => ask(`${at(course, "disputes")}?state=${state}&limit=500`, { signal });
export const decide = (course, dispute, decision, key) =>
  ask(at(course, "disputes", encodeURIComponent(dispute)), { method: "POST", json: decision, key });

/** The CSV of "results" or "items/statistics", as a Blob. */
export const table = (course, which) => file(`${at(course, which)}.csv`);
