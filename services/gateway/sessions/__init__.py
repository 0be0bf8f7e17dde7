"""Sessions: begun by an upload, the list, the whole state, retry and forget."""
