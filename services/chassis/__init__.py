"""The plumbing that all rooms share: settings, broker, telemetry, database, blobs, model client, serving."""
