"""OpenTelemetry: spans, and how a session names its trace."""
