"""A service that cannot start says why in one sentence: a wrong setting, or something missing that it stands on."""

from collections.abc import Iterator

from pydantic import ValidationError
from pydantic_settings import BaseSettings


class CannotStart(RuntimeError):
    """What a person must mend before the service can start. The text is one sentence, without secrets."""

    loggable = True


def wrong_setting(error: ValidationError) -> str | None:
    """The sentence about a settings class that was refused, with the variable's name; None for any other model."""
    prefix = next((str(each.model_config["env_prefix"]) for each in _settings() if each.__name__ == error.title), None)
    if prefix is None:
        return None
    wrong = error.errors(include_url=False, include_input=False)[0]
    name = ".".join(str(part) for part in wrong["loc"])
    variable = name if name.isupper() else f"{prefix}{name.upper()}"
    return f"The setting {variable} is wrong: {wrong['msg'].removeprefix('Value error, ').rstrip('.')}."


def _settings(of: type[BaseSettings] = BaseSettings) -> Iterator[type[BaseSettings]]:
    for each in of.__subclasses__():
        yield each
        yield from _settings(each)
