// Nodes but for our own records, from the count store: no node is read.
CALL () { MATCH (n) RETURN count(n) AS every }
CALL () { MATCH (n:__SchemaMigration) RETURN count(n) AS migrations }
CALL () { MATCH (n:__Graph) RETURN count(n) AS graphs }
CALL () { MATCH (n:__Lock) RETURN count(n) AS locks }
RETURN every - migrations - graphs - locks AS n
