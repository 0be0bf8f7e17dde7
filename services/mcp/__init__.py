"""The house for any MCP client: tools and resources, which ask the gateway's own routes as whoever holds the token."""
