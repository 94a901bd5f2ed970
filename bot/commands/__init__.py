"""The commands that are put together from several subjects."""
