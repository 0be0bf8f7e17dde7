"""The tasks' tools, as the MCP server offers them."""
