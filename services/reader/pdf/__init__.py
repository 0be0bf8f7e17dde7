"""A PDF becomes pages: opened, its glyphs laid out in columns and lines; and which pages have no text layer to read."""
