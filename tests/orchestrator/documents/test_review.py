"""Held and reviewed documents on the real shell and the real Postgres: what waits, who decided, what comes of it."""

from uuid import uuid4

from contracts.reading import DocumentReplaced, PageCorrected, ReviewDecided
from contracts.session import ForgetRequested, QuizRequested
from services.orchestrator.batch.replay import replay
from tests.orchestrator.documents.scans import BAD, approve, held, papers
from tests.standins.messages import Hall, all_answers, command_of, document, said, submitted


async def test_a_held_document_waits_with_its_numbers_and_no_material(hall: Hall) -> None:
    session = await held(hall)
    row = await hall.row(session)
    assert (row["error"]["code"], row["error"]["status"]) == ("low_confidence", 422)
    [paper] = await papers(hall, session)
    assert (paper["state"], paper["held"], paper["problem"]["numbers"]) == ("pending", True, {"pages": 1})
    assert paper["recognition"]["pages"][0]["verdict"] == "low"
    assert paper["reading"] == f"readings/{BAD.sha256}-held.json"
    assert await hall.count("blocks") == await hall.count("items") == await hall.count("deadlines") == 0
    assert await hall.tell(said(QuizRequested(), session)) == []


async def test_corrections_and_approval_go_on_as_if_read(hall: Hall) -> None:
    session = await held(hall)
    for text in ("corrections/s/first", "corrections/s/last"):
        message = PageCorrected(document_sha256=BAD.sha256, page=2, text=text, characters=9)
        assert await hall.tell(said(message, session)) == []
    [gather] = await hall.tell(approve(session, 3, 1, 3))
    told = command_of(gather)
    assert (told.approved, told.accepted) == (True, [1, 3])
    assert [(each.page, each.text) for each in told.corrections] == [(2, "corrections/s/last")]
    await hall.walk(*all_answers(gather))
    assert (await hall.row(session))["status"] == "ready"
    [paper] = await papers(hall, session)
    assert (paper["state"], paper["problem"]) == ("approved", None)
    log = await hall.rows("select action, page, detail from review_log where session_id = %s order by id", session)
    assert [row["action"] for row in log] == ["held", "corrected", "corrected", "approved"]
    assert [row["page"] for row in log] == [None, 2, 2, None]
    done = await replay(hall.connection, session)
    assert done
    assert done.differs == ""


async def test_a_ready_session_is_gathered_anew_without_a_new_quiz_and_old_items_keep_their_blocks(hall: Hall) -> None:
    session = await held(hall)
    await hall.walk(*all_answers((await hall.tell(approve(session)))[0]))
    [before] = await hall.rows("select reading_id from courses")
    [gather] = await hall.tell(approve(session))
    await hall.walk(*all_answers(gather))
    [after] = await hall.rows("select reading_id from courses")
    assert before != after
    assert (await hall.row(session))["status"] == "ready"
    assert await hall.count("quizzes") == 1
    old = await hall.rows("select block_id from blocks where reading_id = %s", before["reading_id"])
    assert len(old) == 4
    [write] = await hall.tell(said(QuizRequested(), session))
    assert len(command_of(write).blocks) == 4


async def test_a_rejection_ends_it_with_the_reason(hall: Hall) -> None:
    session = await held(hall)
    await hall.tell(said(ReviewDecided(document_sha256=BAD.sha256, decision="reject", reason="Blank."), session))
    row = await hall.row(session)
    assert (row["status"], row["error"]["code"], row["error"]["status"]) == ("failed", "review_rejected", 422)
    assert row["error"]["detail"] == "long bad.pdf was rejected in review: Blank."
    assert [paper["state"] for paper in await papers(hall, session)] == ["rejected"]
    assert await hall.tell(approve(session)) == []
    log = await hall.rows("select action, detail from review_log order by id")
    assert log[1:] == [{"action": "rejected", "detail": "Blank."}]


async def test_a_better_scan_takes_the_documents_place(hall: Hall) -> None:
    session, better = await held(hall), document("better long.pdf")
    await hall.walk(said(DocumentReplaced(replaces=BAD.sha256, document=better), session))
    assert (await hall.row(session))["status"] == "ready"
    [paper] = await papers(hall, session)
    # A scan whose page 1 was left out, which is said.
    assert (paper["sha256"], paper["state"]) == (better.sha256, "left_out")
    assert [row["filename"] for row in await hall.rows("select filename from session_view")] == [better.filename]
    await hall.tell(said(ForgetRequested(), session))
    assert await hall.count("documents") == await hall.count("readings") == await hall.count("reading_members") == 0


async def test_one_held_document_keeps_all_material_back_while_the_others_are_read(hall: Hall) -> None:
    session = uuid4()
    await hall.walk(submitted(session, more=[BAD]))
    assert (await hall.row(session))["status"] == "pending_review"
    assert [paper["state"] for paper in await papers(hall, session)] == ["read", "pending"]
    await hall.walk(*all_answers((await hall.tell(approve(session)))[0]))
    assert (await hall.row(session))["status"] == "ready"
