"""The Evaluator's own settings (environment prefix `PENSUM_EVALUATOR_`)."""

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class EvaluatorSettings(BaseSettings):
    """`flaws_limit`: so many item-writing flaws are borne in an item, and one more refuses it.

    `round_trip`: whether a model, where one is configured, must answer model-written items from their quotes.
    `round_trip_tokens`: how much, roughly, is asked in one go; `round_trip_items`: how many items at most.
    `rubric`: whether a model, where one is configured, judges open answers that no rule can, and typed ones that may be
    equal in other words; `rubric_limit_s`: seconds that grading waits for it; None: as long as the model's own time
    limits allow.
    """

    model_config = SettingsConfigDict(env_prefix="PENSUM_EVALUATOR_", frozen=True)

    flaws_limit: int = Field(default=1, ge=0, le=19)
    round_trip: bool = True
    round_trip_tokens: int = Field(default=4_000, ge=200)
    round_trip_items: int = Field(default=12, ge=1, le=50)
    rubric: bool = True
    rubric_limit_s: float | None = Field(default=None, gt=0)
