// The history of one's sessions, by how they stand and by topic, page by page.

import { history, maybe } from "../http/learnerapi.js";
import { draw } from "../frame/draw.js";
import { button, el, link, when } from "../frame/elements.js";
import { t, tn } from "../frame/language.js";
import { path } from "../frame/place.js";
import { statusWord } from "../sessions/progress.js";
import { percent } from "../learning/round.js";

const STATUSES = ["ready", "failed", "pending_review"];
const AFTER_MS = 400;

function row(one) {
  const facts = [
    one.attempts && tn(one.attempts, "{n} attempt", "{n} attempts"), one.score !== null && t("{percent} on average", { percent: percent(one.score) }),
    one.cycles && tn(one.cycles, "{n} round", "{n} rounds"), one.topic,
  ].filter(Boolean).join(" · ");
  return el("li", {},
    el("div", { class: "line-text" }, link(one.title || one.filename, path("s", one.session_id), { dir: "auto" }), facts && el("p", { class: "soft", dir: "auto" }, facts)),
    el("span", { class: "line-facts" }, el("span", { class: "badge" }, statusWord(one.status)), el("time", { datetime: one.updated_at }, when(one.updated_at))));
}

/** Fills `place` with the history; it stays empty where the house keeps none. */
export async function historyList(place, signal) {
  const list = el("ul", { class: "lines" });
  const more = el("div", {});
  const count = el("p", { class: "soft", role: "status" });
  const status = el("select", { id: "history-status", onchange: () => fresh() }, el("option", { value: "" }, t("All")),
    STATUSES.map((one) => el("option", { value: one }, statusWord(one))));
  /** @type {number | undefined} */
  let timer;
  const topic = el("input", { type: "search", id: "history-topic", oninput: () => {
    clearTimeout(timer);
    timer = setTimeout(fresh, AFTER_MS);
  } });
  const since = el("input", { type: "date", id: "history-since", onchange: () => fresh() });
  signal.addEventListener("abort", () => clearTimeout(timer));
  let asked = 0;

  async function page(cursor, mine) {
    const found = await maybe(history({ limit: 20, cursor, status: status.value, topic: topic.value.trim(), since: since.value && `${since.value}T00:00:00Z` }, signal));
    if (!found || mine !== asked) return found;
    if (!cursor) draw(list);
    list.append(...found.sessions.map(row));
    count.textContent = tn(found.total, "{n} course", "{n} courses");
    draw(more, found.next && button(t("Show more"), () => page(found.next, mine), { class: "quiet" }));
    return found;
  }

  function fresh() {
    asked += 1;
    return page(null, asked);
  }

  const found = await fresh();
  if (!found) return;
  place.append(el("h2", {}, t("History")), el("div", { class: "grid filters" },
    el("label", { for: "history-status" }, t("How it stands"), status), el("label", { for: "history-topic" }, t("Topic"), topic),
    el("label", { for: "history-since" }, t("Since"), since)), count, list, more);
}
