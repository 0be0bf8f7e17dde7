"""The Reader's handlers: which lane a command waits in, and where its answers go."""

from pathlib import Path

from contracts.digest import DigestDocument
from contracts.documents import DocMeta, Document, Pages
from contracts.reading import GatherDocument, ReadDocument, ReadPages, RenderPage
from contracts.topics import consumed_by
from services.chassis.storage.blobs import Blobs
from services.reader.app import handlers
from services.reader.ocr.languages import Packs
from services.reader.reading.plans import Plan, plan_blob
from services.reader.sandbox.pool import Children
from services.reader.settings import ReaderSettings

DOCUMENT = Document(sha256="a" * 64, filename="a.pdf", media_type="application/pdf", bytes=1, blob="documents/a")


async def test_ocr_waits_beside_what_is_short_and_beside_pictures(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path)
    blobs.create(plan_blob("plans/1"), Plan(8, "application/pdf", [5, 6]).write())
    found = {handler.command: handler for handler in handlers(ReaderSettings(), blobs, Children(1), Packs(()))}

    async def lane(message: ReadDocument | ReadPages | DigestDocument | RenderPage) -> object:
        chosen = found[type(message)].lane
        assert chosen is not None
        return await chosen(message)

    short = await lane(ReadDocument(document=DOCUMENT))
    text = await lane(ReadPages(document=DOCUMENT, plan="plans/1", number=1, pages=Pages(first=1, last=4)))
    ocr = await lane(ReadPages(document=DOCUMENT, plan="plans/1", number=2, pages=Pages(first=5, last=8)))
    beginning = await lane(ReadDocument(document=DOCUMENT, pages=Pages(first=1, last=4)))
    digest = await lane(DigestDocument(reading="r", doc_meta=DocMeta(title="", language="en")))
    picture = await lane(RenderPage(document=DOCUMENT, page=1, picture="pictures/1"))
    assert text is short
    assert digest is beginning
    assert len({id(each) for each in (short, beginning, ocr, picture)}) == 4
    assert set(found) == {message for topic in consumed_by("reader") for message in topic.messages}
    assert {handler.command for handler in found.values() if handler.answers} == {RenderPage}
    assert {handler.command for handler in found.values() if handler.dear} == {
        ReadDocument,
        ReadPages,
        GatherDocument,
        DigestDocument,
    }
