"""The Reader's commands: made of what the state knows, no row is asked for."""

from typing import Any

from contracts.digest import DigestDocument
from contracts.documents import DocMeta, Pages
from contracts.message import Message
from contracts.reading import Correction, GatherDocument, ReadDocument, ReadPages
from services.orchestrator.workflow.documents import Paper
from services.orchestrator.workflow.stages import Kind
from services.orchestrator.workflow.state import State


def reading_command(state: State, kind: Kind, params: dict[str, Any]) -> Message | None:
    """The message; None if the document is no longer the session's."""
    if kind == "digest":
        first, *more = params["readings"] if "readings" in params else [params["reading"]]
        return DigestDocument(reading=first, doc_meta=DocMeta.model_validate(params["doc_meta"]), more=more)
    document = params["document"]
    sha256 = document["sha256"] if isinstance(document, dict) else document
    paper = next((paper for paper in state.papers if paper.sha256 == sha256), None)
    if paper is None:
        return None
    if kind == "read":
        return ReadDocument(document=paper.document)
    if paper.plan is None:
        return None
    if kind == "pages":
        number = params["number"]
        return ReadPages(document=paper.document, plan=paper.plan, number=number, pages=paper.pages(number))
    return GatherDocument(
        document=paper.document,
        plan=paper.plan,
        ranges=ranges(paper),
        corrections=[Correction(page=int(page), text=blob) for page, blob in params["corrections"].items()],
        approved=params["approved"],
    )


def ranges(paper: Paper) -> list[Pages]:
    """The ranges of a planned document."""
    return [paper.pages(number) for number in range(1, len(paper.ranges) + 1)]
