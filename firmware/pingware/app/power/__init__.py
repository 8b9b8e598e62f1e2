"""Cells, USB, sleep, and the times when flash may be written."""
