"""What PDFium tells of a PDF: what each page is, how much stands on it, and its text where pdfminer finds less."""
