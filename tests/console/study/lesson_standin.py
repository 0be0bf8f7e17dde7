"""A gateway that teaches lessons, for the command's tests: two questions, in views of the contracts."""

from uuid import UUID, uuid4, uuid5

from contracts.lessons import PlanMetadata, StatusInfo
from contracts.message import Fields
from contracts.problems import Code, Problem, problem
from contracts.session import Status
from contracts.views.learners import LearnerView
from contracts.views.lessons import (
    Grading,
    LessonBegun,
    LessonView,
    NextTurn,
    PlanView,
    SessionContext,
    StepTaken,
    StepView,
    StudentProfile,
    TaughtTurn,
    TopicInfo,
    TurnView,
)
from contracts.views.sessions import Accepted
from services.gateway.curriculum.schemas import (
    CurriculumPlace,
    CurriculumPlaces,
    CurriculumSubjects,
    CurriculumSubtopic,
    CurriculumSubtopics,
    CurriculumTopics,
)
from tests.console.study.gateway_standin import StandIn
from tests.console.study.specimens import NOW, SESSION, Json, proof

PLACES = {
    ("India", "CBSE", 3): {"Maths": {"Fractions": ["Halves", "Quarters"], "Sums": ["Adding tens"]}},
    ("Norway", "LK20", 5): {"Matematikk": {"Brøk": ["Halves"]}},
}
KEYS = ("light", "green")
QUESTIONS = ("What do plants need?", "Which colour has a leaf?")
HINTS = ("It comes from the sun.", "It is not water.")
QUOTE = "Plants need light."
BEGUN = f"/v1/sessions/{SESSION}"


def guideline(country: str, subtopic: str) -> UUID:
    """Its id."""
    return uuid5(SESSION, f"{country} {subtopic}")


