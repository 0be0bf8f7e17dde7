"""Names: which sentence tells something to which the next one gives its name ("This is called upwelling")."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from contracts.documents import Block
from services.coach.drafts.draft import Span
from services.coach.drafts.order import Concept
from services.coach.facts.fact import Definition
from services.coach.sentences.concepts import stands_in
from services.coach.sentences.split import Sentence, doubt_of
from services.text.splitting import spans_of
from services.text.vocabulary.naming import gives_name
from services.text.words import content_of

# Several names are given to several things.
_ENDS = re.compile(r"[\"”’»]?(?:[.!]|,? (?:and|but|because|since|as|which|og|men|fordi|und|weil)\b(?! \w+\.$)|, )")
_LEAST = 4  # words of content that tell what is called so


def called_of(concepts: Sequence[Concept], blocks: Sequence[Block], language: str) -> Iterator[Definition]:
    """`said` is the sentence before, `term` the name, `at` both sentences."""
    for block in blocks:
        if not block.material or block.language not in (None, language):
            continue
        for before, (start, end) in pairwise(spans_of(block.text)):
            sentence = Sentence(block, start, end, block.text[start:end], 0)
            named = [
                each for each in stands_in(concepts, [sentence], language)[0] if _is_named(sentence, each, language)
            ]
            told = block.text[slice(*before)]
            if not named or doubt_of(told, language) not in (0, 1):
                continue
            concept, first, last = named[0]
            words = content_of(told, language)
            if len(words) >= _LEAST and words.isdisjoint(content_of(sentence.text[first:last], language)):
                term = Span(block, start + first, start + last)
                yield Definition(concept, Span(block, before[0], end), term, Span(block, *before))


def _is_named(sentence: Sentence, stands: tuple[Concept, int, int], language: str) -> bool:
    _, first, last = stands
    return gives_name(sentence.text[:first], language) and bool(_ENDS.match(sentence.text, last))
