// Bringing something to learn: one place to drop, choose, paste, photograph, or try the sample. What is chosen is sent at once;
// with the settings open, or after a photo, it is collected until one says that this is all.

import { h, live } from "../frame/draw.js";
import { announce, el } from "../frame/elements.js";
import { language, t, tn } from "../frame/language.js";
import { newId } from "../http/ids.js";
import { troublePanel } from "../frame/trouble.js";
import { ACCEPT, fileList, joined, MOST_FILES, sizeOf, TYPES, wholePage, written } from "./files.js";
import { orderFields, orderOf } from "./order.js";
import { send } from "./sending.js";

/** The house's own documents to try, by the page's language: [file, title]. */
const SAMPLES = {
  en: ["photosynthesis.en.pdf", "How Photosynthesis Feeds the Living World"],
  no: ["vannets-kretslop.no.pdf", "Vannets kretsløp"],
};
const SAMPLE_ORDER = { numQuizQuestions: "6", numFlashcards: "6" };
/** Text that is pasted somewhere on the page and is shorter is no document. */
const LEAST_TEXT = 200;

const ours = () => SAMPLES[language()] ?? SAMPLES.en;
const collects = ({ open, photos }) => open || photos;
const touch = () => matchMedia("(pointer: coarse)").matches;

/**
 * The form as an element. `small`: there are courses already, so it takes less room.
 * @param {AbortSignal} signal
 */
