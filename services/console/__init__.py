"""The `pensum` command and the embedded house: starts the rooms as processes, watches them, ends them."""
