"""Which language model is asked, where, and within which limits; `None` means that none is configured.

`APP_LLM_PROVIDER` chooses an OpenAI-compatible endpoint and its default model; each part can be set by itself:

    PENSUM_MODEL_BASE_URL  PENSUM_MODEL_API_KEY  PENSUM_MODEL  PENSUM_MODEL_SECOND
    PENSUM_MODEL_<ROLE>    PENSUM_MODEL_SECOND_<ROLE>           (role: reader, coach, evaluator, ...)
    PENSUM_MODEL_TIMEOUT_S  PENSUM_MODEL_SILENCE_S  PENSUM_MODEL_STREAM_S
    PENSUM_MODEL_CONCURRENCY  PENSUM_MODEL_MAX_TOKENS  PENSUM_MODEL_SESSION_TOKENS
    PENSUM_MODEL_LONGEST_WAIT_S
    PENSUM_MODEL_EMBED    (the model that turns passages into vectors; none: search goes by words alone)
    PENSUM_MODEL_PRICE_IN  PENSUM_MODEL_PRICE_OUT  PENSUM_MODEL_PRICES  PENSUM_MODEL_CURRENCY
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Literal, Self
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError

from services.chassis.model.answer_schema import Manner
from services.chassis.process.starting import CannotStart

ProviderName = Literal["openai", "anthropic", "anthropic-haiku", "gemini", "local"]


@dataclass(frozen=True)
class Provider:
    """`telemetry`: its name in the GenAI conventions. `limit_field`: what its newest models call the token limit."""

    base_url: str
    model: str
    telemetry: str
    key_variable: str | None = None
    limit_field: str = "max_tokens"
    manner: Manner = Manner.SCHEMA


# Anthropic's compatible endpoint documents that it ignores response_format, so the schema goes into the prompt at once.
PROVIDERS: dict[str, Provider] = {
    "openai": Provider(
        "https://api.openai.com/v1", "gpt-5.2", "openai", "OPENAI_API_KEY", limit_field="max_completion_tokens"
    ),
    "anthropic": Provider(
        "https://api.anthropic.com/v1", "claude-sonnet-4-6", "anthropic", "ANTHROPIC_API_KEY", manner=Manner.PROMPT
    ),
    "anthropic-haiku": Provider(
        "https://api.anthropic.com/v1", "claude-haiku-4-5", "anthropic", "ANTHROPIC_API_KEY", manner=Manner.PROMPT
    ),
    "gemini": Provider(
        "https://generativelanguage.googleapis.com/v1beta/openai", "gemini-3.5-flash", "gcp.gemini", "GEMINI_API_KEY"
    ),
    "local": Provider("http://127.0.0.1:11434/v1", "qwen3:8b", "local"),
}


class ModelNotUsable(CannotStart):
    """A provider was chosen that cannot be used as configured: a mistake to stop at, not to run offline over."""


class ModelSettings(BaseModel):
    """Times in seconds; prices of a million tokens, in and out, in `currency`; None: cost unknown."""

    model_config = ConfigDict(frozen=True, protected_namespaces=())

    provider: ProviderName = "local"
    base_url: str
    api_key: SecretStr | None = None
    model: str
    second_model: str | None = None
    models: dict[str, str] = Field(default_factory=dict, description="by role; wins over `model`")
    second_models: dict[str, str] = Field(default_factory=dict, description="by role; wins over `second_model`")
    embed: str | None = Field(default=None, description="the model of `/embeddings`; None: there is none")
    timeout_s: float = Field(default=60.0, gt=0)
    silence_s: float = Field(default=30.0, gt=0, description="between two parts of an answer that is streamed")
    stream_s: float = Field(default=300.0, gt=0, description="of an answer that is streamed, from its first part on")
    concurrency: int = Field(default=4, ge=1)
    max_tokens: int = Field(default=4096, ge=1)
    session_tokens: int | None = Field(default=1_000_000, ge=0, description="budget a session; None: no limit")
    longest_wait_s: float = Field(default=30.0, ge=0, description="bound on a provider's Retry-After")
    price_in: Decimal | None = Field(default=None, ge=0)
    price_out: Decimal | None = Field(default=None, ge=0)
    prices: dict[str, tuple[Decimal, Decimal]] = Field(default_factory=dict, description="by model; wins over those")
    currency: str = Field(default="USD", min_length=1, max_length=12)

    def preset(self) -> Provider:
        """What is known beforehand about the chosen provider."""
        return PROVIDERS[self.provider]

    def models_for(self, role: str) -> tuple[str, str | None]:
        """The role's model, and the one to try when that has failed (None: none)."""
        return self.models.get(role, self.model), self.second_models.get(role, self.second_model)

    def price_of(self, model: str) -> tuple[Decimal, Decimal] | None:
        """What a million tokens of the model cost, in and out; None: it is not known."""
        if model in self.prices:
            return self.prices[model]
        return None if self.price_in is None or self.price_out is None else (self.price_in, self.price_out)

    @property
    def longest_ask_s(self) -> float:
        """What a step's deadline must reckon with: four calls, the second model, a re-ask and the waits between.

        Queueing for a place among `concurrency` comes on top; a server that rejects a format does so at once.
        """
        return 6 * self.timeout_s + 3 * max(self.longest_wait_s, 5.0)

    @classmethod
    def from_env(cls, role: str | None = None, environ: Mapping[str, str] | None = None) -> Self | None:
        """Read the variables named above; None when neither a provider nor a base URL is given: offline.

        With `role`, that role's models are the ones asked whatever role a call names.
        Raises ModelNotUsable, naming the variable, for an unknown provider, a missing key, an address or a number that
        is none.
        """
        given = {name: value for name, value in (os.environ if environ is None else environ).items() if value.strip()}
        if "APP_LLM_PROVIDER" not in given and "PENSUM_MODEL_BASE_URL" not in given:
            if "PENSUM_MODEL_EMBED" in given:
                raise ModelNotUsable("PENSUM_MODEL_EMBED needs a server: APP_LLM_PROVIDER or PENSUM_MODEL_BASE_URL.")
            return None
        name = given.get("APP_LLM_PROVIDER", "local").strip().lower()
        if name not in PROVIDERS:
            raise ModelNotUsable(f"APP_LLM_PROVIDER={name} is not one of {', '.join(PROVIDERS)}.")
        provider = PROVIDERS[name]
        key = (given.get("PENSUM_MODEL_API_KEY") or given.get(provider.key_variable or "") or "").strip()
        if not (key.isascii() and key.isprintable()):
            raise ModelNotUsable("The model's key holds characters that no key has: was something else copied?")
        if provider.key_variable and not key and "PENSUM_MODEL_BASE_URL" not in given:
            raise ModelNotUsable(
                f"APP_LLM_PROVIDER={name} needs a key: PENSUM_MODEL_API_KEY or {provider.key_variable}."
            )
        seconds = _by_role(given, "PENSUM_MODEL_SECOND_", set())
        models = _by_role(given, "PENSUM_MODEL_", {"second", "prices", "embed", *(field.lower() for field in _PLAIN)})
        said = {
            "provider": name,
            "base_url": _address(given.get("PENSUM_MODEL_BASE_URL", provider.base_url)),
            "api_key": key or None,
            "model": given.get("PENSUM_MODEL", provider.model),
            "second_model": given.get("PENSUM_MODEL_SECOND"),
            "models": {role: model for role, model in models.items() if not role.startswith("second_")},
            "second_models": seconds,
            "embed": given.get("PENSUM_MODEL_EMBED", "").strip() or None,
            "prices": _prices(given.get("PENSUM_MODEL_PRICES", "")),
            **{field: given[f"PENSUM_MODEL_{field.upper()}"] for field in _PLAIN if _given(given, field)},
        }
        try:
            settings = cls.model_validate(said)
        except ValidationError as error:
            wrong = error.errors(include_url=False, include_input=False)[0]
            raise ModelNotUsable(f"PENSUM_MODEL_{str(wrong['loc'][0]).upper()} is wrong: {wrong['msg']}.") from None
        if (settings.price_in is None) != (settings.price_out is None):
            raise ModelNotUsable("PENSUM_MODEL_PRICE_IN and PENSUM_MODEL_PRICE_OUT: one is given without the other.")
        if role is None:
            return settings
        model, second = settings.models_for(role.lower())
        return settings.model_copy(update={"model": model, "second_model": second, "models": {}, "second_models": {}})


