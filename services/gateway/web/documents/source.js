// The source: a document lies open, as its pages or as its text, and the sentence that is spoken of is lit up in it.
//
// One component in two places: beside the work where there is room (desk.js), else in a sheet that comes up from below.

import { pictureAt } from "../http/api.js";
import { h, live } from "../frame/draw.js";
import { announce, button } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { troublePanel } from "../frame/trouble.js";
import { blocksOf, blockOf, quoteOf } from "./passage.js";
import { clock, documentOf, documentsOf, nameOf, placeName } from "./pagename.js";
import { pictureOf } from "./picture.js";

const WIDTH = 1200;
const MODE = "pensum.source.mode";
/** Documents whose pictures the house said it has not. */
const without = new Set();

/** Whether the document has pages that can be drawn. @param {Api["DocView"]} doc */
const paged = (doc) => (doc.page_kind ?? "page") === "page" && Boolean(doc.pages) && !without.has(doc.sha256);

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Where a course was open last, by session: so that another view of it opens there. */
const last = new Map();

/**
 * {node, show(state, proof), open(state, at), cover(state, words)}.
 *
 * `show` lights up a proof's place, `open` opens the document where it was left, `cover` closes it: what may be read there
 * is the answer to what is being asked. `close`: what the reader closes it by, if it can be closed.
 * @param {AbortSignal} signal
 * @param {{ close?: () => void }} [how]
 */
