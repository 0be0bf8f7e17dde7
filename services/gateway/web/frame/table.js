// A table that is sorted by any of its columns: by a press on its head, or on a phone by a list of them.

import { draw, h } from "./draw.js";
import { el } from "./elements.js";
import { locale, t } from "./language.js";

/**
 * `cell(row)` is what stands there; the first column is the row's head. `by(row)` is what it is sorted by (without it, it is
 * not); numbers and dates go down first, texts up; what has no value comes last either way.
 * @typedef {{ name: string, cell: (row: any) => any, by?: (row: any) => string | number | null | undefined }} Column
 */

const none = (value) => value === null || value === undefined || value === "";

/** The rows in the order of a column, where equal ones stay as they came. Pure. */
export function ordered(rows, by, down) {
  return rows.toSorted((one, other) => {
    const [a, b] = [by(one), by(other)];
    if (none(a) || none(b)) return Number(none(a)) - Number(none(b));
    const found = typeof a === "string" ? a.localeCompare(String(b), locale(), { numeric: true, sensitivity: "base" }) : Number(a) - Number(b);
    return down ? -found : found;
  });
}

let count = 0;

/**
 * @param {string} caption
 * @param {Column[]} columns
 * @param {any[]} rows
 * @param {{ at?: number, down?: boolean, word?: string }} [first] by which column it is sorted to begin with; without one as the
 *   rows came, which is called `word`
 */
export function sortedTable(caption, columns, rows, first = {}) {
  const node = el("div", { class: "sorted" });
  const id = `sort-${(count += 1)}`;
  let [at, down] = [first.at ?? -1, first.down ?? false];
  show();

  function sort(which) {
    const { by } = columns[which];
    const sample = rows.map((row) => by?.(row)).find((value) => !none(value));
    down = which === at ? !down : typeof sample !== "string";
    at = which;
    show();
  }

  /** @param {Column} column */
  function head({ name, by }, which) {
    const here = which === at;
    return h("th", { scope: "col", "aria-sort": by ? (here ? (down ? "descending" : "ascending") : "none") : null },
      by ? h("button", { type: "button", class: "sort", onclick: () => sort(which) }, name, h("span", { class: "way", "aria-hidden": "true" }, here ? (down ? "↓" : "↑") : "")) : name);
  }

  function show() {
    const shown = at < 0 ? rows : ordered(rows, /** @type {any} */ (columns[at].by), down);
    const [{ cell: title }, ...others] = columns;
    draw(node,
      h("div", { class: "sort-by" }, h("label", { for: id }, t("Sorted by")),
        h("select", { id, value: String(at), onchange: (event) => sort(Number(event.currentTarget.value)) },
          at < 0 && h("option", { value: "-1" }, first.word ?? "–"),
          columns.map((one, which) => one.by && h("option", { value: String(which), selected: which === at }, one.name)))),
      h("table", { class: "pages-table data" }, h("caption", { class: "unseen" }, caption),
        h("thead", {}, h("tr", {}, columns.map(head))),
        h("tbody", {}, shown.map((row) => h("tr", {}, h("th", { scope: "row", dir: "auto" }, title(row)),
          others.map(({ name, cell }) => h("td", { "data-name": name }, cell(row))))))));
  }

  return node;
}
