"""The commands' client: in whose language it asks."""

import pytest

from services.console.study.client import Gateway, reads
from tests.console.study.gateway_standin import StandIn
from tests.console.study.specimens import SESSION, TOKEN


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "nb_NO.UTF-8"}, "nb-NO"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "de_AT@euro"}, "de-AT"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "de_DE", "LC_ALL": "no"}, "no"),
        ({"LANG": "en_GB", "LC_ALL": ""}, "en-GB"),
        ({"LANG": "C.UTF-8"}, ""),
        ({"LANG": "POSIX"}, ""),
        ({}, ""),
    ],
)
def test_the_reader_is_who_sits_at_the_terminal(environment: dict[str, str], language: str) -> None:
    assert reads(environment) == language


@pytest.mark.parametrize(("language", "asked"), [("nb-NO", "nb-NO"), ("", None)])
def test_each_request_names_the_language(language: str, asked: str | None) -> None:
    with StandIn() as house, Gateway(house.url, TOKEN, language=language) as gateway:
        gateway.session(str(SESSION))
        gateway.session(str(SESSION))
    assert house.languages == [asked, asked]
