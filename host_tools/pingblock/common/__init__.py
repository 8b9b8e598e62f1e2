"""Helpers of all packages: files, folders, locks, and the places of firmware and MicroPython."""
