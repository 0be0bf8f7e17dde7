"""What every route speaks: problems, bodies, replies, pages of lists, the page's files and the trace of a request."""
