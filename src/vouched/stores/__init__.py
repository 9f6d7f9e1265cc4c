"""What outlives a run: its replies, its outcome, and what a person decided of it."""
