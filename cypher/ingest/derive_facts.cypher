// Eager: all evidence of a round is read before anything is set. A fact is told in the words said
// most often (ties: first in the alphabet); one that nothing supports any more goes.
UNWIND $rows AS row
MATCH (fact:Fact {id: row.id})
CALL (fact) {
  OPTIONAL MATCH (fact)-[support:SUPPORTS]->()
  WITH support.text AS text, support.predicate AS predicate, count(support) AS n ORDER BY n DESC,
       text, predicate
  RETURN head(collect({text: text, predicate: predicate, n: n})) AS best
}
SET fact.text = best.text, fact.name = left(best.text, 60), fact.predicate = best.predicate,
    fact.dirty = null
WITH fact, best
WHERE best.n = 0
DETACH DELETE fact
