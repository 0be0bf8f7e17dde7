"""Locked PDFs: which password opens them, and what is said of those that stay closed."""

import io
from typing import Literal

import pikepdf
import pytest
from reportlab.lib.pdfencrypt import StandardEncryption

from contracts.problems import Code, Failure
from services.reader.pdf.file import PdfFile
from services.reader.settings import ReaderSettings
from tests.reader.papers import lines, paper, raw

PROSE = lines("The tide rises and falls twice a day.")


def opened(data: bytes, password: str = "") -> int:
    """How many pages it has once it is open."""
    return len(PdfFile(io.BytesIO(data), ReaderSettings(), password))


def refused(data: bytes, password: str = "") -> str:
    with pytest.raises(Failure) as caught:
        opened(data, password)
    assert (caught.value.problem.code, caught.value.final) == (Code.ENCRYPTED, True)
    return caught.value.problem.detail


def by_pikepdf(user: str, owner: str, revision: Literal[3, 4, 6]) -> bytes:
    held = io.BytesIO()
    aes = revision >= 4
    with pikepdf.open(io.BytesIO(paper(PROSE))) as pdf:
        pdf.save(held, encryption=pikepdf.Encryption(user=user, owner=owner, R=revision, aes=aes, metadata=aes))
    return held.getvalue()


@pytest.mark.parametrize("strength", [40, 128])
def test_the_user_password_opens_it(strength: int) -> None:
    data = paper(PROSE, encrypt=StandardEncryption("seagull", ownerPassword="boss", strength=strength))
    assert opened(data, "seagull") == 1
    assert opened(data, "boss") == 1


@pytest.mark.parametrize("revision", [4, 6])
def test_aes_files_open_too_with_letters_beyond_ascii(revision: Literal[3, 4, 6]) -> None:
    data = by_pikepdf("blåbær", "boss", revision)
    assert opened(data, "blåbær") == 1
    assert "none was given" in refused(data)


def test_without_its_password_it_says_that_the_user_password_is_needed() -> None:
    assert "user password" in (said := refused(by_pikepdf("seagull", "boss", 6)))
    assert "none was given" in said


@pytest.mark.parametrize("wrong", ["gull", "鴎", "\u0627a", "\x07", "x" * 200])
@pytest.mark.parametrize("revision", [3, 4, 6])
def test_a_wrong_password_is_called_wrong_whatever_its_letters(revision: Literal[3, 4, 6], wrong: str) -> None:
    assert "the password that was given is not it" in refused(by_pikepdf("seagull", "boss", revision), wrong)


def test_an_owner_password_alone_never_matters() -> None:
    data = by_pikepdf("", "boss", 6)
    assert opened(data) == opened(data, "boss") == opened(data, "nonsense") == 1


def test_a_password_for_a_file_that_has_none_does_no_harm() -> None:
    assert opened(paper(PROSE), "seagull") == 1


@pytest.mark.parametrize(
    ("lock", "said"),
    [
        (b"/Filter/Adobe.PubSec/SubFilter/adbe.pkcs7.s5/V 4/R 4", "public-key"),
        (b"/Filter/Standard/V 9/R 9/P 0/O()/U()", "not supported"),
    ],
)
def test_encryption_that_no_password_opens_is_named(lock: bytes, said: str) -> None:
    data = raw(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]>>",
        b"<<" + lock + b">>",
    ).replace(b"/Root 1 0 R", b"/Root 1 0 R/Encrypt 4 0 R/ID[(a)(a)]")
    for password in ("", "seagull"):
        assert said in refused(data, password)
        assert "no password opens it" in refused(data, password)
