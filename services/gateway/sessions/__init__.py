"""Sessions: the list, the whole state, retry and forget."""
