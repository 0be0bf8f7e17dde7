// A deck of cards: one at a time, turned by a press, rated by a button, a key or a swipe; a rating can be taken back.
//
// A rating is sent when the next one is given, after a while, or when the deck is left: until then it can be undone.

import { rate } from "../http/learnerapi.js";
import { h, live } from "../frame/draw.js";
import { announce } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { newId } from "../http/ids.js";
import { troublePanel } from "../frame/trouble.js";
import { aloudButton } from "./aloud.js";

const SHUFFLED = "pensum.shuffled";
const HELD_MS = 8000;
const SWIPE = 60;
const ratings = () => [
  ["again", t("Again"), t("not known")],
  ["hard", t("Hard"), t("with effort")],
  ["good", t("Good"), t("known")],
  ["easy", t("Easy"), t("at once")],
];

/**
 * A card as the deck sees it.
 * @typedef {{ id: string, session: string, question: string, answer: string, language: string, note?: string }} Card
 */

/** The cards in another order. */
function mixed(cards) {
  const all = [...cards];
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [all[at], all[other]] = [all[other], all[at]];
  }
  return all;
}

/**
 * The deck as an element. `how`: `at`: where to begin; `wheel`: previous and next are there, and it can be shuffled; `moved(at)`,
 * `turned(card)`: it was turned; `asked(card)`: its question is shown; `below(card)`: what stands below a turned card;
 * `over(counts)`: what is shown after the last; `rated()`: something was rated.
 * @param {Card[]} cards
 * @param {{ at?: number, wheel?: boolean, moved?: (at: number) => void, turned?: (card: Card) => void, asked?: (card: Card) => void,
 *   below?: (card: Card) => any, over: (counts: Record<string, number>, again: (only: boolean) => void) => any, rated?: (left: number) => void }} how
 * @param {AbortSignal} signal
 */
