"""Parts of speech: their models are let go at rest, and loaded again when they are asked for."""

from services.chassis.process import at_rest
from services.coach.sentences import parts


def test_the_models_are_let_go_at_rest_and_come_back_by_themselves() -> None:
    text = "The heron waits in the shallows until a fish comes near."
    told = parts.parts_of(text, "en")
    assert parts._tagger.cache_info().currsize
    at_rest.let_go()
    assert not parts._tagger.cache_info().currsize
    parts.parts_of.cache_clear()
    assert parts.parts_of(text, "en") == told
