"""Item-writing flaws: the nineteen published criteria for multiple-choice items, as rules on words. Pure.

    ambiguous              it begins with a word that stands for something said before, outside what it quotes
    implausible_distractor a wrong option is in capitals, or in figures, where the key is not, or the other way round
    none_of_the_above      all_of_the_above: an option says so
    longest_option         the key is half as long again as the longest wrong option, and three words longer
    gratuitous             a stem of over 50 words
    true_false_question    the options of a choice are "true" and "false", "yes" and "no"
    convergence            the key shares words with each of two wrong options, which share none with each other
    logical_cue            the stem says a wrong option outright, so it is ruled out without knowing anything
    fill_in_blank          a gap in the stem of a choice
    absolute_terms         vague_terms: some options have such a word, and others none
    word_repeats           a content word of the stem stands in the key and in no wrong option
    unfocused_stem         "Which is true?", or a stem of a choice that says fewer than two content words
    complex_type           an option that combines others ("both A and B")
    grammatical_cue        a choice's stem ends in "a" or "an", which does not fit all options
    lost_sequence          options that are numbers, and not in the order of size
    more_than_one_correct  a wrong option is a part of the key, or the key of it, or stands in the quote
    negative_wording       "not", "except" in the stem, outside what it quotes; in a statement to judge

What by design is none: a question may name all its options ("Which is more, a half or a third?"), a `true_false` item
is true or false, a `cloze` and a `numeric` item may have a gap, a `multiple_answer` item has several keys, and an
`ordering` item's options are out of sequence. What a question quotes of the text keeps the text's own words. Types
without options are held against the rules on stems.
"""

import re
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from contracts.items import Item
from contracts.message import Phrase
from contracts.proof import Option
from contracts.quizzes import Refusal
from services.evaluator.items.questions import GAP, own_words
from services.evaluator.items.refusals import refused
from services.evaluator.items.registry import rules_of
from services.evaluator.items.rules import Rules
from services.evaluator.items.shared_rules import names_all, stands
from services.text.quantities.numbers import readings
from services.text.truths import truth_of
from services.text.words import bare, fold, main_stems_of, occurs

