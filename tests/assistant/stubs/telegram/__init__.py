"""Stands in for python-telegram-bot where it is not installed."""
