"""Taking a kingdom: a King ready-made or by points."""
