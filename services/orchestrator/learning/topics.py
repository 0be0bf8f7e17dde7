"""Which concepts a topic has, and which of them are to be learnt first. Pure."""

from collections.abc import Sequence

from services.orchestrator.workflow.evidence import PRIOR
from services.orchestrator.workflow.learning import Place
from services.orchestrator.workflow.standings import score_of
from services.orchestrator.workflow.state import State

CONCEPTS, EXPLAINED = 4, 3
"""At most so many concepts has a topic, and so many are explained in one round."""
_RELEVANCE = {"High": 0, "Medium": 1, "Low": 2}


def chosen(state: State, places: Sequence[Place], topic: str) -> list[str]:
    """The concepts of a topic in document order, so that what others build on comes first.

    A topic is a concept, or a section with its most relevant ones; "" is what is weakest, of that the most relevant.
    Where both have the name it is the concept, but for a section's very spelling ("Burns" beside "burns").
    Of a section and of all, what no question was found about is left out while there is anything else.
    """
    wanted = topic.casefold()
    found = [place.concept for place in places if place.concept.casefold() == wanted]
    if found and (topic in found or not any(place.section == topic for place in places)):
        return found[:1]
    pool = [place for place in places if not topic or place.section.casefold() == wanted]
    left_out = never_asked(state, state.unasked)
    pool = [place for place in pool if place.concept not in left_out] or pool

    def key(place: Place) -> tuple[bool, float, int]:
        known, score = _rank(state, place.concept) if not topic else (False, 0.0)
        return known, score, _RELEVANCE[place.relevance]

    ranked = sorted(pool, key=key)
    taken = {place.concept for place in ranked[:CONCEPTS]}
    return list(dict.fromkeys(place.concept for place in pool if place.concept in taken))


def following(state: State, places: Sequence[Place]) -> str:
    """What the last path named as next, for who goes on without naming a topic; "": no path says it, or it is known."""
    found = next((place.concept for place in places if place.concept.casefold() == state.next_topic.casefold()), "")
    return "" if found and _rank(state, found)[0] else found


def never_asked(state: State, concepts: Sequence[str]) -> list[str]:
    """The concepts that the learner has given no answer about."""
    return [one for one in concepts if one not in state.standings or not state.standings[one].answers]


def nothing_yet(places: Sequence[Place], concepts: Sequence[str], unasked: Sequence[str]) -> bool:
    """Whether there is no question about any of these, nor a definition that one could be made of."""
    defined = {place.concept for place in places if place.defined}
    return bool(concepts) and all(one in unasked and one not in defined for one in concepts)


def weakest(state: State, concepts: Sequence[str]) -> list[str]:
    """What is still to be learnt of these, the weakest first, else in their own order; all of them where nothing is."""
    left = [concept for concept in concepts if not mastered(state, concept)] or list(concepts)
    return sorted(left, key=lambda concept: _rank(state, concept))


def lowest(state: State, concepts: Sequence[str]) -> float:
    """The score of the one that is known least; what was never asked has none, so 0."""
    return min((score_of(state.standings.get(one)) for one in concepts), default=0.0)


def of_session(state: State) -> float:
    """The session's mastery score: the lowest over the concepts of the topic that is learnt, so that it reaches the
    threshold exactly when all of them are mastered; where none is learnt, over what was asked. 0: nothing was."""
    if state.cycle is not None and state.cycle.concepts:
        return lowest(state, state.cycle.concepts)
    return lowest(state, [concept for concept, found in state.standings.items() if found.answers])


def mastered(state: State, concept: str) -> bool:
    """Whether a concept was asked, and its score reaches the threshold."""
    return concept in state.standings and state.standings[concept].mastered


def _rank(state: State, concept: str) -> tuple[bool, float]:
    """By what is to be learnt first: not mastered, not said to be known, little known: by the belief, which tells what
    was answered wrongly from what was not asked yet."""
    found = state.standings.get(concept)
    if found is None:
        return False, PRIOR
    return found.mastered or found.mark == "known", found.belief
