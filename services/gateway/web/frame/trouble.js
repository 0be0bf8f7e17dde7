// What went wrong, for a person: the sentence, what helps, and for those who will be asked for it the code and trace id.

import { t } from "./language.js";
import { retry } from "../http/api.js";
import { announce, button, busy, el } from "./elements.js";
import { look } from "../http/watch.js";

const AGAIN = new Set([500, 502, 503, 504]);

function panel(problem, traceId, ...actions) {
  const facts = [problem.code && `code ${problem.code}`, problem.status && `status ${problem.status}`, traceId && `trace ${traceId}`];
  const fields = (problem.fields ?? []).filter((field) => !(problem.detail ?? "").includes(field));
  return el(
    "section",
    { class: "trouble", role: "alert" },
    problem.title && el("h2", {}, problem.title),
    el("p", {}, problem.detail || problem.title || t("Something went wrong.")),
    fields.length > 0 && el("p", {}, t("About: {fields}", { fields: fields.join(", ") })),
    problem.action && el("p", { class: "helps" }, el("strong", {}, t("What helps: ")), problem.action),
    el("details", { class: "facts-fold" }, el("summary", {}, t("Details")), el("p", { class: "facts" }, facts.filter(Boolean).join(" · "))),
    actions.length > 0 && el("div", { class: "actions" }, actions),
  );
}

/** The panel of a request that failed. Anything that is not a `Trouble` is a bug of the page. */
export function troublePanel(error, ...actions) {
  const problem = error.problem ?? {
    title: t("The page made a mistake"),
    detail: t("This view could not be drawn."),
    action: t("Reload the page."),
    code: "page_error",
  };
  return panel(problem, problem.trace_id, ...actions);
}

/** The panel of a failed session; with a Retry button where another attempt can help. */
export function failurePanel(state) {
  const problem = state.error ?? { title: t("This did not work"), detail: t("No reason was given."), action: t("Upload the document again.") };
  if (!AGAIN.has(problem.status)) return panel(problem, state.trace_id);
  const place = panel(problem, state.trace_id, button(t("Retry"), onRetry, { class: "primary" }));
  async function onRetry(event) {
    await busy(event.currentTarget, async () => {
      try {
        await retry(state.session_id, state.version);
        announce(t("Trying again"));
        look();
      } catch (error) {
        if (error.status === 409) look();
        else place.after(troublePanel(error));
      }
    });
  }
  return place;
}
