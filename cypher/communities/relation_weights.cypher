// How strongly each relation ties its two entities, those of $page subjects in a row: relation n is
// from nodes[n] to others[n].
MATCH (subject:Entity)
WHERE subject.id IS NOT NULL
WITH collect(subject) AS subjects
UNWIND range(0, size(subjects) - 1, $page) AS first
CALL (subjects, first) {
  UNWIND subjects[first..first + $page] AS subject
  MATCH (subject)-[relation:RELATED]->(object:Entity)
  WHERE object.id IS NOT NULL
  RETURN collect(id(subject)) AS nodes, collect(id(object)) AS others,
         collect(CASE WHEN relation.weight IS NULL THEN 1.0
                      WHEN relation.weight > 0 THEN relation.weight ELSE 0.0 END) AS weights
}
RETURN nodes, others, weights
