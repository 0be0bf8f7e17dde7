"""The plumbing that all services share."""
