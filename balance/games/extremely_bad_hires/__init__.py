"""Extremely Bad Hires."""
