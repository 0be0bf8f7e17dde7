// What learners object to, for the owner: the open disputes to decide beside the source, and what was decided.

import { session } from "../http/api.js";
import { classDisputes, decide } from "../http/classapi.js";
import { ownerWays } from "../classes/ways.js";
import { desk, placeButton } from "../documents/desk.js";
import { h, live } from "../frame/draw.js";
import { announce, busy, el, title, when } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { newId } from "../http/ids.js";
import { path } from "../frame/place.js";
import { sleep } from "../http/sleep.js";
import { troublePanel } from "../frame/trouble.js";

const STATES = { open: () => ["", t("Undecided")], upheld: () => ["good", t("Upheld")], rejected: () => ["warn", t("Rejected")] };
const ACTIONS = { raised: () => t("Raised"), upheld: () => t("Upheld"), rejected: () => t("Rejected") };
const PATIENCE = 40;

const time = (at) => h("time", { datetime: at }, when(at));
const said = (label, ...words) => h("p", {}, h("span", { class: "soft" }, label, " "), words);

/** @param {Api["SessionState"]} state @param {Api["DisputeView"]} one */
function about(state, one) {
  const [tone, word] = STATES[one.state]?.() ?? ["", one.state];
  return [
    h("p", { class: "item-facts" }, h("span", { class: `badge ${tone}` }, word),
      h("span", { class: "soft" }, one.of === "grade" ? t("About a grade") : t("About a note"), " · ", time(one.raised_at))),
    h("h3", { dir: "auto" }, one.subject),
    one.of === "grade" && said(t("Answer:"), h("span", { dir: "auto" }, one.answer ?? t("skipped"))),
    one.correct_answer && said(t("Right answer:"), h("span", { dir: "auto" }, one.correct_answer)),
    h("blockquote", { class: "objection", dir: "auto" }, h("span", { class: "soft" }, t("The learner says:"), " "), h("strong", {}, one.reason)),
    (one.proof || one.item_id) && h("p", { class: "source" }, one.proof && sees(state, one),
      one.item_id && h("a", { href: path("s", state.session_id, "items", one.item_id) }, t("Look at the question"))),
  ];
}

/** The button that lights up its proof: one for each, so that drawing anew keeps it. @type {Map<string, Node>} */
const buttons = new Map();
function sees(state, { dispute_id: id, proof }) {
  if (!buttons.has(id)) buttons.set(id, placeButton(state, proof));
  return buttons.get(id);
}

function trail(found) {
  return found?.length > 0 && h("details", { class: "more" }, h("summary", {}, t("What was done")), h("ul", { class: "history" }, found.map((one) => h("li", {},
    h("p", {}, ACTIONS[one.action]?.() ?? one.action, " · ", time(one.timestamp), one.by && [" · ", h("bdi", {}, one.by)]),
    one.reason && h("p", { class: "soft", dir: "auto" }, one.reason)))));
}

