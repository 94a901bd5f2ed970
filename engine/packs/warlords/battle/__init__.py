"""The Warlords battle itself: two sides, a field and dice in, a record out; it touches no world."""
