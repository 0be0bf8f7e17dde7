// The main job by the types that openapi-typescript generates: `node walk.mts URL TOKEN DOCUMENT` tells what it saw.
// tsc holds every address, field and status to the document.

import { readFile } from "node:fs/promises";

import type { components, paths } from "./api.d.ts";

type Schemas = components["schemas"];
type Verb = "get" | "post";

/** What an operation wants. */
type Wanted<O> = (O extends { parameters: { path: infer P } } ? { path: P } : { path?: never }) &
  (O extends { parameters: { query?: infer Q } } ? { query?: Q } : unknown) &
  (O extends { requestBody: { content: { "application/json": infer B } } } ? { json: B } : { json?: never }) &
  (O extends { requestBody: { content: { "multipart/form-data": unknown } } } ? { form: FormData } : { form?: never });

/** What it answers, told apart by its status; every failure is the problem that the document promises. */
type Answered<O> = O extends { responses: infer R }
  ? | { [S in keyof R & (200 | 202)]: { status: S; data: R[S] extends { content: { "application/json": infer D } } ? D : never } }[keyof R & (200 | 202)]
    | { status: 0; problem: R extends { default: { content: { "application/problem+json": infer P } } } ? P : never }
  : never;

const [url, token, name] = process.argv.slice(2) as [string, string, string];

async function ask<P extends keyof paths, V extends Verb & keyof paths[P]>(
  verb: V, path: P, wanted: Wanted<paths[P][V]>,
): Promise<Answered<paths[P][V]>> {
  const { path: names = {}, query = {}, json, form } = wanted as { path?: object; query?: object; json?: unknown; form?: FormData };
  let address: string = path;
  for (const [key, value] of Object.entries(names)) address = address.replace(`{${key}}`, encodeURIComponent(value));
  const headers = { Authorization: `Bearer ${token}`, ...(json === undefined ? {} : { "Content-Type": "application/json" }) };
  const body = form ?? (json === undefined ? undefined : JSON.stringify(json));
  const response = await fetch(`${url}${address}?${new URLSearchParams(query as Record<string, string>)}`, { method: verb.toUpperCase(), headers, body });
  const data = await response.json();
  return (response.ok ? { status: response.status, data } : { status: 0, problem: data }) as Answered<paths[P][V]>;
}

/** What is looked for, once it is there. */
async function until<T>(look: () => Promise<T | null>): Promise<T> {
  for (const end = Date.now() + 100_000; Date.now() < end; await new Promise((then) => setTimeout(then, 100))) {
    const found = await look();
    if (found !== null) return found;
  }
  throw new Error("It took too long.");
}

function refused(answer: { problem?: Schemas["ProblemDetails"] }): never {
  throw new Error(answer.problem?.detail ?? "Answered otherwise.");
}

/** The first option, where one is chosen; else nothing. */
function answer({ item_id, type, options }: Schemas["QuestionView"]): Schemas["RawAnswer"] {
  const chosen = type === "multiple_choice" || type === "true_false";
  return { item_id, answer: chosen ? (options[0]?.option_id ?? null) : null, latency_sec: 1.5 };
}

const form = new FormData();
const wishes: Partial<Schemas["UploadForm"]> = { numQuizQuestions: 4 };
for (const [key, value] of Object.entries(wishes)) form.append(key, String(value));
form.append("file", new Blob([await readFile(name)]), "walk.pdf");
const taken = await ask("post", "/v1/documents", { form });
if (taken.status !== 202) refused(taken.status === 0 ? taken : {});
const path = { session_id: taken.data.session_id };
const state = await until(async () => {
  const found = await ask("get", "/v1/sessions/{session_id}", { path });
  if (found.status !== 200) refused(found);
  return found.data.status === "ready" || found.data.status === "failed" ? found.data : null;
});
const quiz = await ask("get", "/v1/sessions/{session_id}/quiz", { path });
if (quiz.status !== 200) refused(quiz.status === 0 ? quiz : {});
const json = { quiz_id: quiz.data.quiz_id, answers: quiz.data.questions.map(answer) };
const handed = await ask("post", "/v1/sessions/{session_id}/results", { path, json });
if (handed.status !== 202) refused(handed);
const query = { attempt_id: handed.data.attempt_id };
const graded = await until(async () => {
  const found = await ask("get", "/v1/sessions/{session_id}/results", { path, query });
  return found.status === 0 ? refused(found) : found.status === 200 ? found.data : null;
});
const noted = await until(async () => {
  const found = await ask("get", "/v1/sessions/{session_id}/notes", { path });
  return found.status === 0 ? refused(found) : found.status === 200 ? found.data : null;
});
const missing = await ask("get", "/v1/sessions/{session_id}", { path: { session_id: crypto.randomUUID() } });
if (missing.status !== 0 || missing.problem.code !== "not_found") throw new Error("It should be missing.");
console.log(JSON.stringify({
  status: state.status,
  questions: quiz.data.questions.length,
  results: graded.results.length,
  quotes: graded.results.map((each) => each.proof.quote),
  score: graded.score,
  notes: noted.notes.length,
  problem: [missing.problem.status, missing.problem.code, missing.problem.title],
}));
