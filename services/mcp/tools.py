"""The tools: what each takes, which routes it asks, and what it answers.

Whatever changes something is sent once, with an Idempotency-Key of its own. Work that takes long is waited for
(`wait_seconds`) with notices of progress; when it takes longer, the answer says how to go on.
"""

import asyncio
import base64
import binascii
from collections.abc import Callable, Collection
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Annotated, Any, Literal
from uuid import UUID

from mcp.server.mcpserver import Context
from pydantic import BaseModel, ConfigDict, Field

from services.mcp import views
from services.mcp.house import SETTLED, Answer, House, Json, Refused, refused
from services.mcp.progress import Notices
from services.mcp.views import Rating

LONGEST_WAIT, LONGEST_AT_ONCE, STILL_SECONDS = 300, 60, 10.0
NOT_YET = "not_yet"
Call = Context[Any, Any]
Connect = Callable[[Any], AbstractAsyncContextManager[House]]
"""The house for one call; given is the HTTP request that the call came with, None over stdio."""
ReadFile = Callable[[str], tuple[str, bytes]]
"""A file of this machine: its name and its bytes. Raises `Refused`."""
Session = Annotated[UUID, Field(description="The session_id, from submit_document or pensum://sessions.")]
Quiz = Annotated[UUID | None, Field(description="A quiz_id; left out: the newest quiz.")]
Wait = Annotated[
    int, Field(ge=0, le=LONGEST_WAIT, description="Seconds to wait for what is not there yet. Less than your timeout.")
]
Text = Annotated[str | None, Field(min_length=1, max_length=4_000_000, description="The document itself, as text.")]
Base64 = Annotated[str | None, Field(min_length=1, description="A file's bytes in base64: PDF, Word, picture, ...")]
LocalPath = Annotated[
    str | None, Field(min_length=1, max_length=4096, description="A file on the machine where `pensum mcp` runs.")
]
Filename = Annotated[str, Field(max_length=200, description="What the document is called; of a path its own name.")]
Questions = Annotated[int | None, Field(ge=0, le=50, description="How many questions; left out: 10.")]
Flashcards = Annotated[int | None, Field(ge=0, le=100, description="How many flashcards; left out: 15.")]
Difficulty = Annotated[Literal["easy", "medium", "hard"] | None, Field(description="Of the questions.")]
Focus = Annotated[list[str] | None, Field(max_length=50, description="What to ask about first.")]
Audience = Annotated[str | None, Field(max_length=200, description="Whom it is for.")]
Password = Annotated[str | None, Field(max_length=200, description="What opens an encrypted document.")]


class GivenAnswer(BaseModel):
    """An answer to one question, in the form that its `how_to_answer` says; null skips it."""

    model_config = ConfigDict(extra="forbid")
    item_id: UUID
    answer: str | int | float | list[str] | dict[str, str] | None

    def sent(self) -> Json:
        """As the route takes it: what is typed is text, also a number."""
        typed = str(self.answer) if isinstance(self.answer, int | float) else self.answer
        return {"item_id": str(self.item_id), "answer": typed}