/** How one is decided: what the answer earns, a reason, and the two buttons. It keeps what was typed while others are decided. */
function form(course, one, done) {
  const keys = { upheld: newId(), rejected: newId() };
  const why = `why-${one.dispute_id}`;
  const node = el("div", { class: "deciding" });
  const view = live(node, { missing: false, trouble: null }, ({ missing, trouble }) => [
    one.of === "grade" && h("fieldset", {}, h("legend", {}, t("If the learner is right, the answer is")),
      [["1", t("Fully right")], ["0.5", t("Half right")]].map(([value, word], at) => h("label", { class: "toggle" },
        h("input", { type: "radio", name: `credit-${one.dispute_id}`, value, checked: at === 0 }), word))),
    h("label", { class: "field", for: why }, t("Your reason (the learner reads it)"),
      h("textarea", { id: why, rows: "2", maxlength: "1000", dir: "auto", "aria-invalid": missing ? "true" : null, "aria-describedby": missing ? `${why}-missing` : null })),
    missing && h("p", { class: "hint-bad", role: "alert", id: `${why}-missing` }, t("Give a reason: the learner reads why they were right, and why the grade changed.")),
    trouble && troublePanel(trouble),
    h("div", { class: "actions" },
      h("button", { type: "button", class: "primary", onclick: (event) => verb("upheld", event.currentTarget) }, one.of === "grade" ? t("Uphold: grade it again") : t("Uphold: take the note back")),
      h("button", { type: "button", onclick: (event) => verb("rejected", event.currentTarget) }, t("Reject: it stays"))),
  ]);

  function verb(decision, control) {
    return busy(control, async () => {
      const reason = /** @type {HTMLTextAreaElement} */ (node.querySelector("textarea"));
      const wish = { decision, reason: reason.value.trim() };
      view.set({ missing: decision === "upheld" && !wish.reason, trouble: null });
      if (decision === "upheld" && !wish.reason) {
        reason.focus();
        return;
      }
      const chosen = /** @type {HTMLInputElement | null} */ (node.querySelector("input[type=radio]:checked"));
      if (decision === "upheld" && one.of === "grade") wish.credit = Number(chosen?.value);
      try {
        await decide(course, one.dispute_id, wish, keys[decision]);
        announce(decision === "upheld" ? t("Upheld") : t("Rejected"));
        await done(one.dispute_id);
      } catch (error) {
        keys[decision] = newId();
        view.set({ trouble: error });
      }
    });
  }

  return node;
}

export async function disputesView(place, id, signal) {
  place.classList.add("owners");
  const { work, source, light } = desk(place, signal);
  const { data: state } = await session(id, signal);
  const course = state.course_id;
  const body = el("div", {});
  work.append(ownerWays(id, "disputes"), title(t("Objections")), body);
  /** @type {Map<string, Node>} */
  const forms = new Map();
  const view = live(body, { waiting: /** @type {any[] | null} */ (null), decided: /** @type {any[]} */ ([]) }, ({ waiting, decided }) => waiting === null
    ? h("p", { class: "soft", role: "status" }, t("Fetching what learners object to…")) : [
      h("section", {}, h("h2", { tabindex: "-1" }, t("Open ({n})", { n: waiting.length })),
        waiting.length ? h("ul", { class: "results" }, waiting.map((one) => row(one))) : h("p", { class: "card to-come" }, t("Nobody waits for a decision."))),
      decided.length > 0 && h("section", {}, h("h2", {}, t("Decided ({n})", { n: decided.length })), h("ul", { class: "results" }, decided.map((one) => row(one)))),
    ]);

  let lit = "";
  function lightUp(one) {
    if (!one?.proof || lit === one.dispute_id) return;
    lit = one.dispute_id;
    light(state, one.proof);
  }

  function formOf(one) {
    const known = forms.get(one.dispute_id) ?? form(course, one, done);
    forms.set(one.dispute_id, known);
    return known;
  }

  function row(one) {
    return h("li", { key: one.dispute_id, class: "card", id: `dispute-${one.dispute_id}`, onfocusin: () => lightUp(one) }, about(state, one),
      one.state === "open" ? formOf(one)
        : [one.decision_reason && said(t("Decision:"), h("span", { dir: "auto" }, one.decision_reason)),
          one.decided_at && h("p", { class: "soft" }, t("Decided"), " ", time(one.decided_at))],
      trail(one.trail));
  }

  async function look() {
    const [waiting, ...ends] = await Promise.all(["open", "upheld", "rejected"].map(async (one) => (await classDisputes(course, one, signal)).data?.disputes ?? []));
    const decided = ends.flat().sort((one, other) => (other.decided_at ?? "").localeCompare(one.decided_at ?? ""));
    view.set({ waiting, decided });
    view.now();
    return waiting;
  }

  /** A decision is taken before it is carried out: waits a while until the list says so. */
  async function done(which) {
    for (let tries = 0; tries < PATIENCE; tries += 1) {
      const waiting = await look();
      if (!waiting.some((one) => one.dispute_id === which)) break;
      await sleep(400, signal);
    }
    /** @type {HTMLElement | null} */ (body.querySelector("h2"))?.focus();
  }

  const waiting = await look();
  source(state);
  lightUp(waiting.find((one) => one.proof));
}