_PLAIN = (
    *("timeout_s", "silence_s", "stream_s", "concurrency", "max_tokens", "session_tokens", "longest_wait_s"),
    *("price_in", "price_out", "currency"),
)


def _prices(given: str) -> dict[str, tuple[Decimal, Decimal]]:
    """By model, from `model=in/out`, several apart by commas; a model's name may hold all of these but a comma."""
    found = {}
    for each in filter(None, (part.strip() for part in given.split(","))):
        model, _, price = each.rpartition("=")
        amounts = price.split("/")
        try:
            price_in, price_out = map(Decimal, amounts)
        except (ValueError, InvalidOperation):
            price_in = price_out = Decimal(-1)
        if not model.strip() or not all(amount.is_finite() and amount >= 0 for amount in (price_in, price_out)):
            raise ModelNotUsable(
                f"PENSUM_MODEL_PRICES: {each!r} is not of the form model=in/out, as in small=0.10/0.40."
            )
        found[model.strip()] = (price_in, price_out)
    return found


def _address(url: str) -> str:
    parts = urlsplit(url.strip())
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ModelNotUsable("PENSUM_MODEL_BASE_URL is no URL such as http://127.0.0.1:11434/v1.")
    return url.strip().rstrip("/")


def _given(given: Mapping[str, str], field: str) -> bool:
    return f"PENSUM_MODEL_{field.upper()}" in given


def _by_role(given: Mapping[str, str], prefix: str, reserved: set[str]) -> dict[str, str]:
    named = {name.removeprefix(prefix).lower(): value for name, value in given.items() if name.startswith(prefix)}
    return {role: value for role, value in named.items() if role and role not in reserved | {"base_url", "api_key"}}
