// Sources that came from these files (their uris): a file itself, its records, or what lies in it.
UNWIND $files AS file
MATCH (source:Source)
WHERE source.uri_start STARTS WITH left(file, 400)
  AND (source.uri = file OR source.uri STARTS WITH file + '#')
RETURN file, source.uri AS uri, source.content_hash AS content_hash,
       source.fingerprint AS fingerprint, source.record_place AS place, source.status AS status,
       coalesce(source.alias_count, 0) > 0 AS has_aliases
