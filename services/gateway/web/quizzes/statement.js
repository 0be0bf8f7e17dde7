// A statement to judge true or false: it stands as a quotation below its question.

import { el } from "../frame/elements.js";

/** [the question without its statement, the statement]; of any other question the question and "". Pure. */
export function asking({ question, statement }) {
  if (!statement) return [question, ""];
  if (!question.includes(statement)) return [question, statement];
  const alone = question.endsWith(statement) ? question.slice(0, -statement.length).trim() : "";
  return alone ? [alone, statement] : [question, ""];
}

/** The statement as a quotation; nothing where there is none. */
export function statementOf(body) {
  const [, statement] = asking(body);
  return statement !== "" && el("blockquote", { class: "statement", dir: "auto" }, statement);
}