class Tools:
    """The tools over a house that is found for each call."""

    def __init__(self, connect: Connect, read_file: ReadFile | None = None) -> None:
        self._connect, self._read_file = connect, read_file

    def house(self, ctx: Call) -> AbstractAsyncContextManager[House]:
        """The house, as whoever this call comes from."""
        return self._connect(ctx.request_context.request)

    async def submit_text(
        self,
        ctx: Call,
        text: Text = None,
        base64: Base64 = None,
        filename: Filename = "",
        questions: Questions = None,
        flashcards: Flashcards = None,
        difficulty: Difficulty = None,
        focus: Focus = None,
        audience: Audience = None,
        password: Password = None,
        wait_seconds: Wait = 45,
    ) -> views.SessionShown:
        """Make a course of a document: it is read, summed up, and gets a quiz and flashcards that rest on its words.

        Give the document as exactly one of `text` and `base64`. Reading and writing take from seconds to minutes; if
        it takes longer than wait_seconds, go on with get_session. Each call makes another session.
        """
        wishes = _wishes(questions, flashcards, difficulty, focus, audience, password)
        return await self._submit(ctx, {"text": text, "base64": base64}, filename, wishes, wait_seconds)

    async def submit_file(
        self,
        ctx: Call,
        text: Text = None,
        base64: Base64 = None,
        path: LocalPath = None,
        filename: Filename = "",
        questions: Questions = None,
        flashcards: Flashcards = None,
        difficulty: Difficulty = None,
        focus: Focus = None,
        audience: Audience = None,
        password: Password = None,
        wait_seconds: Wait = 45,
    ) -> views.SessionShown:
        """Make a course of a document: it is read, summed up, and gets a quiz and flashcards that rest on its words.

        Give the document as exactly one of `text`, `base64` and `path`. Reading and writing take from seconds to
        minutes; if it takes longer than wait_seconds, go on with get_session. Each call makes another session.
        """
        wishes = _wishes(questions, flashcards, difficulty, focus, audience, password)
        given = {"text": text, "base64": base64, "path": path}
        return await self._submit(ctx, given, filename, wishes, wait_seconds)

    async def _submit(
        self, ctx: Call, given: dict[str, str | None], filename: str, wishes: dict[str, str | list[str]], seconds: int
    ) -> views.SessionShown:
        name, content = self._document(given)
        notices = Notices(ctx.report_progress)
        await notices.say("Sending the document.")
        async with self.house(ctx) as house:
            taken = await house.upload(filename.strip() or name, content, wishes)
            state, _ = await house.settled(taken["session_id"], seconds, notices.state)
        if state["error"]:
            raise Refused({**state["error"], "trace_id": state["trace_id"], "session_id": state["session_id"]})
        return views.session(state)

    def _document(self, given: dict[str, str | None]) -> tuple[str, bytes]:
        """Its name and its bytes."""
        said = {name: value for name, value in given.items() if value is not None}
        if len(said) != 1:
            names = " or ".join(given)
            detail = f"The document comes as exactly one of {names}; {len(said) or 'none'} of them was given."
            raise refused("contract_broken", detail, "Send the document once.", *given)
        ((form, value),) = said.items()
        if form == "text":
            return "document.txt", value.encode()
        if form == "path":
            assert self._read_file is not None
            return self._read_file(value)
        try:
            return "document", base64.b64decode("".join(value.split()), validate=True)
        except (binascii.Error, ValueError):
            detail = "base64: it is no base64."
            raise refused(
                "contract_broken", detail, "Encode the file's bytes with the standard alphabet.", form
            ) from None

    async def get_session(self, ctx: Call, session_id: Session, wait_seconds: Wait = 0) -> views.SessionShown:
        """Where a session stands: status, summary, key concepts and sections, its quizzes, and what can be done next.

        With wait_seconds it is waited for until nothing more happens by itself.
        """
        async with self.house(ctx) as house:
            state, _ = await house.settled(session_id, wait_seconds, Notices(ctx.report_progress).state)
        return views.session(state)

    async def get_quiz(
        self, ctx: Call, session_id: Session, quiz_id: Quiz = None, wait_seconds: Wait = 20
    ) -> views.QuizShown:
        """The questions of a quiz, without their keys, and how each is to be answered.

        Put them to the learner one at a time, and do not answer for them.
        """
        async with self.house(ctx) as house:
            quiz = await self._quiz(ctx, house, session_id, quiz_id, wait_seconds)
            progress = await _there(house, f"/sessions/{session_id}/quizzes/{quiz['quiz_id']}/progress")
        at_once = "" if quiz["exam"] else ", or with finish=false one or several of them, which are graded at once"
        return views.QuizShown(
            session_id=str(session_id),
            quiz_id=quiz["quiz_id"],
            attempt_id=progress["attempt_id"],
            number=quiz["number"],
            purpose=quiz["purpose"],
            exam=quiz["exam"],
            complete=quiz["complete"],
            questions=[views.question(each) for each in quiz["questions"]],
            given=progress["given"],
            shortfall=[each["sentence"] for each in quiz["shortfall"]],
            next=f"Ask the learner, then call answer_quiz with all answers{at_once}."
            if quiz["complete"]
            else "More questions are being written: call get_quiz again in a moment.",
        )

    async def _quiz(self, ctx: Call, house: House, session: UUID, quiz: UUID | None, seconds: int) -> Json:
        """`QuizView`, once it can be handed in or the wait is over. Raises `Refused` where there is none by then."""
        path, notices = f"/sessions/{session}/" + (f"quizzes/{quiz}" if quiz else "quiz"), Notices(ctx.report_progress)
        answer = Answer(there=False, body={})

        async def look() -> Json | None:
            nonlocal answer
            answer = await house.get(path)
            if answer.there and answer.body["complete"]:
                return answer.body
            await notices.say("The quiz is being written.")
            return None

        found = await house.until(look, seconds)
        if found is None and not answer.there:
            raise _not_yet("The quiz is still being written.", "Call get_quiz again in a moment.", session)
        return found or answer.body

    async def answer_quiz(
        self,
        ctx: Call,
        session_id: Session,
        answers: Annotated[list[GivenAnswer], Field(max_length=50, description="The learner's own answers.")],
        quiz_id: Quiz = None,
        attempt_id: Annotated[
            UUID | None, Field(description="From get_quiz: the same answers handed in again then change nothing.")
        ] = None,
        finish: Annotated[
            bool,
            Field(
                description="Hand in the whole quiz: one answer a question. False: grade these now, and leave it open."
            ),
        ] = True,
        wait_seconds: Wait = 40,
    ) -> views.ResultsShown:
        """Hand in the learner's answers and have them graded: each with the right answer, why, and the quote for it.

        An answer is final. With finish=true what was graded one by one is handed in along, unchanged; every other
        question needs its answer here, null to skip it.
        """
        async with self.house(ctx) as house:
            quiz = str(quiz_id or (await self._quiz(ctx, house, session_id, None, wait_seconds))["quiz_id"])
            around = f"/sessions/{session_id}"
            progress = await _there(house, f"{around}/quizzes/{quiz}/progress")
            attempt = str(attempt_id or progress["attempt_id"])
            sent = [each.sent() for each in answers]
            if not finish:
                look = partial(house.send, f"{around}/quizzes/{quiz}/answers", wait=min(wait_seconds, LONGEST_AT_ONCE))
                told = [await look(each) for each in sent]
                return views.ResultsShown(
                    session_id=str(session_id),
                    attempt_id=attempt,
                    graded=all(each.there for each in told),
                    score=None,
                    results=[views.result(each.body) for each in told if each.there],
                    next="Go on with the next question; hand in the whole quiz with finish=true in the end.",
                )
            named = {each["item_id"] for each in sent}
            given = set(progress["given"]) - named if attempt == progress["attempt_id"] else set()
            sent += [
                {"item_id": each["item_id"], "answer": each["answer"]}
                for each in progress["answers"]
                if each["item_id"] in given
            ]
            await house.send(f"{around}/results", {"quiz_id": quiz, "attempt_id": attempt, "answers": sent})
            named |= given
            return await self._results(ctx, house, session_id, attempt, wait_seconds, named)

    async def get_results(
        self,
        ctx: Call,
        session_id: Session,
        attempt_id: Annotated[UUID | None, Field(description="Of one attempt; left out: of all, oldest first.")] = None,
        wait_seconds: Wait = 20,
    ) -> views.ResultsShown:
        """Graded answers, with keys, explanations and the document's own words, and the score of the attempt."""
        async with self.house(ctx) as house:
            return await self._results(ctx, house, session_id, str(attempt_id) if attempt_id else None, wait_seconds)

    async def _results(
        self,
        ctx: Call,
        house: House,
        session: UUID,
        attempt: str | None,
        seconds: int,
        sent: Collection[str] = (),
    ) -> views.ResultsShown:
        """Graded answers; of an attempt once all of it is graded, or the wait is over. `sent`: what was handed in."""
        notices, found, graded = Notices(ctx.report_progress), Answer(there=False, body={}), False

        async def look() -> Json | None:
            nonlocal found, graded
            found = await house.get(f"/sessions/{session}/results", attempt_id=attempt)
            if attempt is None:
                return found.body
            graded = found.there and await self._whole(house, session, attempt, found.body["results"], sent)
            if graded:
                return found.body
            await notices.say("The answers are being graded.")
            return None

        await house.until(look, seconds)
        if attempt is None and not found.there:
            hint = "Answer a quiz first: get_quiz, answer_quiz."
            raise _not_yet("No answers have been handed in yet.", hint, session)
        results = found.body["results"] if found.there else []
        if graded or attempt is None:
            after = "get_notes says what the mistakes have in common; learn goes on with what is weak."
        else:
            after = "Not all of it is graded: hand in the quiz by answer_quiz, or call get_results again in a moment."
        return views.ResultsShown(
            session_id=str(session),
            attempt_id=attempt,
            graded=graded or attempt is None,
            score=found.body["score"] if graded else None,
            results=[views.result(each) for each in results],
            next=after,
        )

    async def _whole(
        self, house: House, session: UUID, attempt: str, results: list[Json], sent: Collection[str]
    ) -> bool:
        """Whether an attempt was handed in and graded: answers that were given singly are graded while it is open."""
        if not results or set(sent) - {each["item_id"] for each in results}:
            return False
        progress = await _there(house, f"/sessions/{session}/quizzes/{results[0]['quiz_id']}/progress")
        state = await house.session(session)
        return progress["attempt_id"] != attempt and state is not None and state.body["status"] != "grading"

    async def get_notes(self, ctx: Call, session_id: Session, wait_seconds: Wait = 20) -> views.NotesShown:
        """The coach's notes on the learner's attempts: what the mistakes have in common and what to do about them."""
        async with self.house(ctx) as house:
            _, settled = await house.settled(session_id, wait_seconds, Notices(ctx.report_progress).state)
            answer = await house.get(f"/sessions/{session_id}/notes")
        notes = answer.body["notes"] if answer.there else []
        if settled and not answer.there:
            after = "There are none before a quiz is handed in: get_quiz, answer_quiz."
        else:
            after = "learn goes on with what is weak." if settled else "More may come: call get_notes in a moment."
        return views.NotesShown(
            session_id=str(session_id),
            notes=[
                views.NoteShown(note=each["note"], attempt_id=each["attempt_id"], taken_back=each["taken_back"])
                for each in notes
            ],
            settled=settled,
            next=after,
        )

    async def ask_tutor(
        self,
        ctx: Call,
        session_id: Session,
        text: Annotated[str, Field(min_length=1, max_length=4000, description="The learner's message.")],
        wait_seconds: Wait = 40,
    ) -> views.Reply:
        """Write to the course's tutor: a question about the documents, what one wants to learn, an answer to the tutor.

        The tutor answers from the documents alone and quotes them. In a lesson it is the lesson that answers.
        """
        async with self.house(ctx) as house:
            taken = (await house.send(f"/sessions/{session_id}/messages", {"text": text})).body
            return await self._reply(ctx, house, session_id, taken["message_id"], wait_seconds)

    async def _reply(self, ctx: Call, house: House, session: UUID, message: str, seconds: int) -> views.Reply:
        notices, found = Notices(ctx.report_progress), list[Json]()

        async def look() -> Json | None:
            nonlocal found
            told = await house.get(f"/sessions/{session}/messages", role="tutor", newest="true", limit=50)
            found = [each for each in told.body["messages"] if each["in_reply_to"] == message]
            state = await _there(house, f"/sessions/{session}")  # Only now: what the reply began is seen in it.
            still = state["status"] not in ("ready", "failed", "pending_review")
            if found and not still:
                return state
            if state["status"] == "failed" and state["error"]:
                raise Refused({**state["error"], "trace_id": state["trace_id"]})
            await (notices.state(state) if still else notices.say("An answer is on its way."))
            return None

        await house.until(look, seconds)
        opened = next((each["opens"] for each in found if each["opens"]), None)
        if not found:
            after = "The answer is still being made: get_session with wait_seconds, then read pensum://sessions/.../conversation."
        elif opened and opened["quiz_id"]:
            after = "It leads to a quiz: get_quiz with its quiz_id."
        else:
            after = "If the tutor asks something, give the learner's answer to ask_tutor."
        return views.Reply(
            session_id=str(session),
            message_id=message,
            replied=bool(found),
            lines=[views.line(each) for each in found],
            next=after,
        )

    async def learn(
        self,
        ctx: Call,
        session_id: Session,
        how: Annotated[
            Literal["cycle", "lesson", "quiz", "mistakes"],
            Field(
                description="cycle: explanation, quiz, feedback, again until mastery. lesson: taught turn by turn. "
                "quiz: another quiz, weak concepts first. mistakes: a quiz of what was answered wrongly."
            ),
        ] = "cycle",
        topic: Annotated[
            str,
            Field(max_length=200, description="One of `topics`; left out: what is under way, else what is weakest."),
        ] = "",
        say: Annotated[str, Field(max_length=4000, description="With how='lesson': the learner's reply.")] = "",
        wait_seconds: Wait = 45,
    ) -> views.Learning:
        """Begin to learn, or go on: in a cycle until a concept is mastered, in a lesson turn by turn, by another quiz.

        Without `topic` and `say` it goes on with what is under way. A topic begins anew in its place.
        """
        topic, say, notices = topic.strip(), say.strip(), Notices(ctx.report_progress)
        if say and how != "lesson":
            detail = "say: a reply is given in a lesson alone."
            raise refused("contract_broken", detail, "Send it with how='lesson', or to ask_tutor.", "say")
        if topic and (say or how in ("quiz", "mistakes")):
            detail = "topic: a cycle or a lesson is begun about a topic, nothing else."
            raise refused("contract_broken", detail, "Leave out the topic.", "topic")
        around = f"/sessions/{session_id}"
        async with self.house(ctx) as house:
            before = await _there(house, f"{around}/learner")
            turn: Json | None = None
            if how == "lesson":
                turn = await self._turn(house, around, before, topic, say, wait_seconds)
                done = turn is not None
            elif how != "cycle":
                wish = {"practice": "mistakes"} if how == "mistakes" else {}
                quiz: str = (await house.send(f"{around}/quizzes", wish)).body["quiz_id"]
                return await self._ordered(ctx, house, session_id, quiz, wait_seconds)
            elif topic or not _cycle_goes_on(before, await _there(house, around)):
                await house.send(f"{around}/learning", {"topic": topic})
                done = await _moved(house, around, before, wait_seconds, notices)
            else:
                _, done = await house.settled(session_id, wait_seconds, notices.state)
            return views.learning(await _there(house, f"{around}/learner"), turn, settled=done)

    async def _ordered(self, ctx: Call, house: House, session: UUID, quiz: str, seconds: int) -> views.Learning:
        """Where learning stands, with a quiz that was ordered."""
        try:
            written = bool((await self._quiz(ctx, house, session, UUID(quiz), seconds))["complete"])
        except Refused as refused:
            if refused.problem["code"] != NOT_YET:
                raise
            written = False
        shown = views.learning(await _there(house, f"/sessions/{session}/learner"), None, settled=written)
        on = "get_quiz with this quiz_id has its questions." if written else "get_quiz has its questions in a moment."
        return shown.model_copy(update={"quiz_id": quiz, "next": on})

    async def _turn(self, house: House, around: str, learner: Json, topic: str, say: str, seconds: int) -> Json | None:
        """The lesson's newest turn, as turns are told; None: it is not there yet."""
        under_way = learner["lesson"] is not None and not learner["lesson"]["is_complete"]
        if under_way and not (say or topic):
            total = (await _there(house, f"{around}/turns", limit=1))["total"]
            turns: list[Json] = (await _there(house, f"{around}/turns", limit=1, offset=max(0, total - 1)))["turns"]
            return turns[0] if turns else None
        path, body = (f"{around}/step", {"student_reply": say}) if say else (f"{around}/lessons", {"topic": topic})
        answer = await house.send(path, body, wait=min(seconds, LONGEST_AT_ONCE))
        if not answer.there:
            return None
        told = answer.body.get("next_turn") or {**answer.body["first_turn"], "is_complete": False}
        return {**told, "last_grading": answer.body.get("last_grading")}

    async def due_reviews(
        self,
        ctx: Call,
        session_id: Annotated[UUID | None, Field(description="Of one session; left out: of all.")] = None,
        limit: Annotated[int, Field(ge=1, le=50, description="How many at most.")] = 10,
    ) -> views.DueList:
        """Cards, and questions that were answered before, that are due for review now: the most overdue first.

        Ask the learner, let them recall it, show the answer, and give their own rating to rate_review.
        """
        async with self.house(ctx) as house:
            found = await _there(house, "/reviews/due", limit=limit, session_id=str(session_id) if session_id else None)
        after = "Ask them one at a time; then rate_review with the learner's own rating of how well they knew it."
        return views.DueList(
            due=[views.due(each) for each in found["due"]],
            total=found["total"],
            new=found["new"],
            waiting=found["waiting"],
            next=after if found["due"] else "Nothing is due.",
        )

    async def rate_review(
        self,
        ctx: Call,
        session_id: Session,
        card_id: Annotated[UUID, Field(description="Of due_reviews.")],
        rating: Annotated[Rating, Field(description="How well the learner recalled it: again is not at all.")],
    ) -> views.Rated:
        """Say how well a card was recalled: it comes back when it is about to be forgotten."""
        async with self.house(ctx) as house:
            await house.send(f"/reviews/{card_id}", {"rating": rating, "session_id": str(session_id)})
        return views.Rated(card_id=str(card_id), rating=rating, next="due_reviews has what else is due.")

    async def search_document(
        self,
        ctx: Call,
        session_id: Session,
        question: Annotated[str, Field(min_length=1, max_length=500, description="A question, or a few words.")],
        limit: Annotated[int, Field(ge=1, le=50, description="How many passages at most.")] = 5,
    ) -> views.PassagesShown:
        """Find passages of the session's documents by any form of a question's words: quotes, pages and headings."""
        async with self.house(ctx) as house:
            answer = await house.get(f"/sessions/{session_id}/search", q=question, limit=limit)
        found: Json = answer.body if answer.there else {"passages": [], "total": 0, "words": [], "notice": ""}
        none = (
            "Nothing was found: try other words." if answer.there else "The documents are being read: try again soon."
        )
        return views.PassagesShown(
            session_id=str(session_id),
            passages=[views.passage(each) for each in found["passages"]],
            total=found["total"],
            nowhere=[each["word"] for each in found["words"] if each["how"] == "nowhere"],
            notice=found["notice"],
            readable=answer.there,
            next="Quote them with their pages." if found["passages"] else none,
        )


