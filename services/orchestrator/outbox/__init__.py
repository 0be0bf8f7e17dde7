"""What leaves the orchestrator: commands built from rows, wake-ups, deadlines, and what is sent again."""
