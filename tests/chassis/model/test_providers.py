"""Where a model's settings come from, and that no model means offline and costs nothing."""

import subprocess
import sys

import pytest

from services.chassis.model.providers import PROVIDERS, ModelNotUsable, ModelSettings


def test_without_provider_and_base_url_there_is_no_model() -> None:
    assert ModelSettings.from_env(environ={}) is None
    assert ModelSettings.from_env(environ={"PENSUM_MODEL": "x", "OPENAI_API_KEY": "y", "APP_LLM_PROVIDER": " "}) is None


@pytest.mark.parametrize("name", list(PROVIDERS))
def test_a_provider_brings_its_endpoint_and_model(name: str) -> None:
    settings = ModelSettings.from_env(environ={"APP_LLM_PROVIDER": name, "PENSUM_MODEL_API_KEY": "k"})
    assert settings is not None
    assert settings.base_url == PROVIDERS[name].base_url
    assert settings.models_for("coach") == (PROVIDERS[name].model, None)


def test_a_base_url_alone_is_a_local_server() -> None:
    settings = ModelSettings.from_env(environ={"PENSUM_MODEL_BASE_URL": "http://127.0.0.1:8080/v1/"})
    assert settings is not None
    assert (settings.provider, settings.base_url, settings.api_key) == ("local", "http://127.0.0.1:8080/v1", None)


def test_each_role_may_have_models_of_its_own() -> None:
    environ = {
        "APP_LLM_PROVIDER": "local",
        "PENSUM_MODEL": "plain",
        "PENSUM_MODEL_SECOND": "spare",
        "PENSUM_MODEL_COACH": "large",
        "PENSUM_MODEL_SECOND_COACH": "larger",
        "PENSUM_MODEL_TIMEOUT_S": "12.5",
        "PENSUM_MODEL_CONCURRENCY": "2",
        "PENSUM_MODEL_MAX_TOKENS": "900",
        "PENSUM_MODEL_SESSION_TOKENS": "5000",
    }
    settings = ModelSettings.from_env(environ=environ)
    assert settings is not None
    assert settings.models == {"coach": "large"}
    assert settings.models_for("reader") == ("plain", "spare")
    assert settings.models_for("coach") == ("large", "larger")
    assert (settings.timeout_s, settings.concurrency, settings.max_tokens) == (12.5, 2, 900)
    assert settings.session_tokens == 5000
    coach = ModelSettings.from_env("coach", environ)
    assert coach is not None
    assert coach.models_for("anything") == ("large", "larger")


def test_a_provider_without_its_key_is_a_mistake_and_not_offline() -> None:
    with pytest.raises(ModelNotUsable, match="OPENAI_API_KEY"):
        ModelSettings.from_env(environ={"APP_LLM_PROVIDER": "openai"})
    settings = ModelSettings.from_env(environ={"APP_LLM_PROVIDER": "openai", "OPENAI_API_KEY": "own"})
    assert settings is not None
    assert settings.api_key is not None
    assert settings.api_key.get_secret_value() == "own"
    assert "own" not in repr(settings)


def test_an_unknown_provider_is_named() -> None:
    with pytest.raises(ModelNotUsable, match="APP_LLM_PROVIDER=nobody is not one of openai"):
        ModelSettings.from_env(environ={"APP_LLM_PROVIDER": "nobody"})


def test_a_service_without_a_model_does_not_load_the_sdk() -> None:
    look = "import sys, services.chassis.model.client; sys.exit('openai' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", look], timeout=90, check=False).returncode == 0


def test_the_bound_on_an_ask_covers_its_calls_and_waits() -> None:
    settings = ModelSettings(base_url="http://127.0.0.1:1/v1", model="m", timeout_s=10, longest_wait_s=20)
    assert settings.longest_ask_s == 6 * 10 + 3 * 20
