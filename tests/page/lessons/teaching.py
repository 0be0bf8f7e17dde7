"""A house that teaches a lesson of two questions, to lay in: its turns, the plan, the curriculum, and what fails."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid5

from playwright.sync_api import Route

from contracts.lessons import PlanMetadata, StatusInfo
from contracts.problems import Code, Problem, problem
from contracts.views.lessons import (
    LessonView,
    PlanView,
    SessionContext,
    StepView,
    StudentProfile,
    TopicInfo,
    TurnView,
)
from tests.page import asked, laid, learned

Json = dict[str, Any]
GUIDELINE = uuid5(laid.SESSION, "guideline")
HINTS = ("Look at the sun.", "It is not water.")
OPTIONS = ("light", "water")
ASKS = ("What do plants need?", "Which colour has a leaf?")
STEPS = ("Getting to know “light”", "Practising “light”")
FAILED = problem(Code.MODEL_FAILED, "The language model did not answer.")


@dataclass
class Lesson:
    """The house. `guided`: taught by a guideline, else about the session's document."""

    guided: bool = True
    turns: list[TurnView] = field(default_factory=list)
    said: list[Json] = field(default_factory=list)
    sent: list[Any] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    retried: list[Any] = field(default_factory=list)
    begun: list[Any] = field(default_factory=list)
    ended: str | None = None
    status: str = "ready"
    error: Problem | None = None
    version: int = 1

    def tell(self, text: str, question: int | None = 0, **changed: Any) -> None:
        """A turn: what the tutor says, and which question waits behind it (None: the lesson is over)."""
        asks = ASKS[question] if question is not None else None
        options = "\n".join(f"{sign}) {option}" for sign, option in zip("ab", OPTIONS, strict=True))
        message = f"{text}\n\n{asks}\n{options}" if asks else text
        number = len(self.turns)
        usual: Json = {
            "turn_id": uuid5(laid.SESSION, f"turn {number}"),
            "lesson_id": laid.SESSION,
            "seq": 3 * number + 1,
            "number": number + 1,
            "message": message,
            "hints": list(HINTS) if asks else [],
            "question": asks,
            "step_idx": question or 0,
            "current_step": (question or 0) + 1,
            "mastery_score": 0.508 + 0.1 * number,
            "is_complete": question is None,
            "routing": "Advance",
            "started_at": laid.NOW,
            "completed_at": laid.NOW,
        }
        turn = TurnView(**{**usual, **changed})
        self.turns.append(turn)
        quotes = [each.model_dump(mode="json") for each in turn.quotes]
        self.said.append(learned.message(len(self.said) + 1, "tutor", message, quotes=quotes, agent="executor"))
        self.status, self.error = "ready", None
        self.version += 1

    def hears(self, text: str) -> None:
        """A line of the learner's is in the conversation."""
        self.said.append(learned.message(len(self.said) + 1, "learner", text))
        self.version += 1

    def fails(self) -> None:
        """The turn under way fails."""
        self.status, self.error = "failed", FAILED
        self.version += 1

    def view(self) -> LessonView:
        """Where the lesson stands."""
        last = self.turns[-1] if self.turns else None
        now = last.step_idx if last else 0
        steps = [
            StepView(
                step_id=uuid5(laid.SESSION, title),
                type="explain",
                title=title,
                description=f"What {title} is for.",
                teaching_approach="",
                success_criteria="",
                concepts=["light"],
                status="completed" if self.ended or at < now else "in_progress" if at == now else "pending",
                status_info=StatusInfo(questions_asked=0, questions_correct=0, attempts=0),
            )
            for at, title in enumerate(STEPS)
        ]
        metadata = PlanMetadata(plan_version=1, replan_count=0, max_replans=3)
        info = TopicInfo(topic="Plants", subtopic="What plants need", grade=3, syllabus="CBSE", guideline_id=GUIDELINE)
        return LessonView(
            session_id=laid.SESSION,
            lesson_id=laid.SESSION,
            created_at=laid.NOW,
            last_updated_at=laid.NOW,
            student_profile=StudentProfile(),
            topic_info=info if self.guided else TopicInfo(topic="spring tide"),
            session_context=SessionContext(),
            study_plan=PlanView(todo_list=steps, metadata=metadata) if last else None,
            turn_count=len(self.turns),
            current_step=now + 1,
            step_idx=now,
            mastery_estimates={"light": 0.88},
            mastery_score=last.mastery_score if last else 0.5,
            off_topic_count=0,
            warning_count=0,
            pace_preference="normal",
            allow_extension=True,
            is_complete=self.ended is not None,
            ended=self.ended,
            progress_trend="steady",
            replan_needed=False,
        )

    def answers(self) -> Json:
        """What it answers: turns and messages by where they begin, since what is known is not asked for again."""
        turns = {f"GET {laid.BASE}/turns?after={after}": self._turns for after in (-1, *(3 * n + 1 for n in range(9)))}
        messages = {f"GET {laid.BASE}/messages?offset={number}": self._messages for number in range(1, 20)}
        return {
            **turns,
            **messages,
            f"GET {laid.BASE}": self._state,
            f"GET {laid.BASE}/messages": self._messages,
            f"GET {learned.LEARNER}": self._learner,
            f"POST {laid.BASE}/messages": self._take,
            f"POST {laid.BASE}/retry": self._retry,
            f"POST {laid.BASE}/lessons": self._begin,
            "POST /v1/sessions": self._begin,
            f"GET {laid.BASE}/blocks?page=3": {"blocks": [asked.block()]},
        }

    def _state(self, route: Route) -> None:
        state = laid.state(self.status, documents=[laid.doc(pages=3)], version=self.version, error=self.error)
        route.fulfill(json=state, headers={"Retry-After": "0.25"})

    def _learner(self, route: Route) -> None:
        lesson = self.view() if self.turns or self.begun else None
        route.fulfill(json=learned.learner(lesson=lesson))

    def _turns(self, route: Route) -> None:
        after = int(route.request.url.partition("after=")[2])
        found = [turn.model_dump(mode="json") for turn in self.turns if turn.seq > after]
        route.fulfill(json={"turns": found, "total": len(found)})

    def _messages(self, route: Route) -> None:
        offset = int(route.request.url.partition("offset=")[2] or 0)
        route.fulfill(json={"messages": self.said[offset:], "total": len(self.said)})

    def _take(self, route: Route) -> None:
        self.sent.append(route.request.post_data_json)
        self.keys.append(route.request.headers.get("idempotency-key"))
        route.fulfill(status=202, json={})

    def _retry(self, route: Route) -> None:
        self.retried.append(route.request.post_data_json)
        self.status, self.error = "tutoring", None
        self.version += 1
        route.fulfill(status=202, json={})

    def _begin(self, route: Route) -> None:
        self.begun.append(route.request.post_data_json)
        self.version += 1
        route.fulfill(status=202, json={"session_id": str(laid.SESSION)})


