"""The Reader's limits, all settings (environment prefix `PENSUM_READER_`); a child gets them with its job."""

import hashlib

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

# Raise it whenever the same bytes would be read into other blocks: a kept reading of an older Reader is not used again.
READER = "pensum-reader/1"


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

    def reading_name(self, document_sha256: str, pages: str) -> str:
        """The blob of a reading: the same for the same bytes, Reader, page range and what shapes the blocks."""
        shaped_by = f"{document_sha256} {READER} {pages} {self.most_page_characters}"
        return f"readings/{hashlib.sha256(shaped_by.encode()).hexdigest()[:40]}.json"
