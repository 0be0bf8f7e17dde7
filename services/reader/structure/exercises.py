"""What a document asks of its reader: exercises, review questions with their options and keys, learning objectives.

They are set aside once, here, for all that learn from a reading. What tells them:
1. A heading that names them ("Review Questions", "Øvingsoppgaver", "Kontrollfragen"), down to the next one that is as
   high, or that teaches. One that may name anything ("Review", "Problems", "Aufgaben") counts only where half of what
   follows asks.
2. "Exercise 3" or "Check your understanding:" before a block, questions one behind the other, and what has the shape of
   a printed question (`questions.py`).
3. "By the end of this chapter you will be able to", and what opens a section with the verb of an objective.
Summaries and glossaries stay material wherever they stand.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile

from contracts.documents import Block, ExercisePart
from services.reader.pages import Kind
from services.reader.structure.questions import ANSWER, BLANK, KEY, OPTION, QUESTION, parts_of, questions_in
from services.reader.words.lists import listed
from services.text.splitting import spans_of

_NUMBER = re.compile(
    r"^(?:(?:chapter|section|unit|part|kapittel|kapitel|del)\s+)?[\dIVX]+(?:\.\d+)*[.:)]?\s+|[:.]$", re.I
)
_WORD = re.compile(r"[^\W\d_]+")
# A heading of several words is one of exercises where it has one of the former, and nothing beside the latter.
_OF_EXERCISES, _BESIDE = listed("exercises", "en"), listed("of_exercises", "en")
_SURE = re.compile(
    r"quiz(?:zes)?|homework|(?:self|concept|knowledge|reading|quick)[- ](?:check|test|quiz|assessment)"
    r"|check (?:your|yourself|point)\b.*|test (?:yourself|your (?:knowledge|understanding))"
    r"|(?:chapter|section|unit) test"
    r"|short answers?|think about it|your turn|now you try"
    r"|apply (?:it|your knowledge|what you(?:['’]ve)? learned)|exit (?:ticket|slip)|bell ?ringer"
    r"|multiple[- ]choice|true (?:or|/) false|fill in the blanks?|critical thinking|think and discuss"
    r"|(?:answer|solution)s? (?:key|to (?:the )?(?:\w+ )?(?:questions|exercises|problems|quiz|activities"
    r"|tasks|sessions))|answers"
    r"|(?:øvings?|repetisjons|kontroll|diskusjons|drøftings?|drøfte|flervalgs?|kapittel|refleksjons|lese|forståelses"
    r"|trenings|test|quiz|fordypnings|studie|eksamens|regne)(?:oppg[aå]ver?|oppgavene|spørsmål(?:ene)?)"
    r"|(?:oppgaver|spørsmål) (?:til|for) (?:teksten|kapittelet|kapitlet|repetisjon|diskusjon|drøfting)"
    r"|(?:test|sjekk|prøv) deg selv|hva husker du|egentest|fasit(?: .*)?|løsningsforslag"
    r"|(?:übungs|wiederholungs|kontroll|verständnis|diskussions|prüfungs|test|lern|denk|reflexions|rechen|haus)"
    r"(?:aufgaben?|fragen?)|multiple[- ]choice[- ](?:fragen|aufgaben)"
    r"|(?:fragen|aufgaben) (?:zum|zur) (?:text|kapitel|wiederholung|diskussion|verständnis)"
    r"|testen? (?:dich|sie sich)(?: selbst)?|selbsttest|überprüfen? (?:dein|ihr)e?n? wissen|lösungsschlüssel"
    r"|lösungen (?:zu|der) .*",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"(?:exercise|practical (?:session|work|exercise)|oppg[aå]ve|øving|øvelse|aufgabe"
    r"|übung|quiz) \d.*|(?:problem|task|question|activity|spørsmål|frage) \d+(?:\.\d+)*",
    re.IGNORECASE,
)
# These may name anything; what stands under them tells.
_PERHAPS = re.compile(
    r"(?:(?:chapter|section|unit) )?review|practice|try (?:it|this)(?: out| yourself)?|worksheet\b.*|warm[- ]up"
    r"|challenges?|discuss(?:ion)?|reflect(?:ion)?|projects?|test|activity|solutions|answer|discussion questions"
    r"|further research|problem sets?|oppg[aå]ver?|spørsmål|øvelser|øving(?:er|ar)?|arbeidsoppg[aå]ver|arbeidsspørsmål"
    r"|aktiviteter|repetisjon|løsninger|svar|aufgaben?|übung(?:en)?|fragen|wiederholung|lösung(?:en)?|antwort(?:en)?",
    re.IGNORECASE,
)
_TEACHES = re.compile(
    r"(?:chapter |section )?summary|key (?:terms|concepts|points|takeaways|words|ideas)|glossary|vocabulary|references"
    r"|bibliography|sammendrag|oppsummering|nøkkelbegreper|begreper|ordliste|ordforklaringer|referanser|litteratur"
    r"|zusammenfassung|glossar|schlüsselbegriffe|wichtige begriffe|fachbegriffe|literatur(?:verzeichnis)?",
    re.IGNORECASE,
)
_KEYS = re.compile(r"(?:answer|solution|fasit|løsning|lösung)", re.IGNORECASE)
# What a heading is called that parts exercises, not subjects.
_NAMELESS = re.compile(
    r"(?:(?:chapter|section|unit|part|lesson|level|group|set|kapittel|kapitel|del|teil|nivå|gruppe|abschnitt)\s*)?[\dIVXA-H.:]*"
    r"|hints?|tips?|easy|medium|hard|advanced|basic|lett|middels|vanskelig|leicht|mittel|schwer",
    re.IGNORECASE,
)
_OBJECTIVES = re.compile(
    r"(?:(?:learning|chapter|section|lesson|unit|course) )?(?:objectives|outcomes)|learning goals"
    r"|læringsmål|læringsutbytte|kompetansemål|mål for (?:kapittelet|kapitlet|økten|timen)|lernziele?",
    re.IGNORECASE,
)
_LEADS_OBJECTIVES = re.compile(
    r"(?:(?:by the end of|after (?:reading|studying|completing|finishing|working through)"
    r"|in this (?:chapter|section|unit)|when you (?:have|finish)|upon completi\w+)\b.{0,90}\b)?"
    r"(?:you|students|readers)(?: will| should|['’]ll)"
    r" (?:be able to|know|understand|learn|have learned)\b"
    r"|(?:etter å ha|når du (?:har|er)|i løpet av|i dette kapitt?elet|etter)\b.{0,90}\b(?:skal|vil|bør) du"
    r" (?:kunne|forstå|vite|kjenne|ha lært|lære)\b"
    r"|(?:nach|am ende|wenn sie|wenn du|in diesem kapitel)\b.{0,90}\b(?:können|kannst|sollten|solltest|lernen|lernst)"
    r" (?:sie|du)\b",
    re.IGNORECASE,
)
_LONGEST_LEAD, _LONGEST_TITLE = 25, 6  # words
# The verbs of objectives, of which none orders a reader to do something to a thing.
_AIM = (
    r"understand|explain|describe|identify|define|discuss|compare|contrast|distinguish|summari[sz]e|recogni[sz]e"
    r"|analy[sz]e|evaluate|differentiate|learn|outline|examine|interpret|relate|classify|demonstrate"
    r"|forklare?|beskrive?|gjøre rede|drøfte?|forstå|kjenne til|sammenligne?|vurdere?|definere?|identifisere?"
)
_AIMS = re.compile(rf"(?:[•–*-]\s*)?(?:{_AIM})\b(?! more\b)", re.IGNORECASE)
_MARK = r"(?:(?:\(?\d{1,2}[.)]|\(?[a-h][.)]|\[\w+\]|[•–*-])\s*)*"
_TASKS = re.compile(
    rf"{_MARK}(?:(?:{_AIM}|list|name|state|give|calculate|compute|determine|find|solve|prove|show that|derive|draw"
    r"|sketch|label|complete|fill in|choose|select|circle|match|write|consider|suppose|imagine|think (?:of|about)"
    r"|predict|estimate|justify|apply|use|assume|construct|design|create|visit|view|watch|look (?:at|up)|explore"
    r"|research|investigate|propose|suggest|provide|true or false|nevn|gjør rede|regn ut|beregn|finn|løs|vis at|bevis"
    r"|tegn|skriv|velg|gi|lag|tenk|bruk|diskuter|vurder|sammenlign|begrunn|undersøk|gib|geben sie|nenne[nt]?"
    r"|löse|lösen sie|zeigen?|setzen? sie|überlege?)\b"
    r"|erkläre|erläuter|beschreib|vergleich|diskutier|begründe|bestimm|berechn|zeichne|ordne[nt]? |schreibe|untersuch"
    r"|definier|wähle|kreuzen? )",
    re.IGNORECASE,
)
# "Check your understanding: why ...?", "Discussion question. Describe ...".
_RUN_IN = re.compile(
    r"(?:(?:check|test) your(?:self| (?:understanding|knowledge|progress|learning))"
    r"|(?:self|quick|concept|knowledge)[- ]check|think about it|your turn|now you try"
    r"|try (?:it|this)(?: out| yourself)?"
    r"|(?:discussion|review|study|practice|critical[- ]thinking|reflection|comprehension|self[- ]check|exam|sample"
    r"|quiz) (?:question|problem|exercise)s?(?: \d+)?"
    r"|(?:test|sjekk|prøv) deg (?:selv|sjølv)|prøv (?:selv|sjølv)|tenk etter|diskuter"
    r"|(?:repetisjons|kontroll|diskusjons|drøftings|refleksjons)(?:oppg[aå]ve|spørsmål)r?"
    r"|(?:teste|überprüfe|prüfe) (?:dich|dein wissen)|denk(?:e)? (?:mal )?nach|probier(?:e)? es(?: selbst)?(?: aus)?"
    r"|(?:kontroll|verständnis|wiederholungs|diskussions|denk)(?:frage|aufgabe)n?)\s*(?:[:.!–—]|\?\s)\s*\S",
    re.IGNORECASE,
)
_LABELLED = re.compile(
    r"(?:exercise|practice problem|review question|oppg[aå]ve|øving|øvelse|aufgabe|übung)(?:\s+\d+(?:\.\d+)*\w?\b|[.:])"
    r"|(?:question|problem|task|spørsmål|frage)\s+\d+(?:\.\d+)*\s*[.:)]",
    re.IGNORECASE,
)
_URL = re.compile(r"https?://|www\.")
_CLOSED = (".", "!", "?", ":", ";", ",")
_BARE = re.compile(rf"(?:{_LABELLED.pattern})[\s.:)]*|[^\W\d_]+(?: [^\W\d_]+)? [\d.]+", re.IGNORECASE)
_ORDERS = re.compile(
    rf"{_MARK}(?:explain|discuss|describe|summari[sz]e|justify|forklar|drøft|beskriv|diskuter|gjør rede|gjer greie"
    r"|erklären?|erläutern?|beschreiben?|diskutieren?|begründen?)(?: sie|,)?"
    r" (?:(?:briefly|kort|kurz|in your own words|med egne ord|mit eigenen worten),? )?"
    r"(?:for |om |sie )?(?:why|how|what|whether|when|the (?:difference|role|relationship|steps?|process|causes?"
    r"|effects?|main)|one|two|three|your|at least|hvorfor|korfor|hvordan|korleis|hva|kva|forskjell\w*"
    r"|skilnad\w*|warum|wie|was|weshalb"
    r"|den unterschied)\b",
    re.IGNORECASE,
)
_COUNT = re.compile(r"\(?(?P<number>\d{1,2})[.)]\s")
_LEAST_NUMBERED = 3
_LONGEST_ANSWER = 2  # blocks
_MOSTLY = 0.5
_LEAST_RUN = 2
_DEEPEST = 9


def without_exercises(blocks: Sequence[Block]) -> list[Block]:
    """The blocks, with what is an exercise marked as no material."""
    shown = [n for n, block in enumerate(blocks) if block.material]
    found = _Shown([blocks[n] for n in shown])
    tasks = found.tasks()
    parts = parts_of(found.blocks, tasks)
    aside = {shown[n]: parts.get(n) for n in tasks}
    return [_aside(block, aside[n]) if n in aside else block for n, block in enumerate(blocks)]


def _aside(block: Block, part: ExercisePart | None) -> Block:
    own = {"material": False, "aside": "exercise", "exercise_part": part, "kind": _kind(block), "level": None}
    return block.model_copy(update=own)


class _Shown:
    """The blocks that are material so far, by number."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.blocks = blocks
        self.titles = [_title(block) for block in blocks]

    def tasks(self) -> set[int]:
        """The numbers of those that are exercises."""
        found = set[int]()
        for part in [self._sections(), self._labelled(), self._runs(), self._numbered(), self._objectives()]:
            found.update(part)
        return found | questions_in(self.blocks, found)

    def _sections(self) -> Iterator[int]:
        """What stands under headings of exercises."""
        end = 0
        for n, title in enumerate(self.titles):
            if n < end or not title or not (_is_sure(title) or _may_be(title)):
                continue
            last = self._end(n)
            heads = self.blocks[n].kind == "heading"
            if (heads and _is_sure(title)) or self._mostly_ask(range(n + 1, last)):
                end = last
                yield from range(n, last)
            elif not heads and _is_sure(title) and not _COUNTED.fullmatch(title):
                yield from range(n, self._asking_end(n))

    def _end(self, first: int) -> int:
        """Where the section of a heading ends: answers and further exercises belong to it, whatever their level; of the
        deeper headings those under which is asked as well, or which name nothing. Levels are often wrong."""
        level, keys = self.blocks[first].level or _DEEPEST, bool(_KEYS.match(self.titles[first]))
        for n in range(first + 1, len(self.blocks)):
            title, block = self.titles[n], self.blocks[n]
            if block.kind != "heading" and not _TEACHES.fullmatch(title):
                continue
            if _TEACHES.fullmatch(title) or _OBJECTIVES.fullmatch(title):
                return n
            if _is_sure(title) or ANSWER.fullmatch(title):
                continue
            if (block.level or _DEEPEST) <= level:
                return n
            if not (keys or _NAMELESS.fullmatch(title) or QUESTION.search(title) or self._asks_below(n)):
                return n
        return len(self.blocks)

    def _asking_end(self, first: int) -> int:
        """Where what a line of its own leads in stops asking, with the answers between: recognised text has no
        headings."""
        last, answered = first, False
        for n in range(first + 1, len(self.blocks)):
            text = self.blocks[n].text
            if self.blocks[n].kind == "heading" or (self.titles[n] and not _is_sure(self.titles[n])):
                break
            if self.titles[n] or _asks(text) or OPTION.match(text) or KEY.fullmatch(text.strip()):
                answered |= n > last + 1
                last = n
            elif n > last + _LONGEST_ANSWER:
                break
        told = last + 1 < len(self.blocks) and self.blocks[last + 1].kind != "heading" and not self.titles[last + 1]
        return 0 if last == first else last + 1 + (answered and told)

    def _asks_below(self, n: int) -> bool:
        """Whether most of what stands under a heading, down to the next one, asks."""
        last = next(
            (at for at in range(n + 1, len(self.blocks)) if self.blocks[at].kind == "heading"), len(self.blocks)
        )
        return self._mostly_ask(range(n + 1, last))

    def _mostly_ask(self, numbers: range) -> bool:
        """Whether most words there stand in questions, tasks, options and keys."""
        asking = told = 0
        options = False
        for n in numbers:
            block, text = self.blocks[n], self.blocks[n].text
            if block.kind == "heading":
                continue
            asks = _asks(text) or bool(KEY.fullmatch(text.strip())) or bool(_URL.search(text))
            options = asks or (options and bool(OPTION.match(text)))
            length = len(text.split())
            told += length
            asking += length if asks or options else 0
        return bool(told) and asking >= _MOSTLY * told

    def _labelled(self) -> Iterator[int]:
        """What calls itself an exercise, with the list that it leads in."""
        for n, block in enumerate(self.blocks):
            if block.kind == "heading" or not (_LABELLED.match(block.text) or _RUN_IN.match(block.text)):
                continue
            yield n
            text = block.text.rstrip(' )”’"»')
            if _BARE.fullmatch(text) or not text.endswith(_CLOSED) or text.endswith(":"):
                # It goes on: with the list that it leads in, else with one block.
                listed = [*self._while(n + 1, lambda each: each.kind == "list_item")]
                yield from listed or [*self._while(n + 1, lambda each: True)][:1]

    def _runs(self) -> Iterator[int]:
        """Questions and tasks one behind the other, with what leads them in; one alone where it says what to do."""
        n = 0
        while n < len(self.blocks):
            run = [*self._while(n, _only_asks)]
            asks = any("?" in self.blocks[each].text for each in run)
            if len(run) >= _LEAST_RUN and asks:
                yield from run
                if n and (lead := self.blocks[n - 1]).kind != "heading" and _leads(lead.text):
                    yield n - 1
            else:
                yield from (each for each in run if self._is_task(each))
            n += max(1, len(run))

    def _numbered(self) -> Iterator[int]:
        """Numbered lists of which most ask: what stands among them is to be commented on, and no fact."""
        n = 0
        while n < len(self.blocks):
            row = [*self._row(n)]
            asking = sum(_asks(self.blocks[each].text) for each in row)
            if (
                len(row) >= _LEAST_NUMBERED
                and asking >= _MOSTLY * len(row)
                and any(QUESTION.search(self.blocks[each].text) for each in row)
            ):
                yield from row
            n += max(1, len(row))

    def _row(self, first: int) -> Iterator[int]:
        """The lines from a block on that are numbered 1, 2, 3."""
        for number, n in enumerate(range(first, len(self.blocks)), 1):
            if self.blocks[n].kind == "heading" or _number(self.blocks[n]) != number:
                return
            yield n

    def _is_task(self, n: int) -> bool:
        """Whether a block that only asks or sets tasks is surely no part of the text, though it stands alone: an order
        to explain, in no list of what is to be done."""
        block = self.blocks[n]
        if "?" in block.text:
            return not block.text.endswith(":") and any(map(_TASKS.match, _sentences(block)))
        listed = (
            block.kind == "list_item"
            and n
            and (self.blocks[n - 1].kind == "list_item" or self.blocks[n - 1].text.rstrip().endswith(":"))
        )
        return not listed and any(map(_ORDERS.match, _sentences(block)))

    def _objectives(self) -> Iterator[int]:
        """What a section is to teach, said before it does."""
        for n, block in enumerate(self.blocks):
            if block.kind == "heading":
                named = _OBJECTIVES.fullmatch(self.titles[n])
                found = [*self._aims(n + 1, listed="learn" in self.titles[n].casefold())]
                yield from [n, *found] if named and found else found
            elif _leads_objectives(block.text):
                yield n
                yield from self._aims(n + 1, listed=True)

    def _aims(self, first: int, *, listed: bool) -> Iterator[int]:
        """The objectives from a block on, with what leads them in; `listed`: whatever stands in a list is one."""
        if first < len(self.blocks) and _leads_objectives(self.blocks[first].text):
            yield first
            first, listed = first + 1, True
        yield from self._while(
            first, lambda each: (listed and each.kind == "list_item") or _is_aim(each.text, closed=listed)
        )

    def _while(self, first: int, holds: Callable[[Block], bool]) -> Iterator[int]:
        return takewhile(
            lambda n: self.blocks[n].kind != "heading" and holds(self.blocks[n]), range(first, len(self.blocks))
        )


