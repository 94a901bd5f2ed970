"""What has a place of its own in the reports of Cohorts."""
