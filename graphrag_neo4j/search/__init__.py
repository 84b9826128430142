"""Search: answers over contexts of the graph, in several ways, each with checkable citations."""
