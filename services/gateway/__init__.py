"""The gateway: HTTP, the web page, and who may."""
