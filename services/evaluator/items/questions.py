"""What a question asks in its own words and what it quotes of the text: told apart by the quotation marks. Pure."""

import re

from services.text.words import fold

GAP = "____"
# An apostrophe is no quotation mark; a single quote counts only where a blank or an edge stands outside of it.
_QUOTED = re.compile(
    r"“[^”]*”|„[^“”]*[“”]|«[^»]*»|»[^«]*«|\"[^\"]*\"|(?<!\w)['‘][^'’]+['’](?!\w)|「[^」]*」|『[^』]*』"
)


def own_words(question: str, text: str = "") -> str:
    """The question without what it quotes; one that is nothing but a quotation keeps it.

    Also what follows a colon is quoted, without marks, where all of it but its gap stands in `text`.
    """
    frame, colon, rest = question.partition(": ")
    if colon and text and all(fold(part).strip(" .") in fold(text) for part in rest.split(GAP)):
        question = frame
    left = " ".join(_QUOTED.sub(" ", question).split())
    return left if any(char.isalnum() for char in left) else question


def quoted(question: str) -> str:
    """What the question quotes, with blanks between; "" where it quotes nothing."""
    return " ".join(quotations(question))


def quotations(text: str) -> list[str]:
    """What it has in quotation marks, one by one."""
    return [found.group()[1:-1] for found in _QUOTED.finditer(text)]


def kind_of_stem(question: str) -> str:
    """How it asks, the same for all questions of one frame: a gap, or the words around a quotation; "" for others."""
    if GAP in question:
        return GAP
    return fold(own_words(question)) if quoted(question) else ""
