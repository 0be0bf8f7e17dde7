"""Documents for whole houses: a sample's text as a PDF that nobody has read before."""

from pathlib import Path

from tests.console.samples.make_samples import make

TEXTS = Path(__file__).parents[2] / "console" / "samples"


def lesson(name: str, sample: str = "plate-tectonics.en", note: str = "") -> bytes:
    """A PDF with its own title, so that no kept reading fits it; `note` becomes a paragraph of its own."""
    _, _, body = (TEXTS / f"{sample}.md").read_text(encoding="utf-8").partition("\n\n")
    return make("\n\n".join([f"# {name}", body, *([note] if note else [])]))
