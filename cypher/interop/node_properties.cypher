// The properties that nodes of each label have, and the types of their values.
CALL db.schema.nodeTypeProperties() YIELD nodeLabels, propertyName, propertyTypes
WHERE propertyName IS NOT NULL
UNWIND nodeLabels AS label
RETURN label AS kind, propertyName AS name, propertyTypes AS types
