// How many facts and entities wait to be derived.
RETURN COUNT { MATCH (f:Fact) WHERE f.dirty IS NOT NULL } AS facts,
       COUNT { MATCH (e:Entity) WHERE e.dirty IS NOT NULL } AS entities
