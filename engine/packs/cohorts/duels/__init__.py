"""Battles outside any campaign, by which a league measures the balance of Cohorts."""
