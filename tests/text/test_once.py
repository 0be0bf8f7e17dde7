"""What was said in a lesson is known again by its marks, whatever stands around it."""

from services.text.once import marks_in, marks_of, was_said

SAID = "Page 4 says: “The sea rises and falls twice on every single day.” Not yet."


def test_a_sentence_is_known_again_alone_quoted_or_in_a_line_of_a_log() -> None:
    marks = marks_in([f"3: ask: 1 passages told [on_0 {' '.join(marks_of(SAID))}]"])
    assert was_said("The sea rises and falls twice on every single day.", marks)
    assert was_said("It says: «The sea rises and falls twice on every single day»", marks)
    assert was_said("NOT YET!", marks)
    assert not was_said("Not yet. It begins with “e”.", marks)
    assert not was_said("The sea stands still on every single day of the year.", marks)
    assert not was_said("", marks)


def test_a_quotation_within_one_is_told_by_inner_marks_and_known_again() -> None:
    text = "The old pilots spoke of «the tide that never turns back» to all who came."
    marks = set(marks_of("It says: «The old pilots spoke of ‘the tide that never turns back’ to all who came.»"))
    assert set(marks_of(text)) <= marks
    assert was_said(text, marks)


def test_a_short_quotation_makes_another_sentence_and_a_long_one_is_a_sentence_of_its_own() -> None:
    marks = set(marks_of("It begins with “e” and has 9 letters."))
    assert was_said("It begins with “e” and has 9 letters.", marks)
    assert not was_said("It begins with “k” and has 9 letters.", marks)
    assert len(marks_of("Look here: “The moon pulls at the sea.”")) == 2
