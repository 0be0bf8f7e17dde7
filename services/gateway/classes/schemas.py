"""What is asked about classes."""

from pydantic import Field

from contracts.documents import Plain
from contracts.message import Fields
from contracts.session import JoinCode


class JoinWish(Fields):
    """The course's code, and what its owner shall call you."""

    code: JoinCode
    name: Plain = Field(default="", max_length=80)
