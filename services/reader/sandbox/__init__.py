"""The child processes that open documents: started, fed, limited in time, ended, and cleaned up after."""
