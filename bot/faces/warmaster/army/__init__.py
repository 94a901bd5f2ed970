"""An army as Warmaster sees it: who leads it, where it stands, what it is told, set by taps."""
