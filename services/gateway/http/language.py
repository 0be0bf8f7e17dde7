"""In which language the reader is spoken to: the first of `Accept-Language` that we have words in."""

import re
from typing import Annotated

from fastapi import Depends, Header, Response

from services.text.languages import NAMES, code_of

VARY = {"Vary": "Accept-Language"}
_WISH = re.compile(r"\s*([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?")


def wished(header: str) -> str | None:
    """`en`, `no` or `de`, whichever is wished most; None where none is: what is said stays as it was written."""
    found = [one for part in header.split(",") if (one := _WISH.fullmatch(part)) is not None]
    known = [(float(one[2] or 1), code_of(one[1])) for one in found if code_of(one[1]) in NAMES]
    best = max(known, key=lambda each: each[0], default=(0.0, ""))
    return best[1] if best[0] > 0 else None


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
