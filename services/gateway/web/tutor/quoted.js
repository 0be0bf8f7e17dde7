// What the tutor says: paragraphs in which each quote is marked as one, with a button beside it that opens its place.

import { el } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { documentOf, documentsOf, nameOf, placeName } from "../documents/pagename.js";
import { placeButton } from "../documents/desk.js";
import { quoteOf } from "../documents/passage.js";

/** With one mark for all quotation marks, since a quote's own are inner ones where it is told; as long as before. */
const alike = (text) => text.replace(/[“”„«»‘’‚‹›']/g, '"');

/** Cuts `text` at the first place of each quote. Returns {pieces: [{text, proof}], rest}: `rest` are quotes that are not in it. Pure. */
function cutQuotes(text, quotes) {
  const found = [];
  const rest = [];
  for (const proof of quotes) {
    const start = proof.quote ? alike(text).indexOf(alike(proof.quote)) : -1;
    const end = start + (proof.quote?.length ?? 0);
    if (start < 0 || found.some((one) => start < one.end && end > one.start)) rest.push(proof);
    else found.push({ start, end, proof });
  }
  const pieces = [];
  let at = 0;
  for (const { start, end, proof } of found.sort((one, other) => one.start - other.start)) {
    if (start > at) pieces.push({ text: text.slice(at, start), proof: null });
    pieces.push({ text: text.slice(start, end), proof });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), proof: null });
  return { pieces, rest };
}

/**
 * "Page 3", of several documents with the document's name.
 * @param {Api["SessionState"]} state
 * @param {import("../documents/pagename.js").Place} proof
 */
function word(state, proof) {
  const doc = documentOf(state, proof);
  return placeName(doc, proof) + (documentsOf(state).length > 1 ? ` · ${nameOf(doc)}` : "");
}

function opener(state, proof, label = word(state, proof)) {
  const control = placeButton(state, proof, label);
  control.setAttribute("aria-label", t("See where: {place}", { place: word(state, proof) }));
  return control;
}

/** What closes a quote, and names its place already where it does: `” (page 3)`. */
const CLOSED = /^(["”“»’']?)(?:\s*\(([^()\n]{0,60}\d[^()\n]{0,60})\))?/;

/**
 * The pieces of a paragraph as elements: after each closed quote the button, in the place of the words that name its place.
 * @param {Api["SessionState"]} state
 */
function drawn(state, pieces) {
  const texts = pieces.map((piece) => piece.text);
  return pieces.map((piece, at) => {
    if (!piece.proof) return texts[at];
    const closed = pieces[at + 1] && !pieces[at + 1].proof ? CLOSED.exec(texts[at + 1]) : null;
    if (closed) texts[at + 1] = texts[at + 1].slice(closed[0].length);
    return [el("q", { class: "quoted" }, piece.text), closed?.[1], " ", opener(state, piece.proof, closed?.[2])];
  });
}

/**
 * The elements of a text with its quotes. A quote that the text does not hold word for word stands below it; with `early`
 * below its first paragraph, since behind the question that a text ends with it would look like a hint. `unsure`: places of
 * which no words are told, each a button that opens it.
 */
export function spoken(state, text, quotes = [], early = false, unsure = []) {
  let left = quotes;
  const paragraphs = text.split(/\n{2,}/).map((part) => part.trim()).filter(Boolean).map((part) => {
    const { pieces, rest } = cutQuotes(part, left);
    left = rest;
    return el("p", { class: "spoken", dir: "auto" }, drawn(state, pieces));
  });
  const known = new Set();
  const below = left.filter((proof) => proof.quote && !known.has(proof.quote) && known.add(proof.quote) && !alike(text).includes(alike(proof.quote)));
  const proofs = below.map((proof) => el("div", { class: "below" }, quoteOf(proof), opener(state, proof)));
  const places = unsure.length > 0 && el("p", { class: "spoken" }, unsure.map((place) => opener(state, { ...place, quote: "", unsure: true })));
  return early ? [...paragraphs.slice(0, 1), ...proofs, ...paragraphs.slice(1), places] : [...paragraphs, ...proofs, places];
}
