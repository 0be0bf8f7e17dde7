// How well a page was read, in words: a number never stands without what it had to be, a colour never without a sign.

import { t, tn } from "../frame/language.js";
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

const PAGES = {
  page: (n, named) => tn(n, "page {named}", "pages {named}", { named }), slide: (n, named) => tn(n, "slide {named}", "slides {named}", { named }),
  section: (n, named) => tn(n, "section {named}", "sections {named}", { named }), passage: (n, named) => tn(n, "passage {named}", "passages {named}", { named }),
};

/** "pages 2, 3 and 9": at most eight by number. `word` is what they are called, as `unit` says it. */
export function pagesNamed(numbers, word = "page") {
  const named = numbers.slice(0, 8).map(String);
  const more = numbers.length - named.length;
  const last = more ? t("{n} more", { n: more }) : named.pop();
  return PAGES[word](numbers.length, named.length ? `${named.join(", ")} ${t("and")} ${last}` : last);
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
  ok: () => ["good", "✓", t("Read well")],
  low: () => ["warn", "!", t("Read badly")],
  failed: () => ["bad", "✗", t("Not read")],
  blank: () => ["", "–", t("Blank")],
};

/** [tone, sign, word] of a page. */
export function verdictOf(page) {
  if (page.corrected) return ["good", "✎", t("Corrected")];
  if (isUnsure(page)) return ["warn", "!", tn(page.unsure_lines, "{n} line not read surely", "{n} lines not read surely")];
  return page.accepted ? ["good", "✓", t("Counts as it was recognised")] : VERDICTS[page.verdict]?.() ?? ["", "?", page.verdict];
}

/** The page's numbers beside what they must reach; `least` has the limits (a Recognition). */
export function measured(page, least) {
  if (!known(page.confidence) && !known(page.coverage)) return page.reason || t("not measured");
  return [
    known(page.confidence) && t("confidence {percent} (at least {least})", { percent: percent(page.confidence), least: percent(least.least_confidence) }),
    known(page.coverage) && t("{percent} of the print read (at least {least})", { percent: covered(page.coverage), least: covered(least.least_coverage) }),
  ].filter(Boolean).join(", ");
}
