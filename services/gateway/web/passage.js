// Where an answer stands: the quote marked in its block, among the other blocks of the page.
//
// Spans count code points (as the house does), JavaScript counts UTF-16 units: so texts are cut as arrays of code points.

import { blocks } from "./api.js";
import { button, el } from "./elements.js";
import { troublePanel } from "./trouble.js";

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

/** Where the quote stands in a block's text: its span if that holds, else the first place with the same words; or null. */
export function spanOf(text, { quote, start, end }) {
  const points = Array.from(text);
  if (Number.isInteger(start) && points.slice(start, end).join("") === quote) return { start, end };
  const unit = text.indexOf(quote);
  if (unit < 0) return null;
  const first = Array.from(text.slice(0, unit)).length;
  return { start: first, end: first + Array.from(quote).length };
}

/** The quote alone, its answer set apart where the proof says which words it is. */
export function quoteOf(proof) {
  const { quote, start, answer_start: from, answer_end: to } = proof;
  const within = Number.isInteger(from) && Number.isInteger(to) && from >= start && to <= proof.end;
  const pieces = within ? cut(quote, [{ start: from - start, end: to - start, tag: "strong" }]) : [{ text: quote, tag: null }];
  return el("blockquote", {}, pieces.map((piece) => (piece.tag ? el(piece.tag, {}, piece.text) : piece.text)));
}

function blockOf(block, proof) {
  const tag = block.kind === "heading" ? "h3" : block.kind === "code" || block.kind === "formula" ? "pre" : "p";
  const here = block.block_id === proof.block_id;
  const span = here && spanOf(block.text, proof);
  const pieces = span ? cut(block.text, [{ ...span, tag: "mark" }]) : [{ text: block.text, tag: null }];
  return el(tag, { class: here ? "here" : null }, pieces.map((piece) => (piece.tag ? el(piece.tag, {}, piece.text) : piece.text)));
}

async function open(sessionId, proof) {
  const text = el("div", { class: "passage", tabindex: "0", role: "region", "aria-label": `Text of page ${proof.source_page}` },
    el("p", { class: "soft" }, "Fetching the page…"));
  const leave = new AbortController();
  const box = el("dialog", { class: "place", "aria-labelledby": "place-title", onclose: () => {
    leave.abort();
    box.remove();
  } },
  el("div", { class: "place-head" }, el("h2", { id: "place-title" }, `Page ${proof.source_page}`),
    button("Close", () => box.close(), { autofocus: true })), text);
  box.addEventListener("click", (event) => event.target === box && box.close());
  document.body.append(box);
  box.showModal();
  try {
    const { data } = await blocks(sessionId, proof.source_page, leave.signal);
    text.replaceChildren(...(data?.blocks ?? []).map((block) => blockOf(block, proof)));
    const mark = text.querySelector("mark") ?? text.querySelector(".here");
    if (!mark) text.prepend(el("p", { class: "soft" }, "The quote reads:"), quoteOf(proof));
    mark?.scrollIntoView({ block: "center" });
  } catch (error) {
    if (!leave.signal.aborted) text.replaceChildren(quoteOf(proof), troublePanel(error));
  }
}

/** `proof`: {block_id, source_page, quote} and, where known, {start, end}. */
export function placeButton(sessionId, proof) {
  return button("See the place in the text", () => open(sessionId, proof), { class: "quiet see" });
}
