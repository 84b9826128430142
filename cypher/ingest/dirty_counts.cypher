// How many facts and entities wait to be derived.
RETURN COUNT { MATCH (fact:Fact) WHERE fact.dirty IS NOT NULL } AS facts,
       COUNT { MATCH (entity:Entity) WHERE entity.dirty IS NOT NULL } AS entities
