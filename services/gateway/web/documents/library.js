// The library: a card for each course with how far one is, a search over names and within the texts, names and tags of one's
// own, and deleting with ten seconds to think again.

import { libraryOf, relabel, searchAll } from "../http/learnerapi.js";
import { h, live } from "../frame/draw.js";
import { announce, el } from "../frame/elements.js";
import { asking } from "../frame/dialog.js";
import { locale, t, tn } from "../frame/language.js";
import { path } from "../frame/place.js";
import { troublePanel } from "../frame/trouble.js";
import { forgetSoon, forgotten } from "../sessions/forget.js";
import { statusWord } from "../sessions/progress.js";
import { placeName } from "./pagename.js";

const TONES = { failed: "bad", pending_review: "warn" };
const SEARCH_FROM = 4;
const AFTER_MS = 350;

const day = (at) => new Date(at).toLocaleDateString(locale(), { day: "numeric", month: "short", year: "numeric" });

/** The first page of it. */
export async function firstPage(signal) {
  return (await libraryOf({}, signal)).data;
}

/**
 * The library as an element, drawn from its first page on.
 * @param {Api["Library"]} first
 */
export function library(first, signal) {
  const node = el("section", { class: "library" });
  /** @type {{ lines: Api["LibraryLine"][], tags: Api["TagCount"][], next: string | null, q: string, tag: string, hits: Api["LibraryHit"][], asked: boolean, trouble: any }} */
  const begin = { lines: first.sessions, tags: first.tags, next: first.next ?? null, q: "", tag: "", hits: [], asked: false, trouble: null };
  const view = live(node, begin, drawn);
  /** @type {number | undefined} */
  let timer;
  let turn = 0;
  document.addEventListener("library", () => view.now(), { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));

  /** Asks for the courses that fit, and for what their texts say. */
  async function look() {
    const mine = (turn += 1);
    const { q, tag } = view.state;
    const words = q.trim();
    try {
      const [found, inside] = await Promise.all([libraryOf({ q: words || null, tag: tag || null }, signal), words.length > 2 ? searchAll(words, signal) : null]);
      if (mine !== turn || !found.data) return;
      view.set({ lines: found.data.sessions, tags: found.data.tags, next: found.data.next ?? null, hits: inside?.data?.hits ?? [], asked: words.length > 2, trouble: null });
      if (words) announce(tn(found.data.total, "{n} course", "{n} courses"));
    } catch (error) {
      if (!signal.aborted && mine === turn) view.set({ trouble: error });
    }
  }

  function sought(q) {
    view.set({ q });
    clearTimeout(timer);
    timer = setTimeout(look, AFTER_MS);
  }

  async function more() {
    const { q, tag, next, lines } = view.state;
    const { data } = await libraryOf({ q: q.trim() || null, tag: tag || null, cursor: next }, signal);
    if (data) view.set({ lines: [...lines, ...data.sessions], next: data.next ?? null });
  }

  /** A name and tags of one's own, in a dialog. @param {Api["LibraryLine"]} one */
  function label(one) {
    const name = el("input", { type: "text", id: "course-name", maxlength: "200", value: one.title, autocomplete: "off" });
    const tags = el("input", { type: "text", id: "course-tags", value: (one.tags ?? []).join(", "), autocomplete: "off" });
    asking(t("Name and tags"), [
      el("label", { class: "field", for: "course-name" }, t("What you call it"), name),
      el("label", { class: "field", for: "course-tags" }, t("Tags (separate with commas)"), tags)], t("Save"), async () => {
      const mine = [...new Set(tags.value.split(",").map((each) => each.trim()).filter(Boolean))];
      if (mine.length > 20 || mine.some((each) => each.length > 40)) return t("At most 20 tags, each of at most 40 letters.");
      await relabel(one.session_id, { name: name.value.trim() === one.title ? null : name.value.trim(), tags: mine });
      view.set({ lines: view.state.lines.map((each) => (each.session_id === one.session_id ? { ...each, title: name.value.trim() || each.title, tags: mine } : each)) });
      setTimeout(look, AFTER_MS); // It is taken before it counts.
      return null;
    });
  }

  /** @param {Api["LibraryLine"]} one */
  function card(one) {
    const name = one.title || one.filename;
    const close = (event) => event.currentTarget.closest("details").removeAttribute("open");
    return h("li", { key: one.session_id, class: "card course-card" },
      h("h3", {}, h("a", { href: path("s", one.session_id), dir: "auto" }, name)),
      h("p", { class: "soft" }, one.status !== "ready" && [h("span", { class: `badge ${TONES[one.status] ?? ""}` }, statusWord(one.status)), " "],
        h("time", { datetime: one.created_at }, day(one.created_at)), one.documents > 1 && ` · ${tn(one.documents, "{n} document", "{n} documents")}`,
        one.alike > 1 && ` · ${t("copy {n} of {of}", { n: one.nth, of: one.alike })}`),
      h("div", { class: "course-far" }, one.status === "ready" && one.concepts > 0 && [
        h("progress", { max: "1", value: one.mastered / one.concepts, "aria-label": t("Concepts mastered") }),
        h("span", { class: "soft" }, t("{n} of {of} concepts", { n: one.mastered, of: one.concepts }), one.questions > 0 && ` · ${tn(one.questions, "{m} of {n} question answered", "{m} of {n} questions answered", { m: one.answered })}`)]),
      (one.tags ?? []).length > 0 && h("ul", { class: "tags", "aria-label": t("Tags") }, (one.tags ?? []).map((tag) => h("li", {}, tag))),
      h("details", { class: "menu course-menu" }, h("summary", { "aria-label": t("More about {name}", { name }) }, "⋯"),
        h("div", { class: "menu-body" },
          h("button", { type: "button", class: "quiet", onclick: (event) => {
            close(event);
            label(one);
          } }, t("Name and tags")),
          h("button", { type: "button", class: "quiet danger", "aria-label": t("Delete {name}", { name }), onclick: (event) => {
            close(event);
            forgetSoon(one.session_id, name);
          } }, t("Delete")))));
  }

  /** @param {Api["LibraryHit"]} hit */
  function inside(hit) {
    return h("li", { key: hit.session_id, class: "card hit" }, h("h3", {}, h("a", { href: path("s", hit.session_id), dir: "auto" }, hit.title)),
      hit.passages.map((one) => h("p", { dir: "auto" }, h("span", { class: "soft" }, `${placeName(/** @type {any} */ (one), one)}: `), one.before && `${one.before} `, h("mark", {}, one.quote), one.after && ` ${one.after}`)),
      hit.total > hit.passages.length && h("p", { class: "soft" }, tn(hit.total, "{n} passage", "{n} passages")));
  }

  function drawn({ lines, tags, next, q, tag, hits, asked, trouble }) {
    const here = lines.filter((one) => !forgotten.has(one.session_id) && one.status !== "forgotten");
    const searches = first.sessions.length >= SEARCH_FROM || q;
    return [
      h("div", { key: "head", class: "library-head" }, h("h2", {}, t("Your library")),
        searches && h("input", { type: "search", id: "library-search", "aria-label": t("Search in your library"), placeholder: t("Search in names and texts"), value: q,
          oninput: (event) => sought(event.currentTarget.value) })),
      tags.length > 0 && h("div", { key: "tags", class: "tag-row", role: "group", "aria-label": t("Tags") }, tags.map((one) => h("button", { key: one.tag, type: "button", class: "tag", "aria-pressed": String(one.tag === tag),
        onclick: () => {
          view.set({ tag: one.tag === tag ? "" : one.tag });
          view.now();
          look();
        } }, one.tag, h("span", { class: "soft" }, ` ${one.sessions}`)))),
      trouble && troublePanel(trouble),
      (q.trim() || tag) && !here.length && h("p", { key: "none", class: "soft" }, asked && hits.length ? t("No course is called that.") : t("Nothing was found.")),
      h("ul", { key: "cards", class: "course-cards" }, here.map(card)),
      next && h("button", { key: "more", type: "button", class: "quiet", onclick: more }, t("Show more")),
      asked && hits.length > 0 && h("section", { key: "inside" }, h("h2", {}, t("In the texts")), h("ul", { class: "course-cards hits" }, hits.map(inside))),
    ];
  }
  return node;
}
