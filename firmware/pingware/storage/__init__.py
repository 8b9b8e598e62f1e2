"""Files on the device's flash, replaced in one step."""
