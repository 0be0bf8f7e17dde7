"""Pages become blocks: headings, paragraphs, tables, formulas, and the furniture that is no text."""
