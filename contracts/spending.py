"""What language models took: tokens in and out, and their cost as exact decimals, by role and model."""

from typing import Annotated

from pydantic import Field, StringConstraints

from contracts.message import Fields

Money = Annotated[str, StringConstraints(pattern=r"^[0-9]+(\.[0-9]+)?$")]
"""An amount as a decimal number in a string: a JSON number is read as a binary fraction, which no sum of money is."""


class Spent(Fields):
    """What one model took in one role. `model`: as it was asked for.

    `cost` and `currency` None: no price is configured for it. `estimated`: a server did not count all its tokens.
    """

    role: str
    model: str
    tokens_in: int = Field(ge=0)
    tokens_out: int = Field(ge=0)
    cost: Money | None = None
    currency: str | None = None
    estimated: bool = False


class Spending(Fields):
    """What a session's models took in all, and each of them in each role.

    Nothing was asked: zeros, and a cost of "0". `cost` None: the price of some of it is not known; `tokens_in` and
    `tokens_out` None: of some of it only the sum is known. `currency` None: no price is.
    """

    tokens_in: int | None
    tokens_out: int | None
    cost: Money | None
    currency: str | None
    estimated: bool = False
    models: list[Spent] = []
