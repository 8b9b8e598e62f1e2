"""Requests and sounds of the owner."""
