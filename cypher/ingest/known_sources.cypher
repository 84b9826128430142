// Sources that have one of these ids, texts or other names.
CALL () {
  UNWIND $ids AS id MATCH (s:Source {id: id}) RETURN s
  UNION UNWIND $content_hashes AS hash MATCH (s:Source {content_hash: hash}) RETURN s
  UNION MATCH (s:Source) WHERE s.alias_count > 0 AND any(a IN s.aliases WHERE a IN $uris) RETURN s
}
RETURN s.id AS id, s.uri AS uri, coalesce(s.aliases, []) AS aliases,
       s.content_hash AS content_hash, s.fingerprint AS fingerprint, s.record_place AS place, s.status AS status
