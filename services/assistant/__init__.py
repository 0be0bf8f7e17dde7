"""The assistant: keeps a learner's study tasks by chat, through the tasks' MCP server and in no other way."""
