// Reviews: what is due of all courses, or of one. Due questions are answered in the forms of a quiz and graded by the house;
// due cards are a deck. Below stands what comes on the next days.

import { session } from "../http/api.js";
import { waits } from "../items/cards.js";
import { due, forecast, maybe, practiseDue } from "../http/learnerapi.js";
import { sessionName } from "../documents/documents.js";
import { documentOf } from "../documents/pagename.js";
import { busy, button, el, link, title } from "../frame/elements.js";
import { draw as show, h } from "../frame/draw.js";
import { t, tn } from "../frame/language.js";
import { dueNow } from "../frame/shell.js";
import { forecastChart } from "./forecast.js";
import { deck } from "./deck.js";
import { newId } from "../http/ids.js";
import { onward, parts, path } from "../frame/place.js";
import { desk, sourceOf } from "../documents/desk.js";
import { redraw } from "../frame/redraw.js";
import { OF_REVIEWS, sayButton } from "../tutor/handing.js";
import { sleep } from "../http/sleep.js";
import { troublePanel } from "../frame/trouble.js";

const AT_ONCE = 50;
const DAYS = 14;
const PATIENCE = 10;

export async function dueView(place, signal) {
  const only = parts()[1] ?? null;
  const { work, cover, light } = desk(place, signal);
  const count = el("p", { class: "soft", role: "status" });
  const asked = el("section", { class: "due-questions" });
  const stage = el("section", {});
  const chart = el("section", { class: "card plan" });
  /** @type {Map<string, Api["SessionState"] | null>} */
  const states = new Map();
  /** What was rated just now, with when it was due: a rating is taken before it counts. */
  const rated = new Map();
  work.append(title(t("Reviews")), count, asked, stage, chart);

  async function stateOf(id) {
    if (!states.has(id)) states.set(id, await session(id, signal).then(({ data }) => data, () => null));
    return states.get(id) ?? null;
  }

  /** What is due. What was rated just now is left out while it still stands there. */
  async function load() {
    for (let tries = 0; ; tries += 1) {
      const found = await maybe(due(AT_ONCE, signal, only));
      const fresh = (found?.due ?? []).filter((one) => rated.get(one.card_id) !== one.due);
      if (fresh.length || !found?.due.length || tries >= PATIENCE) return { found, fresh };
      await sleep(500, signal);
    }
  }

  async function foresee() {
    const days = await maybe(forecast(DAYS, signal));
    redraw(chart, days, () => days && forecastChart(days));
    chart.hidden = !days;
  }

  function counted(total, fresh, held) {
    count.textContent = total ? `${tn(total, "{n} review due", "{n} reviews due")}${fresh ? `, ${t("{n} of them new", { n: fresh })}` : ""}.` : t("Nothing is due.");
    if (held) count.append(` ${waits(held)}`);
    if (!only) dueNow(total);
  }

  /** The due questions of a course: they become a quiz, in which the house grades them. */
  function questions(id, state, found, first) {
    const said = el("div", {});
    const go = button(tn(found.length, "Answer {n} question", "Answer {n} questions"), () => busy(go, async () => {
      show(said);
      const on = onward();
      try {
        await practiseDue(id, newId());
        on(path("s", id, "next", state.quizzes.length));
      } catch (error) {
        show(said, troublePanel(error));
      }
    }), { class: first ? "primary" : null });
    return el("article", { class: "card due-set" },
      el("div", {}, el("h2", { dir: "auto" }, sessionName(state)), el("p", { class: "soft", dir: "auto" }, [...new Set(found.map((one) => one.concept).filter(Boolean))].slice(0, 4).join(", "))),
      el("div", { class: "actions" }, go), said);
  }

  async function draw() {
    const { found, fresh } = await load();
    const items = new Map();
    for (const one of fresh.filter((each) => each.kind === "item")) items.set(one.session_id, [...(items.get(one.session_id) ?? []), one]);
    const cards = fresh.filter((one) => one.kind === "card");
    await Promise.all([...new Set(fresh.map((one) => one.session_id))].map(stateOf));
    if (signal.aborted) return;
    const total = fresh.length ? found?.total ?? 0 : 0;
    counted(total, fresh.length ? found?.new ?? 0 : 0, found?.waiting ?? 0);
    const sets = [...items].filter(([id]) => states.get(id));
    show(asked, ...sets.map(([id, all], at) => questions(id, states.get(id), all, at === 0)));
    if (!fresh.length) {
      show(stage, el("div", { class: "card" }, el("p", {}, t("You are done for now. Cards and questions come back here when it is time to recall them.")),
        el("div", { class: "actions" }, link(t("To your library"), "#/", { class: "button" }))));
      return;
    }
    show(stage, ...(cards.length ? [cardDeck(cards, total)] : []));
  }

  function cardDeck(cards, total) {
    const by = new Map(cards.map((one) => [one.card_id, one]));
    const of = (card) => states.get(card.session) ?? null;
    const { node, focus } = deck(cards.map((one) => {
      const state = states.get(one.session_id);
      return { id: one.card_id, session: one.session_id, question: one.question, answer: one.answer, note: state ? sessionName(state) : "",
        language: state ? documentOf(state, one.proof).language ?? "" : "" };
    }), {
      asked: (card) => of(card) && cover(/** @type {any} */ (of(card)), t("Recall it first. Then the page opens here.")),
      turned: (card) => of(card) && light(/** @type {any} */ (of(card)), by.get(card.id).proof),
      below: (card) => of(card) && [h("p", { class: "source" }, sourceOf(/** @type {any} */ (of(card)), by.get(card.id).proof, signal)),
        h("div", { class: "actions as-tasks" }, sayButton(card.session, OF_REVIEWS))],
      rated: (left) => {
        const done = cards.length - Math.min(left, cards.length);
        for (const one of cards.slice(0, done)) rated.set(one.card_id, one.due);
        counted(Math.max(0, total - done), 0, 0);
      },
      over: ({ again, hard, good, easy }) => [
        h("h2", {}, t("You are done for now.")),
        h("p", {}, t("{known} known, {not} not yet.", { known: good + easy, not: again + hard }), " ", t("They come back when it is time to recall them.")),
        h("div", { class: "actions" }, h("button", { type: "button", class: "primary", onclick: () => draw().then(foresee).catch(() => {}) }, t("Is more due?")), h("a", { class: "button quiet", href: "#/" }, t("To your library")))],
    }, signal);
    if (!asked.hasChildNodes()) queueMicrotask(focus);
    return node;
  }

  await Promise.all([draw(), foresee()]);
}
