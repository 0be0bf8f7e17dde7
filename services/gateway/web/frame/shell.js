// What stands around every view: where one is, where else one can go, and in which language. On a phone the ways stand below.

import { h, draw } from "./draw.js";
import { LANGUAGES, language, speak, t } from "./language.js";
import { isOwner, path } from "./place.js";

const header = /** @type {HTMLElement} */ (document.querySelector("header"));
const bottom = /** @type {HTMLElement} */ (document.getElementById("bottom"));
const brand = /** @type {HTMLElement} */ (header.querySelector(".brand"));

/** Names of courses that were seen, by session. */
const names = new Map();
let due = 0;
/** @type {string[]} */
let here = [];

/** The ways within a course: [the second part of its place, its word, what else of its places belongs to it]. */
const COURSE = [
  ["", "Course", ["items", "flashcards", "coverage", "class", "statistics", "disputes", "trace", "next"]],
  ["quiz", "Quiz", ["results", "learn", "print"]],
  ["cards", "Cards", []],
  ["tutor", "Tutor", ["lesson"]],
  ["mastery", "Progress", []],
];
const HOUSE = [["", "Library"], ["due", "Reviews"], ["overview", "Overview"]];
/** For who looks after courses. */
const OWNERS = ["owner", "Owner"];

function courseWays(id, what) {
  return COURSE.map(([to, word, more]) => h("a", {
    href: path(...["s", id, to].filter(Boolean)), "aria-current": to === what || more.includes(what) ? "page" : null,
  }, t(word)));
}

function houseWays(room) {
  return [...HOUSE, ...(isOwner() ? [OWNERS] : [])].map(([to, word]) => h("a", { href: to ? path(to) : "#/", "aria-current": to === room ? "page" : null },
    t(word), to === "due" && due > 0 && h("span", { class: "count", "aria-label": t("{n} due", { n: due }) }, due)));
}

function tongue() {
  return h("select", { class: "tongue", "aria-label": t("Language"), value: language(), onchange: (event) => speak(event.currentTarget.value) },
    Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code, selected: code === language() }, name)));
}

function show() {
  const [room = "", id, what = ""] = here;
  const inCourse = room === "s" && Boolean(id);
  const name = inCourse ? names.get(id) : "";
  document.body.classList.toggle("named", Boolean(name));
  draw(header, brand,
    name && h("a", { key: "name", class: "course-name", href: path("s", id), dir: "auto" }, name),
    inCourse && h("nav", { key: "course", class: "course", "aria-label": t("Course") }, courseWays(id, what)),
    h("nav", { key: "house", class: "house", "aria-label": "Pensum" }, houseWays(room)),
    h("div", { key: "tongue", class: "tongues" }, tongue()));
  bottom.setAttribute("aria-label", inCourse ? t("Course") : "Pensum");
  draw(bottom, inCourse ? courseWays(id, what) : houseWays(room));
}

/** Draws it for a place. */
export function around(place) {
  here = place;
  show();
}

/** Whatever is heard of a session tells its course's name. */
document.addEventListener("session", (event) => {
  const { session_id: id, doc_meta: meta, name: own } = /** @type {CustomEvent} */ (event).detail;
  const name = own || meta?.title || meta?.filename || "";
  if (!name || names.get(id) === name) return;
  names.set(id, name);
  if (here[1] === id) show();
});

/** How many reviews are due is known. */
export function dueNow(count) {
  due = count;
  show();
}
