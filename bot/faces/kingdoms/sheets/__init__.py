"""Sheets of Kingdoms: boxes of rows as plain values, from which picture, words and alt come."""
