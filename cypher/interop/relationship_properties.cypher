// The properties that relationships of each type have, and the types of their values.
CALL db.schema.relTypeProperties() YIELD relType, propertyName, propertyTypes
WHERE propertyName IS NOT NULL
RETURN replace(replace(relType, ':', ''), '`', '') AS kind, propertyName AS name,
       propertyTypes AS types
