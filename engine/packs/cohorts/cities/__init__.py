"""Cities of Cohorts: their people, access, actions, and what their orders do."""
