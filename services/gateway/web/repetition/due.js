// Reviews: what is due of all documents, one at a time: the question, its answer, and how well one knew it.

import { session } from "../http/api.js";
import { waits } from "../items/cards.js";
import { due, forecast, maybe, rate } from "../http/learnerapi.js";
import { sessionName } from "../documents/documents.js";
import { announce, busy, button, el, plural, title } from "../frame/elements.js";
import { forecastChart } from "./forecast.js";
import { newId } from "../http/ids.js";
import { kindOf } from "../kinds/kinds.js";
import { sourceOf } from "../documents/desk.js";
import { quoteOf } from "../documents/passage.js";
import { redraw } from "../frame/redraw.js";
import { OF_REVIEWS, sayButton } from "../tutor/handing.js";
import { sleep } from "../http/sleep.js";
import { troublePanel } from "../frame/trouble.js";

const AT_ONCE = 20;
const DAYS = 14;
const PATIENCE = 10;
const RATINGS = [
  ["again", "Again", "not known"],
  ["hard", "Hard", "with effort"],
  ["good", "Good", "known"],
  ["easy", "Easy", "at once"],
];

/** Options and prompts of an item: without them its question could not be answered. */
function offered(card) {
  const list = (found) => el("ul", { class: "offered" }, found.map((one) => el("li", { dir: "auto" }, one.text)));
  return [card.prompts?.length > 0 && list(card.prompts), card.options?.length > 0 && list(card.options)];
}

export async function dueView(place, signal) {
  const count = el("p", { class: "soft", role: "status" });
  const stage = el("section", {});
  const chart = el("section", { class: "card" });
  const sessions = new Map();
  const rated = new Map();
  let waiting = [];
  let total = 0;
  let fresh = 0;
  let held = 0;
  let turned = false;
  place.append(title("Reviews"), count, stage, chart);
  place.addEventListener("keydown", onkeydown);
  document.addEventListener("keydown", (event) => event.target === document.body && onkeydown(event), { signal });

  function onkeydown(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || document.querySelector("dialog[open]")) return;
    const at = ["1", "2", "3", "4"].indexOf(event.key);
    if (at >= 0 && turned) stage.querySelector(`[data-rating="${RATINGS[at][0]}"]`)?.click();
  }

  /** The session of a card, for the names of its documents. */
  function sessionOf(id) {
    if (!sessions.has(id)) sessions.set(id, session(id, signal).then(({ data }) => data, () => null));
    return sessions.get(id);
  }

  /** What is due. A rating is taken before it counts: what was rated just now is left out while it still stands there. */
  async function load() {
    /** @type {any} */
    let found = null;
    for (let tries = 0; tries < PATIENCE; tries += 1) {
      found = await maybe(due(AT_ONCE, signal));
      waiting = (found?.due ?? []).filter((one) => rated.get(one.card_id) !== one.due);
      if (waiting.length || !found?.due.length) break;
      await sleep(500, signal);
    }
    held = found?.waiting ?? 0;
    total = waiting.length ? found.total : 0;
    fresh = waiting.length ? found.new : 0;
    await foresee();
  }

  async function foresee() {
    const days = await maybe(forecast(DAYS, signal));
    redraw(chart, days, () => days && forecastChart(days));
    chart.hidden = !days;
  }

  function counted() {
    count.textContent = total ? `${plural(total, "review")} due${fresh ? `, ${fresh} of them new` : ""}.` : "Nothing is due.";
    if (held) count.append(` ${waits(held)}`);
  }

  async function onward() {
    turned = false;
    if (!waiting.length) await load();
    counted();
    if (!waiting.length) {
      stage.replaceChildren(el("div", { class: "card" }, el("p", {}, "You are done for now. Cards and questions come back here when it is time to recall them.")));
      return;
    }
    await draw(waiting[0]);
  }

  async function draw(card) {
    const state = await sessionOf(card.session_id);
    if (signal.aborted) return;
    const back = el("div", { class: "back-side", hidden: true },
      el("h3", {}, "Answer"), el("p", { class: "face", dir: "auto" }, card.answer), quoteOf(card.proof),
      state && el("p", { class: "source" }, sourceOf(state, card.proof, signal)));
    const said = el("div", {});
    const key = newId();
    const rates = el("div", { class: "ratings", role: "group", "aria-label": "How well did you know it?", hidden: true }, RATINGS.map(([rating, word, meaning], at) => {
      const control = button([el("span", {}, word), el("span", { class: "soft" }, `${at + 1} · ${meaning}`)], () => give(control, rating), { "data-rating": rating, "aria-keyshortcuts": String(at + 1) });
      return control;
    }));
    const reveal = button("Show the answer", () => {
      turned = true;
      back.hidden = false;
      rates.hidden = false;
      reveal.hidden = true;
      announce(`Answer: ${card.answer}`);
      rates.querySelector("[data-rating=good]").focus();
    }, { class: "primary" });
    stage.replaceChildren(el("article", { class: "card due" },
      el("p", { class: "item-facts soft" }, el("span", { class: "badge" }, card.kind === "card" ? "Card" : kindOf(card.type).name),
        el("bdi", {}, state?.doc_meta.title || state?.doc_meta.filename || ""), card.state === "new" ? "new" : plural(card.reviews, "review")),
      el("h2", { class: "face", dir: "auto" }, card.question), offered(card), back, said,
      el("div", { class: "actions" }, reveal), rates),
    state && el("div", { class: "actions as-tasks" }, sayButton(card.session_id, OF_REVIEWS),
      el("span", { class: "soft" }, "Those of ", el("bdi", {}, sessionName(state)), ".")));
    reveal.focus({ preventScroll: true });

    async function give(control, rating) {
      await busy(control, async () => {
        try {
          await rate(card.card_id, card.session_id, rating, `${key}-${rating}`);
        } catch (error) {
          said.replaceChildren(troublePanel(error));
          return;
        }
        rated.set(card.card_id, card.due);
        waiting.shift();
        total = Math.max(0, total - 1);
        fresh = Math.max(0, fresh - (card.state === "new" ? 1 : 0));
        if (waiting.length) foresee().catch(() => {}); // A forecast that is late is no reason to stop.
        await onward();
      });
    }
  }

  await onward();
}
