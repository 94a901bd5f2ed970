"""How a campaign of Cohorts begins, and how players take their seats."""
