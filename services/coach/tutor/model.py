"""The tutor that asks a language model. Each sentence of substance must quote the document; what does not is dropped.

1. A sentence stays if its quote stands in the block that it names, is about what was asked, and bears it out: its
   numbers and at least half of its words stand there, and neither denies what the other says.
   Every name and identifier of it must stand in the quote too: "s2" is not borne out by "s1". A name by its number
   ("Chapter 5") may be that which stands last before the quote.
2. A sentence without a quote stays only if it joins others, or says what the document does not tell (`untold`).
3. Where nothing stays, an explanation is unreadable (502); to a question the nearest passage is shown as that.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from contracts.documents import Plain, Text
from contracts.learning import Explain
from contracts.problems import Code, Failure
from contracts.proof import Origin
from services.chassis.model.answer_schema import ShownAs
from services.chassis.model.client import Model
from services.chassis.model.failures import ModelError, upstream
from services.chassis.model.json_answer import read_each
from services.chassis.problems import failed
from services.coach.authors.model.holding import Unfit, quoted
from services.coach.drafts.draft import Span
from services.coach.sentences.leaning import LEANINGS, OTHER
from services.coach.tutor.bearing import bears_out, is_connective, says_untold, topics_of, unplaced
from services.coach.tutor.prompt import request, rules
from services.text.languages import code_of
from services.text.splitting import spans_of
from services.text.words import stems_of

ROLE = "coach"
VERSION = "1"
_MAX_TOKENS = 1800
_CHARACTERS_A_TOKEN = 4
_MOST_SENTENCES, _MOST_EXAMPLES = 12, 4


UNTOLD: Literal["untold"] = "untold"
Basis = Span | Literal["untold"] | None
"""What a sentence stands on: a quote; that the document does not tell; nothing, it only joins others."""


class ComposedSentence(BaseModel):
    """A sentence as a model writes it."""

    model_config = ConfigDict(frozen=True)

    text: Text
    block_id: Plain = Field(default="", description="the block that bears the sentence out; empty: it only connects")
    quote: Plain = Field(default="", description="a sentence of that block, copied character by character")
    untold: bool = Field(default=False, description="it says what the document does not tell; it has no quote then")


class Explanation(BaseModel):
    """The answer; each sentence is read by itself."""

    model_config = ConfigDict(frozen=True)

    found: bool = Field(description="whether the document tells it")
    sentences: list[Annotated[Any, ShownAs(ComposedSentence)]]
    examples: list[Annotated[Any, ShownAs(ComposedSentence)]]


@dataclass(frozen=True)
class Spoken:
    """What a model said and the text bears out. `not_told`: it says that the document does not tell."""

    text: str
    quotes: Sequence[Span]
    examples: Sequence[tuple[str, Span]]
    origin: Origin
    tokens: int
    not_told: bool = False


@dataclass(frozen=True)
class Explainer:
    """Explains with a language model. `input_tokens`: how much of the document it is shown, roughly."""

    model: Model
    input_tokens: int

    async def speak(self, command: Explain, session: str) -> Spoken:
        """The explanation. Raises `Failure` (502, 504): the model failed, or nothing it wrote stands in the text."""
        room = self.input_tokens * _CHARACTERS_A_TOKEN
        try:
            answer = await self.model.ask(
                role=ROLE,
                system=rules(command),
                user=request(command, room),
                schema=Explanation,
                session=session,
                max_tokens=_MAX_TOKENS,
            )
        except ModelError as error:
            raise upstream(error) from error
        origin = Origin(author="model", name=answer.model, version=VERSION)
        if not answer.value.found:
            return Spoken("", (), (), origin, answer.tokens, not_told=True)
        sentences = _held(answer.value.sentences, command)[:_MOST_SENTENCES]
        quotes = [at for _, at in sentences if isinstance(at, Span)]
        if not quotes and command.question.strip():
            return Spoken("", (), (), origin, answer.tokens, not_told=True)
        if not quotes:
            why = failed(Code.MODEL_UNREADABLE, "unproved_explanation").problem
            raise Failure(why, final=True, tokens=answer.tokens)
        examples = [(text, at) for text, at in _held(answer.value.examples, command) if isinstance(at, Span)]
        examples = examples[:_MOST_EXAMPLES]
        text = " ".join(text for text, _ in _between(sentences))
        return Spoken(text, _once(quotes), examples, origin, answer.tokens)


def _held(raw: Sequence[Any], command: Explain) -> list[tuple[str, Basis]]:
    """The sentences that stay, each with its quote; None: it only joins others."""
    blocks = {block.block_id: block for block in command.blocks}
    topics = topics_of(command)
    found: list[tuple[str, Basis]] = []
    for each in read_each(raw, ComposedSentence)[0]:
        if not each.quote.strip():
            if is_connective(each.text, command):
                found.append((each.text, None))
            elif each.untold and says_untold(each.text):
                found.append((each.text, UNTOLD))
            continue
        try:
            at = quoted(each.block_id, each.quote, blocks)
        except Unfit:
            continue
        about = topics & set(stems_of(at.block.text, command.language.lower()[:2]))
        told = unplaced(each.text, at.block.text[: at.start], at.text)
        if about and bears_out(at.text, told, command.language, _lead_of(at, command.language)):
            found.append((each.text, at))
    return found


def _lead_of(at: Span, language: str) -> str:
    """The sentence before a quote that leans on it; "": it stands alone."""
    leaning = LEANINGS.get(code_of(language), OTHER)
    first = at.text.lstrip()
    if not (leaning.leans(first) or leaning.may_lean(first)):
        return ""
    before = [(start, end) for start, end in spans_of(at.block.text) if end <= at.start]
    return at.block.text[before[-1][0] : before[-1][1]] if before else ""


def _between(sentences: Sequence[tuple[str, Basis]]) -> Iterator[tuple[str, Basis]]:
    """Without what joins nothing: words of passage before another such, or at the end."""
    for n, (text, at) in enumerate(sentences):
        if at or (n + 1 < len(sentences) and sentences[n + 1][1]):
            yield text, at


def _once(spans: Sequence[Span]) -> list[Span]:
    return list({(at.block.block_id, at.start, at.end): at for at in spans}.values())
