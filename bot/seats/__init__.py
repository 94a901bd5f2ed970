"""Seats: taken, given up, handed on, and who acts beside their players."""
