"""What every message shares: frozen, strict towards ourselves, tolerant towards fields that others may add later."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Self

from pydantic import BaseModel, ConfigDict, StringConstraints
from pydantic.alias_generators import to_camel


class Fields(BaseModel):
    """A frozen value inside a message. What we write has no unknown field, and no number that JSON cannot say."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        serialize_by_alias=True,
        validate_by_name=True,
        allow_inf_nan=False,
        json_schema_serialization_defaults_required=True,
    )


class Phrase(Fields):
    """A sentence of the house, or a part of one, as data: a code of the catalogue (`subject.name`), and what fills it.

    Beside a sentence it says the same, so that whoever reads can be told in their own language. A value named by a
    number fills braces without a name. What cannot be said in that language stands as the sentence has it.
    """

    code: Annotated[str, StringConstraints(pattern=r"^[a-z_]+\.[A-Za-z0-9_]+$")]
    values: dict[str, "Annotated[str, StringConstraints(pattern=r'^[^\\x00]*$')] | int | float | Phrase"] = {}

    @classmethod
    def of(cls, code: str, /, *numbered: "str | float | Phrase", **named: "str | float | Phrase") -> "Phrase":
        """The phrase of that code; what has no name is numbered from 0."""
        return cls(code=code, values={**{str(n): each for n, each in enumerate(numbered)}, **named})

    @classmethod
    def listed(cls, between: str, said: "Iterable[str | Phrase]") -> "Phrase":
        """Several, one after another: `and`, `or`, or what stands between them (`space`, `lines`, ...)."""
        return cls.of(f"list.{between}", *said)

    @classmethod
    def quoted(cls, text: str) -> "Phrase":
        """Words of the document or of a person, in the quotation marks of whoever reads."""
        return cls.of("signs.quoted", text)


def shortened(text: str, most: int) -> str:
    """At most so many characters, cut between two words; anywhere in a script that sets no blanks between them."""
    if len(text) <= most:
        return text
    cut = text[: most - 1]
    words = cut if text[most - 1].isspace() else "".join(cut.rsplit(maxsplit=1)[:1])
    return (words if 2 * len(words) > len(cut) else cut).rstrip(" ,;:–-") + "…"


class Worded(Fields):
    """What says sentences of the house. `worded` names the fields that do, each with the one that has the same as data;
    None there: the sentence is somebody else's (a model's, another program's), and is shown as it is."""

    worded: ClassVar[Mapping[str, str]] = {"sentence": "phrase"}


class CamelFields(Fields):
    """The same, written in camel case on the wire (`fullSummary`)."""

    model_config = ConfigDict(alias_generator=to_camel)


class Message(Fields):
    """One message. `type_name` is its CloudEvents type and carries its version."""

    type_name: ClassVar[str]

    @classmethod
    def read(cls, value: bytes | str) -> Self:
        """Reads JSON from the wire; fields that this version does not know are left out.

        Types are taken as the schema has them: "5" and true are no integers. Raises `pydantic.ValidationError` naming
        the field.
        """
        return cls.model_validate_json(value, extra="ignore", strict=True)

    def write(self) -> bytes:
        """UTF-8 JSON as the contract spells it; what is `None` is left out."""
        return self.model_dump_json(exclude_none=True).encode()

    def plain(self) -> dict[str, Any]:
        """The same as a JSON-compatible dict."""
        return self.model_dump(mode="json", exclude_none=True)
