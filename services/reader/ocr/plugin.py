"""Our OCRmyPDF plugin: it is given pictures that are drawn already, and leaves tesseract's hOCR beside them.

OCRmyPDF gets a PDF of empty pages in a folder that also holds `<page>.bmp`; the words come out as `<page>.hocr`, which
is missing for a page that could not be read. Nothing is drawn a second time, compressed, or written into a PDF.
"""

from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any

from ocrmypdf import BoundingBox, Executor, OcrClass, OcrElement, OcrEngine, OrientationConfidence, hookimpl
from ocrmypdf.pdfinfo.layout import original_pdfsimplefont_init
from pdfminer.pdffont import PDFSimpleFont

from services.reader.ocr.tesseract import facing, hocr_of

# OCRmyPDF changes pdfminer for all when it is loaded: of a font without an encoding no letter would be known any more.
PDFSimpleFont.__init__ = original_pdfsimplefont_init  # type: ignore[method-assign]

# A file on the desk: go through everything but tesseract.
REHEARSAL = "rehearsal"


def desk(options: Any) -> Path:
    """The folder with the pictures and their hOCR."""
    return Path(options.input_file).parent


class InOrder(Executor):
    """One page after the other, in this process: it is one of many, and tesseract must be its own child."""

    def _execute(
        self, *, progress_kwargs: dict[str, Any], task: Any, task_arguments: Any, task_finished: Any, **_: Any
    ) -> None:
        with self.pbar_class(**progress_kwargs) as progress:  # type: ignore[no-untyped-call]
            for arguments in task_arguments:
                task_finished(task(*arguments), progress)


class Engine(OcrEngine):
    """tesseract, once for all the pages that wait on the desk."""

    @staticmethod
    def version() -> str:
        return "5"

    @staticmethod
    def creator_tag(options: Any) -> str:
        return "tesseract"

    def __str__(self) -> str:
        return "tesseract"

    @staticmethod
    def languages(options: Any) -> AbstractSet[str]:
        """What is installed was asked before (`available`): whatever is wanted counts as there."""
        return set(options.languages)

    @staticmethod
    def get_orientation(input_file: Path, options: Any) -> OrientationConfidence:
        found = facing(input_file, options.tesseract.timeout)
        return OrientationConfidence(found.turn, found.confidence) if found else OrientationConfidence(0, 0.0)

    @staticmethod
    def get_deskew(input_file: Path, options: Any) -> float:
        return 0.0

    # The next two are abstract in OCRmyPDF, so they must stand here; it asks for neither of an engine that supports
    # `generate_ocr`. If another version of it did, no page may pass for read: hence the error and no empty file.
    @staticmethod
    def generate_hocr(*_: Any) -> None:
        raise NotImplementedError("pages are asked for by generate_ocr")

    @staticmethod
    def generate_pdf(*_: Any) -> None:
        raise NotImplementedError("pages are asked for by generate_ocr")

    @staticmethod
    def supports_generate_ocr() -> bool:
        return True

    @staticmethod
    def generate_ocr(input_file: Path, options: Any, page_number: int = 0) -> tuple[OcrElement, str]:
        """Reads all pictures of the desk when it is asked for the first; the others are there by then."""
        folder = desk(options)
        if page_number == 0 and not (folder / REHEARSAL).exists():
            pictures = sorted(folder.glob("*.bmp"), key=lambda path: int(path.stem))
            found = hocr_of(pictures, options.languages, options.tesseract.timeout)
            for picture, hocr in zip(pictures, found, strict=True):
                if hocr is not None:
                    picture.with_suffix(".hocr").write_bytes(hocr)
        return OcrElement(OcrClass.PAGE, BoundingBox(0, 0, 1, 1), dpi=300.0, page_number=page_number), ""


@hookimpl
def get_ocr_engine(options: Any) -> OcrEngine:
    return Engine()


@hookimpl
def get_executor(progressbar_class: Any) -> Executor:
    return InOrder(pbar_class=progressbar_class)  # type: ignore[no-untyped-call]


@hookimpl
def rasterize_pdf_page(output_file: Path, pageno: int, options: Any) -> Path:
    output_file.symlink_to(desk(options) / f"{pageno}.bmp")
    return output_file
