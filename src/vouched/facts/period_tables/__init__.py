"""How periods are called in each language, as data."""
