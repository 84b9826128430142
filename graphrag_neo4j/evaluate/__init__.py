"""How well a graph answers questions, measured: on a user's own questions, or on made ones."""
