"""Painting in general: a canvas, its colours, shapes and letters, and the finished picture."""
