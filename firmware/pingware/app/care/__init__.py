"""Watch over the firmware: tasks, crashes, resets, reports of faults."""
