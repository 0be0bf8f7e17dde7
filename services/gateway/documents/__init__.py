"""The documents of a session: sent as forms, kept as blobs, how they were read, and pictures of their pages."""
