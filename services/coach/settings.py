"""The Coach's own settings (environment prefix `PENSUM_COACH_`)."""

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class CoachSettings(BaseSettings):
    """`model_input_tokens`: how much of a document, roughly, is shown to a model at once; `model_item_tokens`: how much
    of it for each item that it is asked for."""

    model_config = SettingsConfigDict(env_prefix="PENSUM_COACH_", frozen=True, protected_namespaces=())

    model_input_tokens: int = Field(default=12_000, ge=200)
    model_item_tokens: int = Field(default=130, ge=20)
