"""What characters do with their time, as orders, and what kingdoms may order besides."""
