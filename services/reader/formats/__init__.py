"""Documents that flow, that is, without drawn pages: each format becomes the same blocks; bytes tell which it is."""
