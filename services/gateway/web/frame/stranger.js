// What the page shows who has no token: how to get one, and a field for a link or token that was sent by mail, say.

import { draw } from "./draw.js";
import { el, link, title } from "./elements.js";
import { t } from "./language.js";
import { follow, path } from "./place.js";

/** @param {boolean} refused the house did not take the token that was there */
export function noToken(place, refused) {
  place.append(
    title(refused ? t("Your link is no longer valid") : t("Open Pensum with your link")),
    el("p", {}, t("Run the command below and open the address that it prints: it carries the token this page needs.")),
    el("p", {}, el("code", {}, "pensum up")),
    linkForm(),
    el("p", {}, t("Were you given a code?"), " ", link(t("Join a course"), path("join"))),
  );
}

/** Where a link or token is pasted that was sent by mail, say, or printed in a window that opens no browser. */
function linkForm() {
  const said = el("div", {});
  const field = el("input", { type: "text", id: "link", autocomplete: "off", spellcheck: "false" });
  const onsubmit = (event) => {
    event.preventDefault();
    if (follow(field.value)) return;
    draw(said, el("p", { class: "hint-bad", role: "alert" }, t("This is neither a link nor a token of Pensum.")));
    field.focus();
  };
  return el("form", { class: "card again", onsubmit }, el("label", { for: "link" }, t("Your link or token"), field), said,
    el("div", { class: "actions" }, el("button", { type: "submit", class: "primary" }, t("Open"))));
}
