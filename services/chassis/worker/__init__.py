"""The frame of a stateless worker: handlers, lanes, heartbeats, memos, and how a run ends."""
