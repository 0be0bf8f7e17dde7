// The owner's desk: what waits over all courses in counts, and one next step: what has waited longest.

import { reviews } from "../http/api.js";
import { desk } from "../http/classapi.js";
import { h, live } from "../frame/draw.js";
import { el, title, when } from "../frame/elements.js";
import { t, tn } from "../frame/language.js";
import { path } from "../frame/place.js";
import { sortedTable } from "../frame/table.js";
import { reviewRow } from "../review/pending.js";

/** What has waited longest: {words, why, href}; null where nothing waits. Pure but for the words. */
export function oldest(waiting, courses) {
  const held = waiting.filter((one) => one.state === "pending").map((one) => ({ since: one.since, kind: "review", one }));
  const disputes = courses.filter((one) => one.disputes > 0).map((one) => ({ since: one.since, kind: "dispute", one }));
  const first = [...held, ...disputes].sort((a, b) => Date.parse(a.since) - Date.parse(b.since))[0];
  if (first) return first;
  const suspect = courses.find((one) => one.suspects > 0);
  if (suspect) return { since: null, kind: "suspect", one: suspect };
  return waiting.length ? { since: waiting[0].since, kind: "left out", one: waiting[0] } : null;
}

function stepOf({ kind, one, since }) {
  const waits = since && t("It has waited since {when}.", { when: when(since) });
  if (kind === "review") return { why: t("“{name}” was read too badly to go on without you.", { name: one.filename }), waits, word: t("Review it"), href: path("review", one.session_id, one.document_sha256) };
  if (kind === "left out") return { why: t("Pages of “{name}” were left out.", { name: one.filename }), waits, word: t("Look at them"), href: path("review", one.session_id, one.document_sha256) };
  if (kind === "dispute") return { why: tn(one.disputes, "A learner objects in “{name}”.", "Learners object {n} times in “{name}”.", { name: one.title }), waits, word: t("Decide"), href: path("s", one.session_id, "disputes") };
  return { why: tn(one.suspects, "The key of {n} question in “{name}” may be wrong.", "The keys of {n} questions in “{name}” may be wrong.", { name: one.title }), waits: t("Who does well on the rest gets them wrong."), word: t("Look at them"), href: path("s", one.session_id, "statistics") };
}

function next(waiting, courses) {
  const found = oldest(waiting, courses);
  if (!found) {
    return h("section", { class: "card step-card quiet-step", "aria-label": t("What to do now") }, h("p", { class: "eyebrow" }, t("What to do now")),
      h("p", { class: "step-why" }, t("Nothing waits for you.")), h("p", { class: "soft" }, courses.length ? t("Below are your courses: look at their questions, or share one with a class.") : t("Once you have made a course, its questions and its class stand here.")),
      h("div", { class: "actions" }, courses.length ? h("a", { class: "button", href: path("s", courses[0].session_id, "items") }, t("Questions of the newest course")) : h("a", { class: "button primary", href: "#/" }, t("Make a course"))));
  }
  const step = stepOf(found);
  return h("section", { class: "card step-card", "aria-label": t("What to do now") }, h("p", { class: "eyebrow" }, t("What to do now")),
    h("p", { class: "step-why", dir: "auto" }, step.why), step.waits && h("p", { class: "soft" }, step.waits),
    h("div", { class: "actions" }, h("a", { class: "button primary", href: step.href }, step.word)));
}

const tile = (count, word, href) => h("li", {}, h(count && href ? "a" : "span", { class: `tile${count ? " waits" : ""}`, href: count ? href : null },
  h("strong", {}, String(count)), h("span", {}, word)));

/** @type {() => import("../frame/table.js").Column[]} */
const columns = () => [
  { name: t("Course"), cell: (one) => h("a", { href: path("s", one.session_id, "items"), dir: "auto" }, one.title || t("Without a name")), by: (one) => one.title },
  { name: t("Learners"), cell: (one) => h("a", { href: path("s", one.session_id, "class"), "aria-label": tn(one.learners, "{n} learner: to the class", "{n} learners: to the class") }, String(one.learners)), by: (one) => one.learners },
  { name: t("Objections"), cell: (one) => waits(one.disputes, path("s", one.session_id, "disputes"), t("to the objections")), by: (one) => one.disputes },
  { name: t("Keys to check"), cell: (one) => waits(one.suspects, path("s", one.session_id, "statistics"), t("to the statistics")), by: (one) => one.suspects },
  { name: t("Under way"), cell: (one) => (one.under_way ? String(one.under_way) : "–"), by: (one) => one.under_way },
];

const waits = (count, href, where) => (count ? h("a", { class: "badge warn", href, "aria-label": `${count}: ${where}` }, String(count)) : "–");

export async function ownerView(place, signal) {
  place.classList.add("wide", "owners");
  const body = el("div", {});
  place.append(title(t("Owner's desk")), body);
  const view = live(body, { found: /** @type {any} */ (null), waiting: /** @type {any[]} */ ([]) }, ({ found, waiting }) => {
    if (!found) return h("p", { class: "soft", role: "status" }, t("Looking what waits…"));
    const { courses } = found;
    const [first] = courses;
    return [
      h("div", { class: "owner-top" }, next(waiting, courses),
        h("ul", { class: "tiles", "aria-label": t("What waits") },
          tile(waiting.length, tn(waiting.length, "document to review", "documents to review"), waiting[0] && path("review", waiting[0].session_id, waiting[0].document_sha256)),
          tile(found.disputes, tn(found.disputes, "objection to decide", "objections to decide"), first && path("s", courses.find((one) => one.disputes)?.session_id ?? first.session_id, "disputes")),
          tile(found.suspects, tn(found.suspects, "key to check", "keys to check"), first && path("s", courses.find((one) => one.suspects)?.session_id ?? first.session_id, "statistics")))),
      waiting.length > 0 && h("section", {}, h("h2", {}, t("Documents to review")), h("ul", { class: "lines card" }, waiting.map(reviewRow))),
      courses.length > 0 && h("section", {}, h("h2", {}, t("Your courses")), sortedTable(t("Your courses"), columns(), courses, { word: t("what waits") })),
    ];
  });
  const [{ data: found }, { data: held }] = await Promise.all([desk(signal), reviews(signal)]);
  view.set({ found, waiting: held?.reviews ?? [] });
}
