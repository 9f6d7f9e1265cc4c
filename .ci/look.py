"""Takes pictures of the HTML reports in a folder, as a wide window and a phone show them, where Chromium is present."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SIZES = {"wide": "1400,1000", "phone": "500,1800"}  # headless Chromium lays out no window narrower than 500
QUIET = ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-background-networking")
SECONDS = 60


def take(browser: str, page: Path, *, size: str, picture: Path) -> bool:
    """Return whether a picture of `page` was made."""
    with tempfile.TemporaryDirectory() as profile:
        command = [browser, *QUIET, f"--user-data-dir={profile}", f"--window-size={size}", f"--screenshot={picture}"]
        subprocess.run([*command, page.as_uri()], capture_output=True, check=False, timeout=SECONDS)
    return picture.exists()


def main() -> int:
    """Return 0 when every report has its pictures, or there is no browser to take them with."""
    folder = Path(sys.argv[1]).resolve()
    pages = sorted(folder.glob("*.html"))
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        print(f"look: none of {', '.join(BROWSERS)} is installed; the {len(pages)} reports are in {folder}")
        return 0
    missing = 0
    for page in pages:
        for name, size in SIZES.items():
            picture = page.with_suffix(f".{name}.png")
            picture.unlink(missing_ok=True)
            made = take(browser, page, size=size, picture=picture)
            missing += not made
            print(f"{'made' if made else 'could not make'} {picture}")
    if not pages:
        print(f"look: no reports in {folder}")
    return 1 if missing or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
