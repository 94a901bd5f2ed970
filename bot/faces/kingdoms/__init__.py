"""The faces of the parts of Kingdoms: one folder a part, and one a subject that they share."""
