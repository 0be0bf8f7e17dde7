"""The assistant's conversations over HTTP."""
