"""Helpers of all rooms: files, folders, locks, and where firmware and MicroPython lie."""
