"""The Reader's limits, all settings (environment prefix `PENSUM_READER_`); a child gets them with its job."""

import hashlib

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from contracts.reading import READER


class ReaderSettings(BaseSettings):
    """What a document may cost. Seconds are of the wall clock, memory is the child's address space in bytes."""

    model_config = SettingsConfigDict(env_prefix="PENSUM_READER_", frozen=True)

    least_words: int = Field(default=20, ge=1)
    most_pages: int = Field(default=2000, ge=1)
    most_page_characters: int = Field(default=40_000, ge=1)
    document_seconds: float = Field(default=120, gt=0)
    page_seconds: float = Field(default=10, gt=0)
    memory_bytes: int = Field(default=2 << 30, ge=1 << 28)
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

    def reading_name(self, document_sha256: str, pages: str) -> str:
        """The blob of a reading: the same for the same bytes, Reader, page range and what shapes the blocks."""
        shaped_by = f"{document_sha256} {READER} {pages} {self.most_page_characters}"
        return f"readings/{hashlib.sha256(shaped_by.encode()).hexdigest()[:40]}.json"
