// The owner's list of questions and cards, beside the source: each with its key, its quote, how it stands and why it was refused.

import { session } from "../http/api.js";
import { h, live } from "../frame/draw.js";
import { announce, el, link, title } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { decisions } from "./itemacts.js";
import { asked, facts, keyOf, material, refusalOf, standingOf } from "./material.js";
import { desk, sourceOf } from "../documents/desk.js";
import { quoteOf } from "../documents/passage.js";
import { kindOf } from "../kinds/kinds.js";
import { ownerWays } from "../classes/ways.js";
import { path } from "../frame/place.js";
import { asking, statementOf } from "../quizzes/statement.js";

const STANDINGS = [
  ["all", "All"], ["used", "In use"], ["unseen", "In use, not approved yet"], ["refused", "Refused"], ["waiting", "Not checked yet"], ["gone", "Deleted, taken back, replaced"],
];
const KINDS = [["all", "Questions and cards"], ["items", "Questions"], ["flashcards", "Cards"]];

const stands = (one, standing) => standing === "all" || standingOf(one) === standing || (standing === "unseen" && standingOf(one) === "used" && one.state === "live");

/** @param {Api["SessionState"]} state */
function row(state, one, done, lit, signal) {
  const id = state.session_id;
  const open = standingOf(one) === "used";
  const { body } = one;
  const keys = keyOf(body);
  return el("li", { class: `card item ${standingOf(one)}`, id: `item-${one.id}`, onfocusin: () => lit(one) },
    facts(one),
    el("h2", { dir: "auto" }, asking(body)[0]), statementOf(body),
    el("div", { class: "answer-key" }, el("span", { class: "soft" }, t("Answer:"), " "),
      keys.length > 1 ? el(body.type && kindOf(body.type).ordered ? "ol" : "ul", {}, keys.map((key) => el("li", { dir: "auto" }, key))) : el("strong", { class: "key", dir: "auto" }, keys[0])),
    refusalOf(one),
    quoteOf(body.proof),
    el("p", { class: "source" }, sourceOf(state, body.proof, signal)),
    el("div", { class: "row-acts" },
      link(open ? t("Edit") : t("History"), path("s", id, one.kind, one.id), { class: "button", "aria-label": `${open ? t("Edit") : t("History")}: ${asked(body)}` }),
      decisions(id, one, done, signal)));
}

/** What was chosen last in this tab, of these. */
function kept(name, choices) {
  const found = sessionStorage.getItem(`pensum.${name}`);
  return choices.some(([value]) => value === found) ? String(found) : "all";
}

function filter(name, label, choices, value, chosen) {
  return h("label", { for: name }, label, h("select", { id: name, value, onchange: (event) => {
    sessionStorage.setItem(`pensum.${name}`, event.currentTarget.value);
    chosen(event.currentTarget.value);
  } }, choices.map(([each, text]) => h("option", { value: each, selected: each === value }, t(text)))));
}

export async function itemsView(place, id, signal) {
  place.classList.add("owners");
  const { work, source, light } = desk(place, signal);
  const body = el("div", {});
  work.append(ownerWays(id, "items"),
    el("div", { class: "page-head-row" }, title(t("Questions and cards")), link(t("Add a question"), path("s", id, "items", "new"), { class: "button primary" })), body);
  const [{ data: state }, all] = await Promise.all([session(id, signal), material(id, signal)]);
  /** What each one was drawn from, and as what. @type {Map<string, { now: string, node: Element }>} */
  const rows = new Map();
  let lit = "";

  function lightUp(one) {
    if (!one || lit === one.id) return;
    lit = one.id;
    light(state, one.body.proof);
  }

  const shown = (now) => now.all.filter((one) => stands(one, now.standing) && (now.kind === "all" || one.kind === now.kind));

  const view = live(body, { all, standing: kept("filter-standing", STANDINGS), kind: kept("filter-kind", KINDS) }, (now) => {
    if (!now.all.length) return h("p", { class: "card to-come" }, t("Nothing was written for this document."));
    const found = shown(now);
    return [
      h("div", { class: "grid filters" },
        filter("filter-standing", t("How it stands"), STANDINGS, now.standing, (standing) => view.set({ standing })),
        filter("filter-kind", t("What"), KINDS, now.kind, (kind) => view.set({ kind }))),
      h("p", { class: "soft", role: "status" }, t("{n} of {of}", { n: found.length, of: now.all.length })),
      h("ul", { class: "results" }, found.map((one) => rowOf(one)), !found.length && h("li", { class: "soft" }, t("None of this kind."))),
    ];
  });

  function rowOf(one) {
    const now = JSON.stringify(one);
    const known = rows.get(one.id);
    if (known?.now === now) return known.node;
    const node = row(state, one, (said, well) => changed(one, said, well), lightUp, signal);
    rows.set(one.id, { now, node });
    return node;
  }

  /** Something was done to one of them: all are read again, and the focus goes to where that one is or was. */
  async function changed(one, said, well) {
    const at = shown(view.state).findIndex((other) => other.id === one.id);
    view.set({ all: await material(id, signal) });
    view.now();
    const list = /** @type {Element} */ (body.querySelector(".results"));
    const here = list.querySelector(`[id="item-${one.id}"]`) ?? list.children[Math.min(at, list.children.length - 1)];
    if (well) announce(said);
    else here.prepend(el("p", { class: "hint-bad", role: "alert" }, said));
    /** @type {HTMLElement | null} */ (here.querySelector(".row-acts a"))?.focus();
  }

  source(state);
  lightUp(shown(view.state)[0]);
}
