// Where to start: chunks and statements near the question ($vector), chunks that share its words
// ($searches: an index and a query each, and what they count for a chunk that has 'stems'; 'via' is
// the text of the $n_matched best), and chunks about the entities that it names
// ($entities; an entity of more than $about_hub chunks has none) or among the $n_holders at most
// that mention one; 'graph' counts all chunks, 'word' those with a word ('score': written just so,
// as the index knows no more than its stem), which are 'rare' if they are $n_holders at most.
// What a mail quotes (a chunk that does has its 'own' text) is $quoted less near than what it says.
// A number of 0 and an empty list leave a way out. With a filter, $exact > 0: if the sources that
// fit it have that many chunks at most, these are all compared; if they have more, the indexes are
// asked for more hits ($near_chunks, $near_statements, $wider times the words'), and those of other
// sources are dropped. For Neo4j 5.26; from 2026.01 on
// seeds.search.cypher does the same faster.
CALL () {
  WITH $exact AS exact
  WHERE exact > 0
  MATCH (source:Source)
  WHERE true /* filter */
  WITH source LIMIT $exact + 1
  RETURN collect(source) AS sources, sum(COUNT { (source)<-[:FROM_SOURCE]-() }) AS n_chunks
}
WITH sources, $exact > 0 AND size(sources) <= $exact AND n_chunks <= $exact AS compares_all
CALL (sources, compares_all) {
  WITH sources WHERE compares_all
  UNWIND sources AS source
  MATCH (source)<-[:FROM_SOURCE]-(chunk:Chunk)
  WITH source, chunk, vector.similarity.cosine(chunk.embedding, $vector) AS score
  WHERE score IS NOT NULL
  ORDER BY score DESC LIMIT $n_chunks
  RETURN 'chunk' AS kind, chunk, source.id AS via, score, 0 AS chunk_count
UNION ALL
  WITH sources WHERE compares_all AND $n_statements > 0
  UNWIND sources AS source
  MATCH (source)<-[:FROM_SOURCE]-(chunk:Chunk)<-[:MENTIONED_IN]-(statement:Statement)
  WITH chunk, statement, vector.similarity.cosine(statement.embedding, $vector) AS score
  WHERE score IS NOT NULL
  ORDER BY score DESC LIMIT $n_statements
  RETURN 'statement' AS kind, chunk, statement.id AS via,
         CASE WHEN chunk.own IS NOT NULL AND statement.text STARTS WITH '> '
              THEN score - $quoted ELSE score END AS score,
         0 AS chunk_count
UNION ALL
  WITH compares_all WHERE NOT compares_all AND $n_chunks > 0
  CALL db.index.vector.queryNodes('chunk_embedding', $near_chunks, $vector)
    YIELD node AS chunk, score
  MATCH (chunk)-[:FROM_SOURCE]->(source:Source)
  WHERE true /* filter */
  RETURN 'chunk' AS kind, chunk, source.id AS via, score, 0 AS chunk_count
UNION ALL
  WITH compares_all WHERE NOT compares_all AND $n_statements > 0
  CALL db.index.vector.queryNodes('statement_embedding', $near_statements, $vector)
    YIELD node AS statement, score
  MATCH (statement)-[:MENTIONED_IN]->(chunk:Chunk)-[:FROM_SOURCE]->(source:Source)
  WHERE true /* filter */
  RETURN 'statement' AS kind, chunk, statement.id AS via,
         CASE WHEN chunk.own IS NOT NULL AND statement.text STARTS WITH '> '
              THEN score - $quoted ELSE score END AS score,
         0 AS chunk_count
UNION ALL
  WITH compares_all
  UNWIND $searches AS search
  CALL (search) {
    CALL db.index.fulltext.queryNodes(
      search.index, search.words, {limit: $wider * $n_words}
    ) YIELD node AS chunk, score
    MATCH (chunk)-[:FROM_SOURCE]->(source:Source)
    WHERE true /* filter */
    WITH chunk, score LIMIT $n_words
    WITH collect({chunk: chunk, score: score}) AS best
    UNWIND range(0, size(best) - 1) AS rank
    WITH best[rank].chunk AS chunk, best[rank].score AS score, rank
    RETURN chunk, rank,
           score * CASE WHEN chunk.stems IS NULL THEN 1.0 ELSE search.where_stems END AS score
  }
  RETURN 'words' AS kind, chunk,
         CASE WHEN rank < $n_matched THEN chunk.title + ' ' + chunk.text ELSE '' END AS via,
         score, 0 AS chunk_count
UNION ALL
  WITH compares_all
  UNWIND $asked AS asked
  WITH asked, EXISTS { (:Entity {id: asked.entity}) } AS is_name
  CALL (asked, is_name) {
    UNWIND asked.searches AS search
    CALL db.index.fulltext.queryNodes(search.index, search.words, {limit: $n_counted}) YIELD node
    WITH DISTINCT node
    RETURN count(node) AS chunk_count, collect(node)[..$n_holders + 1] AS holders,
           sum(CASE WHEN is_name AND NOT toLower(node.title + ' ' + node.text) CONTAINS asked.word
               THEN 0.0 ELSE 1.0 END) AS n_written_so
  }
  CALL (asked, chunk_count, n_written_so, holders) {
    RETURN 'word' AS kind, null AS chunk, '' AS text, n_written_so AS score
  UNION ALL
    WITH chunk_count, holders WHERE chunk_count <= $n_holders
    UNWIND holders AS chunk
    MATCH (chunk)-[:FROM_SOURCE]->(source:Source)
    WHERE true /* filter */
    RETURN 'rare' AS kind, chunk, '' AS text, 1.0 / chunk_count AS score
  UNION ALL
    WITH asked, chunk_count WHERE chunk_count = 0 AND asked.n_names > 0
    CALL db.index.fulltext.queryNodes('entity_name', asked.like + ' ' + $words, {limit: asked.n_names})
      YIELD node, score
    RETURN 'like_name' AS kind, null AS chunk, node.name AS text, score
  UNION ALL
    WITH asked, chunk_count WHERE chunk_count = 0 AND asked.n_texts > 0
    CALL db.index.fulltext.queryNodes('chunk_text', asked.like + ' ' + $words, {limit: asked.n_texts})
      YIELD node, score
    RETURN 'like_text' AS kind, null AS chunk, node.title + ' ' + node.text AS text, score
  }
  RETURN kind, chunk, asked.word + '\n' + text AS via, score, chunk_count
UNION ALL
  WITH compares_all
  UNWIND $entities AS id
  CALL (id) {
    MATCH (entity:Entity {id: id}) RETURN entity
    /* clause: or_merged */
  }
  WITH entity, head(collect(id)) AS id
  CALL (entity) {
    OPTIONAL MATCH (entity)<-[:ABOUT]-(about:Chunk)-[:FROM_SOURCE]->(source:Source)
      WHERE COUNT { (entity)<-[:ABOUT]-() } <= $about_hub AND true /* filter */
    WITH collect(about) AS chunks, count(DISTINCT source) AS n_sources
    UNWIND CASE WHEN chunks = [] THEN [null] ELSE chunks END AS chunk
    RETURN 'about' AS kind, chunk,
           CASE WHEN chunk IS NULL THEN 0.0 ELSE 1.0 / n_sources END AS score
  UNION ALL
    WITH entity WHERE entity.chunk_count <= $n_holders
    MATCH (entity)<-[:MENTIONS]-(:Statement)-[:MENTIONED_IN]->(chunk:Chunk)
    MATCH (chunk)-[:FROM_SOURCE]->(source:Source)
    WHERE true /* filter */
    RETURN DISTINCT 'mention' AS kind, chunk, 1.0 / entity.chunk_count AS score
  }
  RETURN kind, chunk, id AS via, score, coalesce(entity.chunk_count, 0) AS chunk_count
UNION ALL
  WITH compares_all
  UNWIND $phrases + COLLECT {
    UNWIND $perhaps_names AS name
    MATCH (:Entity {id: name.id})
    RETURN name.phrase ORDER BY size(name.phrase) DESC, name.phrase LIMIT $n_names
  } AS phrase
  CALL (phrase) {
    // a title that many passages share ("Release 2.4") hides the one whose text has the number; of
    // a name in such a title the text that repeats it tells no more than the others
    UNWIND [phrase] + CASE WHEN phrase IN $codes THEN ['text:' + phrase] ELSE [] END AS query
    CALL db.index.fulltext.queryNodes('chunk_text', query, {limit: $n_holders + 1}) YIELD node
    WITH query, collect(node) AS holders
    WHERE size(holders) <= $n_holders
    // what only repeats its document's title above its text says the code no more than the others
    RETURN [node IN holders WHERE query = phrase
            OR node.title = '' OR NOT node.title STARTS WITH trim(replace(split(node.text, '\n')[0], '#', ''))
            OR toLower(substring(node.text, size(split(node.text, '\n')[0]))) CONTAINS toLower(replace(phrase, '"', ''))] AS holders
    ORDER BY size(query) LIMIT 1
  }
  UNWIND holders AS chunk
  MATCH (chunk)-[:FROM_SOURCE]->(source:Source)
  WHERE true /* filter */
  RETURN 'phrase' AS kind, chunk, phrase AS via, 1.0 / size(holders) AS score, 0 AS chunk_count
UNION ALL
  WITH compares_all
  MATCH (any:Chunk)
  WITH count(any) AS total
  RETURN 'graph' AS kind, null AS chunk, null AS via, toFloat(total) AS score, 0 AS chunk_count
}
OPTIONAL MATCH (chunk)-[:FROM_SOURCE]->(source:Source)
RETURN collect({
  kind: kind, chunk: chunk.id, source: source.id, via: via, score: score, chunk_count: chunk_count
}) AS hits
