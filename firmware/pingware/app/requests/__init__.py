"""Requests and answers over the serial link."""
