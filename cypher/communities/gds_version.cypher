// Version of Graph Data Science; fails with ProcedureNotFound / UnknownFunction where it is not installed.
RETURN gds.version() AS version
