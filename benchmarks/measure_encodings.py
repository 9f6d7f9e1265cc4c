"""How often a text in a legacy encoding is read as it was written: vouched and the detection libraries installed.

    python benchmarks/measure_encodings.py DATA [--text LANG=FILE]... [--pieces 400] [--seed 7]

DATA is the folder with the labelled data (law_articles, jnli_valid, pawsx_ja, uhgeval_zh, ocnli_dev, contracts_dev,
wice_dev). Every library is told the same candidates. A reading is right when all characters are. Prints the table
of docs/encodings.md.
"""

from __future__ import annotations

import argparse
import importlib
import json
import lzma
import random
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

from vouched.text.encodings import Decoded, decode

LENGTHS = (20, 100, 500, 5000)
KANA = re.compile("[\u3041-\u30fe]")
HAN = re.compile("[\u4e00-\u9fff]")
WRITTEN_IN = {
    "ja": ("utf-8", "cp932", "euc_jp", "iso2022_jp"),
    "zh-hant": ("utf-8", "cp950", "gb18030"),
    "zh-hans": ("utf-8", "gb18030"),
    "en": ("utf-8", "cp1252"),
    "ko": ("utf-8", "cp949"),
}
# What a library calls a subset that every reader decodes as its superset.
SUPERSET = {
    "shift_jis": "cp932", "gb2312": "gb18030", "gbk": "gb18030", "euc-kr": "cp949", "euc_kr": "cp949",
    "big5": "cp950", "iso-8859-1": "cp1252",
}  # fmt: skip
CHARDET = (
    "utf-8 ascii cp932 shift_jis euc-jp euc_jis_2004 iso-2022-jp gb18030 big5 big5hkscs cp949 euc-kr windows-1252"
).split()
NORMALIZER = "utf_8 cp932 euc_jp iso2022_jp gb18030 big5 cp950 cp949 cp1252".split()

Reader = Callable[[bytes], str | None]


def readers() -> dict[str, Reader]:
    """Return the readers to compare by name, each from bytes to text; None where it finds no encoding."""
    found: dict[str, Reader] = {"vouched": read_by_vouched}
    for name, make in (("chardet", by_chardet), ("charset_normalizer", by_normalizer)):
        try:
            library = importlib.import_module(name)
        except ImportError:
            print(f"{name} is not installed and is left out")
        else:
            found[f"{name} {library.__version__}"] = make(library)
    return found


def read_by_vouched(data: bytes) -> str | None:
    """Return the text as vouched reads it."""
    read = decode(data)
    return read.text if isinstance(read, Decoded) else None


def by_chardet(library: object) -> Reader:
    """Return a reader that asks chardet."""
    return lambda data: decoded(data, library.detect(data, include_encodings=CHARDET)["encoding"])  # type: ignore[attr-defined]


def by_normalizer(library: object) -> Reader:
    """Return a reader that asks charset-normalizer."""

    def read(data: bytes) -> str | None:
        best = library.from_bytes(data, cp_isolation=NORMALIZER).best()  # type: ignore[attr-defined]
        return decoded(data, best.encoding if best else None)

    return read


def decoded(data: bytes, encoding: str | None) -> str | None:
    """Return the text in the encoding that a library named, None where it does not decode."""
    try:
        return data.decode(SUPERSET.get(encoding.lower(), encoding)) if encoding else None
    except (LookupError, UnicodeDecodeError):
        return None


def sources(folder: Path, name: str) -> list[str]:
    """Return the distinct source texts of one labelled set."""
    with lzma.open(folder / f"{name}.jsonl.xz", "rt", encoding="utf-8") as lines:
        return list(dict.fromkeys(json.loads(line)["source"] for line in lines))


def texts_of(folder: Path) -> dict[str, list[str]]:
    """Return long texts by language."""
    laws = sources(folder, "law_articles")
    return {
        "ja": ["\n".join(text for text in laws if KANA.search(text)), *joined(folder, "jnli_valid", "pawsx_ja")],
        "zh-hant": ["\n".join(text for text in laws if HAN.search(text) and not KANA.search(text))],
        "zh-hans": joined(folder, "uhgeval_zh", "ocnli_dev"),
        "en": joined(folder, "contracts_dev", "wice_dev"),
    }


def joined(folder: Path, *names: str) -> list[str]:
    """Return one long text for each labelled set."""
    return ["\n".join(sources(folder, name)) for name in names]


def pieces(texts: list[str], length: int, encoding: str, rng: random.Random) -> Iterator[tuple[str, bytes]]:
    """Yield random pieces of the texts with their bytes; characters that the encoding lacks are left out."""
    for _ in range(100_000):
        text = rng.choice(texts)
        start = rng.randrange(max(1, len(text) - length))
        data = text[start : start + length].encode(encoding, "ignore")
        piece = data.decode(encoding)
        if not piece.isascii():
            yield piece, data


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("data", type=Path)
    parser.add_argument("--text", action="append", default=[], metavar="LANG=FILE")
    parser.add_argument("--pieces", type=int, default=400)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    texts = texts_of(given.data)
    for extra in given.text:
        language, _, file = extra.partition("=")
        texts.setdefault(language, []).append(Path(file).read_text(encoding="utf-8"))
    table, right, seconds = [], Counter[str](), defaultdict[str, float](float)
    every = readers()
    total = 0
    for language, of_language in texts.items():
        for encoding in WRITTEN_IN.get(language, ("cp1252",)):
            for length in LENGTHS:
                rng = random.Random(f"{given.seed} {language} {encoding} {length}")
                here = Counter[str]()
                for (piece, data), _ in zip(
                    pieces(of_language, length, encoding, rng), range(given.pieces), strict=False
                ):
                    total += 1
                    for name, read in every.items():
                        start = time.perf_counter()
                        here[name] += read(data) == piece
                        seconds[name] += time.perf_counter() - start
                right += here
                table.append(
                    (language, encoding, length, *(f"{100 * here[name] / given.pieces:.1f}" for name in every))
                )
    print("| language | encoding | characters |", " | ".join(every), "|\n|---|---|---:|" + "---:|" * len(every))
    for row in table:
        print("|", " | ".join(str(cell) for cell in row), "|")
    print("| all | | |", " | ".join(f"{100 * right[name] / total:.2f}" for name in every), "|")
    print("| ms a piece | | |", " | ".join(f"{1000 * seconds[name] / total:.2f}" for name in every), "|")


if __name__ == "__main__":
    main()
