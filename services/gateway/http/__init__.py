"""What every route speaks: connections, bodies, problems, replies, pages of lists, the page's files, the trace."""
