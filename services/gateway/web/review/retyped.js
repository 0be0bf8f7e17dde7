// A page's text while it is being corrected: kept in sessionStorage until it is saved, so that leaving loses nothing.

const PREFIX = "pensum.retyped.";
const name = (session, sha, page = "") => `${PREFIX}${session}.${sha}.${page}`;

/** The text as typed so far; null where nothing differs from what the house has. */
export function typed(session, sha, page) {
  return sessionStorage.getItem(name(session, sha, page));
}

/** Pages saved since this page was loaded: the review's history may take a moment to name them. */
const savedHere = new Set();

export function markSaved(session, sha, page) {
  savedHere.add(name(session, sha, page));
}

export function wasSaved(session, sha, page) {
  return savedHere.has(name(session, sha, page));
}

/** Keeps what was typed; `null`, or the house's own text, is nothing to keep. */
export function keepTyped(session, sha, page, text, before) {
  if (text === null || text === before) sessionStorage.removeItem(name(session, sha, page));
  else sessionStorage.setItem(name(session, sha, page), text);
}

/** Numbers of the pages that were changed here and not saved, in order. */
export function changedPages(session, sha) {
  const start = name(session, sha);
  return Object.keys(sessionStorage).filter((key) => key.startsWith(start)).map((key) => Number(key.slice(start.length)))
    .sort((one, other) => one - other);
}

export function dropTyped(session) {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(`${PREFIX}${session}.`)) sessionStorage.removeItem(key);
}
