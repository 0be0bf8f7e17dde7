// What was done on a course and how long it took, for its owner: each stretch of work as a timeline over the services, with what
// failed, what was tried again, and what models took for it.

import { traceOf } from "../http/runapi.js";
import { maybe } from "../http/learnerapi.js";
import { states } from "../http/watch.js";
import { draw, h, live } from "../frame/draw.js";
import { el, title, when } from "../frame/elements.js";
import { locale, t, tn } from "../frame/language.js";

/** After so long without work a new stretch begins. */
const IDLE_MS = 5000;
/** What only decides takes a millisecond: it is left out until asked for. */
const DECIDES = "orchestrator";

/** What begins a stretch, in words. @type {Record<string, () => string>} */
const BEGINS = {
  document_submitted: () => t("A document came in"), document_replaced: () => t("A better scan came in"), retry_requested: () => t("It was tried again"),
  quiz_requested: () => t("A quiz was asked for"), quiz_results: () => t("A quiz was handed in"), answer_given: () => t("An answer was given"),
  learning_requested: () => t("A round of learning was asked for"), lesson_requested: () => t("A lesson was asked for"), message_sent: () => t("Something was said to the tutor"),
  path_requested: () => t("A learning path was asked for"), review_decided: () => t("A review was decided"), regeneration_requested: () => t("A question was to be written anew"),
  item_edited: () => t("A question was edited"), item_retracted: () => t("A question was taken back"), dispute_decided: () => t("An objection was decided"),
  step_timed_out: () => t("A step took too long"),
};

/** "350 ms", "6.1 s", "2 min 5 s". */
export function lasted(ms) {
  const number = (value, digits) => value.toLocaleString(locale(), { maximumFractionDigits: digits });
  if (ms < 10) return `${number(ms, 1)}\u00a0ms`;
  if (ms < 1000) return `${number(ms, 0)}\u00a0ms`;
  if (ms < 60_000) return `${number(ms / 1000, 1)}\u00a0s`;
  return `${number(Math.floor(ms / 60_000), 0)}\u00a0min ${number((ms % 60_000) / 1000, 0)}\u00a0s`;
}

/** What something took in money; null: its price is not known. */
function money(cost, currency) {
  if (cost === null) return t("price not known");
  if (!Number(cost)) return "0";
  return Number(cost).toLocaleString(locale(), { style: "currency", currency: currency ?? "USD", maximumSignificantDigits: 3 });
}

/**
 * Stretches of work with nothing in between for a while: {spans, from, to}, in milliseconds from the first work. Pure.
 * @param {Api["TraceSpan"][]} spans in the order in which they began
 */
export function stretches(spans) {
  /** @type {{ spans: Api["TraceSpan"][], from: number, to: number }[]} */
  const found = [];
  for (const one of spans) {
    const begun = one.after_ms ?? 0;
    const end = begun + one.duration_ms;
    const last = found[found.length - 1];
    if (last && begun - last.to < IDLE_MS) {
      last.spans.push(one);
      last.to = Math.max(last.to, end);
    } else found.push({ spans: [one], from: begun, to: end });
  }
  return found;
}

const named = (service) => service.charAt(0).toUpperCase() + service.slice(1);
const short = (message) => message.replace(/^pensum\./, "").replace(/\.v\d+$/, "");

/** @param {Api["TraceSpan"][]} spans */
function began(spans) {
  for (const one of spans) {
    const word = BEGINS[short(one.message).replace(/^session\./, "")];
    if (word) return word();
  }
  return t("Work went on");
}

/** @param {Api["TraceView"]} trace */
function services(trace) {
  const currency = trace.spans.find((one) => one.currency)?.currency;
  const heads = [t("Service"), t("Runs"), t("Time"), t("Failed"), t("Tried again"), t("Tokens"), t("Cost")];
  return h("div", { class: "table-room", tabindex: "0", role: "region", "aria-label": t("By service") }, h("table", { class: "data trace-services" },
    h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, trace.services.map((one) => h("tr", { key: one.service }, h("th", { scope: "row" }, h("span", { class: `lane of-${one.service}`, "aria-hidden": "true" }), named(one.service)),
      [one.runs.toLocaleString(locale()), lasted(one.duration_ms), one.failed || "–", one.tried_again || "–", one.tokens_used ? one.tokens_used.toLocaleString(locale()) : "–", money(one.cost, currency)]
        .map((cell, at) => h("td", { class: (at === 2 && one.failed) || (at === 3 && one.tried_again) ? "warned" : null }, cell)))))));
}

