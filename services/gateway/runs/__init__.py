"""What a session's agents did, and what models took for it."""
