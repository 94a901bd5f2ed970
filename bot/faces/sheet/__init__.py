"""The sheet on which panels are drawn: boxes, bars, rows of figures, in the look of the maps."""
