"""The agent: what a message leads to, as code that keeps nothing between two messages."""
