"""What a document asks of its reader: exercises, review questions with their options and keys, learning objectives.

They are set aside once, here, for all that learn from a reading. What tells them:
1. A heading that names them ("Review Questions", "Øvingsoppgaver", "Kontrollfragen"), down to the next one that is as
   high. One that may name anything ("Review", "Problems", "Aufgaben") counts only where half of what follows asks.
2. "Exercise 3" before a block, a question with its options where blanks, a key or another such question tell that it is
   one, and questions one behind the other.
3. "By the end of this chapter you will be able to", and what opens a section with the verb of an objective.
Summaries and glossaries stay material wherever they stand.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile

from contracts.documents import Block
from services.reader.pages import Kind
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
    r"|short answers?|multiple[- ]choice|true (?:or|/) false|fill in the blanks?|critical thinking|think and discuss"
    r"|(?:answer|solution)s? (?:key|to (?:the )?(?:\w+ )?(?:questions|exercises|problems|quiz))|answers"
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
    r"(?:exercise|oppg[aå]ve|øving|aufgabe|übung) \d.*|(?:problem|task|question|activity|spørsmål|frage) \d+(?:\.\d+)*",
    re.IGNORECASE,
)
# These may name anything; what stands under them tells.
_PERHAPS = re.compile(
    r"(?:(?:chapter|section|unit) )?review|practice|test|activity|solutions|answer|discussion questions"
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
_LABELLED = re.compile(
    r"(?:exercise|practice problem|review question|oppg[aå]ve|øving|øvelse|aufgabe|übung)(?:\s+\d+(?:\.\d+)*\w?\b|[.:])"
    r"|(?:question|problem|task|spørsmål|frage)\s+\d+(?:\.\d+)*\s*[.:)]",
    re.IGNORECASE,
)
_BLANK = re.compile(r"_{3,}|(?:\.\s?){6,}|…{2,}")
_OPTION = re.compile(r"\(?(?:[1-9]|[A-Ha-h])[.)]\s+\S")
_INLINE = re.compile(r"\(?\bA[.)]\s.+\(?\bB[.)]\s.+\(?\bC[.)]\s|\(?\ba\)\s.+\(?\bb\)\s.+\(?\bc\)\s", re.DOTALL)
_KEY = re.compile(
    r"(?:(?:the )?(?:correct )?(?:answer|solution|key)s?(?: is)?|fasit|(?:riktig )?svar"
    r"|(?:richtige )?(?:antwort|lösung))?"
    r"\s*[:.]?\s*(?:\d{1,3}[.:)]?\s*)?\(?(?:[A-Ha-h]|true|false|sant|usant|richtig|falsch)\)?[.,;]?"
    r"(?:\s+\d{1,3}[.:)]?\s*\(?[A-Ha-h]\)?[.,;]?)*",
    re.IGNORECASE,
)
_ANSWER = re.compile(
    r"(?:the )?(?:correct )?(?:answer|solution)s?|fasit|svar|løsning(?:er)?|antwort(?:en)?|lösung(?:en)?", re.IGNORECASE
)
_URL = re.compile(r"https?://|www\.")
_QUESTION = re.compile(r"\?[\s\"\'”’»)]*$")
_CLOSED = (".", "!", "?", ":", ";", ",")
_LEAST_OPTIONS, _MOST_OPTIONS = 3, 8
_LONGEST_OPTION = 30  # words
_MOSTLY = 0.5
_LEAST_RUN = 2
_DEEPEST = 9


def without_exercises(blocks: Sequence[Block]) -> list[Block]:
    """The blocks, with what is an exercise marked as no material."""
    shown = [n for n, block in enumerate(blocks) if block.material]
    found = _Shown([blocks[n] for n in shown])
    tasks = found.tasks()
    aside = {shown[n] for n in tasks}
    return [
        block.model_copy(update={"material": False, "aside": "exercise", "kind": _kind(block), "level": None})
        if n in aside
        else block
        for n, block in enumerate(blocks)
    ]


class _Shown:
    """The blocks that are material so far, by number."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.blocks = blocks
        self.titles = [_title(block) for block in blocks]

    def tasks(self) -> set[int]:
        """The numbers of those that are exercises."""
        found = set[int]()
        for part in (self._sections(), self._labelled(), self._with_options(), self._runs(), self._objectives()):
            found.update(part)
        return found

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

    def _end(self, first: int) -> int:
        """Where the section of a heading ends: answers and further exercises belong to it, whatever their level."""
        level = self.blocks[first].level or _DEEPEST
        for n in range(first + 1, len(self.blocks)):
            title, block = self.titles[n], self.blocks[n]
            if block.kind != "heading" and not _TEACHES.fullmatch(title):
                continue
            if _TEACHES.fullmatch(title) or _OBJECTIVES.fullmatch(title):
                return n
            if (block.level or _DEEPEST) <= level and not _is_sure(title) and not _ANSWER.fullmatch(title):
                return n
        return len(self.blocks)

    def _mostly_ask(self, numbers: range) -> bool:
        """Whether most words there stand in questions, tasks, options and keys."""
        asking = told = 0
        options = False
        for n in numbers:
            block, text = self.blocks[n], self.blocks[n].text
            if block.kind == "heading":
                continue
            asks = _asks(text) or bool(_KEY.fullmatch(text.strip())) or bool(_URL.search(text))
            options = asks or (options and bool(_OPTION.match(text)))
            length = len(text.split())
            told += length
            asking += length if asks or options else 0
        return bool(told) and asking >= _MOSTLY * told

    def _labelled(self) -> Iterator[int]:
        """What calls itself an exercise, with the list that it leads in."""
        for n, block in enumerate(self.blocks):
            if block.kind == "heading" or not _LABELLED.match(block.text):
                continue
            yield n
            if block.text.rstrip().endswith(":") or len(block.text.split()) <= _LEAST_OPTIONS:
                yield from self._while(n + 1, lambda each: each.kind == "list_item")

    def _with_options(self) -> Iterator[int]:
        """Questions with their options and keys."""
        groups = list[tuple[range, bool]]()
        for n in range(len(self.blocks)):
            if question := self._question(n):
                groups.append(question)
        ends = {n for group, _ in groups for n in (group.stop, group.stop + 1)}
        starts = {n for group, _ in groups for n in (group.start, group.start - 1)}
        for group, sure in groups:
            if sure or group.start in ends or group.stop in starts:
                yield from group

    def _question(self, n: int) -> tuple[range, bool] | None:
        """A question from block `n` on, and whether it is surely one; None: it is none."""
        block, text = self.blocks[n], self.blocks[n].text
        blank = bool(_BLANK.search(text))
        if block.kind in ("heading", "code", "formula", "caption"):
            return None
        inline = _INLINE.search(text)
        if inline and (blank or "?" in text[: inline.start() + 1]):
            return range(n, self._behind_key(n + 1)), True
        if not (blank or _QUESTION.search(text)):
            return None
        options = [*self._while(n + 1, _is_option)]
        if not _LEAST_OPTIONS <= len(options) <= _MOST_OPTIONS:
            return None
        stop = n + 1 + len(options)
        behind = self._behind_key(stop)
        return range(n, behind), blank or behind > stop

    def _behind_key(self, n: int) -> int:
        """What follows a key that stands at `n`, or under a heading that calls it one; `n`: there is none."""
        named = n < len(self.blocks) and bool(_ANSWER.fullmatch(self.titles[n]))
        at = n + named
        return at + 1 if at < len(self.blocks) and _KEY.fullmatch(self.blocks[at].text.strip()) else n

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
                yield from (each for each in run if _is_task(self.blocks[each]))
            n += max(1, len(run))

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
    return text if _SURE.fullmatch(text) or _TEACHES.fullmatch(text) or _ANSWER.fullmatch(text) else ""


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
    return bool(_BLANK.search(text) or _QUESTION.search(text) or _TASKS.match(text) or _TASKS.match(text[start:end]))


