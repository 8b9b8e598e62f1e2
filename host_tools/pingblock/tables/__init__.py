"""Referees of whole games at the table: rules as pure functions, tables as logs of commands."""
