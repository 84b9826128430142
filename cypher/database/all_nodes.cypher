// AllNodesScan: all nodes are meant. What delete_everything removes, and how much of it is not ours.
MATCH (n)
WHERE NOT n:__SchemaMigration AND NOT n:__Graph AND NOT n:__Lock
RETURN
  count(n) AS n,
  count(CASE WHEN none(label IN labels(n) WHERE label IN $labels) THEN 1 END) AS others
