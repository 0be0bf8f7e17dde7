"""The messages of the learning cycle: what the learner asks for, and what coordinator, diagnostic, tutor and path
planner are asked and answer."""

from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import Field, model_validator

from contracts.documents import AgentRun, Block, Plain, Sha256, Text, UnsurePlace
from contracts.items import Item
from contracts.mastery import ConceptPlace, Level, Mark, Standing
from contracts.message import Fields, Message, Phrase
from contracts.proof import Origin, Proof

Intent = Literal[
    "diagnose", "learn", "plan", "question", "answer", "unclear", "quiz", "feedback", "greeting", "task", "stop"
]
"""What a learner's message wants. `task`: something of the learner's study tasks, which is the assistant's; `stop`: an
end of what is under way."""
QuestionPhase = Literal["asked", "probe", "hint", "explain", "cleared"]


class MessageSent(Message):
    """Event: a learner wrote to the coordinator. `time_zone`: theirs, by its IANA name, for "on Friday"; "": UTC."""

    type_name: ClassVar[str] = "pensum.session.message_sent.v1"
    text: Text = Field(max_length=4000)
    time_zone: Plain = Field(default="", max_length=64)


class LearningRequested(Message):
    """Event: a learner wants to learn a topic (a concept or a section's title; "": what is weakest) to mastery.

    `diagnostic`: with a diagnosis first. None: as the session has it (0.85 and 5).
    """

    type_name: ClassVar[str] = "pensum.session.learning_requested.v1"
    topic: Plain = Field(default="", max_length=200)
    diagnostic: bool = False
    mastery_threshold: float | None = Field(default=None, ge=0, le=1)
    max_cycles: int | None = Field(default=None, ge=1, le=20)


class PathRequested(Message):
    """Event: a learner wants to know what to learn next."""

    type_name: ClassVar[str] = "pensum.session.path_requested.v1"


class AimsSet(Message):
    """Event: a learner set goals, the current topic, or the threshold of mastery; or what they call the session (`name`
    "": as its document is called) and the tags by which they find it. None: stays as it is."""

    type_name: ClassVar[str] = "pensum.session.aims_set.v1"
    goals: list[Plain] | None = Field(default=None, max_length=20)
    current_topic: Plain | None = Field(default=None, max_length=200)
    mastery_threshold: float | None = Field(default=None, ge=0, le=1)
    name: Plain | None = Field(default=None, max_length=200)
    tags: list[Annotated[Plain, Field(min_length=1, max_length=40)]] | None = Field(default=None, max_length=20)

    @model_validator(mode="after")
    def something(self) -> "AimsSet":
        if all(value is None for _, value in self):
            raise ValueError("goals: nothing is set")
        return self


class ConceptMarked(Message):
    """Event: a learner says "I know this" or "not yet" of a concept, beside the evidence; `none` takes it back."""

    type_name: ClassVar[str] = "pensum.session.concept_marked.v1"
    concept: Text = Field(max_length=200)
    mark: Mark


class ClassifyIntent(Message):
    """Command: what does the learner want? `awaiting`: the tutor's question that waits for an answer; "": none.
    `answered`: what was said last is the tutor's answer to a question, which "tell me more" and "??" lean on."""

    type_name: ClassVar[str] = "pensum.evaluator.classify_intent.v1"
    text: Text
    language: str = ""
    concepts: list[str] = []
    sections: list[str] = []
    awaiting: str = ""
    answered: bool = False


class IntentClassified(Message):
    """Event: what the learner wants, about which topic (one of the concepts or sections, or ""), and why we think so.

    `safe` False: nothing is taught on it; `reason` is what the learner is told. `about`: what the learner named that is
    none of them; `near`: those that are nearest to it, else those that the document is most about. `phrase`: the reason
    as data. `mistake`: feedback is wanted on the last wrong answer, or the last one about the topic. `foreign`: it is
    unclear, and in a language that is not understood.
    """

    type_name: ClassVar[str] = "pensum.evaluator.intent_classified.v1"
    intent: Intent
    topic: Plain = ""
    reason: Text
    safe: bool = True
    about: Plain = Field(default="", max_length=200)
    near: list[Text] = Field(default=[], max_length=5)
    phrase: Phrase | None = None
    mistake: bool = False
    foreign: bool = False
    run: AgentRun | None = None


class Diagnose(Message):
    """Command: what does the learner know already, what is missing underneath, where to begin?"""

    type_name: ClassVar[str] = "pensum.evaluator.diagnose.v1"
    topic: Plain = ""
    language: str = ""
    places: list[ConceptPlace]
    standings: list[Standing]
    goals: list[Plain] = []


class Diagnosed(Message):
    """Event: the diagnosis. `prerequisite_gaps` are concepts, those first that others build on.

    `phrase` and `phrases`: the reason and each recommendation as data; None and empty where they are somebody's words.
    """

    type_name: ClassVar[str] = "pensum.evaluator.diagnosed.v1"
    topic: Plain = ""
    prerequisite_gaps: list[Text]
    learner_level: Level
    recommendations: list[Text]
    reason: Text
    phrase: Phrase | None = None
    phrases: list[Phrase] = []
    run: AgentRun | None = None

    @model_validator(mode="after")
    def parallel(self) -> "Diagnosed":
        if self.phrases and len(self.phrases) != len(self.recommendations):
            raise ValueError("phrases: not as many as recommendations")
        return self


