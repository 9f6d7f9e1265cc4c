"""Uses the installed wheel as a user would, from a folder of its own; exits with 1 when something is amiss."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from importlib import resources
from pathlib import Path

import vouched

COMMAND = Path(sys.executable).parent / "vouched"
SOURCE_TREE = Path(__file__).resolve().parent.parent / "src"
LEASE = "Rent falls due on the first day of each month. Pets are not allowed in the flat.\n"
STANDS = {"claims": [{"text": "No pets.", "citations": [{"document": "lease", "anchor": "Pets are not allowed"}]}]}
INVENTED = {"claims": [{"text": "Pets.", "citations": [{"document": "lease", "anchor": "Dogs may stay overnight"}]}]}


def verified(folder: Path, answer: object) -> tuple[int, str]:
    """Return the exit code and the status that `vouched verify --json` gives for an answer about the lease."""
    (folder / "answer.json").write_text(json.dumps(answer), encoding="utf-8")
    command = [COMMAND, "verify", "answer.json", "--documents", "lease.txt", "--json"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    try:
        return done.returncode, json.loads(done.stdout)["status"]
    except (ValueError, KeyError):
        raise SystemExit(f"vouched verify: expected JSON with a status, saw {done.stdout!r} {done.stderr!r}") from None


def main() -> None:
    """Check the installed package: its home, its type marker, its command, and two answers."""
    assert SOURCE_TREE not in Path(vouched.__file__).resolve().parents, "the source tree was used, not the wheel"
    assert resources.files("vouched").joinpath("py.typed").is_file(), "the wheel has no py.typed"
    shown = subprocess.run([COMMAND, "--help"], capture_output=True, text=True, check=True).stdout
    assert "verify" in shown, f"vouched --help does not name its verbs: {shown!r}"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "lease.txt").write_text(LEASE, encoding="utf-8")
        stands, invented = verified(folder, STANDS), verified(folder, INVENTED)
    assert stands == (0, "released"), f"an answer that stands: expected exit 0 and released, saw {stands}"
    assert invented[0] == 1, f"an invented quote: expected exit 1, saw {invented}"
    print(f"wheel {vouched.__version__}: installed alone, released what stands and not what was invented")


if __name__ == "__main__":
    main()
