"""The tasks: an MCP server over the learners' study tasks, alone with their table."""
