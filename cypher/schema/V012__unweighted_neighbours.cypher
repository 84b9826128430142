// How closely two entities are named together is worked out when it is asked for. As a property of
// their edge it had to be set anew wherever an entity was named once more, on all of its edges.
MATCH (:Entity)-[pair:CO_OCCURS_WITH]->(:Entity)
WHERE pair.weight IS NOT NULL
CALL (pair) {
  REMOVE pair.weight
} IN TRANSACTIONS OF 10000 ROWS;
