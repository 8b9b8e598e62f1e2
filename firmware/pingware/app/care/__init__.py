"""Checks on the firmware: tasks, crashes, resets, reports of faults."""
