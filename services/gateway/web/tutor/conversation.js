// A conversation: messages with quotes that open at their place, and a box to write in. The tutor's view is made of it,
// and a lesson's.

import { draw as show } from "../frame/draw.js";
import { messages, say, maybe } from "../http/learnerapi.js";
import { busy, button, el, link, when } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { newId } from "../http/ids.js";
import { path } from "../frame/place.js";
import { spoken } from "./quoted.js";
import { redraw } from "../frame/redraw.js";
import { troublePanel } from "../frame/trouble.js";
import { look } from "../http/watch.js";

const MOST = 4000;
/** Options as the tutor lists them, "– the neap tide" or "a) the neap tide". */
const OPTION = /^(?:–|[a-h]\))\s+(.+)$/;
const NAMES = { coordinator: "Pensum", diagnostic: "Diagnosis", tutor: "Tutor", quiz: "Quiz", feedback: "Feedback", pathplanner: "Learning path", assistant: "Assistant" };
const OPENS = { quiz: "Open the quiz", path: "See the path", mastery: "See your mastery" };

/** The link to what a line leads to, or null. */
function leading(id, opens) {
  if (!opens || !OPENS[opens.kind]) return null;
  const to = opens.kind === "quiz" ? path("s", id, "quiz", opens.quiz_id) : path("s", id, "mastery");
  return el("p", {}, link(t(OPENS[opens.kind]), to, { class: "button leads" }));
}

/** What a line answers, quoted where it does not stand right behind it. Pure. */
function quotedFor(one, found) {
  const at = found.indexOf(one);
  const asked = found.findIndex((other) => one.in_reply_to && other.message_id === one.in_reply_to);
  if (asked < 0 || found.slice(asked + 1, at).every((other) => other.in_reply_to === one.in_reply_to)) return "";
  return found[asked].text;
}

/** The options that a text ends with, in their words. Pure. */
function optionsOf(text) {
  const lines = text.trim().split("\n");
  const from = lines.findLastIndex((one) => !OPTION.test(one.trim())) + 1;
  return lines.slice(from).map((one) => OPTION.exec(one.trim())?.[1] ?? "");
}

/**
 * @param {Api["SessionState"]} state
 * @param {Words} words
 */
function line(state, one, asked, words) {
  const mine = one.role === "learner";
  return el("li", { class: `message ${mine ? "mine" : "theirs"}` },
    el("p", { class: "who soft" }, mine ? t("You") : t(NAMES[one.agent] ?? "Tutor"), " · ", el("time", { datetime: one.timestamp }, when(one.timestamp))),
    asked && el("blockquote", { class: "asked soft", dir: "auto" }, asked),
    mine ? el("p", { dir: "auto", class: "typed-text" }, one.text)
      : [spoken(state, one.text, words.placed?.() ?? true ? one.quotes : [], words.early, one.unsure), leading(state.session_id, one.opens)]);
}

/**
 * What a conversation is called by, and what it shows. `asks(found)`: the question that waits, to stand at the box;
 * "" where none does; `asking(found)`: who asks it. `placed`: whether quotes have a place to open; `early`: whether they stand before the question.
 * `offers(found)`: what could be said next, each a button that says it.
 * @typedef {{ label: string, asking: (found: any[]) => string, waits: string, asks: (found: any[]) => string, placed?: () => boolean, early?: boolean,
 *   offers?: (found: any[]) => string[], beside?: HTMLElement }} Words
 */

/**
 * The elements `log`, `waiting` and `form`; `field` is the box, `last()` what was said last. `fetched()` takes what is new, `draw(state, from)` shows
 * what was said at `from` (a time) or later, and returns whether the tutor is to answer.
 * @param {Words} words
 */
export function conversation(id, words, signal) {
  const log = el("ol", { class: "messages", "aria-label": t("Conversation"), "aria-live": "polite", "aria-relevant": "additions" });
  const waiting = el("p", { class: "soft waiting", role: "status" });
  const pending = el("div", {});
  const said = el("div", {});
  const field = el("textarea", { id: "message", rows: "2", maxlength: String(MOST), placeholder: words.label, onkeydown, oninput: () => (key = newId()) });
  const go = el("button", { type: "submit", class: "primary" }, t("Send"));
  const offers = el("div", { class: "offers" });
  const form = el("form", { class: "card send", onsubmit }, pending, offers, words.beside,
    el("label", { class: "unseen", for: "message" }, words.label), el("div", { class: "writing" }, field, go), said);
  const found = [];
  /** @type {{text: string, at: number, id: string | null} | null} */
  let sent = null;
  /** @type {Api["SessionState"] | null} */
  let now = null;
  let since = "";
  let key = newId();

  function onkeydown(event) {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  }

  async function onsubmit(event) {
    event.preventDefault();
    const text = field.value.trim();
    if (!text) {
      show(said, el("p", { class: "hint-bad", role: "alert" }, t("Write something first.")));
      field.focus();
      return;
    }
    await busy(go, async () => {
      show(said);
      const at = found.length; // What is fetched while it is sent may hold it already.
      try {
        const taken = await say(id, text, key);
        key = newId();
        field.value = "";
        sent = { text, at, id: taken.data.message_id };
        if (now) draw(now, since);
        look();
      } catch (error) {
        show(said, troublePanel(error));
      }
    });
    field.focus();
  }

  /** Says this, as if it had been typed. */
  function send(text) {
    field.value = text;
    form.requestSubmit();
  }

  /** All messages; those that are known are not asked for again. */
  async function fetched() {
    for (;;) {
      const data = await maybe(messages(id, found.length, signal));
      if (!data) return;
      found.push(...data.messages);
      if (!data.messages.length || found.length >= data.total) return;
    }
  }

  /** @param {Api["SessionState"]} state */
  function draw(state, from = "") {
    if (from !== since) show(log);
    since = from;
    now = state;
    const shown = from ? found.filter((one) => Date.parse(one.timestamp) >= Date.parse(from)) : found;
    const known = log.children.length - (log.lastElementChild?.classList.contains("unsent") ? 1 : 0);
    log.querySelector(".unsent")?.remove();
    log.append(...shown.slice(known).map((one) => line(state, one, quotedFor(one, found), words)));
    const mine = sent;
    if (mine && found.slice(mine.at).some((one) => one.role === "learner" && (one.message_id === mine.id || one.text.trim() === mine.text))) sent = null;
    if (sent) {
      const node = line(state, { role: "learner", text: sent.text, timestamp: new Date().toISOString() }, "", words);
      node.classList.add("unsent");
      log.append(node);
    }
    const awaited = Boolean(sent) || shown.at(-1)?.role === "learner";
    waiting.textContent = awaited && state.status !== "failed" ? words.waits : "";
    const question = awaited ? "" : words.asks(shown);
    const shownLast = shown.at(-1);
    const options = question && shownLast?.role === "tutor" ? optionsOf(shownLast.text) : [];
    const more = options.length || awaited ? options : words.offers?.(shown) ?? [];
    redraw(offers, more, () => more.map((one) => button(one, () => send(one), { class: "offer", dir: "auto" })));
    const asks = options.length ? question.split("\n").filter((one) => !OPTION.test(one.trim())).join("\n") : question;
    redraw(pending, asks, () => asks && el("p", { class: "pending" }, el("strong", {}, words.asking(shown), " "), el("span", { dir: "auto" }, asks)));
    if (known !== log.children.length) log.lastElementChild?.scrollIntoView({ block: "nearest" });
    return awaited;
  }

  return { log, waiting, form, field, send, fetched, draw, last: () => found.at(-1) };
}
