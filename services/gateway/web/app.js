// The page's root: takes the token, finds the view for the place, and draws it.

import { draw as show } from "./frame/draw.js";
import { button, el, title } from "./frame/elements.js";
import { dropToken, parts, takeToken, token } from "./frame/place.js";
import { troublePanel } from "./frame/trouble.js";
import { begin, t } from "./frame/language.js";
import { brought } from "./frame/renewal.js";
import { around } from "./frame/shell.js";
import { noToken } from "./frame/stranger.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
let leaving = new AbortController();
let drawn = false;
/** @type {Element | null} */
let lastHeading = null;

/** Each view's module is fetched when it is looked at first; it exports `<name>View`. */
const MODULES = {
  start: () => import("./documents/start.js"),
  session: () => import("./sessions/session.js"),
  quiz: () => import("./quizzes/quiz.js"),
  print: () => import("./quizzes/print.js"),
  next: () => import("./quizzes/next.js"),
  results: () => import("./quizzes/results.js"),
  cards: () => import("./items/cards.js"),
  items: () => import("./items/items.js"),
  item: () => import("./items/item.js"),
  add: () => import("./items/add.js"),
  coverage: () => import("./items/coverage.js"),
  review: () => import("./review/review.js"),
  reviewPage: () => import("./review/reviewpage.js"),
  learn: () => import("./learning/learn.js"),
  lesson: () => import("./lessons/lesson.js"),
  mastery: () => import("./learning/mastery.js"),
  tutor: () => import("./tutor/tutor.js"),
  due: () => import("./repetition/due.js"),
  overview: () => import("./history/overview.js"),
  class: () => import("./classes/class.js"),
  statistics: () => import("./classes/statistics.js"),
  disputes: () => import("./disputes/disputes.js"),
  trace: () => import("./runs/trace.js"),
  owner: () => import("./classes/owner.js"),
  join: () => import("./classes/join.js"),
};

const shows = (name, ...names) => async (place, signal) => (await brought(MODULES[name]))[`${name}View`](place, ...names, signal);

/** Views of a session that need nothing but its id. */
const OF_SESSION = new Set(["coverage", "cards", "lesson", "mastery", "tutor", "class", "statistics", "disputes", "trace"]);

/** The view of a place: `draw(place, signal)` draws into `place` and stops when `signal` aborts; null where there is none. */
function viewOf([room, id, what, which]) {
  if (!room) return shows("start");
  if (room === "review" && id) return which ? shows("reviewPage", id, what, Number(which)) : shows("review", id, what ?? null);
  if (room === "join") return shows("join", id ?? null);
  if (room === "due" || room === "overview" || room === "owner") return shows(room);
  if (room !== "s" || !id) return null;
  if (!what) return shows("session", id);
  if (what === "items" && !which) return shows("items", id);
  if (what === "items" && which === "new") return shows("add", id);
  if ((what === "items" || what === "flashcards") && which) return shows("item", id, what, which);
  if (OF_SESSION.has(what)) return shows(what, id);
  if (what === "learn") return shows("learn", id, which ?? "");
  if (what === "quiz") return shows("quiz", id, which ?? null);
  if (what === "print" && which) return shows("print", id, which);
  if (what === "next" && which) return shows("next", id, Number(which));
  if (what === "results" && which) return shows("results", id, which);
  return null;
}

function nowhere(place) {
  place.append(title(t("There is nothing here")), el("p", {}, el("a", { href: "#/" }, t("Go to your library"))));
}

async function draw() {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  takeToken();
  /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog[open]"))?.close();
  const place = el("div", { class: "view" });
  show(main, place);
  const view = viewOf(parts());
  document.body.classList.toggle("stranger", !token());
  around(parts());
  document.body.classList.toggle("broad", parts()[0] === "review" && parts().length === 4);
  try {
    if (!token() && parts()[0] !== "join") noToken(place, false);
    else if (!view) nowhere(place);
    else await view(place, signal);
  } catch (error) {
    if (signal.aborted) return;
    if (error.status === undefined) console.error(error);
    show(place);
    if (error.status === 401) {
      dropToken();
      noToken(place, true);
    } else {
      place.append(title(t("This did not work")), troublePanel(error), el("div", { class: "actions" }, button(t("Try again"), draw)));
    }
    settle(place);
  }
}

/** Title of the window, and focus on the heading once a view has one (not at the first drawing: the reader begins at the top). */
function settle(place) {
  const heading = place.querySelector("h1");
  if (!heading) return;
  document.title = heading.textContent === "Pensum" ? "Pensum" : `${heading.textContent} · Pensum`;
  if (heading !== lastHeading && drawn) {
    if (!place.contains(document.activeElement)) heading.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }
  lastHeading = heading;
  drawn = true;
}

new MutationObserver(() => main.firstElementChild && settle(main.firstElementChild)).observe(main, { childList: true, subtree: true });
document.getElementById("skip")?.addEventListener("click", () => {
  const heading = main.querySelector("h1");
  heading?.focus();
  heading?.scrollIntoView();
});
takeToken(); // At once: the place may be changed before the words are there.
begin().then(() => {
  window.addEventListener("hashchange", draw);
  return draw();
});
