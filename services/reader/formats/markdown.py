"""Markdown becomes drafts: rendered to a page of the web, and read as that."""

import re

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from services.reader.formats import html
from services.reader.formats.drafts import Draft
from services.reader.formats.trees import html_tree

_TITLE = re.compile(r"^(title|lang|language):\s*[\"']?(.+?)[\"']?\s*$", re.M | re.I)
_FRONT = re.compile(r"\A---\n(.*?)\n(?:---|\.\.\.)\s*\n", re.S)


def read_markdown(text: str, most_nesting: int) -> tuple[list[Draft], str, str | None]:
    """The drafts, and the title and language that the front matter names. Raises `Failure`."""
    renderer = MarkdownIt("commonmark", {"html": True, "maxNesting": most_nesting}).enable(["table", "strikethrough"])
    renderer.use(front_matter_plugin).use(footnote_plugin).use(dollarmath_plugin, double_inline=True)
    root = html_tree(renderer.render(text), most_nesting)
    front = _FRONT.match(text)
    said = {key.lower(): value for key, value in _TITLE.findall(front[1])} if front else {}
    drafts = html.drafts_of(root) if root is not None else []
    return drafts, said.get("title", ""), said.get("lang") or said.get("language")
