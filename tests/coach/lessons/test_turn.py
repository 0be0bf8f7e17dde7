"""A turn by rules: one question, quotes that prove themselves, nothing twice, no answer told, each signal seen."""

import time
from typing import Any, get_args

import pytest

from contracts.documents import Block
from contracts.lessons import Directive, Student, TeachTurn, TurnTaught
from contracts.message import Phrase
from services.coach.lessons.asking import Guard
from services.coach.lessons.turn import turned
from services.coach.lessons.words import say
from services.text.catalogue import sentences
from services.text.catalogue.phrases import rendered
from services.text.internal import is_internal
from services.text.splitting import spans_of
from services.text.words import fold
from tests.coach.lessons.courses import (
    CONCEPTS,
    DOCUMENT,
    LANGUAGES,
    TEXTS,
    after,
    blocks,
    items,
    places,
    standing,
    taught,
    teach,
)
from tests.coach.tutor.samples import lesson

DIRECTIVES = get_args(Directive)
ASKING = [each for each in DIRECTIVES if each not in ("close", "intervene")]


def document(**more: Any) -> TeachTurn:
    """A turn about a sample document; its item is about something else."""
    own, places = lesson("photosynthesis.en")
    command = teach(blocks=list(own), places=list(places), guideline="", item=None, topic="chlorophyll", **more)
    step = command.plan.todo_list[0].model_copy(update={"concepts": ["chlorophyll"]})
    return command.model_copy(update={"step": step})


def shown(turn: TurnTaught) -> set[str]:
    """The sentences of a turn without its question, folded."""
    text = turn.message.split("\n\n")[:-1] if turn.question_asked else [turn.message]
    return {fold(line[start:end]) for part in text for line in part.split("\n") for start, end in spans_of(line)}


def test_the_welcome_names_what_the_lesson_is_about_but_for_what_its_question_asks() -> None:
    waits = items("en")[1].model_copy(update={"answer": "numerators", "question": "The ____ count the parts."})
    turn = taught(teach(directive="open", topic="", item=waits))
    assert turn.message.startswith(
        "Welcome! This lesson is about “denominator”, and about what the first question asks."
    )


def test_the_two_hundredth_turn_costs_little_more_than_the_fifth() -> None:
    """In time of the processor, the best of twenty; what a turn says itself is most of it."""
    lines = [f"{n}: repeat: asked a question (cloze) [q_{n} back_{n % 5} s_{n * 7919}]" for n in range(200)]

    def spent(timeline: list[str]) -> float:
        command = teach(directive="repeat", feedback="That is another story.", timeline=timeline)
        taken = list[float]()
        for _ in range(20):
            began = time.process_time()
            turned(command)
            taken.append(time.process_time() - began)
        return min(taken)

    assert spent(lines) < 4 * spent(lines[:5])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("directive", DIRECTIVES)
@pytest.mark.parametrize("item", range(4))
def test_each_directive_in_each_language_asks_one_question_and_tells_no_answer(
    directive: Directive, language: str, item: int
) -> None:
    command = teach(language, directive=directive, item=items(language)[item], feedback="Hm.", question="Why?")
    turn = taught(command)
    assert turn.message.startswith("Hm.\n\n")
    assert rendered(turn.phrase or Phrase(code="x.y"), language) == turn.message
    assert not is_internal(turn.message)
    if directive not in ASKING:
        assert turn.question_asked is turn.expected_answer is None
        assert turn.hints == []
        assert "?" not in turn.message
        return
    assert command.item is not None
    assert turn.message.count(command.item.question) == 1
    assert turn.question_asked == command.item.question
    assert turn.expected_answer == command.item.answer_text
    assert turn.message.split("\n\n")[-1].count("?") == command.item.question.count("?")
    before = turn.message.rpartition(command.item.question)[0]
    guard = Guard(command.item, language)
    assert not guard.says(before)
    assert len(turn.hints) == 1 or directive == "answer"  # There it may stand among the words.
    assert not any(guard.says(hint.text) for hint in turn.hints)
    assert command.item.answer_text not in f"{turn.turn_summary} {turn.reasoning}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_twelve_turns_no_sentence_is_said_twice(language: str) -> None:
    said = list[str]()
    directives = ["explain", "again", "ask", "again", "extend", "again", "explain", "again", "ask", "close", "close"]
    command = teach(language, directive="open", pacing="first_turn", manner={"asks": True, "disengaged": True})
    for number, directive in enumerate([*directives, "close"]):
        turn = taught(command)
        new = shown(turn)
        assert not new & set(said), directive
        said += new
        pacing = ("steady", "simplify", "consolidate", "accelerate")[number % 4]
        item = items(language)[number % 4]
        command = after(command, turn, directive=directive, pacing=pacing, item=item, new_step=directive == "explain")


