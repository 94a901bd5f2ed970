"""Warmaster: what a case gives, put to the real code of its pack."""