def _kind(block: Block) -> Kind:
    """A heading of exercises opens no section of the text."""
    return "paragraph" if block.kind == "heading" else block.kind


def _title(block: Block) -> str:
    """What a block calls the section that it opens: a heading's words; of a short line only what names exercises."""
    text = _NUMBER.sub("", block.text.strip()).strip()
    if block.kind == "heading":
        return text
    if block.kind != "paragraph" or len(text.split()) > _LONGEST_TITLE or text.endswith(_CLOSED):
        return ""
    # A key that was recognised as one with the line below it: "C Review Questions".
    text = text if _is_sure(text) else re.sub(r"^[A-H]\s+", "", text)
    return text if _is_sure(text) or _TEACHES.fullmatch(text) or ANSWER.fullmatch(text) else ""


def _is_sure(title: str) -> bool:
    """Whether a title can only name exercises."""
    words = [word.casefold() for word in _WORD.findall(title)]
    named = len(words) > 1 and any(word in _OF_EXERCISES for word in words)
    return bool(_SURE.fullmatch(title) or _COUNTED.fullmatch(title)) or (
        named and all(word in _OF_EXERCISES or word in _BESIDE for word in words)
    )


def _may_be(title: str) -> bool:
    """Whether a title may name exercises."""
    return title.casefold() in _OF_EXERCISES or bool(_PERHAPS.fullmatch(title))


