"""Sheets of boxes with rows: one plain value that picture, words and alt text are made from."""
