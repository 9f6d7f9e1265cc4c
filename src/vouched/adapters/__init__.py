"""One file per outside library or protocol; nothing below imports this room."""
