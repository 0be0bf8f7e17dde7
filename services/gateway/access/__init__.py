"""Who asks, by the token of a request; whose session it is; how much one person may ask for."""