export function deck(cards, how, signal) {
  const node = document.createElement("section");
  node.className = "deck";
  const shuffled = Boolean(how.wheel) && localStorage.getItem(SHUFFLED) === "yes";
  /** @type {{ order: Card[], at: number, turned: boolean, shuffled: boolean, given: { card: Card, rating: string, at: number }[], said: any, step: number }} */
  const first = { order: shuffled ? mixed(cards) : cards, at: shuffled ? 0 : how.at ?? 0, turned: false, shuffled, given: [], said: null, step: 0 };
  /** What was rated and is not sent yet. @type {{ card: Card, rating: string, key: string } | null} */
  let held = null;
  /** @type {number | undefined} */
  let timer;
  const { control: aloud, look } = aloudButton(() => {
    const one = now();
    return { text: board.state.turned ? one?.answer ?? "" : one?.question ?? "", language: one?.language ?? "" };
  }, signal);
  /** @type {{ x: number, y: number } | null} */
  let from = null;
  const board = live(node, first, drawn);
  if (now()) how.asked?.(/** @type {Card} */ (now()));
  look();
  document.addEventListener("keydown", onkeydown, { signal });
  signal.addEventListener("abort", () => send());
  window.addEventListener("pagehide", () => send(true), { signal });

  function now() {
    return /** @type {Card | undefined} */ (board.state.order[board.state.at]);
  }

  /** Sends what is held. */
  async function send(leaving = false) {
    clearTimeout(timer);
    const one = held;
    held = null;
    if (!one) return;
    try {
      await rate(one.card.id, one.card.session, /** @type {any} */ (one.rating), one.key, leaving);
    } catch (error) {
      if (!signal.aborted) board.set({ said: troublePanel(error) });
    }
  }

  function give(rating) {
    const one = now();
    const { turned, given, order, at } = board.state;
    if (!one || !turned) return;
    send();
    held = { card: one, rating, key: newId() };
    timer = setTimeout(send, HELD_MS);
    board.set({ given: [...given, { card: one, rating, at }], said: null, order: rating === "again" ? [...order, one] : order });
    board.now();
    announce(ratings().find(([name]) => name === rating)?.[1] ?? "");
    go(at + 1);
    how.rated?.(board.state.order.length - board.state.at);
  }

  /** Takes the last rating back; one that was sent already stays, and is given anew. */
  function undo() {
    const last = board.state.given.at(-1);
    if (!last) return;
    if (held?.card === last.card) {
      clearTimeout(timer);
      held = null;
    }
    const { order } = board.state;
    board.set({ given: board.state.given.slice(0, -1), order: last.rating === "again" ? order.slice(0, -1) : order });
    board.now();
    go(last.at);
    turn();
    how.rated?.(board.state.order.length - board.state.at);
    announce(t("Taken back"));
  }

  function turn() {
    const one = now();
    if (!one) return;
    board.set({ turned: !board.state.turned, step: board.state.step + 1 });
    board.now();
    announce(board.state.turned ? t("Answer: {text}", { text: one.answer }) : t("Question: {text}", { text: one.question }));
    look();
    if (board.state.turned) how.turned?.(one);
    focus();
  }

  function go(to) {
    board.set({ at: to, turned: false, step: board.state.step + 1 });
    board.now();
    how.moved?.(to);
    const one = now();
    if (one) how.asked?.(one);
    else send();
    look();
    focus();
  }

  /** To the card before or after, around the ends. */
  function pass(by) {
    const { at, order } = board.state;
    if (order.length) go((at + by + order.length) % order.length);
  }

  function shuffle() {
    const on = !board.state.shuffled;
    localStorage.setItem(SHUFFLED, on ? "yes" : "no");
    board.set({ shuffled: on, order: on ? mixed(cards) : cards, given: [] });
    board.now();
    go(0);
    announce(on ? t("Shuffled") : t("In order"));
  }

  /** Once more: those that were not known, or all. */
  function again(only) {
    const missed = new Set(board.state.given.filter((one) => one.rating === "again" || one.rating === "hard").map((one) => one.card));
    const all = only ? cards.filter((one) => missed.has(one)) : cards;
    board.set({ order: board.state.shuffled ? mixed(all) : all, given: [] });
    board.now();
    go(0);
  }

  function focus() {
    /** @type {HTMLElement | null} */ (node.querySelector(".flip") ?? node.querySelector(".deck-over button, .deck-over a"))?.focus({ preventScroll: true });
  }

  function onkeydown(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || document.querySelector("dialog[open]")) return;
    if (event.target !== document.body && !node.contains(event.target)) return;
    const rating = ratings()[["1", "2", "3", "4"].indexOf(event.key)];
    if (rating && board.state.turned) give(rating[0]);
    else if (event.key === "ArrowLeft" && how.wheel) pass(-1);
    else if (event.key === "ArrowRight" && how.wheel) pass(1);
    else if (event.key === "u" || event.key === "z") undo();
    else if (event.key === " " && event.target === document.body) turn();
    else return;
    event.preventDefault();
  }

  /** A swipe: before the card is turned to the next or the one before; after it to the left not known, to the right known. */
  function swiped(event) {
    if (!from) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    from = null;
    if (Math.abs(x) < SWIPE || Math.abs(y) > Math.abs(x)) return;
    event.currentTarget.dataset.swiped = "yes";
    if (board.state.turned) give(x < 0 ? "again" : "good");
    else if (how.wheel) pass(x < 0 ? 1 : -1);
    else turn();
  }

  function face(one, state) {
    return h("button", { key: `card ${state.step}`, type: "button", class: `flip${state.turned ? " turned" : ""}`, "data-card": one.id,
      onclick: (event) => {
        if (event.currentTarget.dataset.swiped) delete event.currentTarget.dataset.swiped;
        else turn();
      },
      onpointerdown: (event) => (from = { x: event.clientX, y: event.clientY }), onpointerup: swiped, onpointercancel: () => (from = null) },
    h("span", { class: "side" }, state.turned ? t("Answer") : t("Question"), one.note && !state.turned && ` · ${one.note}`),
    state.turned && h("span", { class: "asked", dir: "auto" }, one.question),
    h("span", { class: "face", dir: "auto", lang: one.language || null }, state.turned ? one.answer : one.question),
    h("span", { class: "side" }, state.turned ? t("Turn back") : t("Turn over")));
  }

  function rates(state) {
    return h("div", { key: "rates", class: `ratings${state.turned ? "" : " not-yet"}`, role: "group", "aria-label": t("How well did you know it?"), "aria-hidden": state.turned ? null : "true" },
      ratings().map(([rating, word, meaning], at) => h("button", { type: "button", class: `rate-${rating}`, "data-rating": rating, "aria-keyshortcuts": String(at + 1), disabled: !state.turned, onclick: () => give(rating) },
        h("span", {}, word), h("span", { class: "soft" }, `${at + 1} · ${meaning}`))));
  }

  function drawn(state) {
    const one = state.order[state.at];
    const counts = Object.fromEntries(["again", "hard", "good", "easy"].map((name) => [name, state.given.filter((each) => each.rating === name).length]));
    return [
      h("div", { key: "head", class: "deck-head" },
        h("p", { class: "soft deck-count", "aria-live": "polite" }, one ? t("Card {n} of {of}", { n: state.at + 1, of: state.order.length }) : ""),
        h("div", { class: "deck-tools" }, aloud,
          state.given.length > 0 && h("button", { key: "undo", type: "button", class: "quiet", title: "u", onclick: undo }, t("Undo")),
          how.wheel && cards.length > 2 && h("button", { key: "shuffle", type: "button", class: "quiet", "aria-pressed": String(state.shuffled), onclick: shuffle }, t("Shuffle")))),
      one && h("progress", { key: "far", class: "thin", max: String(state.order.length), value: state.at, "aria-hidden": "true" }),
      one && face(one, state),
      one && rates(state),
      state.said,
      one ? h("div", { key: "below", class: "deck-below" }, state.turned && how.below?.(one)) : h("div", { key: "over", class: "card deck-over" }, how.over(counts, again)),
      one && how.wheel && h("div", { key: "wheel", class: "actions spread" },
        h("button", { type: "button", onclick: () => pass(-1) }, t("Previous card")), h("button", { type: "button", onclick: () => pass(1) }, t("Next card"))),
    ];
  }

  return { node, focus };
}
