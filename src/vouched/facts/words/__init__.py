"""The sentences of answers, and the names of units, as data: one file a language."""
