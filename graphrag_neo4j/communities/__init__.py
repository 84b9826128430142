"""Communities of the entity graph: found by Leiden, kept as a tree, described by reports."""
