// Joining a course by its code, without an account: code and name, then the address to come back to.

import { t } from "../frame/language.js";
import { join } from "../http/classapi.js";
import { draw } from "../frame/draw.js";
import { announce, busy, el, link, title } from "../frame/elements.js";
import { newId } from "../http/ids.js";
import { dropToken, giveToken, path, token } from "../frame/place.js";
import { copyField } from "./share.js";
import { troublePanel } from "../frame/trouble.js";

const CODE = /^[2-9A-HJ-NP-Z]{8}$/;

/** A code as it is meant: without spaces and dashes, in capitals. Pure. */
const codeOf = (typed) => typed.replace(/[\s-]/g, "").toUpperCase();

/** The house's address of what was joined, else one that carries the token in its fragment. */
function wayBack(found) {
  if (found.url?.includes("#")) return new URL(found.url, location.origin).href;
  return `${location.origin}/#token=${encodeURIComponent(token() ?? "")}&${path("s", found.session_id).slice(1)}`;
}

export async function joinView(place, code) {
  const said = el("div", {});
  const field = el("input", { type: "text", id: "code", value: code ?? "", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: "20" });
  const name = el("input", { type: "text", id: "name", autocomplete: "nickname", maxlength: "80" });
  const go = el("button", { type: "submit", class: "primary" }, t("Join"));
  let key = newId();
  const form = el("form", { class: "card again", novalidate: true, onsubmit, onchange: () => (key = newId()) },
    el("label", { for: "code" }, t("Code"), field), el("label", { for: "name" }, t("Your name"), name),
    el("p", { class: "soft" }, t("You need no account. The owner of the course sees your name and your results; other learners see neither.")),
    said, el("div", { class: "actions" }, go));
  place.append(title(t("Join a course")), form);
  (code ? name : field).focus({ preventScroll: true });

  function hint(sentence, at) {
    draw(said, el("p", { class: "hint-bad", role: "alert" }, sentence));
    at.focus();
  }

  async function send() {
    try {
      return (await join(codeOf(field.value), name.value.trim(), key)).data;
    } catch (error) {
      if (error.status !== 401 || !token()) throw error;
      dropToken(); // A token of another house or day: who joins needs none.
      return (await join(codeOf(field.value), name.value.trim(), newId())).data;
    }
  }

  async function onsubmit(event) {
    event.preventDefault();
    if (!CODE.test(codeOf(field.value))) return hint(t("A code has eight letters and figures."), field);
    if (!name.value.trim()) return hint(t("Give a name, so that your results can be told apart."), name);
    return busy(go, async () => {
      try {
        joined(await send());
      } catch (error) {
        if (error.status) key = newId(); // Sent again after a lost answer it is the same learner.
        draw(said, error.status === 404 ? el("p", { class: "hint-bad", role: "alert" }, t("No open course has this code. Ask who gave it to you.")) : troublePanel(error));
      }
    });
  }

  function joined(found) {
    const mine = Boolean(found.token);
    if (mine) giveToken(found.token);
    history.replaceState(null, "", "/#/join");
    announce(t("Joined"));
    const heading = title(t("You have joined"));
    draw(place, heading, el("div", { class: "card" },
      el("p", {}, el("strong", { dir: "auto" }, found.title)),
      mine && [copyField(t("Your address to come back to"), "way-back", wayBack(found)),
        el("p", { class: "soft" }, t("Keep it: it is yours alone, as a password is. Without it you would have to join anew."))],
      el("div", { class: "actions" }, link(t("Begin"), path("s", found.session_id), { class: "button primary" }))));
    heading.focus();
  }
}