def test_when_all_is_told_it_is_said_so_and_a_hint_helps() -> None:
    command = teach(directive="explain", manner={"length": "long"})
    turn = taught(command)
    while turn.quotes:
        command = after(command, turn, directive="again")
        turn = taught(command)
    said, question = turn.message.split("\n\n")
    assert said.startswith("I have told you all that there is to tell of this")
    assert said.endswith("It is not “larger”.")
    assert question.endswith("c) 99")


def test_a_documents_passages_are_quoted_with_their_page_and_proved() -> None:
    command = document(directive="explain")
    turn = taught(command)
    by_id = {block.block_id: block for block in command.blocks}
    assert len(turn.quotes) == 2
    for proof in turn.quotes:
        assert by_id[proof.block_id].text[proof.start : proof.end] == proof.quote
        assert f"“{proof.quote}” (page {proof.source_page})" in turn.message


def test_a_passage_of_a_document_without_pages_is_quoted_with_its_heading_and_no_page() -> None:
    command = document(directive="explain")
    first, *rest = dict.fromkeys(proof.block_id for proof in taught(command).quotes)
    under = {first: "Light", **dict.fromkeys(rest, "")}
    turn = taught(command.model_copy(update={"headings": under}))
    assert "(page" not in turn.message
    assert [f"“{one.quote}” (under “Light”)" in turn.message for one in turn.quotes] == [
        one.block_id == first for one in turn.quotes
    ]


def test_a_question_from_a_sentence_that_only_names_what_is_explained_is_said_to_be_from_elsewhere() -> None:
    item = items("en")[1]
    passing = item.proof.model_copy(update={"quote": "In 1817 two chemists gave a name to it: chlorophyll."})
    own = item.proof.model_copy(update={"quote": "The green chlorophyll absorbs light."})
    asides = [
        taught(document().model_copy(update={"item": item.model_copy(update={"concept": "chlorophyll", "proof": at})}))
        for at in (passing, own)
    ]
    assert ["from another place in the text" in turn.message for turn in asides] == [True, False]
    assert "another place" not in taught(teach()).message  # Who writes a guideline's task knows what it is about.


def test_a_guidelines_text_is_told_as_it_stands() -> None:
    turn = taught(teach(directive="open"))
    assert TEXTS["en"][0][0] in turn.message
    assert "(page" not in turn.message


def test_of_a_guidelines_text_only_paragraphs_or_their_beginnings_are_told() -> None:
    whole = Block(
        block_id="b01", text="Share into four groups. The number in one is a quarter.", document_sha256=DOCUMENT
    )
    other = Block(block_id="b02", text="Share into two groups. The number in one is a half.", document_sha256=DOCUMENT)
    answer = items("en")[1].model_copy(update={"answer": "quarter", "question": "It is a ____."})
    turn = taught(teach(item=answer, blocks=[*blocks("en")[:1], whole, other], places=places("en")[:1]))
    assert "Share into four groups.\n" in turn.message
    assert "Share into four groups. The number" not in turn.message
    assert "groups.\nThe number" not in turn.message
    for proof in turn.quotes:
        assert proof.start == 0