class LessonHouse(StandIn):
    """It asks two questions; `light` and `green` are right. What it shall do otherwise is set before the command."""

    def __init__(self) -> None:
        super().__init__()
        self.late = 0
        """So many looks at what became of a turn find it under way."""
        self.breaks: list[Problem] = []
        """What turns end in, one after the other: each until the session is retried or something else is said."""
        self.replans = False
        """A wrong answer leads to another plan."""
        self.ends = "complete"
        self.of_guideline: UUID | None = None
        self.topic = ""
        self.quotes = QUOTE
        self.told: list[TurnView] = []
        self.open = False
        self.right = 0
        self._outcome: dict[str, StepTaken | LessonBegun] = {}
        self._failed = ""

    def begin(self, guideline: UUID | None = None, topic: str = "") -> None:
        """A lesson is under way; its first turn is told."""
        self.of_guideline, self.topic, self.open, self.right = guideline, topic, True, 0
        self.status = Status.READY
        self._tell("Welcome.", "Advance")

    def answer(self, method: str, path: str, body: Json) -> tuple[int, Json | Fields | Problem]:
        if method == "POST" and path in ("/v1/sessions", f"{BEGUN}/lessons", f"{BEGUN}/step"):
            return self._turn(path, body)
        if method == "POST" and path == f"{BEGUN}/retry" and self.breaks:
            assert body == {"version": self.version}
            self.breaks.pop(0)
            self.version += 1
            self.status, self._failed = Status.READY, ""
            return 202, Accepted(session_id=SESSION, status=Status.ACCEPTED, trace_id=SESSION.hex, url=BEGUN)
        if path == "/v1/sessions":
            return 200, {"sessions": [{"session_id": str(SESSION), "filename": "Halves.md"}] if self.open else []}
        if path == f"{BEGUN}/turns":
            found = [turn for turn in self.told if turn.seq > int(self.query["after"])]
            page = found[int(self.query["offset"]) :]
            return 200, {"turns": [turn.model_dump(mode="json") for turn in page], "total": len(found)}
        if path.startswith(f"{BEGUN}/turns/"):
            return self._became(path.rpartition("/")[2])
        if path == f"{BEGUN}/learner":
            lesson = self.view() if self.told else None
            return 200, LearnerView(user_id="me", session_id=SESSION, topics=["Leaves"], lesson=lesson)
        if path.startswith("/v1/curriculum"):
            return 200, self._curriculum(path)
        return super().answer(method, path, body)

    def _turn(self, path: str, body: Json) -> tuple[int, Json | Fields | Problem]:
        key = self.keys[-1]
        if self._failed not in ("", key):
            self.breaks.pop(0)
            self._failed, self.status = "", Status.READY
        if self.breaks:
            if self.breaks[0].status >= 500:
                self.status, self.fails, self._failed = Status.FAILED, self.breaks[0], key
            return self.breaks[0].status, self.breaks[0]
        if key not in self._outcome:
            self._outcome[key] = self._taught(path, body)
        if self.late:
            url = f"{BEGUN}/turns/{key}"
            return 202, Accepted(session_id=SESSION, status=Status.ACCEPTED, trace_id=SESSION.hex, url=url)
        return 201 if path == "/v1/sessions" else 200, self._outcome[key]

    def _became(self, key: str) -> tuple[int, Json | Fields | Problem]:
        self.late -= 1
        if self.late > 0:
            url = f"{BEGUN}/turns/{key}"
            return 202, Accepted(session_id=SESSION, status=Status.ACCEPTED, trace_id=SESSION.hex, url=url)
        return 200, self._outcome[key]

    def _taught(self, path: str, body: Json) -> StepTaken | LessonBegun:
        if not path.endswith("/step"):
            wanted = body.get("goal", {}).get("guideline_id")
            self.begin(UUID(wanted) if wanted else None, body.get("topic", ""))
            first = self.told[-1]
            shown = TaughtTurn(message=first.message, hints=first.hints, step_idx=0, mastery_score=0.5)
            return LessonBegun(session_id=SESSION, first_turn=shown)
        right = body["student_reply"] == KEYS[self.right]
        self.right += right
        self.open = self.right < len(KEYS)
        routing = "End" if not self.open else "Advance" if right else "Replan" if self.replans else "Continue"
        turn = self._tell("Right." if right else "Not quite.", routing)
        return StepTaken(
            next_turn=NextTurn(**{name: getattr(turn, name) for name in NextTurn.model_fields}),
            routing=turn.routing,
            last_grading=Grading(score=float(right), rationale="", labels=[]),
        )

    def _tell(self, said: str, routing: str) -> TurnView:
        question = QUESTIONS[self.right] if self.open else None
        lines = [said, self.quotes, *([question] if question else ["That was all."])]
        turn = TurnView(
            turn_id=uuid4(),
            lesson_id=SESSION,
            seq=len(self.told) * 3 + 1,
            number=len(self.told) + 1,
            message="\n\n".join(lines),
            hints=list(HINTS) if question else [],
            quotes=[proof(QUOTE, page=7)],
            question=question,
            step_idx=min(self.right, 1),
            current_step=self.right + 1,
            mastery_score=0.5 + self.right * 0.2,
            is_complete=not self.open,
            routing=routing,
            started_at=NOW,
            completed_at=NOW,
        )
        self.told.append(turn)
        self.version += 1
        return turn

    def view(self) -> LessonView:
        """Where the lesson stands."""
        steps = [
            StepView(
                step_id=uuid5(SESSION, title),
                type="explain",
                title=title,
                description="",
                teaching_approach="",
                success_criteria="",
                concepts=[title],
                status="completed" if at < self.right else "in_progress" if at == self.right else "pending",
                status_info=StatusInfo(questions_asked=0, questions_correct=0, attempts=0),
            )
            for at, title in enumerate(("Light", "Colour"))
        ]
        return LessonView(
            session_id=SESSION,
            lesson_id=SESSION,
            created_at=NOW,
            last_updated_at=NOW,
            student_profile=StudentProfile(),
            topic_info=TopicInfo(
                topic=self.topic, subtopic="Halves" if self.of_guideline else "", guideline_id=self.of_guideline
            ),
            session_context=SessionContext(),
            study_plan=PlanView(todo_list=steps, metadata=PlanMetadata(plan_version=1, replan_count=0, max_replans=3)),
            turn_count=len(self.told),
            current_step=self.right + 1,
            step_idx=min(self.right, 1),
            mastery_estimates={"Light": 0.9},
            mastery_score=0.5 + self.right * 0.2,
            off_topic_count=0,
            warning_count=0,
            pace_preference="normal",
            allow_extension=True,
            is_complete=not self.open,
            ended=None if self.open else self.ends,
            progress_trend="steady",
            replan_needed=False,
        )

    def _curriculum(self, path: str) -> Fields:
        if path.endswith("/places"):
            return CurriculumPlaces(
                places=[
                    CurriculumPlace(country=country, board=board, grade=grade, languages=["en"])
                    for country, board, grade in PLACES
                ]
            )
        asked = self.query
        subjects = PLACES[asked["country"], asked["board"], int(asked["grade"])]
        if "subject" not in asked:
            return CurriculumSubjects(subjects=list(subjects))
        if "topic" not in asked:
            return CurriculumTopics(topics=list(subjects[asked["subject"]]))
        return CurriculumSubtopics(
            subtopics=[
                CurriculumSubtopic(subtopic=each, guideline_id=guideline(asked["country"], each))
                for each in subjects[asked["subject"]][asked["topic"]]
            ]
        )


def away() -> Problem:
    """A language model that failed inside a turn."""
    return problem(Code.MODEL_FAILED, "The language model did not answer.")
