// Findings of reports (JSON), with the statements and the reports of parts that they may rest on and
// that are still there.
UNWIND $ids AS id
MATCH (community:Community {id: id})
WHERE community.findings IS NOT NULL
RETURN community.id AS id, community.title AS title, community.summary AS summary,
       community.findings AS findings,
       COLLECT { UNWIND community.evidence AS statement
                 MATCH (said:Statement {id: statement}) RETURN said.id } AS statements,
       [(community)<-[:CHILD_OF]-(part:Community) WHERE part.title IS NOT NULL | part.id] AS parts
