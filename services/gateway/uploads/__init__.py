"""Documents that are sent: a form becomes files, blobs and a new session."""
