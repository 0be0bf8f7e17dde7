"""What a learner's message in a lesson is, by rules. Pure.

The first that fits:
1. it earns full credit for the question that waits   answer
2. "I want to stop"                                     stop
3. "I don't understand", "huh?", "...", a shrug;        confusion
   it wants help, and names nothing of the subject
   (`conversation/wishes.py`), or to hear more; the question
   again: continuation; a break, to ask: greeting
4. "I don't know", "just tell me", "pass"               answer: it gives up
5. a greeting, thanks; what this lesson is about        greeting
6. "ok", "next", "go on", a thumb, "too easy"           continuation
7. it names what is to be chosen                        answer
8. it asks: of the topic, or on from what was said      question; of anything else: off_topic
9. while a question waits: words of the topic, a guess
   of a word or two, what has an answer's form          answer
10. words of the topic; while a question waits a thought
   on the subject that answers nothing (`remark`)       continuation
11. anything else                                       off_topic
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from contracts.items import Item, Numeric, ShortAnswer
from contracts.lessons import AssessTurn, TurnIntent
from contracts.mastery import ConceptPlace
from services.evaluator.conversation.intent import (
    ASKS,
    FOLLOWS,
    HOW_TO,
    INTERROGATIVE,
    INVERTED,
    OPENING,
    STOP,
    YES_OR_NO,
)
from services.evaluator.conversation.intent_cues import cued, social
from services.evaluator.conversation.topics import topic_of
from services.evaluator.conversation.wishes import Wish, asks_back, is_talk, wish_of
from services.evaluator.items.registry import credit, raw_of, rules_of
from services.evaluator.items.replies import gives_up, only_gives_up
from services.text.alphabets import WORD
from services.text.quantities.numbers import begins_in_words, readings
from services.text.words import fold, inflected, main_stems_of

MOST = 4_000
"""Signs of a message that are read."""

_CONFUSED = re.compile(
    r"^(?:huh|what|hm+|eh|uh|wait what|sorry|pardon|hæ|hva|hä|was|wie bitte|unnskyld)[?.! ]*$"
    r"|\bi (?:still )?(?:don't|do not|didn't|did not|cannot|can't) (?:really |quite )?(?:understand|get|follow|see)\b"
    r"|\bi(?:'m| am) (?:so |totally |completely |a bit |really )?(?:lost|confused|stuck)\b|\bconfus(?:ing|ed)\b"
    r"|\b(?:makes|make|making) no sense\b|\b(?:doesn't|does not|didn't) make (?:any )?sense\b"
    r"|\b(?:too|so|very) (?:hard|difficult|complicated|fast)\b|^what do you mean\b|^what does (?:that|this"
    r"|it) mean[? ]*$"
    r"|^(?:can|could) you (?:explain|say|repeat) (?:it|that|this)? ?(?:again|once more|differently|more simply)?[?. ]*$"
    r"|^(?:please )?(?:(?:can|could) you )?(?:(?:please )?(?:explain|say|put|tell me|make)(?: (?:it|that|this))?"
    r"(?: to me)?(?: again)? )?(?:simpler|more simply|easier|(?:in|with) (?:simpler?|easier|other|plain) words)"
    r"(?:,? please)?[.!? ]*$"
    r"|^(?:(?:kan du )?(?:forklar|forklare|si)(?: (?:det|dette))?(?: meg)? )?"
    r"(?:enklere|lettere|med (?:enklere|andre) ord)[.!? ]*$"
    r"|^(?:(?:kannst du |bitte )*(?:erklär|erkläre|erklären|sag|sagen)?(?: ?(?:es|das))?(?: mir)? ?)"
    r"(?:einfacher|leichter|(?:in|mit) (?:einfacheren|anderen) worten)(?: (?:erklären|sagen))?[.!? ]*$"
    r"|\bjeg (?:forstår|skjønner|fatter) (?:det )?ikke\b|\bjeg er (?:helt )?(?:forvirret|lost)\b|\bhva mener du\b"
    r"|\bfor vanskelig\b"
    r"|\bich (?:verstehe?|kapiere?|begreife?) (?:es |das |dich )?(?:gar |überhaupt )?nicht\b|\b(?:zu schwer"
    r"|zu schwierig)\b"
    r"|\bwas meinst du\b|\bich bin (?:ganz )?verwirrt\b|^nicht verstanden[.! ]*$|^(?:ikke|not) (?:forstått|understood"
    r"|clear)[.! ]*$"
)
_ON = re.compile(
    r"^(?:(?:ok|okay|okey|k|yes|yep|yeah|yup|sure|fine|alright|all right|right|got it|i see|cool|great|nice|good"
    r"|perfect|thanks|next"
    r"|go on|go ahead|continue|carry on|more|ready|i'?m ready|let'?s go|understood|i understand|i get it|makes sense"
    r"|please|and|now|it"
    r"|let'?s (?:continue|go on)|next (?:question|step|one)(?: please)?|another (?:question|one)|ask me|done"
    r"|ja|jepp|greit|fint|bra|flott|videre|fortsett|neste(?: spørsmål)?|kjør på|klar|forstått|skjønner|jeg skjønner"
    r"|jeg forstår|supert"
    r"|haha\w*|hehe\w*|lol"
    r"|gut|klar|weiter|weiter so|mach weiter|nächste(?: frage)?|verstanden|alles klar|genau|in ordnung|bitte|los|super"
    r"|prima|aha|oh|ah)"
    r"[,.! ]*)+$"
)
_KNOWN = re.compile(
    r"^(?:(?:this|that|it)(?:'s| is) )?(?:too|so|very|way too) (?:easy|simple|boring)[.! ]*$"
    r"|^(?:this|that|it)(?:'s| is) (?:easy|boring)[.! ]*$"
    r"|^(?:i )?(?:already )?(?:know|knew) (?:this|that|it|all (?:this|that|of (?:this|it)))"
    r"(?: already)?[.! ]*$"
    r"|^(?:(?:ask me |give me )?(?:something|a) )?harder(?: one| question)?(?:,? please)?[.! ]*$"
    r"|^(?:det er |dette er )?(?:for|så) (?:lett|enkelt|kjedelig)[.! ]*$|^(?:jeg )?kan (?:dette|det)(?: allerede)?"
    r"[.! ]*$"
    r"|^(?:noe )?vanskeligere(?:,? takk)?[.! ]*$"
    r"|^(?:das ist )?(?:zu|so) (?:leicht|einfach|langweilig)[.! ]*$|^(?:ich )?kann (?:das|es)(?: schon)?[.! ]*$"
    r"|^(?:das )?(?:kann|weiß|weiss) ich schon[.! ]*$|^(?:etwas )?schwerer(?:,? bitte)?[.! ]*$"
)
"""That it is too easy: no try at the question that waits."""
_OF_LESSON = re.compile(
    r"^what(?:'s| is| are) (?:this|the|our|my|today's) (?:lesson|topic|subject|plan|goal)(?: (?:about|of this))?\W*$"
    r"|^what(?:'s| is) (?:it|this|that) (?:all )?about\W*$|^what (?:are we|am i|do we|will (?:we|i)) "
    r"(?:doing|learn(?:ing)?|studying|talking about)(?: (?:here|today|now|about))*\W*$"
    r"|^hva (?:handler (?:denne |dette )?(?:timen|leksjonen|undervisningen|det|dette)?(?: egentlig)? ?om|er temaet|"
    r"(?:skal|lærer) (?:vi|jeg)(?: lære)?(?: (?:her|nå|i dag))*)\W*$"
    r"|^(?:worum geht (?:es|das)|was ist das thema|was lerne(?:n)? (?:ich|wir))(?: (?:hier|heute|jetzt))*\W*$"
)
_CLAUSES = re.compile(r"[,.;!]+\s+")
_OVER = re.compile(r"[,;: ]+(?:because|since|cause|fordi|siden|weil|denn)\b")
_NOT = re.compile(r"\b(do|did|does|is|was|ca|could|would)nt\b")
"""As it is typed in a hurry."""
_POINTS = re.compile(
    r"^(?:what|why|how|when|where|who|hva|hvorfor|hvordan|når|hvor|hvem|was|warum|wie|wann|wo|wer)(?:'s)?"
    r"(?: (?:does|do|did|is|are|was|were|can|will|gjør|er|var|betyr|virker|macht|ist|sind|heißt|bedeutet))*"
    r" (?:it|they|that|this|these|those|den|det|de|dette|disse|es|sie|das|dies|diese)\b(?: \w+)?\W*$"
)
"""A short question about what is at hand."""
_THUMBS, _SHRUGS = frozenset("👍👌✅✔🙌👏🆗▶⏭🚀💪🙂😀😃😄😊"), frozenset("🤷😕🤔😭😢😩😫😵❓❔🙃😐😟")
_IS_IT = re.compile(
    r"^(?:so )?(?:is|was|are|er|ist|sind|könnte|could)(?: it| that| this| they| det| dette| es| das)(?: maybe| be"
    r"| sein)? (.+?)\??$"
)
_WANTED = re.compile(r"\b(?:can|could|will|would) you(?: please)? \w+|\b(?:kan|kunne|vil) du(?: \w+)?")
_PRONOUNS = frozenset(
    [
        "i",
        "i'm",
        "im",
        "my",
        "me",
        "we",
        "our",
        "you",
        "your",
        "jeg",
        "min",
        "mitt",
        "vi",
        "du",
        "ich",
        "mein",
        "meine",
        "wir",
    ]
)
_ANSWERS = re.compile(
    r"^(?:because|since|so that|in order|to|by|when|if|it|they|this|that|there|as|he|she"
    r"|fordi|siden|slik at|for å|når|hvis|den|det|de|weil|da|damit|um|wenn|sie|er|es|das)\b"
)
_NUMBER = re.compile(r"\d|\b(?:half|halves|thirds?|quarters?|halv\w*|tredel\w*|firedel\w*|halb\w*|drittel|viertel)\b")
_REASONS = re.compile(r"\b(?:so|because|since|therefore|then|must|fordi|derfor|altså|må|weil|deshalb|also|muss)\b")
_PLAIN_WORD = re.compile(r"[\"'“«„(]?[^\W\d_]+(?:['’-][^\W\d_]+)*[\"'”»).,:;!?]*")
_CODE = re.compile(r"</?[a-z!]|[{}\\|`]|\w\([^()]*\)|\w://|[a-z_]\w*\s*={1,3}\s*['\"\w]")
_A_GUESS, _CLOSE = 3, 2
_FEW_WORDS = 4


@dataclass(frozen=True)
class Read:
    """`sure`: no second opinion is wanted. `concept`: what is asked about. `gives_up`: of an answer; `of_progress`:
    it is about how the learner is doing, `of_lesson`: about what is learnt here; `remark`: a thought on the subject
    that is no answer; `wish`: to hear more, a break, or to ask something."""

    intent: TurnIntent
    concept: str = ""
    sure: bool = False
    gives_up: bool = False
    of_progress: bool = False
    of_lesson: bool = False
    remark: bool = False
    wish: Wish | None = None


def read(command: AssessTurn) -> Read:
    """What the message is."""
    return _Reading(command).read()


def answering(text: str, item: Item) -> str:
    """What of a message names an option: "c" of "is it c?", "1/8" of "I think 1/8 because 8 is more"; else all."""
    if item.by == "words":
        return text
    asked = _IS_IT.match(fold(text))
    parts = [text, asked[1] if asked else "", _OVER.split(text, maxsplit=1)[0]]
    return next((part for part in parts if part.strip() and not rules_of(item).unread(item, raw_of(item, part))), text)


@dataclass(frozen=True)
class _Reading:
    command: AssessTurn

    def read(self) -> Read:
        item, said = self.command.item, self._said
        if item is not None and self._earns(item):
            return Read("answer", item.concept, sure=True)
        if STOP.search(said):
            return Read("stop", sure=True)
        if not WORD.findall(said):
            return self._signs()
        if (wished := self._wished()) is not None:
            return wished
        opened = self._opened
        if _CONFUSED.search(said) and not opened:
            return Read("confusion", self._at_hand, sure=True)
        if item is not None and gives_up(said) and not opened:
            return Read("answer", item.concept, sure=True, gives_up=True)
        if social(self._text, waits=item is not None) and not _ON.match(said):
            return Read("greeting", sure=True)
        if item is not None and self._names_an_option(item):
            return Read("answer", item.concept, sure=True)
        if all(_ON.match(part) or _KNOWN.match(part) for part in _CLAUSES.split(said) if part):
            return Read("continuation", sure=True)
        if _OF_LESSON.match(said):
            return Read("greeting", sure=True, of_lesson=True)
        if said in ("no", "nope", "nei", "nein", "nö"):
            return Read("confusion", self._at_hand)
        return (None if opened else self._asked()) or self._stated()

    @cached_property
    def _text(self) -> str:
        return self.command.text[:MOST]

    @cached_property
    def _said(self) -> str:
        return _NOT.sub(r"\1n't", fold(self._text).replace("’", "'"))

    @property
    def _opened(self) -> bool:
        """Whether it answers an open question though it begins with "I don't know"."""
        item = self.command.item
        if not isinstance(item, ShortAnswer) or is_talk(self._said):
            return False
        return gives_up(self._said) and not self._only_gives_up(item)

    def _wished(self) -> Read | None:
        """What it wants of the tutor."""
        match wish_of(self._said):
            case "help":
                return Read("confusion", self._at_hand, sure=True)
            case "again":
                waits = self.command.item is not None
                return Read("continuation", sure=True) if waits else Read("confusion", self._at_hand, sure=True)
            case "more":
                return Read("confusion", self._at_hand, sure=True, wish="more")
            case "verdict":
                return Read("off_topic", of_progress=True)
            case "pause" | "ask" as wish:
                return Read("greeting", sure=True, wish=wish)
            case None:
                return None

    @cached_property
    def _named(self) -> str:
        """The concept that it names."""
        command = self.command
        names = [place.concept for place in self._taught] + [each.concept for each in command.objectives]
        names += [name for step in command.plan.todo_list for name in step.concepts]
        names += [command.item.concept] if command.item else []
        if found := topic_of(self._text, list(dict.fromkeys(names)), [], command.language):
            return found
        others = [place.concept for place in command.places if inflected(place.concept, self._text, command.language)]
        return max(others, key=len, default="")

    @cached_property
    def _taught(self) -> list[ConceptPlace]:
        """Where the lesson's own concepts are; the document has others, which can be asked about by name."""
        own = {fold(name) for step in self.command.plan.todo_list for name in step.concepts}
        return [place for place in self.command.places if not own or fold(place.concept) in own]

    @property
    def _at_hand(self) -> str:
        """The concept that it names, else the one that is dealt with."""
        command = self.command
        if self._named or command.item:
            return self._named or (command.item.concept if command.item else "")
        return command.step.concepts[0] if command.step else ""

    @cached_property
    def _is_on_topic(self) -> bool:
        """Whether it has a word of the topic, the question or the plan, or two of the guideline or the tutor's."""
        language = self.command.language
        # What the tutor is asked to do is no word of the topic: "Can you sing ...".
        mine = main_stems_of(_WANTED.sub(" ", self._said), language)
        near = set().union(*(main_stems_of(text, language) for text in self._near()))
        told = [line.text for line in self.command.conversation if line.role == "tutor"]
        about = main_stems_of(" ".join([self.command.guideline, *told]), language)
        return bool(self._named or mine & near or len(mine & about) >= _CLOSE)

    def _near(self) -> Iterator[str]:
        command = self.command
        yield command.topic
        for step in command.plan.todo_list:
            yield from (step.title, *step.concepts)
        for objective in command.objectives:
            yield from (objective.text, objective.concept)
        for place in self._taught:
            yield from (place.concept, place.definition)
        if item := command.item:
            yield from (item.question, item.concept, item.proof.quote, item.answer_text)
            yield from (option.text for option in rules_of(item).options(item))

    def _earns(self, item: Item) -> bool:
        """Whether it is right as it stands. A judgement alone says nothing in a sentence about something else."""
        if rules_of(item).judged and not self._judges(item):
            return False
        if isinstance(item, ShortAnswer) and self._is_question:
            return False
        raw = raw_of(item, answering(self._text, item))
        return credit(item, raw, (), self.command.language) == 1 and not self._only_gives_up(item)

    def _judges(self, item: Item) -> bool:
        words = WORD.findall(self._said)
        own = main_stems_of(f"{getattr(item, 'statement', '')} {item.proof.quote}", self.command.language)
        short = len(words) <= _FEW_WORDS and not self._is_question
        return (short or bool(main_stems_of(self._text, self.command.language) & own)) and not STOP.search(self._said)

    def _only_gives_up(self, item: Item) -> bool:
        return only_gives_up(self._text, item.question, self.command.language)

    def _names_an_option(self, item: Item) -> bool:
        rules = rules_of(item)
        if item.by == "words" or (rules.judged and not self._judges(item)):
            return False
        return not rules.unread(item, raw_of(item, answering(self._text, item)))

    @cached_property
    def _is_question(self) -> bool:
        said = self._said
        if self.command.item is not None:
            asks = said.rstrip(" .!").endswith("?")
            begins = INTERROGATIVE.match(said) or YES_OR_NO.match(said) or _GERMAN.match(said)
            return bool(ASKS.match(said) or INVERTED.match(said) or (asks and begins))
        begins = ASKS.match(said) or INTERROGATIVE.match(said) or YES_OR_NO.match(said) or _GERMAN.match(said)
        return said.rstrip(" .!").endswith("?") or bool(begins)

    def _asked(self) -> Read | None:
        said, waits = OPENING.sub("", self._said) or self._said, self.command.item is not None
        if FOLLOWS.match(said) or HOW_TO.match(said):
            return Read("question", self._at_hand)
        cue = cued(said, waits=waits)
        if cue and cue[0] == "feedback":
            return Read("off_topic", of_progress=True)
        asked = _IS_IT.match(said) if waits else None
        if self._is_question and not (asked and self._is_guess(asked[1])):
            points = asks_back(said) or _POINTS.search(said) is not None
            about = self._is_on_topic or (bool(self._at_hand) and points)
            return Read("question", self._at_hand) if about else Read("off_topic")
        if cue and cue[0] == "learn":
            return Read("question", self._named) if self._named else Read("confusion", self._at_hand)
        if cue and not waits:
            return Read("continuation")
        return None

    def _stated(self) -> Read:
        item = self.command.item
        if item is None:
            return Read("continuation", self._named) if self._is_on_topic else Read("off_topic")
        fits = self._is_on_topic or (item.by == "words" and self._is_guess(self._said))
        if isinstance(item, Numeric):
            fits = fits or bool(readings(self._said) or begins_in_words(self._said, self.command.language))
        if isinstance(item, ShortAnswer):
            fits = fits or bool(_ANSWERS.match(self._said))
        if fits:
            return Read("answer", item.concept)
        return Read("continuation", item.concept, remark=True) if self._is_thought(item) else Read("off_topic")

    def _is_thought(self, item: Item) -> bool:
        """Whether it brings its own numbers to a question about numbers, or gives a reason in words of the lesson: a
        sentence of words, and no markup or code, whose signs and digits say nothing of the subject."""
        words = [word for word in self._said.split() if _PLAIN_WORD.fullmatch(word)]
        if len(words) < _FEW_WORDS or _CODE.search(self._said):
            return False
        options = [option.text for option in rules_of(item).options(item)]
        asked = " ".join([item.question, item.answer_text, *options])
        if _NUMBER.search(self._said) and (_NUMBER.search(asked) or isinstance(item, Numeric)):
            return True
        told = [line.text for line in self.command.conversation if line.role == "tutor"]
        about = main_stems_of(" ".join([self.command.guideline, *told]), self.command.language)
        return bool(_REASONS.search(self._said) and main_stems_of(self._text, self.command.language) & about)

    def _is_guess(self, text: str) -> bool:
        words = text.split()
        return 0 < len(words) <= _A_GUESS and not _PRONOUNS & set(words)

    def _signs(self) -> Read:
        """Nothing but signs: a thumb, a shrug, dots."""
        signs = set(self._said)
        if signs & _THUMBS:
            return Read("continuation")
        if signs & _SHRUGS or all(ord(sign) < 0x2190 for sign in signs):
            return Read("confusion", self._at_hand)
        return Read("off_topic")


_GERMAN = re.compile(
    r"^(?:was|warum|wieso|wie|wann|wo|wer|wen|wem|welche[rsnm]?|ist|sind|kann|können|hat|haben|gibt|wird|werden)\b"
)
