// All communities that have more than one entity (some may be gone since), with those inside them
// and what their reports were written from, by whom.
MATCH (community:Community)
WHERE community.id IS NOT NULL AND community.size > 1 AND COUNT { (community)<-[:IN_COMMUNITY]-() } > 1
RETURN community.id AS id, community.level AS level, community.size AS size,
       community.input_hash AS input_hash,
       community.written_by AS written_by, community.outdated IS NOT NULL AS outdated,
       COLLECT { MATCH (community)<-[:CHILD_OF]-(child:Community) RETURN child.id
         ORDER BY child.id } AS children
ORDER BY level, size DESC, id
