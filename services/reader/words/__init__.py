"""Words and sentences of any language: the lists beside these files, where words end, which sentences stand alone."""
