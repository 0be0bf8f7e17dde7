// Flashcards: one at a time, turned by a press; the back shows the answer and where it stands.

import { flashcards, session } from "../http/api.js";
import { announce, button, el, link, title } from "../frame/elements.js";
import { sourceOf } from "../documents/desk.js";
import { path } from "../frame/place.js";
import { sleep } from "../http/sleep.js";

async function load(id, signal) {
  for (;;) {
    const found = await flashcards(id, signal);
    if (found.data) return found.data;
    await sleep(Math.max(250, found.retryMs ?? 1000), signal);
  }
}

/** Why some cards are not there yet. Pure. */
export const waits = (count) => (count === 1
  ? "1 card waits until you have answered its question."
  : `${count} cards wait until you have answered their questions.`);

export async function cardsView(place, id, signal) {
  const [{ flashcards: cards, waiting }, { data: state }] = await Promise.all([load(id, signal), session(id, signal)]);
  place.append(link("Back to the document", path("s", id), { class: "back" }), title("Flashcards"));
  if (waiting) place.append(el("p", { class: "soft waits" }, waits(waiting)));
  if (!cards.length) {
    if (!waiting) place.append(el("p", {}, "There are no flashcards for this document."));
    return;
  }
  const name = `pensum.card.${id}`;
  let at = Math.min(Number(sessionStorage.getItem(name)) || 0, cards.length - 1);
  let turned = false;
  const count = el("p", { class: "soft", "aria-live": "polite" });
  const card = el("button", { type: "button", class: "flip", onclick: turn });
  const below = el("p", { class: "source" });
  place.append(count, card, below, el("div", { class: "actions spread" },
    button("Previous card", () => go(-1)), button("Next card", () => go(1), { class: "primary" })));
  place.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowLeft") go(-1);
    if (event.key === "ArrowRight") go(1);
  });

  function turn() {
    turned = !turned;
    draw();
    announce(turned ? `Answer: ${cards[at].answer}` : `Question: ${cards[at].question}`);
  }

  function go(step) {
    at = (at + step + cards.length) % cards.length;
    sessionStorage.setItem(name, String(at));
    turned = false;
    draw();
  }

  function draw() {
    const one = cards[at];
    count.textContent = `Card ${at + 1} of ${cards.length}`;
    card.classList.toggle("turned", turned);
    card.replaceChildren(
      el("span", { class: "side" }, turned ? "Answer" : "Question"),
      el("span", { class: "face", dir: "auto" }, turned ? one.answer : one.question),
      el("span", { class: "side" }, turned ? "Turn back" : "Turn over"));
    below.replaceChildren(...(turned ? sourceOf(state, one, signal) : []));
  }
  draw();
  card.focus({ preventScroll: true }); // So that Enter turns it at once; the router leaves the focus where a view put it.
}
