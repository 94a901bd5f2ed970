"""The army lists of a module: units, characters, spells, and the items that they may carry."""
