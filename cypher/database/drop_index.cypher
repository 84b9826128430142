// Drops an index by name.
DROP INDEX $name IF EXISTS
