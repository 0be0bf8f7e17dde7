"""In which language the reader is spoken to: the first of `Accept-Language` that we have words in."""

import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import cache, wraps
from inspect import Parameter, signature
from typing import Annotated, Any, Literal, TypeVar, get_args

from fastapi import Depends, Header, Request, Response
from pydantic import BaseModel, ValidationError

from contracts.message import Phrase, Worded
from contracts.problems import TABLE, Problem
from services.chassis.problems import REFUSALS
from services.text.catalogue.phrases import rendered
from services.text.languages import NAMES, code_of

V = TypeVar("V")
Endpoint = Callable[..., Awaitable[Any]]
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


def said_each(phrases: Sequence[Any] | None, sentences: Sequence[str], language: str | None) -> list[str]:
    """The same for several; without a phrase for each of them they stay as they stand."""
    if len(phrases or ()) != len(sentences):
        return list(sentences)
    return [said(phrase, sentence, language) for phrase, sentence in zip(phrases or (), sentences, strict=True)]


def in_language(view: V, language: str | None) -> V:
    """A view with all its sentences in the reader's language, as far as they are data (`Worded`)."""
    return view if language is None else _retold(view, language)


Spoken = Callable[[], Awaitable[str]]
"""In which language the documents of a request's session are: asked only where something is refused."""


def in_language_of(request: Request, wrong: Problem, documents: str | None = None) -> Problem:
    """A problem in the language of whoever asked, else in that of their document, if it is known."""
    return in_language(wrong, wished(request.headers.get("Accept-Language", "")) or documents)


async def documents_language(request: Request) -> str | None:
    """That of the session's documents, where a session of the reader's was asked for and they name no language."""
    spoken: Spoken | None = getattr(request.state, "spoken", None)
    if spoken is None or wished(request.headers.get("Accept-Language", "")):
        return None
    return wished(await spoken())


def _retold(value: Any, language: str) -> Any:
    if isinstance(value, list):
        return [_retold(each, language) for each in value]
    if not isinstance(value, BaseModel) or not _says(type(value)):
        return value
    changed = {name: _retold(each, language) for name, each in value if isinstance(each, list | BaseModel)}
    if isinstance(value, Worded):
        changed |= {
            sentence: said(getattr(value, phrase), getattr(value, sentence), language)
            for sentence, phrase in value.worded.items()
        }
    if isinstance(value, Problem):
        changed |= {of: _of_table(value, of, language) for of in ("title", "action")}
    return value.model_copy(update=changed)


def _of_table(wrong: Problem, of: Literal["title", "action"], language: str) -> str:
    """The title or the action, unless it is another than the table has for this code; of some refusals their own."""
    _, title, action = TABLE[wrong.code]
    told: str = getattr(wrong, of)
    name = wrong.phrase.code.removeprefix("problems.").replace(".", "_") if wrong.phrase else ""
    if name in REFUSALS:
        return said(Phrase.of(f"refusal_{of}s.{name}"), told, language)
    phrase = Phrase.of(f"problem_{of}s.{wrong.code}") if told in (title, action) else None
    return said(phrase, told, language)


@cache
def _says(view: type[BaseModel]) -> bool:
    """Whether a view or a part of it says sentences. No view is a part of itself, and phrases say none."""
    return issubclass(view, Worded) or any(
        _says(part) for field in view.model_fields.values() for part in _models(field.annotation)
    )


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel) and annotation is not Phrase:
        yield annotation
    for each in get_args(annotation):
        yield from _models(each)


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


def in_readers_language(endpoint: Endpoint) -> Endpoint:
    """The endpoint of a route with its answer in the reader's language, if that is of a type that says sentences."""
    takes = signature(endpoint)
    if not any(map(_says, _models(takes.return_annotation))):
        return endpoint

    @wraps(endpoint)
    async def answered(reader_language: str | None, **given: Any) -> Any:
        return in_language(await endpoint(**given), reader_language)

    asked = Parameter("reader_language", Parameter.KEYWORD_ONLY, annotation=ReaderLanguage)
    own = [each.replace(kind=Parameter.KEYWORD_ONLY) for each in takes.parameters.values()]
    answered.__signature__ = takes.replace(parameters=[*own, asked])  # type: ignore[attr-defined]
    return answered
