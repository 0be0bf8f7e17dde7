"""Which languages text can be recognised in here: tesseract and its packs; and the sentence for what is missing."""

import functools
import subprocess
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from contracts.problems import Code, Failure, Problem
from services.chassis.problems import failed
from services.reader.sandbox.environment import environment
from services.reader.settings import ReaderSettings

_NONE = failed(Code.OCR_UNAVAILABLE, "ocr_none").problem
PROGRAM = "tesseract"
_SECONDS = 20
# ISO 639-1 and tesseract's own names, where one is not the other's beginning. Unknown ones: no pack.
PACKS = {
    "ar": "ara", "bg": "bul", "ca": "cat", "cs": "ces", "da": "dan", "de": "deu", "el": "ell", "en": "eng",
    "es": "spa", "et": "est", "fa": "fas", "fi": "fin", "fr": "fra", "he": "heb", "hi": "hin", "hr": "hrv",
    "hu": "hun", "id": "ind", "it": "ita", "ja": "jpn", "ko": "kor", "lt": "lit", "lv": "lav", "nl": "nld",
    "no": "nor", "pl": "pol", "pt": "por", "ro": "ron", "ru": "rus", "sk": "slk", "sl": "slv", "sv": "swe",
    "th": "tha", "tr": "tur", "uk": "ukr", "vi": "vie", "zh": "chi_sim",
}  # fmt: skip
# What OSD calls a script, and the packs that read it.
SCRIPTS = {
    "Arabic": ("ara", "fas"),
    "Bengali": ("ben",),
    "Cyrillic": ("rus", "ukr", "bul"),
    "Devanagari": ("hin",),
    "Greek": ("ell",),
    "Han": ("chi_sim", "chi_tra"),
    "Hangul": ("kor",),
    "Hebrew": ("heb",),
    "Japanese": ("jpn",),
    "Katakana": ("jpn",),
    "Hiragana": ("jpn",),
    "Korean": ("kor",),
    "Tamil": ("tam",),
    "Thai": ("tha",),
}


@functools.cache
def installed() -> frozenset[str] | None:
    """The language packs of tesseract ("eng", "osd"); None: no tesseract that runs. Asked once per process."""
    try:
        said = subprocess.run(
            [PROGRAM, "--list-langs"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            timeout=_SECONDS, check=True, env=environment(),
        ).stdout  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return None
    return frozenset(line.strip() for line in said.decode("utf-8", "replace").splitlines()[1:] if line.strip())


def asked(settings: ReaderSettings) -> tuple[str, ...]:
    """The packs of `ocr_languages` that are installed, in its order.

    Raises `Failure` 422 ocr_unavailable, with what to install, without tesseract or any of the packs.
    """
    return chosen([pack for pack in settings.ocr_languages.split("+") if pack], installed())


def chosen(wanted: Sequence[str], here: Collection[str] | None) -> tuple[str, ...]:
    """Those of the wanted packs that are here (None: no tesseract). Raises `Failure` as `asked`; pure."""
    if here is None:
        raise failed(Code.OCR_UNAVAILABLE, "ocr_missing", command=install(wanted or ["eng"]))
    found = tuple(pack for pack in dict.fromkeys(wanted) if pack in here)
    if not found:
        packs = ", ".join(wanted) or "(none asked for)"
        raise failed(Code.OCR_UNAVAILABLE, "ocr_packs", packs=packs, command=install(wanted or ["eng"]))
    return found


def install(packs: Sequence[str]) -> str:
    """The command that installs tesseract with these packs on Debian and Ubuntu."""
    return " ".join(["apt-get install tesseract-ocr", *(f"tesseract-ocr-{pack.replace('_', '-')}" for pack in packs)])


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
