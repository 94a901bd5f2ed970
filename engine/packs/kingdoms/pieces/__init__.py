"""What every pack of Kingdoms speaks of: records, abilities, and how its chance is drawn."""
