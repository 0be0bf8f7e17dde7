// One way to draw: a view describes what is to be seen, and a place is made to show it. What is there already stays: elements,
// the focus, what was typed, where one has scrolled to. Text goes in as text nodes only.

/**
 * A description: `tag`, `props` as of `el` (`on<event>`, `class`, `value`, `checked`, `disabled`; null or false leaves out) with
 * `key` (keeps an element among its siblings) and `made(node)` (called once, when the element is new), and its children.
 * @typedef {{ tag: string, props: Record<string, any>, children: Seen[] }} Described
 * @typedef {Described | Node | string} Seen
 */

const LIVE = new Set(["value", "checked", "disabled", "open"]);
/** What each element was described by last. @type {WeakMap<Node, Described>} */
const shown = new WeakMap();

const flat = (children) => children.flat(Infinity).filter((one) => one !== null && one !== undefined && one !== false)
  .map((one) => (typeof one === "number" ? String(one) : one));

/** @returns {Described} */
export function h(tag, props = {}, ...children) {
  return { tag, props: props ?? {}, children: flat(children) };
}

const listens = (name) => name.startsWith("on");
const isKept = (name) => name === "key" || name === "made";

/** One listener for each kind of event and element: it calls what the last description says. */
function heard(event) {
  shown.get(event.currentTarget)?.props[`on${event.type}`]?.(event);
}

function set(node, name, value, before) {
  if (isKept(name)) return;
  if (listens(name)) {
    if (value && !before) node.addEventListener(name.slice(2), heard);
    else if (!value && before) node.removeEventListener(name.slice(2), heard);
  } else if (LIVE.has(name)) {
    // What somebody typed or chose stays, unless the description itself has changed.
    if (value !== before) node[name] = value ?? (name === "value" ? "" : false);
  } else if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else if (value !== before) node.setAttribute(name, value === true ? "" : String(value));
}

/** @param {Described} seen */
function made(seen) {
  const node = document.createElement(seen.tag);
  fill(node, seen, { tag: seen.tag, props: {}, children: [] });
  seen.props.made?.(node);
  return node;
}

function fill(node, seen, before) {
  shown.set(node, seen);
  draw(node, ...seen.children);
  for (const name of Object.keys(before.props)) if (!(name in seen.props)) set(node, name, null, before.props[name]);
  for (const [name, value] of Object.entries(seen.props)) set(node, name, value, before.props[name]);
}

/** Whether the element can become what is described. */
function fits(node, seen) {
  if (typeof seen === "string") return node.nodeType === Node.TEXT_NODE;
  const before = shown.get(node);
  return before !== undefined && before.tag === seen.tag && before.props.key === seen.props.key;
}

/**
 * Makes `place` show these, one after the other, and nothing else. An element of one's own is shown as it is.
 * @param {Element} place
 */
export function draw(place, ...children) {
  const wanted = flat(children);
  const keyed = new Map();
  for (const node of place.childNodes) {
    const key = shown.get(node)?.props.key;
    if (key !== undefined) keyed.set(key, node);
  }
  /** @type {any} */
  let at = place.firstChild;
  for (const seen of wanted) {
    if (seen instanceof Node) {
      if (seen === at) at = at.nextSibling;
      else place.insertBefore(seen, at);
      continue;
    }
    const key = typeof seen === "string" ? undefined : seen.props.key;
    const known = key === undefined ? at : keyed.get(key);
    if (known && fits(known, seen)) {
      if (known === at) at = at.nextSibling;
      else place.insertBefore(known, at);
      if (typeof seen !== "string") fill(known, seen, shown.get(known));
      else if (known.data !== seen) known.data = seen;
    } else place.insertBefore(typeof seen === "string" ? document.createTextNode(seen) : made(seen), at);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

/**
 * A place with a state: `set(change)` merges it in and draws anew, once for all changes of a moment.
 * @template {object} S
 * @param {Element} place
 * @param {S} first
 * @param {(state: S) => any} view
 */
export function live(place, first, view) {
  let state = first;
  let waits = false;
  const now = () => {
    waits = false;
    draw(place, view(state));
  };
  now();
  return {
    get state() {
      return state;
    },
    now,
    /** @param {Partial<S>} change */
    set(change) {
      state = { ...state, ...change };
      if (!waits) queueMicrotask(now);
      waits = true;
    },
  };
}
