"""Pure string mechanics: folding, boundaries, sentences, locating, strict JSON, URLs. Knows no claims."""
