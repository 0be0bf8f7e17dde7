// Where an answer stands: the quote marked in its block, among the other blocks of the page.
//
// Spans count code points (as the house does), JavaScript counts UTF-16 units: so texts are cut as arrays of code points.

import { block, blocks } from "../http/api.js";
import { h } from "../frame/draw.js";
import { el } from "../frame/elements.js";

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

/**
 * A block of the text as it is to be seen; the quote in it is marked.
 * @param {Partial<import("./pagename.js").Place> | null} proof
 */
export function blockOf(block, proof) {
  const tag = block.kind === "heading" ? "h3" : block.kind === "code" || block.kind === "formula" ? "pre" : "p";
  const here = proof !== null && block.block_id === proof.block_id;
  const span = here && spanOf(block.text, { quote: "", ...proof });
  const pieces = span ? cut(block.text, [{ ...span, tag: "mark" }]) : [{ text: block.text, tag: null }];
  return h(tag, { class: here ? "here" : null, dir: "auto" }, pieces.map((piece) => (piece.tag ? h(piece.tag, {}, piece.text) : piece.text)));
}

/**
 * The blocks of a page; the proof's own block alone if it is not among the first that the house sends.
 * @param {Api["SessionState"]} state
 * @param {Api["DocView"]} doc
 * @param {Partial<import("./pagename.js").Place> | null} proof
 */
export async function blocksOf(state, doc, page, proof, signal) {
  const { data } = await blocks(state.session_id, page, signal);
  const found = (data?.blocks ?? []).filter((one) => !one.document_sha256 || !doc.sha256 || one.document_sha256 === doc.sha256);
  if (!proof || found.some((one) => one.block_id === proof.block_id)) return found;
  return (await block(state.session_id, proof.block_id, signal)).data?.blocks ?? found;
}