def test_after_a_turn_that_leaked_no_passage_is_told_nor_feedback_that_speaks_of_the_learner() -> None:
    turn = taught(teach(leaked=True, feedback="Assessment: the student's answer is weak."))
    assert turn.quotes == []
    assert not is_internal(turn.message)
    assert turn.question_asked
    assert taught(teach(leaked=True, feedback="Not yet.")).message.startswith("Not yet.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_feedback_quotes_nothing_that_answers_the_question_behind_it(language: str) -> None:
    item = items(language)[1]
    right = Phrase.of("replies.right", answer=Phrase.quoted("x"))

    def says(quote: str, name: str = "says") -> Phrase:
        return Phrase.of(f"replies.{name}", page=1, quote=Phrase.quoted(quote))

    def message(*parts: Phrase) -> str:
        feedback = Phrase.listed("space", parts)
        told = teach(
            language, item=item, directive="ask", feedback=rendered(feedback, language), feedback_phrase=feedback
        )
        return taught(told).message

    for name in ("says", "says_here", "look", "look_here"):
        told = message(right, says(item.proof.quote, name))
        assert told.startswith(rendered(right, language))
        assert item.proof.quote not in told
    assert "Zebra." in message(right, says("Zebra."))
    assert item.proof.quote in message(says(item.proof.quote)), "a feedback is never left out whole"


def test_what_leans_on_a_quotation_is_not_said_without_it_and_the_place_to_look_stays_for_the_same_question() -> None:
    first = items("en")[0]
    quote = TEXTS["en"][0][0].partition(" Below")[0]
    item = first.model_copy(update={"proof": first.proof.model_copy(update={"quote": quote})})
    parts = [Phrase.of("replies.wrong"), Phrase.of("replies.look_here", quote=Phrase.quoted(quote))]
    feedback = Phrase.listed("space", [*parts, Phrase.of("replies.seek_multiple_choice")])

    def message(directive: Directive) -> str:
        told = rendered(feedback, "en")
        return taught(teach(item=item, directive=directive, feedback=told, feedback_phrase=feedback)).message

    assert f"Look here: “{quote}” Find the option that agrees with it." in message("repeat")
    assert message("ask").startswith("Not yet.\n\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_without_a_topic_is_about_the_concepts_of_its_plan(language: str) -> None:
    item = items(language)[0]
    opened = taught(teach(language, directive="open", topic="", item=item))
    about = "{0}” and “{1}" if language == "en" else "{0}» og «{1}" if language == "nb" else "{0}“ und „{1}"
    assert about.format(*CONCEPTS[language]) in opened.message.partition("\n\n")[0]


def test_a_step_on_the_same_concept_is_no_new_topic() -> None:
    command = teach(directive="ask", new_step=True)
    second = command.plan.todo_list[1]
    assert second.concepts == command.plan.todo_list[0].concepts
    assert taught(command.model_copy(update={"step": second})).message.startswith("Let us go on to the next part.")


def test_what_the_question_was_made_from_is_not_told_before_it() -> None:
    own, _ = lesson("photosynthesis.en")
    plain = taught(document(directive="explain")).quotes[0]
    command = document(directive="explain")
    item = items("en")[1].model_copy(update={"concept": "chlorophyll", "proof": plain})
    turn = taught(command.model_copy(update={"item": item}))
    assert own
    assert turn.quotes
    assert all((each.block_id, each.start) != (plain.block_id, plain.start) for each in turn.quotes)


@pytest.mark.parametrize("directive", ["open", "explain", "again", "ask"])
def test_where_the_answer_is_the_concepts_name_the_tutors_own_words_do_not_say_it(directive: Directive) -> None:
    name = CONCEPTS["en"][0]
    item = items("en")[1].model_copy(update={"answer": name, "question": "The ____ is below."})
    turn = taught(teach(directive=directive, item=item, topic=name, new_step=True))
    told = [proof.quote for proof in turn.quotes]
    own = turn.message
    for quote in told:
        own = own.replace(quote, "")
    assert name not in own
    assert name not in " ".join(hint.text for hint in turn.hints)


# What each signal changes: the command's fields, and words of the turn that only it has.
@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ({"pacing": "simplify"}, "small"),
        ({"pacing": "consolidate"}, "same"),
        ({"pacing": "accelerate"}, "quick"),
        ({"pacing": "extend"}, "beyond"),
        ({"manner": {"disengaged": True}}, "cheer"),
        ({"manner": {"asks": True}}, "invite"),
        ({"new_step": True}, "now"),
    ],
)
@pytest.mark.parametrize("directive", ["explain", "ask"])
def test_each_signal_is_to_be_seen(more: dict[str, Any], kind: str, directive: Directive) -> None:
    plain, other = taught(teach(directive=directive)), taught(teach(directive=directive, **more))
    words = rendered(say(f"{kind}_0", concepts=Phrase.quoted(CONCEPTS["en"][0])), "en")
    assert words in other.message
    assert words not in plain.message


def told(**more: Any) -> int:
    return sum(1 for proof in taught(document(**more)).quotes for _ in spans_of(proof.quote))


def test_how_much_is_told_follows_how_the_learner_writes_and_how_it_goes() -> None:
    lengths = [told(directive="explain", manner={"length": length}) for length in ("short", "medium", "long")]
    assert lengths == sorted(set(lengths))
    assert told(directive="explain", manner={"length": "long"}, pacing="first_turn") <= 2
    assert told(directive="explain", manner={"length": "long"}, pacing="accelerate") == 1
    assert told(directive="explain", manner={"length": "long"}, pacing="extend") == 0
    assert told(directive="explain", manner={"length": "long"}, pace="slow") <= 2
    assert told(directive="ask") == 0
    assert told(directive="ask", manner={"length": "long"}) == 1


def test_short_sentences_are_preferred_for_who_needs_them() -> None:
    quotes = taught(document(directive="explain", pacing="simplify", manner={"length": "long"})).quotes
    assert quotes
    assert all(len(proof.quote.split()) <= 20 for proof in quotes)


def test_examples_come_first_for_who_learns_by_sight() -> None:
    plain = taught(teach(item=None, manner={"length": "short"}))
    seen = taught(teach(item=None, manner={"length": "short"}, student=Student(learning_style="visual")))
    assert "the number below the line" in plain.message
    assert "the denominator 4" in seen.message


