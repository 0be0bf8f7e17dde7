"""Markdown becomes drafts: rendered to a page of the web, and read as that."""

import re
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from services.reader.formats import html
from services.reader.formats.drafts import Draft
from services.reader.formats.trees import html_tree

_TITLE = re.compile(r"^(title|lang|language):\s*[\"']?(.+?)[\"']?\s*$", re.M | re.I)
# What Pandoc and kramdown write behind a heading: its name and classes, no words of the text.
_ATTRIBUTES = re.compile(r"\s*\{:?\s*[#.][^{}]*\}\s*$")
# "$5,000 in May (US$": what stands between two signs for money, and no formula.
_SUM = re.compile(r"[\d.,]+(?:k|m|bn)?[ ,;:)–-]+[^\\^_=<>{}+*/]*[^\W\d_]{2}[^\\^_=<>{}+*/]*$")
# What is left of stars that set nothing off: "*Figure: a boat *", "Of Boats****".
# A single one right behind a word may be its own ("A*"). A row is tried at its first star alone: it may be long.
_STARS_BEFORE = re.compile(r"^\*+\s*(?=\S)")
_STARS_BEHIND = re.compile(r"(?<=[^\s*])(?:\s+\*+|\*{2,})$")
_FRONT = re.compile(r"\A---\n(.*?)\n(?:---|\.\.\.)\s*\n", re.S)


def read_markdown(text: str, most_nesting: int) -> tuple[list[Draft], str, str | None]:
    """The drafts, and the title and language that the front matter names. Raises `Failure`."""
    renderer = MarkdownIt("commonmark", {"html": True, "maxNesting": most_nesting}).enable(["table", "strikethrough"])
    renderer.use(front_matter_plugin).use(footnote_plugin).use(
        dollarmath_plugin, double_inline=True, allow_space=False, allow_digits=False
    )
    notes: dict[str, Any] = {}
    tokens = renderer.parse(text, notes)
    for sums in (child for token in tokens for child in token.children or () if child.type == "math_inline"):
        if _SUM.match(sums.content):
            sums.type, sums.tag, sums.content = "text", "", f"${sums.content}$"
    for heading in (token for before, token in pairwise(tokens) if before.type == "heading_open"):
        if heading.children and heading.children[-1].type == "text":
            heading.children[-1].content = _ATTRIBUTES.sub("", heading.children[-1].content)
    for said_in in (token.children for token in tokens if token.type == "inline" and token.children):
        first, last = said_in[0], said_in[-1]
        first.content = _STARS_BEFORE.sub("", first.content) if first.type == "text" else first.content
        last.content = _STARS_BEHIND.sub("", last.content) if last.type == "text" else last.content
    root = html_tree(renderer.renderer.render(tokens, renderer.options, notes), most_nesting)
    front = _FRONT.match(text)
    said = {key.lower(): value for key, value in _TITLE.findall(front[1])} if front else {}
    drafts = html.drafts_of(root) if root is not None else []
    return drafts, said.get("title", ""), said.get("lang") or said.get("language")
