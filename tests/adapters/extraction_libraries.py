"""The libraries that the model for them is tried inside of: all that can be installed with this Python."""

from __future__ import annotations

import sys

# langcore needs Python 3.12.
LIBRARIES = ["langextract", "langcore"] if sys.version_info >= (3, 12) else ["langextract"]

if __name__ == "__main__":
    told = "" if len(LIBRARIES) > 1 else " alone; langcore needs Python 3.12, which was not found"
    sys.stdout.write(" and ".join(LIBRARIES) + told + "\n")
