"""Opening what may be locked: the password that was given, else none; and the sentence for what stays closed."""

import io
from typing import BinaryIO, Literal

from pdfminer.pdfdocument import PDFDocument, PDFEncryptionError, PDFPasswordIncorrect
from pdfminer.pdfparser import PDFParser

from contracts.problems import Code, Failure
from services.chassis.problems import failed

Lock = Literal["missing", "wrong", "public_key", "unsupported"]


def locked(why: Lock) -> Failure:
    """The 422 `encrypted` with the sentence that says what is needed."""
    return failed(Code.ENCRYPTED, f"locked_{why}")


def unlocked(file: BinaryIO, password: str = "") -> PDFDocument:
    """The open document. A password that a file does not need is no fault; an owner password alone never matters.

    Raises `Failure` 422 encrypted, and whatever pdfminer raises on a broken file.
    """
    for attempt in _attempts(password):
        file.seek(io.SEEK_SET)
        try:
            return PDFDocument(PDFParser(file), password=attempt)
        except PDFPasswordIncorrect:
            continue
        except PDFEncryptionError as error:
            raise locked("public_key" if "Unknown filter" in str(error) else "unsupported") from None
        except ValueError:
            # A password that the file's own encoding cannot spell (UnicodeEncodeError, or SASLprep refuses it).
            if not attempt:
                raise
    raise locked("wrong" if password else "missing")


def _attempts(password: str) -> list[str]:
    """As it is, as the bytes of UTF-8 (which some programs hash in old files), and none at all."""
    if not password:
        return [""]
    return list(dict.fromkeys([password, password.encode("utf-8", "ignore").decode("latin-1"), ""]))
