// Those of $names that no property of this database has ever had, and the fields that sources have
// (a thousand of them).
CALL db.propertyKeys() YIELD propertyKey
WITH collect(propertyKey) AS known
RETURN [name IN $names WHERE NOT name IN known] AS unknown, COLLECT {
  MATCH (source:Source) WHERE source.id IS NOT NULL
  WITH source LIMIT 1000
  UNWIND keys(source) AS field
  RETURN DISTINCT field ORDER BY field
} AS fields