/** @param {Api["TraceSpan"]} one */
function row(one, { from, to }, at) {
  const all = Math.max(1, to - from);
  const offset = (one.after_ms ?? 0) - from;
  const failed = (one.errors ?? []).length > 0;
  const bar = (node) => {
    node.style.insetInlineStart = `${Math.min(99.5, (offset / all) * 100)}%`;
    node.style.inlineSize = `${Math.max(0.5, (one.duration_ms / all) * 100)}%`;
  };
  /** @type {any[]} */
  const facts = [[t("Message"), short(one.message)], [t("Agent"), one.agent], [t("Began"), `${when(one.started_at)} (${t("after {time}", { time: lasted(one.after_ms ?? 0) })})`],
    one.tokens_used && [t("Tokens"), one.tokens_used.toLocaleString(locale())], one.tokens_used && [t("Cost"), money(one.cost, one.currency)]].filter(Boolean);
  return h("li", { key: `${one.seq} ${one.service} ${at}` }, h("details", { class: "span-row" },
    h("summary", {}, h("span", { class: "span-name" }, h("span", { class: `lane of-${one.service}`, "aria-hidden": "true" }), h("strong", {}, named(one.service)), " ",
      h("span", { class: "soft", lang: "en" }, one.what === one.message ? short(one.what) : one.what)),
    h("span", { class: "span-track", "aria-hidden": "true" }, h("span", { key: `${offset} ${one.duration_ms} ${all}`, class: `span-bar of-${one.service}${failed ? " failed" : ""}`, made: bar })),
    h("span", { class: "span-time" }, failed && h("span", { class: "badge bad" }, `✗ ${t("failed")}`), one.tried_again && h("span", { class: "badge warn" }, `↻ ${t("tried again")}`), lasted(one.duration_ms))),
    h("dl", { class: "span-facts" }, facts.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
    (one.errors ?? []).map((each) => h("p", { class: "hint-bad", lang: "en" }, each))));
}

/** @param {Api["TraceView"]} trace */
function sums(trace) {
  const failed = trace.services.reduce((all, one) => all + one.failed, 0);
  const again = trace.services.reduce((all, one) => all + one.tried_again, 0);
  return h("p", { class: "far-count" }, tn(trace.spans.length, "{n} piece of work", "{n} pieces of work"), ". ",
    failed || again ? t("{failed} failed, {again} tried again.", { failed, again }) : t("Nothing failed, nothing was tried again."));
}

export async function traceView(place, id, signal) {
  place.classList.add("wide");
  const heading = title(t("What was done, and how long it took"));
  const inside = el("div", { class: "trace" });
  draw(place, heading, inside);
  /** @type {{ trace: Api["TraceView"] | null, decisions: boolean, open: Set<number> | null }} */
  const first = { trace: null, decisions: false, open: null };
  const view = live(inside, first, ({ trace, decisions, open }) => {
    if (!trace) return h("p", { class: "soft" }, t("It is being looked up…"));
    if (!trace.spans.length) return h("p", {}, t("Nothing was done yet."));
    const all = stretches(trace.spans).reverse();
    const opened = open ?? new Set([all[0].from]);
    return [
      h("section", { key: "sums", class: "card" }, sums(trace), services(trace),
        trace.url && h("p", { class: "trace-link" }, h("a", { href: trace.url, target: "_blank", rel: "noreferrer" }, t("See it on the tracing page"))),
        trace.truncated && h("p", { class: "soft" }, tn(trace.spans.length, "Only the first {n} piece is shown: the log has the rest.", "Only the first {n} pieces are shown: the log has the rest."))),
      h("label", { key: "all", class: "toggle" }, h("input", { type: "checkbox", checked: decisions, onchange: (event) => view.set({ decisions: event.currentTarget.checked }) }), ` ${t("Show the orchestrator's decisions too")}`),
      all.map((one) => {
        const shown = one.spans.filter((each) => decisions || each.service !== DECIDES || (each.errors ?? []).length > 0);
        const count = decisions ? one.spans.length : shown.length;
        return h("details", { key: String(one.from), class: "card stretch", open: opened.has(one.from), ontoggle: (event) => {
          const now = new Set(view.state.open ?? opened);
          if (event.currentTarget.open) now.add(one.from);
          else now.delete(one.from);
          view.set({ open: now });
        } },
        h("summary", {}, h("span", { class: "stretch-name" }, began(one.spans)), h("span", { class: "soft" }, ` ${when(one.spans[0].started_at)} · ${lasted(one.to - one.from)} · ${tn(count, "{n} piece of work", "{n} pieces of work")}`)),
        opened.has(one.from) && h("div", { class: "span-axis", "aria-hidden": "true" }, [0, 0.5, 1].map((share) => h("span", {}, lasted((one.to - one.from) * share)))),
        opened.has(one.from) && h("ol", { class: "spans" }, shown.map((each, at) => row(each, one, at))));
      }),
    ];
  });
  let version = -1;
  for await (const state of states(id, signal)) {
    if (state.version === version) continue;
    version = state.version;
    const trace = await maybe(traceOf(id, signal));
    if (signal.aborted) return;
    view.set({ trace });
  }
}