# What is true of all without exception. "All" and "every" count at the head of an option: "all the parts" within one is
# no claim about all there are.
ABSOLUTE = re.compile(
    r"\b(?:always|never|none|only|nobody|entirely|completely|absolutely|impossible"
    r"|alltid|aldri|kun|bare|utelukkende|fullstendig|umulig"
    r"|immer|niemals|nie|nur|ausschließlich|ausschliesslich|vollständig|unmöglich)\b"
    r"|^(?:all|every|everyone|alle|ingen|samtlige|keine?|jede[rs]?)\b"
)
VAGUE = re.compile(
    r"\b(?:often|usually|sometimes|frequently|generally|rarely|seldom|occasionally|probably|perhaps|various|somewhat"
    r"|ofte|vanligvis|noen ganger|av og til|sjelden|kanskje|trolig|diverse|stort sett"
    r"|oft|manchmal|gewöhnlich|meistens|selten|vielleicht|wahrscheinlich|gelegentlich)\b"
)
NEGATIVE = re.compile(
    r"\b(?:not|except|neither|nor|never|cannot|[a-z]+n['’]t|least likely"
    r"|ikke|unntatt|bortsett fra|aldri|verken|hverken"
    r"|nicht|außer|ausser|keine?[rsmn]?|niemals|weder)\b"
)
NONE_OF_THEM = re.compile(
    r"\b(?:none of (?:the|these|them|those)|neither of|no correct answer"
    r"|ingen av (?:de|dem|disse|alternativene|svarene)|keine? (?:der|von|davon)|nichts davon)\b"
)
ALL_OF_THEM = re.compile(
    r"\b(?:all of (?:the|these|them|those)|all the above|every one of (?:the|these)"
    r"|alle (?:de|disse|av|alternativene|svarene)\b.{0,20}(?:over|ovenfor|nevnte|dem|riktige|$)|alt (?:dette|ovenfor)"
    r"|alle (?:genannten|oben|davon|antworten)|alles davon)\b"
)
# "Both A and B", "A and C", "1 and 3", "I, II and IV".
COMPLEX = re.compile(
    r"^(?:(?:both|only|både|kun|bare|sowohl|nur)\s+)?"
    r"(?:[a-e](?:\s*,\s*[a-e])*\s*(?:and|or|&|og|eller|und|oder|als auch)\s*[a-e]"
    r"|[ivx]+(?:\s*,\s*[ivx]+)*\s*(?:and|or|&|og|eller|und|oder)\s*[ivx]+)\.?$"
)
# A stem that asks nothing of its own: the options say it all.
UNFOCUSED = re.compile(
    r"^(?:which (?:one )?(?:of (?:the|these)(?: following)?(?: \w+)?|(?:statement|option|answer|alternative|sentence))"
    r" (?:is|are|was|were) (?:\w+ )?(?:true|correct|right|false|wrong|incorrect)"
    r"|(?:what|which) is (?:true|correct)|choose the (?:right|correct)(?: \w+)?"
    r"|hvilke[tn]? (?:av (?:de|disse|følgende)\w*|påstand\w*|alternativ\w*|utsagn\w*|svar\w*)(?: \w+)?"
    r" (?:er|var) (?:\w+ )?(?:sann|sant|riktig|rett|gal|galt|feil)"
    r"|hva er (?:riktig|sant|rett)|velg (?:riktig|rett)(?: \w+)?"
    r"|welche (?:aussage|antwort|option|der folgenden\w*)(?: \w+)? (?:ist|trifft) (?:richtig|wahr|falsch|zu)"
    r"|was ist (?:richtig|wahr))\W*$"
)
# It begins with what stands for something said before.
LEANING = re.compile(
    r"^\W*(?:(?:it|its|they|their|them|he|she|his|this|these|those|such"
    r"|dette|denne|disse|han|hun|hans|hennes|deres|slike?"
    r"|sie|dies|diese[rsmn]?|solche[rsmn]?)\b"
    # "Den store dammen" and "Es gibt" lean on nothing.
    r"|(?:den|det|de) (?:er|var|har|hadde|kan|vil|blir|ble|skal|må)\b|er (?:ist|war|hat|kann|wird)\b)"
)
LEANING_ASKED = re.compile(
    r"^\W*(?:what|why|how|when|where|who) (?:is|are|was|were|do|does|did|can)"
    r" (?:it|they|he|she|this|these|those|that)\b"
    r"|^\W*(?:hva|hvorfor|hvordan|når|hvor|hvem) (?:er|var|gjør|kan|ble) (?:den|det|de|dette|denne|disse|han|hun)\W"
)
ARTICLE_LAST = re.compile(r"\b(an?)\s*(?:____)?\W*$")


_LONGEST = 50
_LONGER, _WORDS_MORE = 1.5, 3


def flaws(item: Item, language: str) -> list[str]:
    """The codes of the flaws that an item has, each once, sorted."""
    rules = rules_of(item)
    found = _of_the_stem(item, rules)
    if (keys := rules.keys(item)) is not None:
        right = [option for option in rules.options(item) if option.option_id in keys]
        wrong = [option for option in rules.options(item) if option.option_id not in keys]
        found |= _of_options(item, right, wrong, language)
        if rules.has_one_key:
            found |= _of_one_key(item, right[0].text, [option.text for option in wrong], language)
    return sorted(found)


def flawed(item: Item, language: str, limit: int) -> Refusal | None:
    """More flaws than are borne."""
    found = flaws(item, language)
    if len(found) <= limit:
        return None
    named = Phrase.listed("comma", [Phrase.of(f"flaws.{code}") for code in found])
    return refused("item_writing_flaws", "flaws", count=len(found), limit=limit, named=named)


