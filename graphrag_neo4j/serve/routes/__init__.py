"""Routes, one module a noun; a path has the name that the library and the command line have."""
