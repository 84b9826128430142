"""What the chosen chunks say, in order of relevance, and how likely it answers."""