def _of_the_stem(item: Item, rules: Rules[Any]) -> set[str]:
    own = fold(own_words(item.question, item.proof.quote))
    found = set[str]()
    is_sentence = rules.is_sentence(item)
    asked = fold(rules.statement(item)) or own
    if (LEANING.match(asked) and not own.endswith("?")) or LEANING_ASKED.match(own):
        found.add("ambiguous")
    if len(item.question.split()) > _LONGEST:
        found.add("gratuitous")
    if not is_sentence and NEGATIVE.search(asked):
        found.add("negative_wording")
    if not is_sentence and GAP in own:
        found.add("fill_in_blank")
    if UNFOCUSED.match(own) and item.question.strip() and not rules.asks_by_what_is_shown:
        found.add("unfocused_stem")
    return found


def _of_options(item: Item, right: Sequence[Option], wrong: Sequence[Option], language: str) -> set[str]:
    texts = [fold(option.text) for option in rules_of(item).options(item)]
    question = fold(own_words(item.question, item.proof.quote))
    named = names_all(item.question, [*right, *wrong])
    rules = {
        "none_of_the_above": any(NONE_OF_THEM.search(text) for text in texts),
        "all_of_the_above": any(ALL_OF_THEM.search(text) for text in texts),
        "complex_type": any(COMPLEX.match(text) for text in texts),
        "absolute_terms": _some(ABSOLUTE, texts),
        "vague_terms": _some(VAGUE, texts),
        "true_false_question": sum(truth_of(bare(text)) is not None for text in texts) >= 2,
        "lost_sequence": _out_of_sequence(texts, language),
        "implausible_distractor": any(_looks(each.text) != _looks(key.text) for each in wrong for key in right),
        "logical_cue": not named and any(occurs(each.text, question) for each in wrong),
        "more_than_one_correct": any(
            stands(each.text, item.proof.quote, language) or occurs(each.text, key.text) or occurs(key.text, each.text)
            for each in wrong
            for key in right
        ),
        "word_repeats": not named and _repeats(item.question, right, wrong, language),
        "unfocused_stem": not item.question.count(GAP) and len(main_stems_of(item.question, language)) < 1,
    }
    return {code for code, found in rules.items() if found}


def _of_one_key(item: Item, key: str, wrong: Sequence[str], language: str) -> set[str]:
    found = set[str]()
    longest = max(wrong, key=len)
    if len(key) >= _LONGER * len(longest) and len(key.split()) >= len(longest.split()) + _WORDS_MORE:
        found.add("longest_option")
    if _converges(key, wrong, language):
        found.add("convergence")
    if last := ARTICLE_LAST.search(fold(item.question)):
        fits = {fold(text)[:1] in "aeiou" for text in (key, *wrong)}
        if len(fits) > 1 or fits == {last[1] == "a"}:
            found.add("grammatical_cue")
    return found


def _some(pattern: re.Pattern[str], texts: Sequence[str]) -> bool:
    """Whether some of the texts have it and others not."""
    return len({pattern.search(text) is None for text in texts}) == 2


def _out_of_sequence(texts: Sequence[str], language: str) -> bool:
    """Whether all are numbers and stand neither up nor down."""
    values = [found[0][0] if (found := readings(text, language)) else None for text in texts]
    known = [value for value in values if value is not None]
    return len(known) == len(values) and known not in (sorted(known), sorted(known, reverse=True))


def _looks(text: str) -> str:
    """In figures, in capitals, or in words."""
    if text.lstrip("-−–+± ")[:1].isdigit():
        return "figures"
    return "capitals" if len(text) > 1 and text.isupper() and len(text.split()) == 1 else "words"


def _repeats(question: str, right: Sequence[Option], wrong: Sequence[Option], language: str) -> bool:
    others = set().union(*(main_stems_of(option.text, language) for option in wrong))
    keys = set().union(*(main_stems_of(option.text, language) for option in right))
    return bool((main_stems_of(question, language) & keys) - others)


def _converges(key: str, wrong: Sequence[str], language: str) -> bool:
    """Whether the key is put together of parts of several wrong options: "red cell" among "red" and "cell".

    A word in common is nothing among whole definitions: at least half of the key's words must be theirs.
    """
    stems, others = main_stems_of(key, language), [main_stems_of(text, language) for text in wrong]
    return any(
        one & stems
        and other & stems
        and not one & other
        and one & stems != other & stems
        and 2 * len((one | other) & stems) >= len(stems)
        for one, other in combinations(others, 2)
    )
