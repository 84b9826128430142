// Sources one of whose names begins with one of these prefixes. Where these are many, each source
// with further names is one: to compare all with all takes longer than to send these.
CALL () {
  UNWIND $prefixes AS prefix
  MATCH (source:Source)
  WHERE source.uri_start STARTS WITH left(prefix, 400) AND source.uri STARTS WITH prefix
  RETURN source
  UNION
  MATCH (source:Source)
  WHERE source.alias_count > 0
    AND (size($prefixes) > 20 OR any(alias IN source.aliases
         WHERE any(prefix IN $prefixes WHERE alias STARTS WITH prefix)))
  RETURN source
}
RETURN source.id AS id, source.uri AS uri, source.title AS title,
       coalesce(source.aliases, []) AS aliases
