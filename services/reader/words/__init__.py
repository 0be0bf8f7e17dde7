"""Words and sentences of any language: the lists beside these files, frequencies, where words and sentences end."""
