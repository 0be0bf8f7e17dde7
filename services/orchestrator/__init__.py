"""The orchestrator: the only writer of SessionState."""