def earlier(lesson: Lesson, text: str) -> None:
    """Something that was said before the lesson began."""
    line = learned.message(99, "tutor", text, timestamp=laid.NOW - timedelta(days=1))
    lesson.said.append(line)


CURRICULUM: Json = {
    "GET /v1/curriculum/places": {
        "places": [
            {"country": "India", "board": "CBSE", "grade": 3, "languages": ["en"]},
            {"country": "India", "board": "CBSE", "grade": 4, "languages": ["en"]},
            {"country": "Norway", "board": "LK20", "grade": 5, "languages": ["no"]},
        ]
    },
    "GET /v1/curriculum?country=India&board=CBSE&grade=3": {"subjects": ["English", "Science"]},
    "GET /v1/curriculum?country=Norway&board=LK20&grade=5": {"subjects": ["Matematikk"]},
    "GET /v1/curriculum?country=Norway&board=LK20&grade=5&subject=Matematikk": {"topics": ["Brøk"]},
    "GET /v1/curriculum?country=India&board=CBSE&grade=3&subject=Science": {"topics": ["Plants", "Stars"]},
    "GET /v1/curriculum?country=India&board=CBSE&grade=3&subject=Science&topic=Plants": {
        "subtopics": [
            {"subtopic": "What plants need", "guideline_id": str(GUIDELINE)},
            {"subtopic": "Leaves", "guideline_id": str(UUID(int=7))},
        ]
    },
}
"""Three places; the one for Norway has a single topic, and nothing for its lessons."""
