"""Two small lessons on fractions of our own, in three languages: as a guideline's part for learners, and commands."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any
from uuid import UUID, uuid5

from contracts.documents import Block
from contracts.items import Cloze, Item, MultipleChoice, ShortAnswer, TrueFalse
from contracts.lessons import (
    Objective,
    PlanLesson,
    PlanMetadata,
    PlanStep,
    Replan,
    StudyPlan,
    TeachTurn,
    Told,
    TurnTaught,
)
from contracts.mastery import ConceptPlace, Standing
from contracts.proof import Option, Origin, Proof
from services.coach.lessons.executor import taught_of
from services.coach.lessons.planning import planned_of
from services.coach.lessons.turn import turned
from services.coach.tutor.offline import ORIGIN

CAUSE = UUID(int=77)
DOCUMENT = "cd" * 32
LANGUAGES = ("en", "nb", "de")
CONCEPTS = {"en": ("denominator", "numerator"), "nb": ("nevner", "teller"), "de": ("Nenner", "Zähler")}
TEXTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "en": (
        (
            "The denominator is the number below the line. Below the line stands how many equal parts there are.",
            "A cake that is cut into four equal parts shows the denominator 4. All its parts are alike.",
            "The larger the denominator is, the smaller each part becomes.",
            "For example, an eighth of a cake is smaller than a third of it.",
        ),
        (
            "The numerator is the number above the line. It counts the parts that are taken.",
            "Two slices of a cake that has six slices give the numerator 2.",
            "When the numerator grows, more of the cake is eaten.",
            "A bus with nine seats and five guests is another case of it.",
        ),
    ),
    "nb": (
        (
            "Nevneren er tallet under streken. Under streken står hvor mange like deler det er.",
            "En kake som er delt i fire like deler, viser nevneren 4. Alle delene er like.",
            "Jo større nevneren er, desto mindre blir hver del.",
            "For eksempel er en åttedel av en kake mindre enn en tredel av den.",
        ),
        (
            "Telleren er tallet over streken. Den teller delene som er tatt.",
            "To stykker av en kake som har seks stykker, gir telleren 2.",
            "Når telleren vokser, er mer av kaken spist.",
            "En buss med ni seter og fem gjester er et annet tilfelle av det.",
        ),
    ),
    "de": (
        (
            "Der Nenner ist die Zahl unter dem Strich. Unter dem Strich steht, wie viele gleiche Teile es gibt.",
            "Ein Kuchen, der in vier gleiche Teile geschnitten ist, zeigt den Nenner 4. Alle Teile sind gleich.",
            "Je größer der Nenner ist, desto kleiner wird jeder Teil.",
            "Zum Beispiel ist ein Achtel eines Kuchens kleiner als ein Drittel davon.",
        ),
        (
            "Der Zähler ist die Zahl über dem Strich. Er zählt die Teile, die genommen werden.",
            "Zwei Stücke eines Kuchens, der sechs Stücke hat, ergeben den Zähler 2.",
            "Wenn der Zähler wächst, ist mehr vom Kuchen gegessen.",
            "Ein Bus mit neun Sitzen und fünf Gästen ist ein anderer Fall davon.",
        ),
    ),
}
_ANSWERS = {"en": ("smaller", "larger"), "nb": ("mindre", "større"), "de": ("kleiner", "größer")}
_TRUTHS = {"en": ("True", "False"), "nb": ("Sant", "Usant"), "de": ("Wahr", "Falsch")}


def blocks(language: str) -> list[Block]:
    """Two parts, each under its heading."""
    found = list[Block]()
    for part, texts in enumerate(TEXTS[language]):
        name = CONCEPTS[language][part]
        found.append(Block(block_id=f"h{part}", text=name, kind="heading", level=1, document_sha256=DOCUMENT))
        found += [
            Block(block_id=f"b{part}{n}", text=text, source_page=part + 1, document_sha256=DOCUMENT)
            for n, text in enumerate(texts)
        ]
    return found


def places(language: str) -> list[ConceptPlace]:
    first, second = CONCEPTS[language]
    return [
        ConceptPlace(concept=first, block_id="b00", ordinal=0, source_page=1, section=first),
        ConceptPlace(concept=second, block_id="b10", ordinal=1, source_page=2, section=second, prerequisites=[first]),
    ]


def objectives(language: str) -> list[Objective]:
    first, second = CONCEPTS[language]
    return [
        Objective(objective_id="o1", text=f"Tells what a {first} counts.", goal="You count.", concept=first),
        Objective(objective_id="o2", text=f"Tells what a {second} counts.", concept=second, builds_on=[first]),
    ]


def _proof(language: str, block_id: str, quote: str) -> Proof:
    block = next(each for each in blocks(language) if each.block_id == block_id)
    start = block.text.index(quote)
    return Proof(
        document_sha256=DOCUMENT,
        block_id=block_id,
        block_sha256=sha256(block.text.encode()).hexdigest(),
        source_page=block.source_page,
        start=start,
        end=start + len(quote),
        quote=quote,
    )


def items(language: str) -> list[Item]:
    """One of each of four types about the first concept."""
    concept = CONCEPTS[language][0]
    quote = TEXTS[language][0][2]
    right, wrong = _ANSWERS[language]
    shared: dict[str, Any] = {
        "quiz_id": UUID(int=1),
        "concept": concept,
        "difficulty": "MEDIUM",
        "proof": _proof(language, "b02", quote),
        "origin": Origin(author="offline", name="test", version="1"),
    }
    return [
        MultipleChoice(
            item_id=uuid5(CAUSE, "mc"),
            question="How does each part become? Choose one.",
            options=[
                Option(option_id="o1", text=wrong),
                Option(option_id="o2", text=right),
                Option(option_id="o3", text="99"),
            ],
            answer="o2",
            **shared,
        ),
        Cloze(item_id=uuid5(CAUSE, "cloze"), question=quote.replace(right, "____"), answer=right, **shared),
        TrueFalse(
            item_id=uuid5(CAUSE, "tf"),
            question="Is this so?",
            statement=quote.replace(right, wrong),
            options=[
                Option(option_id=name, text=text)
                for name, text in zip(("true", "false"), _TRUTHS[language], strict=True)
            ],
            answer="false",
            wrong=wrong,
            right=right,
            **shared,
        ),
        ShortAnswer(
            item_id=uuid5(CAUSE, "open"),
            question="What follows?",
            answer=quote,
            key_points=[{"text": quote, "start": 0, "end": len(quote)}],
            **shared,
        ),
    ]


def standing(concept: str, score: float, answers: int = 4, **more: Any) -> Standing:
    return Standing(concept=concept, score=score, answers=answers, correct=round(score * answers), **more)


def plan_lesson(*concepts: str, under: dict[str, list[str]] | None = None, **more: Any) -> PlanLesson:
    """A command to plan a lesson about concepts of a document, with six questions about each."""
    found = [
        ConceptPlace(
            concept=name, block_id=f"b{n}", ordinal=n, source_page=n + 1, prerequisites=(under or {}).get(name, [])
        )
        for n, name in enumerate(concepts)
    ]
    return PlanLesson(
        **{"places": found, "questions": dict.fromkeys(concepts, 6), "language": "en", "topic": "tides", **more}
    )


def steps_of(command: PlanLesson) -> Sequence[PlanStep]:
    return planned_of(command, CAUSE).steps


def replan(steps: Sequence[PlanStep], reason: Any, *statuses: str, concept: str = "", count: int = 0) -> Replan:
    """The steps with these statuses, the others pending."""
    told = [*statuses, *["pending"] * (len(steps) - len(statuses))]
    list_ = [step.model_copy(update={"status": status}) for step, status in zip(steps, told, strict=True)]
    plan = StudyPlan(todo_list=list_, metadata=PlanMetadata(plan_version=count + 1, replan_count=count))
    return Replan(plan=plan, reason=reason, concept=concept)


def teach(language: str = "en", **more: Any) -> TeachTurn:
    """A turn of a guideline's lesson; with `guideline` "" of a document's."""
    guided = plan_lesson(objectives=objectives(language), language=language)
    guided = guided.model_copy(update={"places": places(language), "questions": dict.fromkeys(CONCEPTS[language], 6)})
    plan = StudyPlan(todo_list=list(steps_of(guided)))
    return TeachTurn(
        **{
            "directive": "explain",
            "topic": "fractions",
            "language": language,
            "guideline": "For the teacher: use cakes.",
            "step": plan.todo_list[0],
            "plan": plan,
            "item": items(language)[0],
            "blocks": blocks(language),
            "places": places(language),
            "document_sha256": DOCUMENT,
            **more,
        }
    )


def taught(command: TeachTurn) -> TurnTaught:
    """By rules."""
    return taught_of(turned(command), command, ORIGIN, "")


def after(command: TeachTurn, turn: TurnTaught, **more: Any) -> TeachTurn:
    """The next turn's command, with what this one told."""
    told = [Told(block_id=each.block_id, start=each.start, end=each.end) for each in turn.quotes]
    lines = [*command.conversation, {"role": "learner", "text": "hm"}, {"role": "tutor", "text": turn.message}]
    update = {
        "told": [*command.told, *told],
        "timeline": [*command.timeline, turn.turn_summary],
        "conversation": lines[-10:],
        **more,
    }
    return TeachTurn.model_validate({**command.model_dump(), **update})
