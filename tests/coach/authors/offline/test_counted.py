"""What is asked is what an answer counts for: a question names its concept, or is answered with it."""

from dataclasses import replace

from services.coach.authors.items.registry import said_by
from services.coach.authors.offline.questions import questions_of, source_of
from services.coach.authors.offline.terms import Places
from services.coach.drafts.draft import Draft
from tests.coach.authors.offline.by_hand import order_about

TEXTS = (
    "A harbour script is a list of orders for the pilots of a quay. The whole port stops for an hour because the men "
    "at the gates change their places at noon. A ferry is steered by turning the rudders at both of its ends, but its "
    "pilot follows a script.",
    "Ada Lund studied the tide, the rise and fall of the sea. She died in 1850. Lund believed that every wave follows "
    "the moon all its way round. Nils Berg was born in 1810. Berg argued that the wind moves all the waves of a bay.",
)
NAMES = ("harbour script", "tide", "script")


def drafts(*names: str) -> list[Draft]:
    read = order_about(TEXTS, names or NAMES)
    return list(questions_of(source_of(read, read.blocks, Places(read))))


def test_no_question_counts_for_a_concept_that_stood_somewhere_before_it() -> None:
    asked = [each.question for each in drafts()]
    assert not any("The whole port stops" in each for each in asked)
    assert not any("every wave follows" in each for each in asked)


def test_of_a_sentence_whose_concept_stands_where_it_is_cut_off_another_is_asked_about_or_none() -> None:
    question = "How is a ferry steered?"
    assert question not in [each.question for each in drafts()]
    assert [each.concept.name for each in drafts(*NAMES, "ferry") if each.question == question] == ["ferry"]


def test_a_heading_that_stands_in_the_question_names_its_concept() -> None:
    text = "The whole port stops for an hour because the men at the gates change their places at noon."
    read = order_about((text,), ("harbour script",))
    for heading, named in (("Harbour scripts", True), ("At noon", False)):
        over = {block.block_id: heading for block in read.blocks}
        headed = replace(read, headings=over)
        found = [each for each in questions_of(source_of(headed, headed.blocks, Places(headed)))]
        assert [each.question.startswith("Under “Harbour scripts”") for each in found] == [True] * named


def test_whatever_is_asked_names_what_it_counts_for() -> None:
    found = drafts(*NAMES, "ferry", "quay")
    assert len(found) >= 4
    for each in found:
        assert each.concept.name in f"{each.question} {said_by(each.shape, 'en')}".lower()
