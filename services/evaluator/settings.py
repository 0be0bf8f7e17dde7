"""The Evaluator's own settings (environment prefix `PENSUM_EVALUATOR_`)."""

import json
from typing import Annotated

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict


class EvaluatorSettings(BaseSettings):
    """`flaws_limit`: so many item-writing flaws are borne in an item, and one more refuses it.

    `round_trip`: whether a model, where one is configured, must answer model-written items from their quotes.
    `round_trip_tokens`: how much, roughly, is asked in one go; `round_trip_items`: how many items at most.
    `guess`: whether one that is shown a model's questions without the text must not find the answers; as many at once.
    `review`: whether a model (role `reviewer`), where one is configured, reviews what a model wrote, instead of rules
    on words. `review_tokens`, `review_items`: the same of one ask.
    `rubric`: whether a model, where one is configured, judges open answers that no rule can, and typed ones that may be
    equal in other words; `rubric_limit_s`: seconds that grading waits for it; None: as long as the model's own time
    limits allow. The turns of lessons wait so long too.
    `help_lines`: words of help by country, told to who may harm themselves (`PENSUM_HELP_LINES`): a JSON object, or
    `country=words` with semicolons between. Where a country has none, no number is told.
    """

    model_config = SettingsConfigDict(env_prefix="PENSUM_EVALUATOR_", frozen=True, populate_by_name=True)

    flaws_limit: int = Field(default=1, ge=0, le=19)
    round_trip: bool = True
    round_trip_tokens: int = Field(default=4_000, ge=200)
    round_trip_items: int = Field(default=20, ge=1, le=50)
    guess: bool = True
    review: bool = True
    review_tokens: int = Field(default=4_000, ge=200)
    review_items: int = Field(default=20, ge=1, le=50)
    rubric: bool = True
    rubric_limit_s: float | None = Field(default=None, gt=0)
    help_lines: Annotated[dict[str, str], NoDecode] = Field(default={}, validation_alias="PENSUM_HELP_LINES")

    @field_validator("help_lines", mode="before")
    @classmethod
    def by_country(cls, told: object) -> object:
        if not isinstance(told, str):
            return told
        if told.lstrip().startswith("{"):
            return json.loads(told)
        pairs = [part.partition("=") for part in told.split(";") if part.strip()]
        if any(not (country.strip() and words.strip()) for country, _, words in pairs):
            raise ValueError("help_lines: not `country=words`")
        return {country.strip(): words.strip() for country, _, words in pairs}
