"""Cells, USB, sleep, and the times at which flash can be written."""
