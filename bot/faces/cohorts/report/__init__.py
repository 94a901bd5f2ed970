"""Events with a separate place in the reports of Cohorts."""
