// Asks the gateway about a course that a class learns from: sharing and joining it, its results, its items, its disputes.

import { ask, file } from "./api.js";

const COURSE = "/v1/courses/{course_id}";

/** What waits for an owner, over all courses. */
export const desk = (signal) => ask("get", "/v1/desk", { signal });
export const shared = (course, signal) => ask("get", `${COURSE}/share`, { path: { course_id: course }, signal });
export const share = (course, key) => ask("post", `${COURSE}/share`, { path: { course_id: course }, key });
export const close = (course) => ask("delete", `${COURSE}/share`, { path: { course_id: course } });
export const join = (code, name, key) => ask("post", "/v1/join", { json: { code, name }, key });

export const classResults = (course, offset, signal) =>
  ask("get", `${COURSE}/results`, { path: { course_id: course }, query: { offset: offset || null }, signal });
export const statistics = (course, offset, signal) =>
  ask("get", `${COURSE}/items/statistics`, { path: { course_id: course }, query: { offset: offset || null }, signal });
export const classDisputes = (course, state, signal) =>
  ask("get", `${COURSE}/disputes`, { path: { course_id: course }, query: { state, limit: 500 }, signal });
export const decide = (course, dispute, json, key) =>
  ask("post", `${COURSE}/disputes/{dispute_id}`, { path: { course_id: course, dispute_id: dispute }, json, key });

/** The CSV of "results" or "items/statistics", as a Blob. */
export const table = (course, which) => file(`/v1/courses/${encodeURIComponent(course)}/${which}.csv`);