class JudgeReply(Message):
    """Command: judge a reply to the tutor's question, after `wrong_attempts` wrong ones (`previous`)."""

    type_name: ClassVar[str] = "pensum.evaluator.judge_reply.v1"
    item: Item
    reply: Text
    wrong_attempts: int = Field(default=0, ge=0)
    previous: list[str] = []
    language: str = ""


class ReplyJudged(Message):
    """Event: right or not, and what the tutor says now: a probe after the first wrong reply, a hint after the second,
    the explanation with its quote after the third; `cleared` when right. Only `explain` and `cleared` tell the answer.
    `phrase`: the text as data.
    """

    type_name: ClassVar[str] = "pensum.evaluator.reply_judged.v1"
    item_id: UUID
    is_correct: bool
    credit: float = Field(ge=0, le=1)
    phase: QuestionPhase
    text: Text
    phrase: Phrase | None = None
    proof: Proof | None = None
    run: AgentRun | None = None


class Said(Fields):
    """A line of the conversation: what the learner wrote, or what was answered."""

    role: Literal["learner", "tutor"]
    text: Plain


class Mistaken(Fields):
    """What a learner took for a concept: `taken` was chosen, joined or typed where `concept` was asked for."""

    concept: Text
    taken: Text


class Explain(Message):
    """Command: explain concepts from these blocks, or answer a question about them (`question`; "": none).

    `conversation`: what was said before the question, the oldest first, so that "and why?" is understood.

    `times`: how often these concepts were explained to this learner before: then with other passages, and simpler.
    `told`: the same of each by itself, where they differ.
    `known`: the learner's standings, so that what builds on a gap begins there. `document_sha256`: the document of the
    blocks that name none themselves. `of_a_round`: questions about them follow, so that not all is told.
    `mistaken`: what was taken for these concepts since they were explained last: that comes first, with what both are.
    `headings`: by the id of a block whose document has no pages, the heading that it stands under ("": none).
    `unsure`: blocks of a scan that were not read surely and may be about the question, each with its heading and what
    stands before it: of one with `aside` "low_confidence" nothing may be told but where it stands.
    `shown`: what of these blocks the learner has read since: told by the tutor, or shown as the proof of an answer or
    as why; the newest first. A round tells something else.
    """

    type_name: ClassVar[str] = "pensum.coach.explain.v1"
    concepts: list[Text] = Field(max_length=10)
    question: Plain = ""
    conversation: list[Said] = Field(default=[], max_length=10)
    language: str = ""
    target_audience: str = ""
    learner_level: Level = "unknown"
    times: int = Field(default=0, ge=0)
    told: dict[str, int] = {}
    blocks: list[Block]
    places: list[ConceptPlace] = []
    known: list[Standing] = []
    document_sha256: Sha256 | None = None
    of_a_round: bool = False
    mistaken: list[Mistaken] = Field(default=[], max_length=10)
    headings: dict[Text, str] = {}
    unsure: list[Block] = []
    shown: list[Proof] = Field(default=[], max_length=200)

    @model_validator(mode="after")
    def something(self) -> "Explain":
        if not self.concepts and not self.question:
            raise ValueError("concepts: neither a concept nor a question")
        return self


class Example(Fields):
    """An example from the document, or a figure of it, with its place."""

    text: Text
    proof: Proof


class Explained(Message):
    """Event: what the tutor says, with its quotes. `found` False: the document does not tell; it says so.

    What is not a quote is marked by no proof; offline every sentence of substance is one. `phrase`: the same as data,
    for a reader of another language; None where a model wrote it. `unsure`: where nothing answers, the places that may,
    but were not read surely.
    """

    type_name: ClassVar[str] = "pensum.coach.explained.v1"
    concepts: list[Text]
    explanation: Text
    examples: list[Example] = []
    quotes: list[Proof] = []
    found: bool = True
    phrase: Phrase | None = None
    unsure: list[UnsurePlace] = []
    origin: Origin
    run: AgentRun | None = None


class PlanPath(Message):
    """Command: what to learn next, and why. `reason`: what made it come up.

    `left_out`: concepts of which a round found that the document has no question about them; no path leads to them.
    `untold`: of which there is neither a definition nor a question so far; they come after all others. `due`: something
    that was learnt before is due for review by now.
    """

    type_name: ClassVar[str] = "pensum.coach.plan_path.v1"
    reason: Literal["asked", "mastered", "remediation", "diagnosed"]
    topic: Plain = ""
    language: str = ""
    goals: list[Plain] = []
    learner_level: Level = "unknown"
    prerequisite_gaps: list[Text] = []
    places: list[ConceptPlace]
    standings: list[Standing]
    left_out: list[Text] = []
    untold: list[Text] = []
    due: bool = False


class PathPlanned(Message):
    """Event: the path, topics in the order in which to learn them; `next_topic` "": all is mastered.

    `remediation`, after cycles that did not reach mastery: what to do, a sentence each, prerequisites first.
    `phrase` and `phrases`: the reasoning and each remedy as data; None and empty where a model wrote them.
    """

    type_name: ClassVar[str] = "pensum.coach.path_planned.v1"
    learning_path: list[Text]
    next_topic: Plain = ""
    path_reasoning: Text
    remediation: list[Text] = []
    phrase: Phrase | None = None
    phrases: list[Phrase] = []
    run: AgentRun | None = None

    @model_validator(mode="after")
    def parallel(self) -> "PathPlanned":
        if self.phrases and len(self.phrases) != len(self.remediation):
            raise ValueError("phrases: not as many as remedies")
        return self
