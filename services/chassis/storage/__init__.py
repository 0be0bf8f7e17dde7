"""Where things are kept: Postgres, the blob store, and a disk that is full."""
