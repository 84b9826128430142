// Eager: what goes is found before anything goes. A relation whose evidence is gone is gone.
UNWIND $ids AS id
MATCH (e:Entity {id: id})-[r:RELATED]->(o:Entity)
WHERE NOT EXISTS {
  (e)-[a:SUBJECT]->(f:Fact)-[b:OBJECT]->(o)
  WHERE f.relation_type = r.relation_type AND EXISTS { (f)-[:SUPPORTS]->() }
    AND (e <> o OR coalesce(a.merged_from, e.id) = coalesce(b.merged_from, o.id))
}
DELETE r
