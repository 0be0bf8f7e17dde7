// Where the learner is: the token and the path, both from the URL's fragment, which no server ever sees.
//
//   #token=abc             the token alone (as the house prints it)
//   #/s/<id>               a place
//   #token=abc&/s/<id>     both, in either order
//   #join=CODE             joining a course by its code, as a shared link has it
//
// The token moves to sessionStorage at once and leaves the address bar; the place stays, so that a reload keeps it.

const KEY = "pensum.token";

/** Splits a fragment into its token (or null) and the rest. Pure. */
export function split(fragment) {
  const bare = fragment.replace(/^#/, "");
  const found = /(?:^|[&?])token=([^&]*)/.exec(bare);
  if (!found) return { token: null, rest: bare };
  const rest = (bare.slice(0, found.index) + "&" + bare.slice(found.index + found[0].length)).replace(/^[&?]+|[&?]+$/g, "");
  return { token: unescaped(found[1]), rest };
}

function unescaped(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Takes a token out of the address bar, if one is there. */
export function takeToken() {
  const { token, rest } = split(location.hash);
  if (token === null) return;
  if (token) sessionStorage.setItem(KEY, token);
  history.replaceState(null, "", location.pathname + location.search + (rest ? `#${rest}` : ""));
}

/** Goes where a pasted link leads, or in with a pasted token. False: it is neither. */
export function follow(pasted) {
  const text = pasted.trim();
  const at = text.indexOf("#");
  if (at < 0 && !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)) return false;
  if (at < 0) giveToken(text);
  replace(at < 0 ? location.hash || "#/" : text.slice(at));
  return true;
}

/** A token that was given: of who has just joined a course. */
export function giveToken(given) {
  sessionStorage.setItem(KEY, given);
}

export function token() {
  return sessionStorage.getItem(KEY);
}

/** False only if the token itself says that it is a learner's: what it may is the house's to say, this spares a dead end. */
export function isOwner() {
  try {
    const claims = (token() ?? "").split(".")[1].replaceAll("-", "+").replaceAll("_", "/");
    return JSON.parse(atob(claims)).role !== "learner";
  } catch {
    return true;
  }
}

export function dropToken() {
  sessionStorage.removeItem(KEY);
}

/** The parts of the place: `#/s/1/cards` is `["s", "1", "cards"]`. */
export function parts() {
  const found = split(location.hash).rest.replace(/^join=/, "join/").split("/").filter(Boolean).map(unescaped);
  return !found.length && location.pathname === "/join" ? ["join"] : found;
}

export function path(...names) {
  return "#/" + names.map(encodeURIComponent).join("/");
}

/**
 * What leads on from where one is now, for what takes a while: called when it is there. It leads nobody away who has gone
 * elsewhere meanwhile.
 * @returns {(fragment: string) => void}
 */
export function onward() {
  const from = location.hash;
  return (fragment) => {
    if (location.hash === from) location.hash = fragment;
  };
}

/** Goes there without a step in the history: for places that only lead on. */
export function replace(fragment) {
  history.replaceState(null, "", fragment);
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}
