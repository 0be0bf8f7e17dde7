"""Opens a PDF with PDFium; its refusals become the document's. Child process only: PDFium may end its process."""

from pathlib import Path

import pypdfium2
import pypdfium2.raw as raw

from contracts.problems import Code
from services.chassis.problems import failed


def opened(path: Path, password: str | None) -> pypdfium2.PdfDocument:
    """The document; the caller closes it. Raises `Failure`: encrypted, damaged."""
    try:
        return pypdfium2.PdfDocument(path, password=password)
    except pypdfium2.PdfiumError as error:
        code = getattr(error, "err_code", None)
        if code == raw.FPDF_ERR_PASSWORD and password:
            raise failed(Code.ENCRYPTED, "password_fails") from None
        if code == raw.FPDF_ERR_PASSWORD:
            raise failed(Code.ENCRYPTED, "password_needed") from None
        if code == raw.FPDF_ERR_SECURITY:
            raise failed(Code.ENCRYPTED, "encrypted") from None
        raise failed(Code.DAMAGED, "pdf_broken") from None


def with_forms(document: pypdfium2.PdfDocument) -> pypdfium2.PdfDocument:
    """The document, which draws what was filled into its forms, too. To be asked before any of its pages is."""
    if document.get_formtype() in (raw.FORMTYPE_ACRO_FORM, raw.FORMTYPE_XFA_FULL, raw.FORMTYPE_XFA_FOREGROUND):
        document.init_forms()
    return document


def holds(document: pypdfium2.PdfDocument, number: int) -> bool:
    """Whether page `number` (from 1) is there, and not only counted. Nothing of what is drawn on it is read."""
    try:
        document.get_page_size(number - 1)
    except pypdfium2.PdfiumError:
        return False
    return True
