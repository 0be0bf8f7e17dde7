"""Validation of what a Coach wrote: each item and card is held against its block and by itself, and gets a verdict."""
