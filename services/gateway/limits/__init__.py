"""What one client, one user and one code may take: connections, stalls, counts in a while."""
