// One page under review: its picture with the recognised words, beside it the text to set right.

import { Trouble, correct, pictureAt, review, reviewPage } from "../http/api.js";
import { draw, h } from "../frame/draw.js";
import { announce, busy, button, el, link, title } from "../frame/elements.js";
import { t, tn } from "../frame/language.js";
import { fill } from "../documents/picture.js";
import { onward, path } from "../frame/place.js";
import { isLow, isUnsure, measured, pagesOf, verdictOf } from "./quality.js";
import { keepTyped, markSaved, typed } from "./retyped.js";
import { troublePanel } from "../frame/trouble.js";
import { kindOf, legend, told, wordBoxes, wordIn } from "./words.js";

const MOST_CHARACTERS = 40000;
let boxesShown = true;

/**
 * Numbers of the pages before and after this one that need a person, or did; of all pages where none does.
 * @param {Api["ReviewView"]} view
 */
function neighbours(view, page) {
  const all = pagesOf(view);
  const low = all.filter((one) => isLow(one) || isUnsure(one) || one.corrected);
  const numbers = (low.length ? low : all).map((one) => one.page);
  return { before: numbers.findLast((one) => one < page), after: numbers.find((one) => one > page), low: low.length > 0 };
}

/** The picture with its boxes; `onWord(index)` when a word is pressed. */
function pictured(page, address, onWord, signal) {
  const frame = el("div", { class: "picture-frame" });
  const sheet = el("div", { class: `sheet ${boxesShown ? "" : "bare"}` }, frame);
  const toggle = el("label", { class: "toggle" }, el("input", { type: "checkbox", checked: boxesShown, onchange: (event) => {
    boxesShown = event.target.checked;
    sheet.classList.toggle("bare", !boxesShown);
  } }), t("Show the recognised words"));
  fill(frame, address, t("Page {n} of the scan", { n: page.page }), signal).then((image) => image && page.width > 0 && sheet.append(wordBoxes(page, onWord)));
  return el("section", { class: "scan", "aria-label": t("Picture of the page") }, page.words.length > 0 && toggle, sheet, page.words.length > 0 && legend(page.words));
}

/** Words that were not recognised for sure, as buttons that lead to them in the text: the boxes' way for the keyboard. */
function doubts(words, onWord) {
  const some = words.map((word, index) => [word, index]).filter(([word]) => kindOf(word) !== "sure");
  return some.length > 0 && el("details", { class: "doubts" }, el("summary", {}, tn(some.length, "{n} doubtful word", "{n} doubtful words")),
    el("ul", {}, some.map(([word, index]) => el("li", {}, button(told(word), () => onWord(index), { class: `quiet ${kindOf(word)}` })))));
}

export async function reviewPageView(place, id, sha, number, signal) {
  const [{ data: view }, { data: page }] = await Promise.all([review(id, sha, signal), reviewPage(id, sha, number, signal)]);
  if (!view) throw new Trouble({ status: 404, detail: t("The document is still being read: there is nothing to review yet.") });
  const { before, after, low } = neighbours(view, number);
  const at = (to) => path("review", id, sha, to);
  const back = path("review", id, sha);
  let house = page.text;

  const text = el("textarea", { id: "page-text", rows: "24", maxlength: String(MOST_CHARACTERS), dir: "auto", spellcheck: "true",
    readonly: !view.open, value: typed(id, sha, number) ?? house, "aria-describedby": "text-standing", oninput: () => {
      keepTyped(id, sha, number, text.value, house);
      stand();
    } });
  const standing = el("p", { class: "soft", id: "text-standing", role: "status" });
  const said = el("div", {});
  const save = button(t("Save this page"), () => busy(save, onSave), { class: "primary" });
  const [tone, sign, word] = verdictOf(page.quality);

  function stand(sentence) {
    standing.textContent = sentence ?? (text.value === house ? "" : t("Changed, not saved yet."));
  }

  async function onSave() {
    const now = text.value;
    draw(said);
    if (!now.trim()) {
      draw(said, h("p", { class: "hint-bad", role: "alert" }, t("The page's text cannot be empty: type what stands on it.")));
      text.focus();
      return false;
    }
    stand(t("Saving…"));
    try {
      await correct(id, sha, number, now);
    } catch (error) {
      stand();
      draw(said, troublePanel(error));
      return false;
    }
    house = now;
    markSaved(id, sha, number);
    keepTyped(id, sha, number, text.value, house);
    stand(text.value === house ? t("Saved. It counts when the document is approved.") : undefined);
    return true;
  }

  function onWord(index) {
    const found = wordIn(text.value, page.words, index);
    if (!found) {
      announce(t("{word} is not in the text any more", { word: page.words[index].text }));
      return;
    }
    text.focus({ preventScroll: true });
    text.setSelectionRange(found.start, found.end);
    text.scrollTop = (found.start / text.value.length) * text.scrollHeight - text.clientHeight / 2;
    text.scrollIntoView({ block: "nearest" });
  }

  const go = (to) => to && (location.hash = at(to));
  text.addEventListener("keydown", async (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !view.open) return;
    event.preventDefault();
    const on = onward();
    if (await busy(save, onSave)) on(after ? at(after) : back);
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || /** @type {Element} */ (event.target).closest("textarea, input, dialog")) return;
    if (event.key === "ArrowLeft") go(before);
    if (event.key === "ArrowRight") go(after);
  }, { signal });

  const side = (to, name) => (to ? link(name, at(to), { class: "button" }) : el("span"));
  place.append(
    link(t("Back to the review"), back, { class: "back" }),
    el("div", { class: "page-head" }, title(t("Page {n} of", { n: number }), " ", el("bdi", {}, view.filename)),
      el("p", { class: "soft" }, el("span", { class: `badge ${tone}` }, el("span", { "aria-hidden": "true" }, `${sign} `), word),
        ` ${measured(page.quality, view.recognition ?? {})}`),
      page.quality.reason && page.quality.confidence !== null && el("p", { class: "soft" }, page.quality.reason)),
    el("nav", { class: "actions spread", "aria-label": t("Pages to look at") },
      side(before, low ? t("Previous page to look at") : t("Previous page")), side(after, low ? t("Next page to look at") : t("Next page"))),
    el("div", { class: "beside" },
      pictured(page, page.picture || pictureAt(id, number, sha), onWord, signal),
      el("section", { class: "retype" },
        el("label", { for: "page-text" }, view.open ? t("Text of the page") : t("Text of the page (this review is closed)")), text,
        el("p", { class: "soft" }, t("Leave an empty line between paragraphs.")),
        standing, said,
        el("div", { class: "actions" }, view.open && save, link(after ? t("All pages") : t("Done: to approval"), back, { class: "button quiet" })),
        doubts(page.words, onWord),
        el("p", { class: "soft keys" }, el("kbd", {}, "Ctrl"), " + ", el("kbd", {}, "Enter"), ` ${t("saves and goes on")}`, (before || after) && ["; ", el("kbd", {}, "←"), " ", el("kbd", {}, "→"), ` ${t("go from page to page")}`], "."))));
  stand();
}