def _only_asks(block: Block) -> bool:
    """Whether every sentence asks or sets a task."""
    return block.kind in ("paragraph", "list_item") and all(
        _QUESTION.search(sentence) or (_TASKS.match(sentence) and sentence.endswith(_CLOSED))
        for sentence in _sentences(block)
    )


def _is_task(block: Block) -> bool:
    """Whether a block that only asks or sets tasks is surely no part of the text, though it stands alone."""
    tasks = _TASKS if "?" in block.text else _AIMS
    return not block.text.endswith(":") and any(map(tasks.match, _sentences(block)))


def _sentences(block: Block) -> list[str]:
    return [block.text[start:end] for start, end in spans_of(block.text)]


def _leads(text: str) -> bool:
    """Whether it leads in questions: "Discuss the following questions:"."""
    return text.rstrip().endswith(":") and (
        bool(_TASKS.match(text)) or any(word.casefold() in _OF_EXERCISES for word in _WORD.findall(text))
    )


def _is_option(block: Block) -> bool:
    """Whether it is a line of a list with a number or a letter, short enough for an option."""
    return bool(_OPTION.match(block.text)) and len(block.text.split()) <= _LONGEST_OPTION


def _leads_objectives(text: str) -> bool:
    """Whether it leads in what a reader will be able to do."""
    return len(text.split()) <= _LONGEST_LEAD and bool(_LEADS_OBJECTIVES.match(text)) and not text.endswith(".")


def _is_aim(text: str, *, closed: bool) -> bool:
    """Whether it is an objective; `closed`: it may end as a sentence does."""
    return bool(_AIMS.match(text)) and len(text.split()) > 2 and (closed or not text.rstrip().endswith(_CLOSED))
