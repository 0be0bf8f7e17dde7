"""A reading becomes its digest: terms, concepts, sections, summary, and the blocks worth asking about."""
