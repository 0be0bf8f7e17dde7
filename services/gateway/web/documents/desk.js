// The desk: the source beside the work, with a line between them that can be moved; where there is no room the source comes
// in a sheet. Whatever names a place in a document (a proof, a quote, a passage) opens it by `placeButton` or `light`.

import { button, el } from "../frame/elements.js";
import { showDialog } from "../frame/dialog.js";
import { t } from "../frame/language.js";
import { documentOf, documentsOf, nameOf, placeLabel, placeName } from "./pagename.js";
import { sourceSide } from "./source.js";

const SPLIT = "pensum.split";
const SHUT = "pensum.source.shut";
const [LEAST, MOST, STEP] = [25, 70, 5];
const wide = matchMedia("(min-width: 1080px)");

/** The source that lies beside the work now. @type {{ node: Element, side: ReturnType<typeof sourceSide> } | null} */
let beside = null;

/**
 * Lays the desk into a view's place. {work, source(state), light(state, proof), cover(state, words)}: the view draws into
 * `work`; `source` opens the document beside it, once the state is known.
 * @param {HTMLElement} place
 */
export function desk(place, signal) {
  const work = el("div", { class: "work" });
  const side = sourceSide(signal, { close: () => shut(true) });
  const box = el("aside", { class: "source-side", "aria-label": t("The source") }, side.node);
  const grip = el("div", { class: "grip", role: "separator", tabindex: "0", "aria-orientation": "vertical", "aria-label": t("Width of the source"),
    "aria-valuemin": String(LEAST), "aria-valuemax": String(MOST), onkeydown, onpointerdown });
  const opener = button(t("Show the source"), () => shut(false), { class: "quiet show-source", hidden: true });
  place.classList.add("desk");
  place.append(box, grip, work);
  const mine = { node: box, side };
  beside = mine;
  signal.addEventListener("abort", () => beside === mine && (beside = null));
  let known = false;
  widen(Number(localStorage.getItem(SPLIT)) || 48);
  arrange();

  function arrange() {
    const closed = localStorage.getItem(SHUT) === "yes";
    place.classList.toggle("open", known && !closed);
    opener.hidden = !known || !closed || !wide.matches;
  }

  function shut(yes) {
    localStorage.setItem(SHUT, yes ? "yes" : "no");
    arrange();
    (yes ? opener : box.querySelector("button"))?.focus();
  }

  function widen(percent) {
    const width = Math.min(Math.max(Math.round(percent), LEAST), MOST);
    place.style.setProperty("--split", `${width}%`);
    grip.setAttribute("aria-valuenow", String(width));
    return width;
  }

  function onkeydown(event) {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (!by) return;
    event.preventDefault();
    localStorage.setItem(SPLIT, String(widen(Number(grip.getAttribute("aria-valuenow")) + by)));
  }

  function onpointerdown(event) {
    event.preventDefault();
    grip.setPointerCapture(event.pointerId);
    const move = (/** @type {PointerEvent} */ moved) => {
      const whole = place.getBoundingClientRect();
      widen(((moved.clientX - whole.left) / whole.width) * 100);
    };
    grip.addEventListener("pointermove", move);
    grip.addEventListener("pointerup", () => {
      grip.removeEventListener("pointermove", move);
      localStorage.setItem(SPLIT, grip.getAttribute("aria-valuenow") ?? "");
    }, { once: true });
  }

  function ready() {
    if (known) return;
    known = true;
    work.prepend(opener);
    arrange();
  }

  return {
    work,
    /** @param {Api["SessionState"]} state */
    source(state) {
      if (!documentsOf(state).some((one) => one.pages || one.filename)) return;
      ready();
      if (wide.matches) side.open(state);
    },
    /** @param {Api["SessionState"]} state */
    light(state, proof) {
      ready();
      if (wide.matches && place.classList.contains("open")) side.show(state, proof);
    },
    /** @param {Api["SessionState"]} state */
    cover(state, words) {
      ready();
      if (wide.matches) side.cover(state, words);
    },
  };
}

/** Whether the source lies open beside the work. */
const isBeside = () => Boolean(beside && wide.matches && beside.node.checkVisibility());

/**
 * Shows a place: beside the work, or in a sheet; with `only` beside the work or not at all.
 * @param {Api["SessionState"]} state
 * @param {import("./pagename.js").Place} proof
 */
export function light(state, proof, only = false) {
  if (isBeside()) {
    beside?.side.show(state, proof);
    return;
  }
  if (only) return;
  const doc = documentOf(state, proof);
  const body = el("div", { class: "sheet-body" });
  const { signal } = showDialog(`${placeName(doc, proof)} · ${nameOf(doc)}`, body, { class: "place from-below" });
  const side = sourceSide(signal);
  body.append(side.node);
  side.show(state, proof);
}

/** The button that lights up a proof's place. */
export function placeButton(state, proof, word = t("See where it stands")) {
  return button(word, () => light(state, proof), { class: "quiet see" });
}

/**
 * Where a proof stands: the place's name, and the button that leads there.
 * @param {Api["SessionState"]} state
 * @param {import("./pagename.js").Place} proof
 */
export function sourceOf(state, proof, signal) {
  return [placeLabel(state, proof, signal), placeButton(state, proof)];
}
