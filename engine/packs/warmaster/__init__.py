"""Warmaster: armies of points, command, magic by dice score, battles on a field of their own."""
