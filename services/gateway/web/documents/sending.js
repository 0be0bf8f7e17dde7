// Sending documents, and sending them again with a password when they turn out to be encrypted.

import { draw } from "../frame/draw.js";
import { upload } from "../http/upload.js";
import { busy, el } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { ACCEPT } from "./files.js";
import { newId } from "../http/ids.js";
import { onward, path } from "../frame/place.js";
import { troublePanel } from "../frame/trouble.js";

/** What was sent since the page was loaded: session -> {order, files}. A reload forgets it; then the file is asked for. */
const sent = new Map();

/**
 * Sends an order (form fields without files) with its files; leads to the session. `told(sent, of)`: in bytes, on the way.
 * @param {(sent: number, of: number) => void} [told]
 */
export async function send(order, files, key, signal, told = () => {}) {
  const body = new FormData();
  const go = onward();
  for (const [name, value] of order) body.append(name, value);
  for (const file of files) body.append("file", file, file.name);
  const { session_id: session } = await upload(body, key, told, signal);
  order.delete("password");
  sent.set(session, { order, files });
  go(path("s", session));
}

/** A field for a document's password. */
export function passwordField(props = {}) {
  return el("input", { type: "password", name: "password", maxlength: "1000", autocomplete: "off", ...props });
}

/**
 * For a session that stopped at an encrypted document: its password, and the document too if the page was reloaded.
 * @param {Api["SessionState"]} state
 */
export function passwordForm(state, signal) {
  const before = sent.get(state.session_id);
  const said = el("div", {});
  const word = passwordField({ id: "password", required: true });
  const file = before ? null : el("input", { type: "file", id: "again", multiple: true, accept: ACCEPT });
  let key = newId();
  const go = el("button", { type: "submit", class: "primary" }, t("Send again with the password"));
  return el("form", { class: "card again", novalidate: true, onsubmit, onchange: () => (key = newId()) },
    el("h2", {}, t("Open it with its password")),
    el("p", { class: "soft" }, t("The password is used to open the document and is written down nowhere. A new course begins with it.")),
    file && el("label", { for: "again" }, t("The document once more"), file),
    el("label", { for: "password" }, t("Password"), word), said, el("div", { class: "actions" }, go));

  async function onsubmit(event) {
    event.preventDefault();
    const files = before?.files ?? [...file.files];
    const missing = !files.length ? [file, t("Choose the document.")] : !word.value ? [word, t("Type the password.")] : null;
    if (missing) {
      draw(said, el("p", { class: "hint-bad", role: "alert" }, missing[1]));
      missing[0].focus();
      return;
    }
    await busy(go, async () => {
      draw(said, el("p", { role: "status" }, t("Sending…")));
      const order = new FormData();
      for (const [name, value] of before?.order ?? []) order.append(name, value);
      order.set("password", word.value);
      try {
        await send(order, files, key, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (error.status) key = newId();
        draw(said, troublePanel(error));
      }
    });
  }
}
