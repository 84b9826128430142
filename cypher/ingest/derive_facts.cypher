// Eager: all evidence of a round is read before anything is set. A fact is told in the words said
// most often (ties: first in the alphabet); one that nothing supports any more goes.
UNWIND $rows AS row
MATCH (f:Fact {id: row.id})
CALL (f) {
  OPTIONAL MATCH (f)-[p:SUPPORTS]->()
  WITH p.text AS text, p.predicate AS predicate, count(p) AS n ORDER BY n DESC, text, predicate
  RETURN head(collect({text: text, predicate: predicate, n: n})) AS best
}
SET f.text = best.text, f.name = left(best.text, 60), f.predicate = best.predicate, f.dirty = null
WITH f, best
WHERE best.n = 0
DETACH DELETE f
