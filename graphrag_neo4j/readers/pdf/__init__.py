"""PDF files: characters, pages, running heads, headings, paragraphs."""