export function sourceSide(signal, how = {}) {
  const node = document.createElement("section");
  node.className = "source-pane";
  let leaving = new AbortController();
  signal.addEventListener("abort", () => leaving.abort());

  /**
   * `seen`: what is shown, as it is fetched: undefined while it is not there.
   * @type {{ state: Api["SessionState"] | null, doc: Api["DocView"] | null, page: number, proof: any, text: boolean,
   *   covered: string, image: HTMLImageElement | null | undefined, marks: number[][], blocks: any[] | undefined, trouble: any }}
   */
  const first = { state: null, doc: null, page: 1, proof: null, text: localStorage.getItem(MODE) === "text",
    covered: "", image: undefined, marks: [], blocks: undefined, trouble: null };
  const view = live(node, first, drawn);

  function go(page) {
    const { doc } = view.state;
    if (!doc) return;
    const to = Math.min(Math.max(page, 1), doc.pages || page);
    if (to === view.state.page) return;
    turn({ page: to, proof: null });
    announce(placeName(doc, { source_page: to }));
  }

  /** Another place, another document, or the other way to look at it: what is to be seen is fetched. */
  async function turn(change) {
    leaving.abort();
    leaving = new AbortController();
    const leave = leaving.signal;
    view.set({ image: undefined, marks: [], blocks: undefined, trouble: null, ...change });
    const { state, doc, page, proof, covered } = view.state;
    if (!state || !doc || covered) return;
    last.set(state.session_id, { sha: doc.sha256, page });
    try {
      if (paged(doc) && !view.state.text) {
        const marked = proof ? { block: proof.block_id, start: proof.start, end: proof.end } : {};
        const alt = `${placeName(doc, { source_page: page })} · ${nameOf(doc)}${proof?.quote ? `: ${proof.quote}` : ""}`;
        const found = await pictureOf(pictureAt(state.session_id, page, doc.sha256, { width: WIDTH, ...marked }), alt, leave);
        if (leave.aborted) return;
        if (!found) {
          without.add(doc.sha256);
          await turn({});
          return;
        }
        view.set({ image: found.image, marks: found.marks });
      } else {
        const found = await blocksOf(state, doc, page, proof, leave);
        if (leave.aborted) return;
        view.set({ blocks: found });
      }
      view.now();
      lead();
    } catch (error) {
      if (!leave.aborted) view.set({ trouble: error });
    }
  }

  /** Leads the eye to the mark: as far as it must scroll, and no further. */
  function lead() {
    const room = /** @type {HTMLElement | null} */ (node.querySelector(".source-room"));
    const mark = /** @type {HTMLElement | null} */ (room?.querySelector(".glow, mark, .here"));
    if (!room) return;
    if (!mark) {
      room.scrollTop = 0;
      return;
    }
    const [box, within] = [mark.getBoundingClientRect(), room.getBoundingClientRect()];
    room.scrollTo({ top: room.scrollTop + box.top - within.top - within.height * 0.35, behavior: still() ? "auto" : "smooth" });
  }

  function mode(text) {
    localStorage.setItem(MODE, text ? "text" : "page");
    turn({ text });
  }

  function picture({ image, marks, proof }) {
    if (!image) return h("p", { class: "soft drawing" }, t("Drawing the page…"));
    const around = document.createElement("div");
    around.className = "sheet-of-paper";
    around.append(image);
    for (const [left, top, width, height] of marks) {
      const glow = document.createElement("span");
      glow.className = "glow";
      Object.assign(glow.style, { left: `${left * 100}%`, top: `${top * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` });
      around.append(glow);
    }
    return [proof?.quote && !marks.length && [h("p", { class: "soft" }, t("The quote reads:")), quoteOf(proof)], around];
  }

  function text({ blocks, proof, doc }) {
    if (!blocks) return h("p", { class: "soft" }, t("Fetching the page…"));
    const marked = proof && blocks.some((one) => one.block_id === proof.block_id);
    return h("div", { class: "passage", lang: doc.language || null },
      proof?.quote && !marked && [h("p", { class: "soft" }, t("The quote reads:")), quoteOf(proof)],
      blocks.length ? blocks.map((one) => blockOf(one, proof)) : h("p", { class: "soft" }, t("There is no text here.")));
  }

  function head(now) {
    const { state, doc, page, proof, covered } = now;
    const all = documentsOf(state);
    const cue = doc.page_kind === "cue" && now.blocks?.find((one) => one.block_id === proof?.block_id)?.start_sec;
    const place = typeof cue === "number" ? t("At {clock}", { clock: clock(cue) }) : placeName(doc, { source_page: page, last_page: proof?.last_page });
    return h("div", { class: "source-head" },
      all.length > 1
        ? h("select", { class: "source-doc", "aria-label": t("Document"), value: doc.sha256 ?? "", onchange: (event) => turn({ doc: all.find((one) => one.sha256 === event.currentTarget.value), page: 1, proof: null }) },
          all.map((one) => h("option", { value: one.sha256 ?? "", selected: one === doc }, nameOf(one))))
        : h("h2", { class: "source-doc", dir: "auto" }, nameOf(doc)),
      !covered && h("div", { class: "pager" },
        h("button", { type: "button", class: "quiet", "aria-label": t("Page before"), disabled: page <= 1, onclick: () => go(page - 1) }, "‹"),
        h("span", { class: "source-place" }, doc.pages ? `${place} / ${doc.pages}` : place),
        h("button", { type: "button", class: "quiet", "aria-label": t("Page after"), disabled: page >= (doc.pages ?? page), onclick: () => go(page + 1) }, "›")),
      !covered && paged(doc) && h("div", { class: "ways-to-look", role: "group", "aria-label": t("Show it as") },
        h("button", { type: "button", "aria-pressed": String(!now.text), onclick: () => mode(false) }, t("Page")),
        h("button", { type: "button", "aria-pressed": String(now.text), onclick: () => mode(true) }, t("Text"))),
      how.close && h("button", { type: "button", class: "quiet source-close", onclick: how.close }, t("Close")));
  }

  /** One small mark for each page, the one that lies open set apart; of a long document one for several. */
  function strip({ doc, page, proof, covered }) {
    const pages = doc.pages ?? 0;
    if (pages < 2 || covered) return null;
    const step = Math.ceil(pages / 60);
    const marks = Array.from({ length: Math.ceil(pages / step) }, (_, at) => at * step + 1);
    return h("div", { class: "page-strip", "aria-hidden": "true" }, marks.map((from) => h("button", {
      type: "button", tabindex: "-1", class: page >= from && page < from + step ? (proof ? "open lit" : "open") : null,
      title: placeName(doc, { source_page: from }), onclick: () => go(from) })));
  }

  function drawn(now) {
    if (!now.state || !now.doc) return null;
    const body = now.covered
      ? h("div", { class: "covered" }, h("p", {}, now.covered),
        h("button", { type: "button", onclick: () => turn({ covered: "" }) }, t("Open the book")))
      : now.trouble ? troublePanel(now.trouble, button(t("Try again"), () => turn({})))
        : paged(now.doc) && !now.text ? picture(now) : text(now);
    return [head(now),
      h("div", { class: `source-room${now.covered ? " closed" : ""}`, tabindex: "0", role: "region", "aria-busy": now.image === undefined && now.blocks === undefined && !now.trouble && !now.covered ? "true" : null,
        "aria-label": t("The source") }, body),
      strip(now)];
  }

  return {
    node,
    /** @param {Api["SessionState"]} state */
    show(state, proof) {
      const doc = documentOf(state, proof);
      const text = view.state.text && !proof.unsure; // What was not read surely is looked at as it is printed.
      turn({ state, doc, page: proof.source_page, proof, text, covered: "" });
    },
    /** @param {Api["SessionState"]} state */
    open(state) {
      if (view.state.state && !view.state.covered) {
        view.set({ state });
        return;
      }
      const left = last.get(state.session_id);
      const doc = documentsOf(state).find((one) => one.sha256 === left?.sha) ?? documentsOf(state)[0];
      turn({ state, doc, page: left?.page ?? 1, proof: null, covered: "" });
    },
    /** @param {Api["SessionState"]} state */
    cover(state, words) {
      const left = last.get(state.session_id);
      const doc = documentsOf(state).find((one) => one.sha256 === left?.sha) ?? documentsOf(state)[0];
      turn({ state, doc, covered: words, proof: null });
    },
  };
}
