"""What stands where in the reports of the game of kings."""
