"""The Reader's limits, all settings (environment prefix `PENSUM_READER_`); a child gets them with its job."""

import hashlib
from collections.abc import Sequence

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from contracts.reading import READER


class ReaderSettings(BaseSettings):
    """What a document may cost. Seconds are of the processor, memory is the child's address space in bytes.

    `patience`: how many times its seconds a limit may take by the wall clock; then the machine is too busy.
    """

    model_config = SettingsConfigDict(env_prefix="PENSUM_READER_", frozen=True)

    least_words: int = Field(default=20, ge=1)
    most_pages: int = Field(default=2000, ge=1)
    most_page_characters: int = Field(default=40_000, ge=1)
    document_seconds: float = Field(default=120, gt=0)
    page_seconds: float = Field(default=10, gt=0)
    patience: float = Field(default=3, ge=1)
    memory_bytes: int = Field(default=2 << 30, ge=1 << 28)
    most_scratch_bytes: int = Field(default=256 << 20, ge=1 << 20)  # of one file that a child makes for OCR
    children: int = Field(default=2, ge=1)
    # What is too long for one command is read in ranges; so is whatever needs OCR.
    whole_pages: int = Field(default=24, ge=1)
    most_ranges: int = Field(default=4, ge=1)  # of text pages, as long as none is longer than `range_pages`
    range_pages: int = Field(default=250, ge=1)
    ocr_range_pages: int = Field(default=4, ge=1)
    most_ocr_pages: int = Field(default=500, ge=0)
    ocr_page_seconds: float = Field(default=60, gt=0)
    ocr_dpi: int = Field(default=300, ge=72, le=600)
    most_pixels: int = Field(default=20_000_000, ge=1_000_000)  # of a rendered page or an image, after scaling
    ocr_languages: str = "eng+nor+deu"  # those of them that are installed
    least_confidence: float = Field(default=75, ge=0, le=100)
    least_coverage: float = Field(default=0.40, ge=0, le=1)
    most_nesting: int = Field(default=200, ge=1)
    most_unpacked_bytes: int = Field(default=500_000_000, ge=1)
    most_entries: int = Field(default=10_000, ge=1)  # parts of an office file or book
    most_characters: int = Field(default=10_000_000, ge=1)  # of a document without drawn pages

    def ocr_seconds(self, pages: int) -> float:
        """What the recognition of that many pages may take: each as it is, and up to twice more."""
        return (3 * pages + 1) * self.ocr_page_seconds if pages else 0.0

    def range_seconds(self, text: int, ocr: int) -> float:
        """What a range of that many pages may take; some pages of text turn out to need OCR."""
        turned = min(text, self.ocr_range_pages)
        return min(self.document_seconds, (text + 3) * self.page_seconds) + self.ocr_seconds(ocr + turned)

    def reader(self, languages: Sequence[str]) -> str:
        """How a Reader of these settings reads, with tesseract's `languages`: its rules, and a hash of the rest."""
        shaping = [str(getattr(self, name)) for name in _SHAPING]
        return f"{READER} {_digest(*shaping, *languages)[:12]}"

    def reading_name(self, document_sha256: str, reader: str, *more: str) -> str:
        """The blob of a reading: the same for the same bytes, reader, and whatever else shapes its blocks."""
        return f"readings/{_digest(document_sha256, reader, *more)[:40]}.json"

    def plan_name(self, document_sha256: str, reader: str) -> str:
        """The folder of a plan's blobs: the same for the same bytes, reader, and settings that part it into ranges."""
        return f"plans/{_digest(document_sha256, reader, *(str(getattr(self, name)) for name in _PARTING))[:40]}"


_SHAPING = (
    "most_page_characters",
    "ocr_dpi",
    "most_pixels",
    "least_confidence",
    "least_coverage",
    "most_nesting",
)
_PARTING = ("whole_pages", "most_ranges", "range_pages", "ocr_range_pages", "most_ocr_pages")


def _digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
