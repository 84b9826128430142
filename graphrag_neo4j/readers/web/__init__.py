"""Web pages: what they say, without what surrounds it."""
