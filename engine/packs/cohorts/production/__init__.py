"""Production of Cohorts: what the world does by itself when a turn or month ends."""
