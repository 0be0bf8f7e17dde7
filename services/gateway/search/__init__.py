"""Search of what a session's documents say."""
