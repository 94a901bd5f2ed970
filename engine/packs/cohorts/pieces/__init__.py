"""What there is in the world: pieces and the map as records, and plain questions about them.

Whose a thing is, what lies in what, who holds how many of an item, how many people a city has. It
stands on `content` alone, and everything that acts stands on it.
"""
