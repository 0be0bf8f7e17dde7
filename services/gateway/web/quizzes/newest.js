// A course's quiz: leads to the one to take now, and says so where there is none yet.

import { quiz, session } from "../http/api.js";
import { el, link, title } from "../frame/elements.js";
import { t } from "../frame/language.js";
import { path, replace } from "../frame/place.js";
import { newQuizButton } from "./next.js";

/** Leads to the newest quiz that was not taken; where all were, offers another. */
export async function newest(place, id, signal) {
  const { data: state } = await session(id, signal);
  for (const quizId of [...state.quizzes].reverse()) {
    const found = (await quiz(id, quizId, signal)).data;
    if (found && !found.attempted) {
      replace(path("s", id, "quiz", quizId));
      return;
    }
  }
  const last = state.quizzes.at(-1);
  place.append(title(t("Quiz")), el("section", { class: "card" },
    el("p", {}, last ? t("You have taken every quiz of this course.") : t("There is no quiz yet.")),
    el("div", { class: "actions" }, state.status === "ready" && newQuizButton(state, { class: "primary" }),
      last && link(t("Take the last one again"), path("s", id, "quiz", last), { class: "button" }),
      link(t("To the course"), path("s", id), { class: "button quiet" }))));
}
