"""`pensum token`: the way into a house that is deployed."""

import time
from pathlib import Path

import jwt
import pytest

from services.chassis.tokens import Claims, read
from services.console.house.folder import Folder
from tests.console.test_app import assert_sentence, pensum

SECRET = "a secret of at least thirty-two bytes"


def test_a_token_is_signed_with_the_given_secret_and_says_who_and_until_when() -> None:
    arguments = ("--role", "owner", "--tenant", "school", "--user", "kari", "--days", "2")
    done = pensum("token", *arguments, PENSUM_TOKEN_SECRET=SECRET)
    assert (done.returncode, done.stdout.count("\n"), done.stderr.count("\n")) == (0, 1, 1)
    token = done.stdout.strip()
    assert read(token, SECRET) == Claims("school", "kari", "owner")
    expires = jwt.decode(token, SECRET, algorithms=["HS256"])["exp"]
    assert abs(expires - time.time() - 2 * 24 * 3600) < 60
    assert "kari of school as owner" in done.stderr
    assert token not in done.stderr


def test_without_that_secret_the_data_folders_is_taken_and_none_is_made(tmp_path: Path) -> None:
    assert_sentence(pensum("token", "--data", str(tmp_path)), "PENSUM_TOKEN_SECRET")
    assert list(tmp_path.iterdir()) == []
    secret = Folder(tmp_path).secret()
    done = pensum("token", "--data", str(tmp_path), "--url", "http://127.0.0.1:8080/")
    page, _, token = done.stdout.strip().partition("/#token=")
    assert (page, read(token, secret)) == ("http://127.0.0.1:8080", Claims("home", "me", "learner"))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(("--user", ""), "--user"), (("--tenant", "x" * 201), "--tenant"), (("--user", "a\nb"), "--user")],
)
def test_who_cannot_be_a_person_is_told(arguments: tuple[str, str], words: str) -> None:
    assert_sentence(pensum("token", *arguments, PENSUM_TOKEN_SECRET=SECRET), words)


def test_a_secret_that_is_too_short_is_told() -> None:
    assert_sentence(pensum("token", PENSUM_TOKEN_SECRET="secret"), "at least 32 bytes")


def test_a_houses_own_tokens_expire_too(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    claims = jwt.decode(folder.token("learner"), folder.secret(), algorithms=["HS256"])
    assert 364 < (claims["exp"] - time.time()) / (24 * 3600) <= 365
