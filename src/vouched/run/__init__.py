"""Turns raw model output into drafts, and what is done with them into outcomes."""
