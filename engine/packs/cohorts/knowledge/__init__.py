"""What factions of Cohorts know: sightings, towers, memories and views."""
