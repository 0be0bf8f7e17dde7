"""Which languages text can be recognised in here, or the problem that says why in none."""

from dataclasses import dataclass

from contracts.problems import Code, Failure, Problem, problem
from services.reader.ocr.packs import asked
from services.reader.settings import ReaderSettings

_NONE = problem(Code.OCR_UNAVAILABLE, "Scans cannot be read here: tesseract is not installed.")


@dataclass(frozen=True)
class Packs:
    """tesseract's `languages`, in the order of the setting; none: `missing` says what to install."""

    languages: tuple[str, ...]
    missing: Problem = _NONE

    @classmethod
    def here(cls, settings: ReaderSettings) -> "Packs":
        """Asks tesseract, once per process; call it in a thread."""
        try:
            return cls(asked(settings))
        except Failure as none:
            return cls((), none.problem)
