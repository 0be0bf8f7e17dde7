// Documents that wait for a person: the list on the start page, and how a session tells that it waits.

import { review, reviews } from "../http/api.js";
import { button, el, link, plural } from "../frame/elements.js";
import { forgotten } from "../sessions/forget.js";
import { documentsOf, nameOf, unit } from "../documents/pagename.js";
import { path } from "../frame/place.js";
import { isLow, measured, pagesNamed, pagesOf } from "./quality.js";

const SHOWN = 5;

function row(one) {
  const held = one.state === "pending";
  return el("li", {},
    el("div", { class: "line-text" },
      link(one.filename, path("review", one.session_id, one.document_sha256), { dir: "auto" }),
      el("p", { class: "soft" }, held ? one.detail : `Left out: ${pagesNamed(one.pages)}`)),
    el("span", { class: "line-facts" }, el("span", { class: "badge warn" }, held ? "Waits for review" : `${plural(one.pages.length, "page")} left out`)));
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
  const list = el("ul", { class: "lines" }, waiting.slice(0, SHOWN).map(row));
  const rest = waiting.slice(SHOWN);
  const more = rest.length > 0 && button(`Show ${rest.length} more`, () => {
    list.append(...rest.map(row));
    more.remove();
  }, { class: "quiet" });
  place.append(...[el("h2", {}, "Waiting for you"), list, more].filter(Boolean));
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
    el("h2", {}, problem?.title ?? "This document waits for a person"),
    documentsOf(state).length > 1 && el("p", { dir: "auto" }, el("strong", {}, nameOf(doc))),
    el("p", {}, problem?.detail ?? "Nothing is made from it before somebody has looked at it."),
    low.length > 0 && el("ul", { class: "low-pages" }, low.slice(0, SHOWN).map((page) => el("li", {},
      el("strong", {}, `Page ${page.page}`), `: ${measured(page, found?.recognition ?? {})}`))),
    low.length > SHOWN && el("p", { class: "soft" }, `and ${plural(low.length - SHOWN, "more page", "more pages")}`),
    problem?.action && el("p", { class: "helps" }, el("strong", {}, "What helps: "), problem.action),
    el("div", { class: "actions" },
      link("Review", path("review", state.session_id, ...(found ? [found.document_sha256] : [])), { class: "button primary" })));
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
    `${plural(doc.left_out.length, unit(doc))} ${doc.left_out.length === 1 ? "was" : "were"} left out, because ${doc.left_out.length === 1 ? "it" : "they"} could not be read well enough (${pagesNamed(doc.left_out, unit(doc))}). `,
    there(doc, doc.left_out.length === 1 ? "Review it" : "Review them")));
  const lines = documentsOf(state).filter((doc) => doc.unsure_lines > 0).map((doc) => el("p", { class: "soft" }, named(doc),
    `${plural(doc.unsure_lines, "line")} of the scan ${doc.unsure_lines === 1 ? "has" : "have"} words that were not read surely; their sentences are left out. `,
    there(doc, "Look at them")));
  return [...pages, ...lines];
}
