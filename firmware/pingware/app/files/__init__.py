"""Files and updates over the link."""
