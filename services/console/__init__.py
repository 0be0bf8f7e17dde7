"""The `pensum` command and the embedded house: starts the services as processes, watches them, ends them."""
