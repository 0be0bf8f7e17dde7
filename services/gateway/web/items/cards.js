// The cards of a course as a deck, beside the page that proves them.

import { flashcards, session } from "../http/api.js";
import { el, link, title } from "../frame/elements.js";
import { h } from "../frame/draw.js";
import { t, tn } from "../frame/language.js";
import { desk, sourceOf } from "../documents/desk.js";
import { documentOf } from "../documents/pagename.js";
import { path } from "../frame/place.js";
import { sleep } from "../http/sleep.js";
import { deck } from "../repetition/deck.js";

async function load(id, signal) {
  for (;;) {
    const found = await flashcards(id, signal);
    if (found.data) return found.data;
    await sleep(Math.max(250, found.retryMs ?? 1000), signal);
  }
}

/** Why some cards are not there yet. */
export const waits = (count) => tn(count, "{n} card waits until you have answered its question.", "{n} cards wait until you have answered their questions.");

export async function cardsView(place, id, signal) {
  const [{ flashcards: cards, waiting }, { data: state }] = await Promise.all([load(id, signal), session(id, signal)]);
  const { work, cover, light } = desk(place, signal);
  work.append(title(t("Flashcards")));
  if (waiting) work.append(el("p", { class: "soft waits" }, waits(waiting)));
  if (!cards.length) {
    if (!waiting) work.append(el("p", {}, t("There are no flashcards for this document.")), el("p", {}, link(t("To the course"), path("s", id))));
    return;
  }
  const name = `pensum.card.${id}`;
  const by = new Map(cards.map((one) => [one.card_id, one]));
  const { node, focus } = deck(cards.map((one) => ({ id: one.card_id, session: id, question: one.question, answer: one.answer, language: documentOf(state, one).language ?? "" })), {
    at: Math.min(Number(sessionStorage.getItem(name)) || 0, cards.length - 1),
    wheel: true,
    moved: (at) => sessionStorage.setItem(name, String(at)),
    asked: () => cover(state, t("Recall it first. Then the page opens here.")),
    turned: (card) => light(state, /** @type {any} */ (by.get(card.id))),
    below: (card) => h("p", { class: "source" }, sourceOf(state, /** @type {any} */ (by.get(card.id)), signal)),
    over: ({ again, hard, good, easy }, more) => [
      h("h2", {}, t("That was the last card")),
      h("p", {}, t("{known} known, {not} not yet.", { known: good + easy, not: again + hard })),
      h("div", { class: "actions" },
        again + hard > 0 && h("button", { type: "button", class: "primary", onclick: () => more(true) }, t("Those not known once more")),
        h("button", { type: "button", class: again + hard > 0 ? null : "primary", onclick: () => more(false) }, t("From the beginning")),
        h("a", { class: "button quiet", href: path("s", id) }, t("To the course")))],
  }, signal);
  work.append(node);
  focus(); // So that Enter turns it at once; the router leaves the focus where a view put it.
}