def _wishes(
    questions: int | None,
    flashcards: int | None,
    difficulty: str | None,
    focus: list[str] | None,
    audience: str | None,
    password: str | None,
) -> dict[str, str | list[str]]:
    """The form's fields; what is left out is as the house thinks best."""
    said = {
        "numQuizQuestions": questions,
        "numFlashcards": flashcards,
        "quizDifficulty": difficulty,
        "targetAudience": audience,
        "password": password,
    }
    fields: dict[str, str | list[str]] = {name: str(value) for name, value in said.items() if value is not None}
    return fields | ({"focusAreas": focus} if focus else {})


def _cycle_goes_on(learner: Json, state: Json) -> bool:
    """Whether a round is open, or is just being graded or begun. The tutor's phases are told outside of cycles too."""
    if learner["cycles"] and learner["cycles"][-1]["completed_at"] is None:
        return True
    return (
        learner["phase"] in ("TUTOR_EXPLAINING", "FEEDBACK_ANALYZING", "LOOP_AGAIN") and state["status"] not in SETTLED
    )


async def _moved(house: House, around: str, before: Json, seconds: int, notices: Notices) -> bool:
    """Whether learning has moved on from where it stood, and nothing more happens by itself.

    What was asked for may not have been decided when the session looks settled. Of a wish that leads nowhere (the tutor
    says why) nothing moves: that is believed after a while.
    """
    clock = asyncio.get_running_loop().time
    since: float | None = None

    async def look() -> Json | None:
        nonlocal since
        now = await _there(house, f"{around}/learner")
        state = await _there(house, around)  # Only now: what has moved in the learner is seen in it.
        if state["status"] not in SETTLED:
            since = None
            await notices.state(state)
            return None
        if state["status"] != "ready":
            return state
        since = clock() if since is None else since
        moved = any(now[name] != before[name] for name in ("phase", "cycle_quiz", "current_topic", "cycles"))
        return state if moved or clock() - since > STILL_SECONDS else None

    state = await house.until(look, seconds)
    if state is not None and state["error"]:
        raise Refused({**state["error"], "trace_id": state["trace_id"]})
    return state is not None


def _not_yet(detail: str, action: str, session: UUID) -> Refused:
    return Refused({"status": 202, "code": NOT_YET, "detail": detail, "action": action, "trace_id": session.hex})


async def _there(house: House, path: str, **query: str | int | None) -> Json:
    """What a route has. Raises `Refused` where it is not there yet."""
    answer = await house.get(path, **query)
    if not answer.there:
        detail = "It is not there yet: the house is still at work on this session."
        raise Refused(
            {
                "status": 202,
                "code": NOT_YET,
                "detail": detail,
                "action": "Call get_session with wait_seconds, then try again.",
                "trace_id": answer.body.get("trace_id"),
            }
        )
    return answer.body
