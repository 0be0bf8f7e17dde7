"""Opens a PDF with PDFium; its refusals become the document's. Child process only: PDFium may end its process."""

from pathlib import Path

import pypdfium2
import pypdfium2.raw as raw

from contracts.problems import Code, failure


def opened(path: Path, password: str | None) -> pypdfium2.PdfDocument:
    """The document; the caller closes it. Raises `Failure`: encrypted, damaged."""
    try:
        return pypdfium2.PdfDocument(path, password=password)
    except pypdfium2.PdfiumError as error:
        code = getattr(error, "err_code", None)
        if code == raw.FPDF_ERR_PASSWORD and password:
            raise failure(Code.ENCRYPTED, "The document does not open with the password that was given.") from None
        if code == raw.FPDF_ERR_PASSWORD:
            raise failure(Code.ENCRYPTED, "The document opens only with a password, which we do not have.") from None
        if code == raw.FPDF_ERR_SECURITY:
            raise failure(Code.ENCRYPTED, "The document is encrypted in a way that we cannot open.") from None
        raise failure(Code.DAMAGED, "The file says that it is a PDF, but its inner structure is broken.") from None
