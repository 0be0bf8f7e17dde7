"""In which language the reader is spoken to: the first of `Accept-Language` that we have words in."""

import re
from typing import Annotated, Any

from fastapi import Depends, Header, Response
from pydantic import ValidationError

from contracts.message import Phrase
from services.text.catalogue.phrases import rendered
from services.text.languages import NAMES, code_of

VARY = {"Vary": "Accept-Language"}
_WISH = re.compile(r"\s*([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?")


def wished(header: str) -> str | None:
    """`en`, `no` or `de`, whichever is wished most; None where none is: what is said stays as it was written."""
    found = [one for part in header.split(",") if (one := _WISH.fullmatch(part)) is not None]
    known = [(float(one[2] or 1), code_of(one[1])) for one in found if code_of(one[1]) in NAMES]
    best = max(known, key=lambda each: each[0], default=(0.0, ""))
    return best[1] if best[0] > 0 else None


def said(phrase: Any, sentence: str, language: str | None) -> str:
    """A sentence in the reader's language, if its phrase (or the JSON of one) can be said in it; else as it stands."""
    if language is None or phrase is None:
        return sentence
    try:
        return rendered(Phrase.model_validate(phrase, extra="ignore"), language)
    except (ValidationError, KeyError, ValueError, RecursionError):
        return sentence


async def _language(
    response: Response,
    languages: Annotated[
        str | None,
        Header(
            alias="Accept-Language",
            description="The house's own sentences come in the first of these that is `en`, `no` (also `nb`, `nn`) or "
            "`de`; without one in the document's language. What is quoted of the document stays as it is.",
        ),
    ] = None,
) -> str | None:
    response.headers.update(VARY)
    return wished(languages or "")


ReaderLanguage = Annotated[str | None, Depends(_language)]
"""The reader's language; None: the document's. The answer says that it varies with it."""
