"""Bytes are read in the encoding they were written in, or refused: never altered, never guessed from damage."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vouched.text.encodings import Decoded, Undecodable, decode

JAPANESE = (
    "第三条　甲は、乙に対し、本契約に基づく債務を履行しなければならない。"
    "ただし、やむを得ない事由があるときは、この限りでない。\r\n"
)
TRADITIONAL = "第三條　行為之處罰，以行為時之法律有明文規定者為限。拘束人身自由之保安處分，亦同。\r\n"
SIMPLIFIED = "第三条　公司应当在每一会计年度终了时编制财务会计报告，并依法经会计师事务所审计。\r\n"
KOREAN = "제3조 이 법은 공포한 날부터 시행한다. 다만, 부득이한 사유가 있는 때에는 그러하지 아니하다.\r\n"
ENGLISH = "The tenant’s deposit — £1,200 — is “held in trust” until the lease ends; see § 4.\r\n"
GERMAN = "Die Kündigung muss schriftlich erfolgen; für Schäden haftet der Mieter gemäß „Anlage A“.\r\n"

WRITTEN = (
    (JAPANESE, "cp932"),
    (JAPANESE, "euc_jp"),
    (JAPANESE, "iso2022_jp"),
    (JAPANESE + "①㈱ｶﾀｶﾅ", "cp932"),
    (JAPANESE + "①", "euc_jis_2004"),
    (TRADITIONAL, "cp950"),
    (TRADITIONAL, "gb18030"),
    (SIMPLIFIED, "gb18030"),
    (KOREAN, "cp949"),
    (ENGLISH, "cp1252"),
    (GERMAN, "cp1252"),
)


@pytest.mark.parametrize(("text", "encoding"), WRITTEN, ids=lambda value: value[:8])
def test_legacy_encodings_are_told_apart(text: str, encoding: str) -> None:
    """A text of some length in a legacy encoding is read in it, its line ends as they were."""
    assert decode(text.encode(encoding)) == Decoded(text, encoding)


@pytest.mark.parametrize(
    ("mark", "codec", "named"),
    [
        (codecs.BOM_UTF8, "utf-8", "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16-le", "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16-be", "utf-16"),
        (codecs.BOM_UTF32_LE, "utf-32-le", "utf-32"),
        (codecs.BOM_UTF32_BE, "utf-32-be", "utf-32"),
    ],
)
def test_a_byte_order_mark_decides_and_is_taken_off(mark: bytes, codec: str, named: str) -> None:
    """A byte order mark names the encoding and is not part of the text."""
    assert decode(mark + JAPANESE.encode(codec)) == Decoded(JAPANESE, named)


@given(st.text(st.characters(exclude_characters="\0\x1b", exclude_categories=["Cs"])))
def test_utf8_is_never_taken_for_anything_else(text: str) -> None:
    """Any UTF-8 text is read as itself."""
    marked = text.startswith("\ufeff")
    if not text.startswith(("%PDF-", "GIF8", "PK\x03\x04")):
        assert decode(text.encode()) == Decoded(text.removeprefix("\ufeff"), "utf-8-sig" if marked else "utf-8")


@given(st.binary())
def test_any_bytes_are_text_or_a_reason(data: bytes) -> None:
    """Any bytes give a text that encodes back to them, or a reason."""
    read = decode(data)

    if isinstance(read, Decoded) and read.encoding in ("utf-8", "cp932", "gb18030", "cp949", "cp1252"):
        assert read.text.encode(read.encoding).decode(read.encoding) == read.text
    else:
        assert isinstance(read, (Decoded, Undecodable))


@pytest.mark.parametrize("place", range(0, 150, 7))
def test_one_wrong_byte_does_not_make_mojibake(place: int) -> None:
    """UTF-8 with a damaged byte is refused with its place, not read as another encoding."""
    data = bytearray((JAPANESE * 3).encode())
    data[place] = 0xFF

    read = decode(bytes(data))

    assert isinstance(read, Undecodable)
    # The place is where the damaged character begins.
    assert read.reason in {f"UTF-8 with a wrong byte at {begin}" for begin in (place - 2, place - 1, place)}


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"%PDF-1.7\n", "PDF"),
        (b"\x89PNG\r\n\x1a\n", "PNG"),
        (b"\xff\xd8\xff\xe0", "JPEG"),
        (b"PK\x03\x04\x14", "zip"),
        (b"abc\0def", "NUL byte at 3"),
        ("plain".encode("utf-16-le"), "without a byte order mark"),
        (codecs.BOM_UTF16_LE + b"\x00\xd8\x41", "utf-16"),
        ("Привет, как дела у вас сегодня".encode("cp1251"), "no encoding"),
        (bytes(range(0x80, 0x100)) * 4, "no encoding"),
    ],
    ids=ascii,
)
def test_what_is_no_text_is_refused_with_a_reason(data: bytes, reason: str) -> None:
    """Binary data and encodings that are not tried are refused, and the reason says what was seen."""
    read = decode(data)

    assert isinstance(read, Undecodable)
    assert reason in read.reason


def test_ten_megabytes_are_read_to_their_end() -> None:
    """A long legacy text is read like a short one."""
    data = (JAPANESE * 80_000).encode("euc_jp")

    assert isinstance(decode(data), Decoded)
