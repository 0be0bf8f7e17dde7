"""Conversations of the assistant's own, and what a turn in any chat is kept by."""
