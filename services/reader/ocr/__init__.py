"""Reading what has no text layer: which pages, their pictures, tesseract through OCRmyPDF, and the quality gate."""
