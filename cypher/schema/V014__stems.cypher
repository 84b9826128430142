// Words cut to their first letters, of chunks that are not in English: what the analyzer 'english'
// cannot stem. Chunks of older graphs get them here, cut at blanks and marks; those written from
// now on also without accents.
CREATE FULLTEXT INDEX chunk_stems IF NOT EXISTS FOR (n:Chunk) ON EACH [n.stems]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-no-stop-words'}};
MATCH (source:Source)
WHERE NOT source.language IN ['en', 'ja', 'zh']
MATCH (source)<-[:FROM_SOURCE]-(chunk:Chunk)
WHERE chunk.stems IS NULL
CALL (source, chunk) {
  WITH CASE source.language WHEN 'ko' THEN 2 ELSE 5 END AS letters,
       split(chunk.title + '\n' + chunk.text, [' ', '\n', '\t', '.', ',', ':', ';', '(', ')', '"', '-', '/']) AS words
  SET chunk.stems = reduce(text = '', word IN words | text + ' ' + left(word, letters))
} IN TRANSACTIONS OF 1000 ROWS;
