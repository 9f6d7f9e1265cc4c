"""The words of questions, as data: one file a language, and one of units."""
