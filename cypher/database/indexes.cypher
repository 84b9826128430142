// Every index with its state, how far it is built, and its configuration.
SHOW INDEXES YIELD name, type, state, populationPercent, labelsOrTypes, properties, options
RETURN name, type, state, populationPercent, labelsOrTypes, properties, options
ORDER BY name
