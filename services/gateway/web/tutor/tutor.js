// The conversation with the tutor: messages with quotes that open at their place, and a box to write in.

import { learner, maybe, messages, say } from "../http/learnerapi.js";
import { announce, button, busy, el, link, title, when } from "../frame/elements.js";
import { newId } from "../http/ids.js";
import { path } from "../frame/place.js";
import { spoken } from "./quoted.js";
import { redraw } from "../frame/redraw.js";
import { failurePanel, troublePanel } from "../frame/trouble.js";
import { look, states } from "../http/watch.js";

const MOST = 4000;
const NAMES = { coordinator: "Pensum", diagnostic: "Diagnosis", tutor: "Tutor", quiz: "Quiz", feedback: "Feedback", pathplanner: "Learning path" };
const BEGINNINGS = ["What should I learn next?", "Test what I know already", "Quiz me", "How am I doing?"];
const OPENS = { quiz: "Open the quiz", path: "See the path", mastery: "See your mastery" };

/** The link to what a line leads to, or null. */
function leading(id, opens) {
  if (!opens || !OPENS[opens.kind]) return null;
  const to = opens.kind === "quiz" ? path("s", id, "quiz", opens.quiz_id) : path("s", id, "mastery");
  return el("p", {}, link(OPENS[opens.kind], to, { class: "button leads" }));
}

/** What a line answers, quoted where it does not stand right behind it. Pure. */
export function quotedFor(one, found) {
  const at = found.indexOf(one);
  const asked = found.findIndex((other) => one.in_reply_to && other.message_id === one.in_reply_to);
  if (asked < 0 || found.slice(asked + 1, at).every((other) => other.in_reply_to === one.in_reply_to)) return "";
  return found[asked].text;
}

/** @param {Api["SessionState"]} state */
function line(state, one, asked = "") {
  const mine = one.role === "learner";
  return el("li", { class: `message ${mine ? "mine" : "theirs"}` },
    el("p", { class: "who soft" }, mine ? "You" : NAMES[one.agent] ?? "Tutor", " · ", el("time", { datetime: one.timestamp }, when(one.timestamp))),
    asked && el("blockquote", { class: "asked soft", dir: "auto" }, asked),
    mine ? el("p", { dir: "auto", class: "typed-text" }, one.text) : [spoken(state, one.text, one.quotes), leading(state.session_id, one.opens)]);
}

/** The tutor's question that waits for an answer: what it said last, if that asks: by a question, options, or a gap. Pure. */
export function pendingOf(found) {
  const last = found.at(-1);
  if (last?.role !== "tutor") return "";
  const lines = last.text.trim().split(/\n{2,}/).at(-1).split("\n");
  const asks = lines.filter((line) => !line.startsWith("– ")).join("\n");
  return /[?？؟]["”»)]?$/.test(asks) || asks.includes("____") ? asks : "";
}

export async function tutorView(place, id, signal) {
  const log = el("ol", { class: "messages", role: "log", "aria-label": "Conversation", "aria-live": "polite" });
  const empty = el("div", { class: "card", hidden: true });
  const waiting = el("p", { class: "soft waiting", role: "status" });
  const pending = el("div", {});
  const fault = el("div", {});
  const said = el("div", {});
  const field = el("textarea", { id: "message", rows: "3", maxlength: String(MOST), onkeydown, oninput: () => (key = newId()) });
  const go = el("button", { type: "submit", class: "primary" }, "Send");
  const form = el("form", { class: "card send", onsubmit }, pending,
    el("label", { for: "message" }, "Your message"), field, el("p", { class: "soft" }, "Enter sends, Shift + Enter makes a new line."),
    said, el("div", { class: "actions" }, go));
  const found = [];
  /** @type {{text: string, at: number, id: string | null} | null} */
  let sent = null;
  /** @type {Api["SessionState"]} */
  let state;
  let key = newId();
  place.append(
    el("p", { class: "ways" }, link("Back to the document", path("s", id), { class: "back" }),
      el("span", { class: "links" }, link("Learn", path("s", id, "learn")), link("Mastery", path("s", id, "mastery")))),
    title("Ask the tutor"), el("p", { class: "lead" }, "It answers from your document alone, with the sentences that say so."),
    empty, log, waiting, fault, form);

  function onkeydown(event) {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  }

  async function onsubmit(event) {
    event.preventDefault();
    const text = field.value.trim();
    if (!text) {
      said.replaceChildren(el("p", { class: "hint-bad", role: "alert" }, "Write something first."));
      field.focus();
      return;
    }
    await busy(go, async () => {
      said.replaceChildren();
      const at = found.length; // What is fetched while it is sent may hold it already.
      try {
        const taken = await say(id, text, key);
        key = newId();
        field.value = "";
        sent = { text, at, id: taken.data.message_id };
        draw();
        look();
      } catch (error) {
        said.replaceChildren(troublePanel(error));
      }
    });
    field.focus();
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

  function draw() {
    const known = log.children.length - (log.lastElementChild?.classList.contains("unsent") ? 1 : 0);
    log.querySelector(".unsent")?.remove();
    log.append(...found.slice(known).map((one) => line(state, one, quotedFor(one, found))));
    const mine = sent;
    if (mine && found.slice(mine.at).some((one) => one.role === "learner" && (one.message_id === mine.id || one.text.trim() === mine.text))) sent = null;
    if (sent) {
      const node = line(state, { role: "learner", text: sent.text, timestamp: new Date().toISOString() });
      node.classList.add("unsent");
      log.append(node);
    }
    const awaited = Boolean(sent) || found.at(-1)?.role === "learner";
    waiting.textContent = awaited && state.status !== "failed" ? "The tutor looks it up…" : "";
    const question = awaited ? "" : pendingOf(found);
    redraw(pending, question, () => question && el("p", { class: "pending" }, el("strong", {}, "The tutor asks: "), el("span", { dir: "auto" }, question)));
    if (known !== log.children.length) log.lastElementChild?.scrollIntoView({ block: "nearest" });
    empty.hidden = log.children.length > 0;
  }

  for await (state of states(id, signal)) {
    await fetched();
    redraw(fault, state.status === "failed" ? [state.version, state.error] : null, () => state.status === "failed" && failurePanel(state));
    if (!empty.hasChildNodes()) await begin();
    draw();
  }

  /** What one could ask, while nothing has been said. */
  async function begin() {
    const view = await maybe(learner(id, null, signal));
    const first = view?.concepts[0]?.concept;
    empty.append(el("p", {}, "Ask what you do not understand, or begin with one of these:"),
      el("div", { class: "actions" }, [...(first ? [`What is ${first}?`] : []), ...BEGINNINGS].map((text) => button(text, () => {
        field.value = text;
        field.focus();
        announce("Put into your message");
      }))));
  }
}
