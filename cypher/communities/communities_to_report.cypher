// All communities that have more than one entity (some may be gone since), with those inside them
// and what their reports were written from, by whom.
MATCH (c:Community)
WHERE c.size > 1 AND COUNT { (c)<-[:IN_COMMUNITY]-() } > 1
RETURN c.id AS id, c.level AS level, c.size AS size, c.input_hash AS input_hash,
       c.written_by AS written_by, c.outdated IS NOT NULL AS outdated,
       COLLECT { MATCH (c)<-[:CHILD_OF]-(child:Community) RETURN child.id ORDER BY child.id } AS children
ORDER BY level, size DESC, id
