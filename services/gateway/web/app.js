// The page's root: takes the token, finds the view for the place, and draws it.

import { button, el, link, title } from "./frame/elements.js";
import { dropToken, parts, path, takeToken, token } from "./frame/place.js";
import { troublePanel } from "./frame/trouble.js";
import { startView } from "./documents/start.js";
import { sessionView } from "./sessions/session.js";
import { quizView } from "./quizzes/quiz.js";
import { nextView } from "./quizzes/next.js";
import { resultsView } from "./quizzes/results.js";
import { cardsView } from "./items/cards.js";
import { itemsView } from "./items/items.js";
import { itemView } from "./items/item.js";
import { coverageView } from "./items/coverage.js";
import { reviewView } from "./review/review.js";
import { reviewPageView } from "./review/reviewpage.js";
import { learnView } from "./learning/learn.js";
import { lessonView } from "./lessons/lesson.js";
import { masteryView } from "./learning/mastery.js";
import { tutorView } from "./tutor/tutor.js";
import { dueView } from "./repetition/due.js";
import { overviewView } from "./history/overview.js";
import { classView } from "./classes/class.js";
import { statisticsView } from "./classes/statistics.js";
import { disputesView } from "./disputes/disputes.js";
import { joinView } from "./classes/join.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
let leaving = new AbortController();
let drawn = false;
/** @type {Element | null} */
let lastHeading = null;

/** Views of a session that need nothing but its id. */
const OF_SESSION = {
  coverage: coverageView, cards: cardsView, lesson: lessonView, mastery: masteryView, tutor: tutorView,
  class: classView, statistics: statisticsView, disputes: disputesView,
};

/** The view of a place: `draw(place, ...names, signal)`; a place draws into `place` and stops when `signal` aborts. */
function viewOf([room, id, what, which]) {
  if (!room) return (place, signal) => startView(place, signal);
  if (room === "review" && id) {
    if (which) return (place, signal) => reviewPageView(place, id, what, Number(which), signal);
    return (place, signal) => reviewView(place, id, what ?? null, signal);
  }
  if (room === "join") return (place) => joinView(place, id ?? null);
  if (room === "due") return (place, signal) => dueView(place, signal);
  if (room === "overview") return (place, signal) => overviewView(place, signal);
  if (room !== "s" || !id) return null;
  if (!what) return (place, signal) => sessionView(place, id, signal);
  if (what === "items" && !which) return (place, signal) => itemsView(place, id, signal);
  if ((what === "items" || what === "flashcards") && which) return (place, signal) => itemView(place, id, what, which, signal);
  if (Object.hasOwn(OF_SESSION, what ?? "")) return (place, signal) => OF_SESSION[what](place, id, signal);
  if (what === "learn") return (place, signal) => learnView(place, id, which ?? "", signal);
  if (what === "quiz" && which) return (place, signal) => quizView(place, id, which, signal);
  if (what === "next" && which) return (place, signal) => nextView(place, id, Number(which), signal);
  if (what === "results" && which) return (place, signal) => resultsView(place, id, which, signal);
  return null;
}

function noToken(place, refused) {
  place.append(
    title(refused ? "Your link is no longer valid" : "Open Pensum with your link"),
    el("p", {}, "Run ", el("code", {}, "pensum up"), " and open the address that it prints: it carries the token this page needs."),
    el("p", {}, "Were you given a code? ", link("Join a course", path("join"))),
  );
}

function nowhere(place) {
  place.append(title("There is nothing here"), el("p", {}, el("a", { href: "#/" }, "Go to your documents")));
}

async function draw() {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  takeToken();
  /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog[open]"))?.close();
  const place = el("div", { class: "view" });
  main.replaceChildren(place);
  const view = viewOf(parts());
  document.body.classList.toggle("stranger", !token());
  for (const one of document.querySelectorAll("header nav a")) {
    if (one.getAttribute("href") === `#/${parts()[0] ?? ""}`) one.setAttribute("aria-current", "page");
    else one.removeAttribute("aria-current");
  }
  document.body.classList.toggle("broad", parts()[0] === "review" && parts().length === 4);
  try {
    if (!token() && parts()[0] !== "join") noToken(place, false);
    else if (!view) nowhere(place);
    else await view(place, signal);
  } catch (error) {
    if (signal.aborted) return;
    if (error.status === undefined) console.error(error);
    place.replaceChildren();
    if (error.status === 401) {
      dropToken();
      noToken(place, true);
    } else {
      place.append(title("This did not work"), troublePanel(error), el("div", { class: "actions" }, button("Try again", draw)));
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
window.addEventListener("hashchange", draw);
document.getElementById("skip")?.addEventListener("click", () => {
  const heading = main.querySelector("h1");
  heading?.focus();
  heading?.scrollIntoView();
});
draw();
