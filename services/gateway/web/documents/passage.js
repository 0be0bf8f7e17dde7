// Where an answer stands: the quote marked in its block, among the other blocks of the page.
//
// Spans count code points (as the house does), JavaScript counts UTF-16 units: so texts are cut as arrays of code points.

import { block, blocks } from "../http/api.js";
import { showDialog } from "../frame/dialog.js";
import { button, el } from "../frame/elements.js";
import { clock, documentOf, placeLabel, placeName } from "./pagename.js";
import { pictureButton } from "./picture.js";
import { troublePanel } from "../frame/trouble.js";

/** Cuts `text` at spans [{start, end, tag}] (code points, ascending, not overlapping). Returns [{text, tag}]. Pure. */
export function cut(text, spans) {
  const points = Array.from(text);
  const pieces = [];
  let at = 0;
  for (const { start, end, tag } of spans) {
    if (start > at) pieces.push({ text: points.slice(at, start).join(""), tag: null });
    pieces.push({ text: points.slice(start, end).join(""), tag });
    at = end;
  }
  if (at < points.length) pieces.push({ text: points.slice(at).join(""), tag: null });
  return pieces;
}

/**
 * Where the quote stands in a block's text: its span if that holds, else the first place with the same words; or null.
 * @param {string} text
 * @param {{quote: string, start?: number, end?: number}} proof
 */
export function spanOf(text, { quote, start, end }) {
  if (!quote) return null;
  const points = Array.from(text);
  if (start !== undefined && Number.isInteger(start) && points.slice(start, end).join("") === quote) return { start, end };
  const unit = text.indexOf(quote);
  if (unit < 0) return null;
  const first = Array.from(text.slice(0, unit)).length;
  return { start: first, end: first + Array.from(quote).length };
}

/**
 * The quote alone, its answer set apart where the proof says which words it is.
 * @param {import("./pagename.js").Place} proof
 */
export function quoteOf(proof) {
  const { quote, start = 0, end = 0, answer_start: from, answer_end: to } = proof;
  const within = typeof from === "number" && typeof to === "number" && from >= start && to <= end;
  const pieces = within ? cut(quote, [{ start: from - start, end: to - start, tag: "strong" }]) : [{ text: quote, tag: null }];
  return el("blockquote", { dir: "auto" }, pieces.map((piece) => (piece.tag ? el(piece.tag, {}, piece.text) : piece.text)));
}

/** @param {import("./pagename.js").Place} proof */
function blockOf(block, proof) {
  const tag = block.kind === "heading" ? "h3" : block.kind === "code" || block.kind === "formula" ? "pre" : "p";
  const here = block.block_id === proof.block_id;
  const span = here && spanOf(block.text, proof);
  const pieces = span ? cut(block.text, [{ ...span, tag: "mark" }]) : [{ text: block.text, tag: null }];
  return el(tag, { class: here ? "here" : null, dir: "auto" }, pieces.map((piece) => (piece.tag ? el(piece.tag, {}, piece.text) : piece.text)));
}

/**
 * The blocks of the proof's page and document; the block alone if it is not among the first that the house sends.
 * @param {Api["SessionState"]} state
 * @param {Api["DocView"]} doc
 * @param {import("./pagename.js").Place} proof
 */
async function around(state, doc, proof, signal) {
  const { data } = await blocks(state.session_id, proof.source_page, signal);
  const found = (data?.blocks ?? []).filter((one) => !one.document_sha256 || !doc.sha256 || one.document_sha256 === doc.sha256);
  if (found.some((one) => one.block_id === proof.block_id)) return found;
  return (await block(state.session_id, proof.block_id, signal)).data?.blocks ?? found;
}

/**
 * @param {Api["SessionState"]} state
 * @param {import("./pagename.js").Place} proof
 */
async function open(state, proof) {
  const doc = documentOf(state, proof);
  const name = placeName(doc, proof);
  const text = el("div", { class: "passage", tabindex: "0", role: "region", "aria-label": `Text of ${name.toLowerCase()}`, lang: doc.language || null },
    el("p", { class: "soft" }, "Fetching the page…"));
  const { box, signal } = showDialog(name, text);
  try {
    const found = await around(state, doc, proof, signal);
    text.replaceChildren(...found.map((one) => blockOf(one, proof)));
    const here = found.find((one) => one.block_id === proof.block_id);
    if (doc.page_kind === "cue" && typeof here?.start_sec === "number") box.querySelector("h2").textContent = `At ${clock(here.start_sec)}`;
    const mark = text.querySelector("mark") ?? text.querySelector(".here");
    if (!mark && proof.quote) text.prepend(el("p", { class: "soft" }, "The quote reads:"), quoteOf(proof));
    mark?.scrollIntoView({ block: "center" });
  } catch (error) {
    if (!signal.aborted) text.replaceChildren(quoteOf(proof), troublePanel(error));
  }
}

/** The button that shows a proof's place in the text. */
export function placeButton(state, proof, word = "See the place in the text") {
  return button(word, () => open(state, proof), { class: "quiet see" });
}

/**
 * Where a proof stands: the place's name, and buttons to its text and, where the document has pages, its picture.
 * @param {Api["SessionState"]} state
 * @param {import("./pagename.js").Place} proof
 */
export function sourceOf(state, proof, signal) {
  return [
    placeLabel(state, proof, signal),
    placeButton(state, proof),
    pictureButton(state, proof),
  ].filter(Boolean);
}
