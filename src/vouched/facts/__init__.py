"""Questions answered only from the fact store."""