def test_an_emoji_only_for_who_writes_some() -> None:
    turns = [taught(teach(directive="ask", pacing="simplify", manner={"emoji": emoji})) for emoji in (False, True)]
    assert ["🙂" in turn.message for turn in turns] == [False, True]


def test_an_interest_is_named_in_the_welcome_and_no_fact_about_it() -> None:
    turn = taught(teach(directive="open", student=Student(interests=["football"])))
    assert "You like football: look for something there that is like it as we go on." in turn.message
    assert turn.message.startswith("Welcome! This lesson is about “fractions”. We go in 5 steps")
    assert "football" not in taught(teach(directive="open")).message


def test_a_learners_question_is_answered_from_the_text_then_the_tutors_stands_again() -> None:
    turn = taught(teach(directive="answer", question="What is the numerator?"))
    assert "The numerator is the number above the line." in turn.message
    assert "Back to the question:\nHow does each part become?" in turn.message
    assert turn.quotes


def test_what_the_learner_asks_is_kept_where_it_would_answer_the_tutors_question() -> None:
    turn = taught(teach(directive="answer", question="What becomes smaller the larger the denominator is?"))
    assert "try it first" in turn.message
    assert turn.quotes == []


def test_what_was_told_is_pointed_back_to_and_what_is_not_told_is_said_so() -> None:
    first = teach(directive="answer", question="What is the numerator?")
    again = taught(after(first, taught(first), question="What is the numerator?"))
    assert "The numerator is the number above the line." not in again.message
    assert "I found no sentence" in taught(teach(directive="answer", question="Who was Napoleon?")).message


def test_a_lessons_end_says_what_was_learnt_by_concept_and_what_comes_next() -> None:
    first, second = CONCEPTS["en"]
    command = teach(directive="close", standings=[standing(first, 0.9, 5, mastered=True), standing(second, 0.4, 5)])
    turn = taught(command)
    assert turn.message == (
        "That was “fractions”.\nThis went well: “denominator” (4 of 5 right).\n"
        "Worth another look: “numerator” (2 of 5 right).\n"
        "What comes next: practise that with a few new questions, today or tomorrow."
    )
    assert taught(after(command, turn)).message == "This lesson is finished. Begin another whenever you like."


def test_who_was_always_right_and_stays_short_of_mastery_is_told_so_and_sent_back_to_nothing() -> None:
    right = standing(CONCEPTS["en"][0], 0.84, 4).model_copy(update={"correct": 4})
    message = taught(teach(directive="close", standings=[right])).message
    assert "Not quite mastered yet: “denominator” (4 of 4 right, 84 %).\nAll that I had to ask of that" in message
    assert "went well" not in message
    assert "Worth another look" not in message


def test_what_was_explained_and_never_asked_is_not_told_as_learnt() -> None:
    first, second = CONCEPTS["en"]
    message = taught(teach(directive="close")).message
    assert f"Explained, and not asked: “{first}” and “{second}”." in message
    assert message.endswith("What comes next: ask me about it, or say in your own words what it is.")
    known = standing(first, 0.9, 5, mastered=True)
    assert f"not asked: “{second}”." in taught(teach(directive="close", standings=[known])).message


def test_a_person_is_called_kindly_and_what_was_hard_is_named() -> None:
    turn = taught(teach(directive="intervene"))
    assert "“denominator”" in turn.message
    assert "a teacher" in turn.message
    assert "nothing bad about you" in turn.message


def test_what_was_hard_is_what_the_lesson_got_stuck_at() -> None:
    command = teach(directive="intervene")
    first, *rest = command.plan.todo_list
    assert rest[-1].concepts != first.concepts
    plan = command.plan.model_copy(update={"todo_list": [first.model_copy(update={"status": "blocked"}), *rest]})
    message = taught(command.model_copy(update={"plan": plan, "step": rest[1]})).message
    assert "What was hard: “denominator”." in message


def test_a_turn_is_the_same_for_the_same_command() -> None:
    assert taught(teach(directive="open")) == taught(teach(directive="open"))


def test_no_turn_is_empty() -> None:
    for directive in DIRECTIVES:
        command = teach(directive=directive, item=None, blocks=[], places=[], step=None)
        assert taught(command).message.strip()


def test_the_tutors_own_sentences_ask_nothing_and_speak_of_nobody_else() -> None:
    for language in ("en", "no", "de"):
        for name, said in sentences("lesson_turn")[language].items():
            assert "?" not in said, name
            assert not is_internal(said), (language, name)


def test_the_blocks_of_the_sample_hold_what_its_places_say() -> None:
    for language in LANGUAGES:
        assert {block.block_id for block in blocks(language)} >= {"b00", "b10"}
