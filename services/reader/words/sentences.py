"""Which sentences are whole, and which of them stand alone."""

import re

from services.reader.alphabets import opens_sentence
from services.text.alphabets import length_of
from services.text.splitting import ends

_LEANS = re.compile(
    r"^(?:(?:this|these|those|that|it|they|he|she|such|its|their|his|her|here|there|then|thus|hence|so|but|and"
    r"|or|also|however"
    r"|therefore|moreover|furthermore|in this|in these|for this|at this|both|each of these|as a result"
    r"|for example|for instance"
    r"|in addition|instead|otherwise|similarly|likewise|finally|another|the former|the latter|the following|we"
    r"|you|i|if you"
    r"|dette|denne|disse|above|below|as (?:described|shown|mentioned|seen|you|we)|note that|recall|remark"
    r"|in the (?:previous|next|above|example)|let|det|den|de|han|hun|slik|slike|slikt|her|der|da|derfor|men|og"
    r"|eller|også|imidlertid|dermed|likevel"
    r"|i tillegg|for eksempel|begge|vi|du|jeg|dessuten|ellers|deretter|så)\b)",
    re.IGNORECASE,
)
LEAST_WORDS, MOST_WORDS = 5, 50


def is_whole(sentence: str) -> bool:
    """Whether it begins and ends as a sentence does, and is neither a stub nor endless."""
    first = sentence[:1]
    return (
        ((bool(first) and opens_sentence(first)) or sentence[:2].strip("pmt")[:1].isupper())
        and (ends(sentence) or "\u0e00" <= first <= "\u0e7f")
        and LEAST_WORDS <= length_of(sentence) <= MOST_WORDS
    )


def stands_alone(sentence: str, *, closed: bool = True) -> bool:
    """Whether it can be understood without what stands before it: no pronoun or connective leads in.

    `closed` False: it may lack its full stop, as a line of a glossary or a slide does.
    """
    return is_whole(sentence if closed else sentence.rstrip(".") + ".") and not _LEANS.match(sentence)
