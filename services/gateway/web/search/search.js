// Search in a session's documents: a field, and the passages that are found, each marked in its neighbours with its place.

import { draw } from "../frame/draw.js";
import { search } from "../http/api.js";
import { sourceOf } from "../documents/desk.js";
import { announce, busy, el } from "../frame/elements.js";
import { t, tn } from "../frame/language.js";
import { troublePanel } from "../frame/trouble.js";

const MOST = 500;

/**
 * What became of the words that do not stand in the text as they were asked.
 * @param {Api["SoughtWord"]} word
 */
function wordNote(word) {
  if (word.how === "nowhere") return el("p", { class: "soft", dir: "auto" }, t("“{word}” does not stand in the text.", { word: word.word }));
  if (word.how !== "typo" || !word.written.length) return null;
  return el("p", { class: "soft", dir: "auto" }, t("“{word}” was taken for “{written}”.", { word: word.word, written: word.written.join("”, “") }));
}

/**
 * @param {Api["SessionState"]} state
 * @param {Api["PassageView"]} found
 */
function passage(state, found, signal) {
  return el("li", {},
    found.heading && el("p", { class: "soft", dir: "auto" }, found.heading),
    el("p", { dir: "auto" }, found.before && `${found.before} `, el("mark", {}, found.quote), found.after && ` ${found.after}`),
    found.words.length === 0 && typeof found.likeness === "number" && el("p", { class: "soft" }, t("Found by its meaning.")),
    el("div", { class: "actions" }, sourceOf(state, found, signal)));
}

/**
 * @param {Api["SessionState"]} state
 * @param {Api["Passages"]} data
 */
function shown(state, data, signal) {
  const many = data.passages.length < data.total ? t("The best {n} of {of} passages", { n: data.passages.length, of: data.total }) : tn(data.total, "{n} passage", "{n} passages");
  const said = data.total ? many : t("Nothing was found.");
  announce(said);
  return [
    data.notice && el("p", {}, data.notice),
    data.unsure?.map((one) => el("div", { class: "actions" }, sourceOf(state, { ...one, quote: "", unsure: true }, signal))),
    !data.unsure?.length && data.words.map(wordNote), // A word may stand where nobody read it surely.
    el("p", { class: "soft" }, said),
    data.passages.length > 0 && el("ol", { class: "found" }, data.passages.map((one) => passage(state, one, signal))),
  ].flat().filter(Boolean);
}

/** The form with its answer below. `of()` is the session's state as it is now. It stays while the rest is drawn anew. */
export function searchBox(of, signal) {
  const list = el("div", {});
  const field = el("input", { type: "search", id: "search", name: "q", maxlength: String(MOST), autocomplete: "off" });
  const go = el("button", { type: "submit" }, t("Search"));

  async function onsubmit(event) {
    event.preventDefault();
    const asked = field.value.trim();
    if (!asked) {
      draw(list);
      field.focus();
      return;
    }
    await busy(go, async () => {
      try {
        const state = of();
        const { data } = await search(state.session_id, asked, signal);
        draw(list, ...(data ? shown(state, data, signal) : [el("p", { class: "soft" }, t("The text is still being read."))]));
      } catch (error) {
        if (!signal.aborted) draw(list, troublePanel(error));
      }
    });
  }

  return el("section", { class: "search" },
    el("form", { role: "search", novalidate: true, onsubmit },
      el("label", { for: "search" }, t("Search in the text")), el("div", { class: "search-field" }, field, go)),
    list);
}
