"""The Reader's commands: made of what the state knows, no row is asked for."""

from contracts.digest import DigestDocument
from contracts.documents import Pages
from contracts.message import Message
from contracts.reading import Correction, GatherDocument, ReadDocument, ReadPages
from services.orchestrator.workflow.documents import Paper
from services.orchestrator.workflow.params import BeginParams, DigestParams, GatherParams, PagesParams, ReadParams
from services.orchestrator.workflow.state import State


def digest(params: DigestParams) -> bytes | None:
    """`DigestDocument` of all readings; None if nothing is known of the first."""
    first, *more = params.readings
    about = params.doc_meta
    return DigestDocument(reading=first, doc_meta=about, more=more).write() if about else None


def reading_command(state: State, params: ReadParams | BeginParams | PagesParams | GatherParams) -> Message | None:
    """The message; None if the document is no longer the session's."""
    paper = next((paper for paper in state.papers if paper.sha256 == params.document), None)
    if paper is None:
        return None
    if isinstance(params, ReadParams):
        return ReadDocument(document=paper.document)
    if isinstance(params, BeginParams):
        return ReadDocument(document=paper.document, pages=Pages(first=params.first, last=params.last))
    if paper.plan is None:
        return None
    if isinstance(params, PagesParams):
        number = params.number
        return ReadPages(document=paper.document, plan=paper.plan, number=number, pages=paper.pages(number))
    return GatherDocument(
        document=paper.document,
        plan=paper.plan,
        ranges=ranges(paper),
        corrections=[Correction(page=int(page), text=blob) for page, blob in params.corrections.items()],
        approved=params.approved,
        accepted=params.accepted,
    )


def ranges(paper: Paper) -> list[Pages]:
    """The ranges of a planned document."""
    return [paper.pages(number) for number in range(1, len(paper.ranges) + 1)]
