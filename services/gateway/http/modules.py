"""The page's modules as they are sent: with each comes what it needs, in one file, made from the import graph.

A browser asks for six files at a time, so that a page of eighty modules waits a dozen round trips. Here each module
becomes a function that runs once, when it is first needed, and may wait (`await`) as a module may. With the entry come
the modules of the first view, and with any other module those that it needs beyond them. What several files bring is
kept once, under its path. Modules stay as they are written: relative paths, and `import("./view.js")` for what is
loaded when needed.

Of JavaScript only this is known, each statement at the beginning of a line: `import {...} from`, `import "..."`,
`import * as x from`, `export {...}`, `export {...} from`, and `export` before a function, a class, `const NAME` or
`let NAME`. Anything else that is imported or exported, and modules that import each other, are an error. Comments in
lines of their own are left out: they are a fifth of what is sent. Below `/web/` the files are served as written.
"""

import posixpath
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.MULTILINE)
IMPORTED = re.compile(r'^import\s+(?:(\{[^}]*\}|\*\s*as\s+[\w$]+)\s*from\s*)?"([^"]+)";', re.MULTILINE)
PASSED_ON = re.compile(r'^export\s*\{([^}]*)\}\s*from\s*"([^"]+)";', re.MULTILINE)
LISTED = re.compile(r"^export\s*\{([^}]*)\};", re.MULTILINE)
DECLARED = re.compile(r"^export\s+(?=(?:(?:async\s+)?function\b\s*\*?|class|const|let)\s*([\w$]+))", re.MULTILINE)
UNREAD = re.compile(r"^(?:import|export)\b.*|\bimport\.meta\b", re.MULTILINE)
LATER = re.compile(r"(?<![\w$.])import\s*\(")

REGISTRY = """\
const made = {}, kept = {}, base = new URL(".", import.meta.url).href;
const given = (one) => (names) => {
  for (const name in names) Object.defineProperty(one, name, { get: names[name], enumerable: true });
};
const load = (from) => async (specifier) => {
  const { href } = new URL(specifier, new URL(from, base));
  const name = href.startsWith(base) ? href.slice(base.length) : "";
  return name in made ? $take(name) : import(href);
};
export const $put = (name, make) => { made[name] ??= make; };
export const $take = (name) => kept[name] ??= (async () => {
  const one = {};
  await made[name](given(one), load(name));
  return one;
})();
"""


class Unreadable(Exception):
    """A module says what is not known here; names the file and what it says."""


@dataclass(frozen=True)
class Module:
    """A module: the paths of what it imports, the names that it exports, and its text as a function's body."""

    imports: tuple[str, ...]
    exports: tuple[str, ...]
    body: str


def _renamed(names: str) -> dict[str, str]:
    """What a list of names says: by the name that is seen elsewhere, the name that it has here."""
    parted = (one.split(" as ") for one in re.sub(r"\s+", " ", names).strip("{} ,").split(",") if one.strip())
    return {one[-1].strip(): one[0].strip() for one in parted}


def module(path: str, text: str) -> Module:
    """One module, read. Raises Unreadable."""
    imports: list[str] = []
    getters: dict[str, str] = {}

    def found(specifier: str) -> str:
        if not specifier.startswith("."):
            raise Unreadable(f"{path} imports {specifier}, which is no relative path")
        name = posixpath.normpath(posixpath.join(posixpath.dirname(path), specifier))
        imports.append(name)
        return name

    def imported(match: re.Match[str]) -> str:
        what, taken = match[1], f'await $take("{found(match[2])}");'
        if what is None:
            return taken
        what = re.sub(r"\s+as\s+", ": ", what) if what.startswith("{") else what.split()[-1]
        return f"const {what} = {taken}"

    def passed_on(match: re.Match[str]) -> str:
        here = f"$from{len(imports)}"
        getters.update({name: f"{here}.{there}" for name, there in _renamed(match[1]).items()})
        return f'const {here} = await $take("{found(match[2])}");'

    def listed(match: re.Match[str]) -> str:
        getters.update(_renamed(match[1]))
        return ""

    def declared(match: re.Match[str]) -> str:
        getters[match[1]] = match[1]
        return ""

    text = COMMENT.sub("", text)
    for pattern, said in ((IMPORTED, imported), (PASSED_ON, passed_on), (LISTED, listed), (DECLARED, declared)):
        text = pattern.sub(said, text)
    if unread := UNREAD.search(text):
        raise Unreadable(f"{path} says `{unread[0]}`")
    given = ", ".join(f"{name}: () => {here}" for name, here in getters.items())
    return Module(tuple(imports), tuple(getters), f"$give({{ {given} }}); {LATER.sub('$load(', text)}")


class Modules:
    """All modules of a page, by their paths, and what each is sent with.

    `entry` runs the page and must lie at the root; `ahead` are the modules that it loads for its first view.
    """

    def __init__(self, texts: Mapping[str, str], entry: str, ahead: Iterable[str] = ()) -> None:
        self._modules = {path: module(path, text) for path, text in texts.items()}
        self._entry = entry
        self._first = self._closure(*ahead, entry)

    def _closure(self, *paths: str) -> list[str]:
        """These and what they need, each after what it needs. Raises Unreadable: for what is not there, a circle."""
        done: dict[str, None] = {}

        def walk(path: str, trail: tuple[str, ...]) -> None:
            if path in trail:
                raise Unreadable(f"modules import each other: {' -> '.join((*trail, path))}")
            if path in done:
                return
            if path not in self._modules:
                raise Unreadable(f"{trail[-1] if trail else 'the page'} imports {path}, which is not there")
            for needed in self._modules[path].imports:
                walk(needed, (*trail, path))
            done[path] = None

        for path in paths:
            walk(path, ())
        return list(done)

    def _put(self, paths: Iterable[str]) -> str:
        return "".join(
            f'$put("{path}", async ($give, $load) => {{ {self._modules[path].body}\n}});\n' for path in paths
        )

    def sent(self, path: str) -> str:
        """The file of a module: of the entry with all of the first view, of any other with what that one lacks."""
        if path == self._entry:
            # Not awaited: the entry may wait for a view, whose file waits for this one.
            return f'{REGISTRY}{self._put(self._first)}$take("{path}");\n'
        first = set(self._first)
        lacking = [one for one in self._closure(path) if one not in first]
        up = "../" * path.count("/") or "./"
        exports = ", ".join(self._modules[path].exports)
        return (
            f'import {{ $put, $take }} from "{up}{self._entry}";\n{self._put(lacking)}'
            f'export const {{ {exports} }} = await $take("{path}");\n'
        )
