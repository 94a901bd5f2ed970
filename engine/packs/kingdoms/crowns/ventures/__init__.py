"""What characters do with their time, as orders, and further orders of kingdoms."""
