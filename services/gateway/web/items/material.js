// An item or a card as its owner sees it, in one shape: what it is called, its key in words, how it stands.

import { card as cardOf, item, items } from "../http/api.js";
import { el } from "../frame/elements.js";
import { folded } from "../frame/folding.js";
import { t } from "../frame/language.js";
import { kindOf } from "../kinds/kinds.js";
import { sleep } from "../http/sleep.js";

const STATES = {
  live: () => ["good", t("In use")],
  approved: () => ["good", t("Approved")],
  deleted: () => ["", t("Deleted")],
  retracted: () => ["warn", t("Taken back")],
  replaced: () => ["", t("Replaced")],
};
const HARD = { EASY: () => t("easy"), MEDIUM: () => t("medium"), HARD: () => t("hard") };

/** How hard it is, in a word. */
export const hardness = (value) => HARD[value?.toUpperCase()]?.() ?? value?.toLowerCase() ?? "";

function made(kind, body, found) {
  return {
    kind, body, id: kind === "items" ? body.item_id : body.card_id,
    accepted: found.accepted, reasons: found.reasons ?? [], state: found.state ?? "live", revision: found.revision ?? 1,
  };
}

const question = (found) => made("items", found.item, found);
const card = (found) => made("flashcards", found.flashcard, found);

/** Everything written for a session, page by page; waits while nothing is written yet. */
export async function material(id, signal) {
  const questions = [];
  const cards = [];
  for (;;) {
    const { data, retryMs } = await items(id, questions.length, signal);
    if (!data) {
      await sleep(Math.max(250, retryMs ?? 1000), signal);
      continue;
    }
    questions.push(...data.items.map(question));
    cards.push(...data.flashcards.map(card));
    if (!data.items.length || questions.length >= data.total) return [...questions, ...cards];
  }
}

/** One of them. */
export async function piece(id, kind, which, signal) {
  if (kind === "items") return question((await item(id, which, signal)).data);
  return card((await cardOf(id, which, signal)).data);
}

/** Where it stands, for the filter: "used", "refused", "waiting" or "gone". Pure. */
export function standingOf(one) {
  if (one.state !== "live" && one.state !== "approved") return "gone";
  if (one.accepted === null || one.accepted === undefined) return "waiting";
  return one.accepted ? "used" : "refused";
}

function badgeOf(one) {
  const standing = standingOf(one);
  if (standing === "refused") return ["bad", t("Refused")];
  if (standing === "waiting") return ["", t("Not checked yet")];
  return STATES[one.state]?.() ?? ["", one.state];
}

export function originName({ author, name, version }) {
  if (author === "owner") return t("Written by hand");
  if (author === "offline") return t("Offline author");
  return author === "model" ? t("Model {name}", { name }) : `${name || author} ${version}`.trim();
}

/** How it stands, what kind it is, who wrote it, about what. */
export function facts(one) {
  const [tone, word] = badgeOf(one);
  const { body } = one;
  const more = [
    one.kind === "items" ? kindOf(body.type).name : t("Card"), hardness(body.difficulty), body.concept, originName(body.origin),
    one.revision > 1 && t("text {n}", { n: one.revision }),
  ].filter(Boolean).join(" · ");
  return el("p", { class: "item-facts" }, el("span", { class: `badge ${tone}` }, word), el("span", { class: "soft", dir: "auto" }, more));
}

export function asked(body) {
  return body.statement && !body.question.includes(body.statement) ? `${body.question} ${body.statement}` : body.question;
}

/** The key in words, as a list of its parts; of a card its back. Pure. */
export function keyOf(body) {
  return body.type ? kindOf(body.type).keyOf(body) : [body.answer];
}

/** Reasons for which it does not hold up, as a list; null without any. */
export function reasonList(reasons) {
  return reasons?.length > 0 && el("ul", { class: "reasons" }, reasons.map((one) => el("li", { dir: "auto" }, folded(one.sentence))));
}

/** Why it was refused, headed; nothing where it was not. */
export function refusalOf(one) {
  return one.reasons.length > 0 && el("div", { class: "refusal" }, el("strong", {}, t("Refused because")), reasonList(one.reasons));
}
