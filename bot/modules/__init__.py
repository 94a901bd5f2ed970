"""Modules that people hand in: read from a zip, checked, kept, compared and tried out."""
