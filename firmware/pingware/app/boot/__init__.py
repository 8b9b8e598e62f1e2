"""Starts the device: first the parts that a press needs, then the tasks."""
