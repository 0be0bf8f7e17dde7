// The coverage report for the owner, beside the source: which concepts and passages are asked about and which are not.

import { coverage, session } from "../http/api.js";
import { ownerWays } from "../classes/ways.js";
import { draw, h } from "../frame/draw.js";
import { el, title } from "../frame/elements.js";
import { t, tn } from "../frame/language.js";
import { desk, sourceOf } from "../documents/desk.js";
import { sleep } from "../http/sleep.js";

const asked = (one) => one.items + one.flashcards > 0;

async function load(id, signal) {
  for (;;) {
    const { data, retryMs } = await coverage(id, signal);
    if (data) return data;
    await sleep(Math.max(250, retryMs ?? 1000), signal);
  }
}

function meter(name, share, found, said) {
  const id = `share-${name}`;
  return h("div", { class: "meter" }, h("p", { id },
    h("strong", {}, `${Math.round(share * 100)} %`), ` ${said({ n: found.filter(asked).length, of: found.length })}`), h("progress", { max: "1", value: share, "aria-labelledby": id }));
}

function counted(one) {
  const words = [one.items && tn(one.items, "{n} question", "{n} questions"), one.flashcards && tn(one.flashcards, "{n} card", "{n} cards")].filter(Boolean).join(", ");
  return h("span", { class: `badge ${asked(one) ? "good" : "warn"}` }, h("span", { "aria-hidden": "true" }, asked(one) ? "✓ " : "! "), words || t("Not asked"));
}

const RELEVANCE = { High: () => t("High relevance"), Medium: () => t("Medium relevance"), Low: () => t("Low relevance") };

function concept(one) {
  return h("li", {}, h("span", { class: "line-text", dir: "auto" }, one.concept),
    h("span", { class: "line-facts" }, RELEVANCE[one.relevance]?.() ?? "", counted(one)));
}

/** @param {Api["SessionState"]} state */
function blockRow(state, one, signal) {
  const proof = { block_id: one.block_id, document_sha256: one.document_sha256, source_page: one.source_page, quote: "" };
  return h("li", { class: "block-row" },
    h("div", { class: "line-text" }, h("p", { dir: "auto" }, one.excerpt), h("p", { class: "source" }, sourceOf(state, proof, signal))),
    h("span", { class: "line-facts" }, tn(one.words, "{n} word", "{n} words"), counted(one)));
}

/** Those that are not asked first, since they are what one looks for; the others folded up. */
function part(heading, none, found, row) {
  const [open, done] = [found.filter((one) => !asked(one)), found.filter(asked)];
  return h("section", {}, h("h2", {}, heading),
    open.length ? h("ul", { class: "lines" }, open.map(row)) : h("p", { class: "soft" }, none),
    done.length > 0 && h("details", { class: "more" }, h("summary", {}, t("Asked ({n})", { n: done.length })), h("ul", { class: "lines" }, done.map(row))));
}

export async function coverageView(place, id, signal) {
  place.classList.add("owners");
  const { work, source } = desk(place, signal);
  const body = el("div", {});
  work.append(ownerWays(id, "coverage"), title(t("Coverage")), body);
  const [{ data: state }, found] = await Promise.all([session(id, signal), load(id, signal)]);
  draw(body,
    h("div", { class: "card meters" }, meter("concepts", found.concepts_share, found.concepts, (n) => t("of the concepts are asked ({n} of {of})", n)),
      meter("passages", found.blocks_share, found.blocks, (n) => t("of the passages are asked ({n} of {of})", n)),
      h("p", { class: "soft" }, t("Passages are the blocks of the text with 40 words or more. What was refused, deleted or taken back does not count."))),
    part(t("Concepts that are not asked"), found.concepts.length ? t("All of them are asked.") : t("No key concepts were found."), found.concepts, concept),
    part(t("Passages that are not asked"), found.blocks.length ? t("All of them are asked.") : t("The document has no passage of 40 words or more."),
      found.blocks, (one) => blockRow(state, one, signal)));
  source(state);
}
