"""What each run of an agent leaves in rows and log lines."""