def _asks(text: str) -> bool:
    """Whether it ends with a question or a task, or has a blank."""
    *_, (start, end) = [(0, len(text)), *spans_of(text)]
    return bool(BLANK.search(text) or QUESTION.search(text) or _TASKS.match(text) or _TASKS.match(text[start:end]))


def _only_asks(block: Block) -> bool:
    """Whether every sentence asks or sets a task."""
    return block.kind in ("paragraph", "list_item") and all(
        QUESTION.search(sentence) or (_TASKS.match(sentence) and sentence.endswith(_CLOSED))
        for sentence in _sentences(block)
    )


def _number(block: Block) -> int:
    """The number that a line of a list begins with, 0: none."""
    found = _COUNT.match(block.text)
    return int(found["number"]) if found else 0


def _sentences(block: Block) -> list[str]:
    return [block.text[start:end] for start, end in spans_of(block.text)]


def _leads(text: str) -> bool:
    """Whether it leads in questions: "Discuss the following questions:"."""
    return text.rstrip().endswith(":") and (
        bool(_TASKS.match(text)) or any(word.casefold() in _OF_EXERCISES for word in _WORD.findall(text))
    )


def _leads_objectives(text: str) -> bool:
    """Whether it leads in what a reader will be able to do."""
    return len(text.split()) <= _LONGEST_LEAD and bool(_LEADS_OBJECTIVES.match(text)) and not text.endswith(".")


def _is_aim(text: str, *, closed: bool) -> bool:
    """Whether it is an objective; `closed`: it may end as a sentence does."""
    return bool(_AIMS.match(text)) and len(text.split()) > 2 and (closed or not text.rstrip().endswith(_CLOSED))
