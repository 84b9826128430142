// Sources that have one of these ids, texts or other names.
CALL () {
  UNWIND $ids AS id MATCH (source:Source {id: id}) RETURN source
  UNION UNWIND $content_hashes AS hash MATCH (source:Source {content_hash: hash}) RETURN source
  UNION MATCH (source:Source) WHERE source.alias_count > 0
  AND any(alias IN source.aliases WHERE alias IN $uris) RETURN source
}
RETURN source.id AS id, source.uri AS uri, coalesce(source.aliases, []) AS aliases,
       source.content_hash AS content_hash, source.fingerprint AS fingerprint,
       source.record_place AS place, source.status AS status
