"""Start of the device: what a press needs, then the tasks."""
