"""Settings files: each setting a line that says the whole path to it."""
