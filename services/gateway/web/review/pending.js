// Documents that wait for a person: the list on the start page, and how a session tells that it waits.

import { review, reviews } from "../http/api.js";
import { h, live } from "../frame/draw.js";
import { el, link } from "../frame/elements.js";
import { t, tn } from "../frame/language.js";
import { forgotten } from "../sessions/forget.js";
import { documentsOf, nameOf, unit } from "../documents/pagename.js";
import { path } from "../frame/place.js";
import { isLow, measured, pagesNamed, pagesOf } from "./quality.js";

const SHOWN = 5;

/** A document that waits, as a line that leads to its review. */
export function reviewRow(one) {
  const held = one.state === "pending";
  return h("li", { key: `${one.session_id} ${one.document_sha256}` },
    h("div", { class: "line-text" },
      h("a", { href: path("review", one.session_id, one.document_sha256), dir: "auto" }, one.filename),
      h("p", { class: "soft" }, held ? one.detail : t("Left out: {pages}", { pages: pagesNamed(one.pages) }))),
    h("span", { class: "line-facts" }, h("span", { class: "badge warn" }, held ? t("Waits for review") : tn(one.pages.length, "{n} page left out", "{n} pages left out"))));
}

/** Fills `place` with the documents that wait, those that are held first, and shows it; without any it stays hidden. */
export async function pendingReviews(place, signal) {
  let found;
  try {
    found = (await reviews(signal)).data?.reviews ?? [];
  } catch (error) {
    if (signal.aborted || error.status === 401) throw error;
    return; // The list below tells of the house's trouble; without this one the start page still works.
  }
  const waiting = found.filter((one) => !forgotten.has(one.session_id))
    .sort((one, other) => Number(other.state === "pending") - Number(one.state === "pending"));
  if (!waiting.length) return;
  const view = live(place, { shown: SHOWN }, ({ shown }) => [h("h2", {}, t("Waiting for you")), h("ul", { class: "lines" }, waiting.slice(0, shown).map(reviewRow)),
    waiting.length > shown && h("button", { type: "button", class: "quiet", onclick: () => view.set({ shown: waiting.length }) }, t("Show {n} more", { n: waiting.length - shown }))]);
  place.hidden = false;
}

/**
 * The panel of a session that waits: the sentence, the pages with their numbers, and the way to its review.
 * @param {Api["SessionState"]} state
 */
export async function pendingPanel(state, signal) {
  const found = await review(state.session_id, null, signal).then(({ data }) => data, (error) => {
    if (signal.aborted || error.status === 401) throw error;
    return null; // The sentence and the link are worth showing without the numbers.
  });
  const problem = state.error ?? found?.problem;
  const doc = documentsOf(state).find((one) => one.sha256 === found?.document_sha256) ?? documentsOf(state)[0];
  const low = (found ? pagesOf(found) : []).filter(isLow);
  return el("section", { class: "card attention" },
    el("h2", {}, problem?.title ?? t("This document waits for a person")),
    documentsOf(state).length > 1 && el("p", { dir: "auto" }, el("strong", {}, nameOf(doc))),
    el("p", {}, problem?.detail ?? t("Nothing is made from it before somebody has looked at it.")),
    low.length > 0 && el("ul", { class: "low-pages" }, low.slice(0, SHOWN).map((page) => el("li", {},
      el("strong", {}, t("Page {n}", { n: page.page })), `: ${measured(page, found?.recognition ?? {})}`))),
    low.length > SHOWN && el("p", { class: "soft" }, tn(low.length - SHOWN, "and {n} more page", "and {n} more pages")),
    problem?.action && el("p", { class: "helps" }, el("strong", {}, t("What helps: ")), problem.action),
    el("div", { class: "actions" },
      link(t("Review"), path("review", state.session_id, ...(found ? [found.document_sha256] : [])), { class: "button primary" })));
}

/**
 * For a session that went on without some pages of its documents: which, and the way to their review.
 * @param {Api["SessionState"]} state
 */
export function leftOut(state) {
  const several = documentsOf(state).length > 1;
  const named = (doc) => several && el("strong", {}, el("bdi", {}, nameOf(doc)), ": ");
  const there = (doc, word) => link(word, path("review", state.session_id, doc.sha256));
  const pages = documentsOf(state).filter((doc) => doc.left_out?.length).map((doc) => el("p", { class: "card attention" }, named(doc),
    tn(doc.left_out.length, "{n} page was left out, because it could not be read well enough ({pages}).", "{n} pages were left out, because they could not be read well enough ({pages}).", { pages: pagesNamed(doc.left_out, unit(doc)) }), " ",
    there(doc, doc.left_out.length === 1 ? t("Review it") : t("Review them"))));
  const lines = documentsOf(state).filter((doc) => doc.unsure_lines > 0).map((doc) => el("p", { class: "soft" }, named(doc),
    tn(doc.unsure_lines, "{n} line of the scan has words that were not read surely; their sentences are left out.", "{n} lines of the scan have words that were not read surely; their sentences are left out."), " ",
    there(doc, t("Look at them"))));
  return [...pages, ...lines];
}
