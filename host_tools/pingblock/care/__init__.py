"""Care of a device: install, update and flash it, look after it, and find faults."""
