// Documents of a session, and what a place in one is called: page, slide, section, or the time in a transcript.

import { block } from "../http/api.js";
import { el } from "../frame/elements.js";
import { t } from "../frame/language.js";

const NAMES = { page: "Page {n}", slide: "Slide {n}", section: "Section {n}", cue: "Passage {n}" };
const MANY = { page: "page", slide: "slide", section: "section", cue: "passage" };

/** @param {Api["SessionState"]} state */
export function documentsOf(state) {
  return state.documents?.length ? state.documents : [state.doc_meta];
}

/**
 * What the document's own numbers count: "page", "slide", "section", "passage".
 * @param {Api["DocView"]} doc
 */
export function unit(doc) {
  return MANY[doc?.page_kind] ?? "page";
}

/**
 * What shows a place in a document: a proof, a card, a block; `unsure`: a passage that was not read surely, without a quote.
 * @typedef {Pick<Api["Proof"], "block_id" | "source_page" | "quote"> & Partial<Api["Proof"]> & { unsure?: boolean }} Place
 */

/**
 * The document that a place is in: by its hash, else by the end of the block's id, else the first.
 * @param {Api["SessionState"]} state
 * @param {Partial<Place>} place
 */
export function documentOf(state, { document_sha256: sha, block_id: id = "" }) {
  const all = documentsOf(state);
  const end = /-([0-9a-f]{6})$/.exec(id)?.[1];
  return all.find((doc) => doc.sha256 && doc.sha256 === sha) ?? all.find((doc) => end && doc.sha256?.startsWith(end)) ?? all[0];
}

/** @param {Api["DocView"]} doc */
export function nameOf(doc) {
  return doc.title || doc.filename || t("Document");
}

const SEVERAL = { page: "Pages {n}", slide: "Slides {n}", section: "Sections {n}", cue: "Passages {n}" };

/**
 * "Page 3", or "Pages 3–4" of a quote that goes on on the next page.
 * @param {Api["DocView"]} doc
 * @param {{ source_page: number, last_page?: number | null }} place
 */
export function placeName(doc, { source_page: first, last_page: last }) {
  if (last && last > first) return t(SEVERAL[doc?.page_kind] ?? SEVERAL.page, { n: `${first}–${last}` });
  return t(NAMES[doc?.page_kind] ?? NAMES.page, { n: first });
}

/** Seconds as a clock shows them: 83 is "1:23", 3683 is "1:01:23". Pure. */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/**
 * @param {Api["SessionState"]} state
 * @param {Place} proof
 */
async function startOf(state, proof, signal) {
  const known = state.extracted_blocks?.find((one) => one.block_id === proof.block_id);
  const found = known ?? (await block(state.session_id, proof.block_id, signal)).data?.blocks?.[0];
  return found?.start_sec ?? null;
}

/**
 * The name of a proof's place as an element; a transcript's becomes its time as soon as that is known.
 * @param {Api["SessionState"]} state
 * @param {Place} proof
 */
export function placeLabel(state, proof, signal) {
  const doc = documentOf(state, proof);
  const several = documentsOf(state).length > 1;
  const where = el("span", {}, placeName(doc, proof));
  if (doc.page_kind === "cue") {
    startOf(state, proof, signal).then(
      (start) => start === null || (where.textContent = t("At {clock}", { clock: clock(start) })),
      () => {}, // Without its time the passage keeps its number.
    );
  }
  return el("span", { class: "soft" }, where, several && [" · ", el("bdi", {}, nameOf(doc))]);
}