export function giving(signal, small = false) {
  const node = el("section", { class: `giving${small ? " small" : ""}`, "aria-label": t("Something new to learn") });
  const fields = orderFields();
  let key = newId();
  let leaving = new AbortController();
  signal.addEventListener("abort", () => leaving.abort(signal.reason));
  /** @type {{ files: File[], open: boolean, photos: boolean, text: string | null, over: boolean, sending: any, said: any }} */
  const first = { files: [], open: false, photos: false, text: null, over: false, sending: null, said: null };
  const view = live(node, first, drawn);
  wholePage({ over: (over) => view.set({ over }), take, text: pasted }, signal);


  function take(added) {
    if (!added.length || view.state.sending) return;
    key = newId();
    view.set({ files: joined(view.state.files, added), said: null });
    view.now();
    if (collects(view.state)) announce(tn(view.state.files.length, "{n} document chosen", "{n} documents chosen"));
    else give(view.state.files);
  }

  function pasted(text) {
    if (view.state.sending || text.trim().length < LEAST_TEXT) return;
    view.set({ text, said: null });
    view.now();
    /** @type {HTMLElement | null} */ (node.querySelector("#pasted"))?.focus();
  }

  function remove(file) {
    key = newId();
    view.set({ files: view.state.files.filter((one) => one !== file), said: null });
    view.now();
    /** @type {HTMLElement | null} */ (node.querySelector(".chosen button") ?? node.querySelector("#file"))?.focus();
  }

  function missing(sentence, field) {
    view.set({ said: h("p", { class: "hint-bad", role: "alert" }, sentence) });
    /** @type {HTMLElement | null} */ (node.querySelector(field))?.focus();
  }

  /** Sends them, with the settings as they stand; `extra` are fields of the order beside. */
  async function give(files, extra = {}) {
    if (view.state.sending) return;
    if (!files.length) return missing(t("Choose a document first."), "#file");
    if (files.length > MOST_FILES) return missing(t("One course takes {most} documents at most, these are {n}.", { most: MOST_FILES, n: files.length }), "#file");
    const form = /** @type {HTMLFormElement} */ (node.querySelector("form"));
    const wrong = /** @type {HTMLInputElement | null} */ (form.querySelector(":invalid:not(fieldset)"));
    if (wrong) {
      view.set({ open: true });
      view.now();
      wrong.reportValidity();
      return;
    }
    leaving = new AbortController();
    const order = orderOf(form);
    for (const [name, value] of Object.entries(extra)) order.set(name, value);
    const name = files.length === 1 ? files[0].name : tn(files.length, "{n} document", "{n} documents");
    view.set({ sending: { name, sent: 0, of: 0 }, said: null });
    announce(t("Sending {name}", { name }));
    try {
      await send(order, files, key, leaving.signal, (sent, of) => view.set({ sending: { name, sent, of } }));
    } catch (error) {
      if (signal.aborted) return;
      if (error.status) key = newId();
      const stopped = leaving.signal.aborted;
      const encrypted = error.problem?.code === "encrypted";
      view.set({ sending: null, said: stopped ? null : troublePanel(error), files: stopped && !collects(view.state) ? [] : files, open: view.state.open || encrypted });
      view.now();
      if (encrypted) /** @type {HTMLElement | null} */ (node.querySelector("[name=password]"))?.focus();
      if (error.status === 401) location.reload();
    }
  }

  async function sample() {
    const [name] = ours();
    key = newId();
    view.set({ sending: { name, sent: 0, of: 0 }, said: null });
    try {
      const found = await fetch(`/web/samples/${name}`, { signal });
      if (!found.ok) throw new Error(String(found.status));
      const file = new File([await found.blob()], name, { type: "application/pdf" });
      view.set({ sending: null });
      view.now();
      await give([file], SAMPLE_ORDER);
    } catch (error) {
      if (!signal.aborted) view.set({ sending: null, said: troublePanel(error) });
    }
  }

  function onsubmit(event) {
    event.preventDefault();
    const { text, files } = view.state;
    if (text !== null && !text.trim()) missing(t("Paste some text first."), "#pasted");
    else give(text === null ? files : joined(files, [written(text)]));
  }

  function chosen(event) {
    take(Array.from(event.currentTarget.files));
    event.currentTarget.value = "";
  }

  function ways({ files, text }) {
    return h("div", { class: "give-ways" },
      text === null && h("button", { type: "button", class: "quiet", onclick: () => {
        view.set({ text: "" });
        view.now();
        /** @type {HTMLElement | null} */ (node.querySelector("#pasted"))?.focus();
      } }, t("Paste text")),
      touch() && [h("input", { type: "file", id: "photo", class: "unseen", accept: "image/*", capture: "environment", onchange: (event) => {
        view.set({ photos: true });
        view.now();
        chosen(event);
      } }), h("label", { for: "photo", class: "button quiet" }, files.length ? t("Take another photo") : t("Take a photo"))],
      small && h("button", { type: "button", class: "quiet", title: ours()[1], onclick: sample }, t("Try the sample")));
  }

  /** Who has nothing at hand: the sample stands where the library will be. */
  function offer() {
    return h("section", { key: "sample", class: "card sample" },
      h("div", {}, h("p", { class: "eyebrow" }, t("Nothing at hand?")), h("h2", {}, ours()[1]), h("p", { class: "soft" }, t("A few pages of ours. Six questions and six cards in a few seconds."))),
      h("button", { type: "button", onclick: sample }, t("Try the sample")));
  }

  function bar({ name, sent, of }) {
    return h("div", { class: "sending", key: "sending" },
      h("p", { id: "sending-name" }, h("strong", {}, t("Sending")), " ", h("bdi", {}, name)),
      of ? h("progress", { max: String(of), value: sent, "aria-labelledby": "sending-name" }) : h("progress", { key: "beats", "aria-labelledby": "sending-name" }),
      h("p", { class: "soft sent" }, !of ? t("Connecting…") : sent < of ? t("{sent} of {of}", { sent: sizeOf(sent), of: sizeOf(of) }) : t("All of it is there. Looking at it…")),
      h("button", { type: "button", class: "quiet", onclick: () => leaving.abort(new Error("stopped")) }, t("Stop")));
  }

  function drawn(now) {
    const { files, open, text, over, sending, said } = now;
    const collected = files.length > 0 && !sending;
    return [h("form", { key: "form", class: "card upload", novalidate: true, onsubmit, onchange: () => (key = newId()) },
      h("div", { key: "drop", class: `drop${over ? " over" : ""}${collected ? " filled" : ""}${sending ? " busy" : ""}` },
        sending && bar(sending),
        h("div", { key: "ask", class: "drop-ask", hidden: Boolean(sending) },
          h("input", { type: "file", id: "file", name: "file", multiple: true, accept: ACCEPT, class: "unseen", "aria-describedby": "file-types", onchange: chosen }),
          h("label", { for: "file", class: `button ${collected || text !== null ? "" : "primary"}` }, collected ? t("Add more") : t("Choose documents")),
          h("span", { class: "soft drop-hint" }, t("or drop them here"))),
        !sending && ways(now),
        h("p", { key: "types", class: "soft types", id: "file-types", hidden: Boolean(sending) }, TYPES)),
      collected && fileList(files, remove),
      text !== null && h("div", { key: "paste", class: "paste", hidden: Boolean(sending) }, h("label", { for: "pasted" }, t("The text to learn from")),
        h("textarea", { id: "pasted", rows: "8", value: text, dir: "auto", oninput: (event) => view.set({ text: event.currentTarget.value }) })),
      h("details", { key: "more", class: "more", open, hidden: Boolean(sending), ontoggle: (event) => event.currentTarget.open !== view.state.open && view.set({ open: event.currentTarget.open }) },
        h("summary", {}, t("More settings, or several documents")),
        h("p", { class: "soft" }, t("While this is open, documents are collected until you press the button.")), fields),
      said,
      !sending && (collects(now) || collected || text !== null) && h("div", { key: "act", class: "actions" },
        h("button", { type: "submit", class: "primary" }, t("Make my course")),
        text !== null && h("button", { type: "button", class: "quiet", onclick: () => view.set({ text: null, said: null }) }, t("Cancel")))), !small && !sending && offer()];
  }

  return node;
}
