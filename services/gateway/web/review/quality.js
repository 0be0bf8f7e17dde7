// How well a page was read, in words: a number never stands without what it had to be, a colour never without a sign.

import { wasSaved } from "./retyped.js";

const known = (value) => value !== null && value !== undefined;

/** A confidence in percent as the page writes it. Pure. */
export function percent(value) {
  return known(value) ? `${Math.round(value)} %` : "–";
}

/** A coverage, 0 to 1, as percent. Pure. */
export function covered(value) {
  return known(value) ? percent(value * 100) : "–";
}

/** "pages 2, 3 and 9": at most eight by number. Pure. */
export function pagesNamed(numbers, word = "page") {
  const named = numbers.slice(0, 8).map(String);
  const more = numbers.length - named.length;
  const last = more ? `${more} more` : named.pop();
  return `${word}${numbers.length === 1 ? "" : "s"} ${named.length ? `${named.join(", ")} and ` : ""}${last}`;
}

/** The page needs a person: it was read too badly, or not at all. */
export function isLow(page) {
  return !page.corrected && !page.accepted && (page.verdict === "low" || page.verdict === "failed");
}

/**
 * The pages of a review; those that were set right since it was read, as its history or this page knows, are marked.
 * @param {Api["ReviewView"]} view
 */
export function pagesOf(view) {
  const done = new Set((view.history ?? []).filter((one) => one.action === "corrected").map((one) => one.page));
  return (view.recognition?.pages ?? []).map((page) =>
    (done.has(page.page) || wasSaved(view.session_id, view.document_sha256, page.page) ? { ...page, corrected: true } : page));
}

/** Some of its lines were not read surely, and their sentences are left out. */
export function isUnsure(page) {
  return !page.corrected && !page.accepted && (page.unsure_lines ?? 0) > 0;
}

const VERDICTS = {
  ok: ["good", "✓", "Read well"],
  low: ["warn", "!", "Read badly"],
  failed: ["bad", "✗", "Not read"],
  blank: ["", "–", "Blank"],
};

/** [tone, sign, word] of a page. */
export function verdictOf(page) {
  if (page.corrected) return ["good", "✎", "Corrected"];
  if (isUnsure(page)) return ["warn", "!", `${page.unsure_lines} ${page.unsure_lines === 1 ? "line" : "lines"} not read surely`];
  return page.accepted ? ["good", "✓", "Counts as it was recognised"] : VERDICTS[page.verdict] ?? ["", "?", page.verdict];
}

/** The page's numbers beside what they must reach; `least` has the limits (a Recognition). */
export function measured(page, least) {
  if (!known(page.confidence) && !known(page.coverage)) return page.reason || "not measured";
  return [
    known(page.confidence) && `confidence ${percent(page.confidence)} (at least ${percent(least.least_confidence)})`,
    known(page.coverage) && `${covered(page.coverage)} of the ink read (at least ${covered(least.least_coverage)})`,
  ].filter(Boolean).join(", ");
}
