// Fields in which an owner edits what an item or a card says. `field(body)` is {node, read(into)}: `read` puts what
// stands in the field into a body. What they are called is given in English and said in the reader's language.

import { el } from "../frame/elements.js";
import { t } from "../frame/language.js";

let count = 0;

/** `label` and `hint` as they are said. */
export function labelled(label, control, hint) {
  const id = `edit-${(count += 1)}`;
  control.id = id;
  if (hint) control.setAttribute("aria-describedby", `${id}-hint`);
  return el("div", { class: "field" }, el("label", { for: id }, label), control, hint && el("p", { class: "soft", id: `${id}-hint` }, hint));
}

/** As tall as its text at first (about 60 characters a row); browsers that can let it grow with what is typed. */
export function area(value, rows, props = {}) {
  const needed = (value ?? "").split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 60)), 0);
  return el("textarea", { rows: String(Math.min(Math.max(rows, needed), 30)), maxlength: "4000", dir: "auto", value: value ?? "", ...props });
}

function input(value, props = {}) {
  return el("input", { type: "text", maxlength: "2000", dir: "auto", autocomplete: "off", value: value ?? "", ...props });
}

export function textField(name, label, rows = 2, hint = "") {
  return (body) => {
    const control = rows > 1 ? area(body[name], rows) : input(body[name]);
    return { node: labelled(t(label), control, hint && t(hint)), read: (into) => (into[name] = control.value.trim()) };
  };
}

/** What is no number stays a text: the house names the field that is wrong. Pure. */
function numberOf(typed) {
  const plain = typed.trim().replace(",", ".");
  return plain !== "" && Number.isFinite(Number(plain)) ? Number(plain) : typed.trim();
}

export function number(name, label, hint) {
  return (body) => {
    const control = input(String(body[name] ?? ""), { inputmode: "decimal" });
    return { node: labelled(t(label), control, hint && t(hint)), read: (into) => (into[name] = numberOf(control.value)) };
  };
}

/** A list of texts, one a line. */
export function lines(name, label, hint) {
  return (body) => {
    const control = area((body[name] ?? []).join("\n"), 3);
    return { node: labelled(t(label), control, hint && t(hint)), read: (into) => (into[name] = control.value.split("\n").map((line) => line.trim()).filter(Boolean)) };
  };
}

/** The words of an option or prompt, called `name`, and why it is right or wrong; `explained` says whether there may be a why. */
export function optionFields(body, option, name, explained = true) {
  const words = input(option.text, { "aria-label": name });
  const told = (body.explanations ?? []).find((one) => one.option_id === option.option_id);
  const why = explained && area(told?.sentence, 2, { "aria-label": t("Why, of {name}", { name: name.toLowerCase() }), class: "why", placeholder: t("Why it is right or wrong") });
  return {
    words, why,
    read(into, list) {
      into[list] = [...(into[list] ?? []), { option_id: option.option_id, text: words.value.trim() }];
      const sentence = why && why.value.trim();
      if (told) into.explanations = into.explanations.map((one) => (one.option_id === option.option_id ? { ...one, sentence } : one));
      else if (sentence) into.explanations = [...(into.explanations ?? []), { option_id: option.option_id, sentence }];
    },
  };
}

export const fieldset = (legend, hint, ...children) => el("fieldset", { class: "field" }, el("legend", {}, legend), hint && el("p", { class: "soft" }, hint), children);
