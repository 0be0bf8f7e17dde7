"""The Model Context Protocol over HTTP."""
