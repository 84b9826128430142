"""The nouns of a graph, one module each: ``graph.sources``, ``graph.entities`` …

A command group of the command line has the same name and the same verbs.
"""
