"""Names of companies for measuring the gate: lists of real and fictional ones, and ways to hide a name."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from urllib.parse import quote

from vouched.text.characters import simplified_forms

FICTIONAL = {
    "竞安 Jingan": ("竞安", "Jingan", "竞安保险", "中国竞安"),
    "竞诚 Jingcheng": ("竞诚", "Jingcheng", "竞诚保险"),
    "竞华 Jinghua": ("竞华", "Jinghua", "竞华保险"),
}
INSURERS_AND_BANKS = (
    "Prudential", "Manulife", "MetLife", "Allianz", "Zurich Insurance", "Generali", "Aviva", "Chubb", "Swiss Re",
    "Münchener Rück", "HSBC", "Barclays", "Deutsche Bank", "BNP Paribas", "Citigroup", "JPMorgan", "Goldman Sachs",
    "Morgan Stanley", "Crédit Agricole", "Standard Chartered",
)  # fmt: skip
THEIR_TICKERS = (
    "PRU", "MFC", "MET", "ALV", "ZURN", "AIA", "AXA", "AIG", "CB", "ING", "UBS", "HSBC", "BCS", "DB", "BNP", "CITI",
    "JPM", "GS", "MS", "STAN",
)  # fmt: skip
BIG_COMPANIES = (
    "Microsoft", "Alphabet", "Nvidia", "Tesla", "Walmart", "Exxon Mobil", "Johnson & Johnson", "Procter & Gamble",
    "General Electric", "General Motors", "Coca-Cola", "Pfizer", "Boeing", "Intel", "Oracle", "Siemens", "Nestlé",
    "Volkswagen", "Toyota", "Samsung",
)  # fmt: skip
BIG_TICKERS = (
    "MSFT", "GOOG", "NVDA", "TSLA", "WMT", "XOM", "JNJ", "PG", "GE", "GM", "KO", "PFE", "BA", "INTC", "ORCL", "SAP",
    "IBM", "AT&T", "META", "AAPL",
)  # fmt: skip
CHINESE = (
    "平安保险", "中国人寿", "太平洋保险", "友邦保险", "新华保险", "泰康", "中国人保", "招商银行", "工商银行",
    "建设银行", "中信证券", "国泰君安", "腾讯", "阿里巴巴", "华为", "比亚迪", "贵州茅台", "宁德时代", "美团", "京东",
)  # fmt: skip
JAPANESE = (
    "日本生命", "第一生命", "明治安田", "住友生命", "東京海上", "損保ジャパン", "三井住友", "三菱UFJ", "みずほ",
    "野村證券", "楽天", "ソニー", "トヨタ", "ホンダ", "日立製作所", "任天堂", "ソフトバンク", "キヤノン", "資生堂",
    "広島銀行",
)  # fmt: skip

_TRADITIONAL = {simple: other for other, simple in reversed(simplified_forms().items()) if simple != other}
_CYRILLIC = str.maketrans("aceiopxyABCEHKMOPTX", "асеіорхуАВСЕНКМОРТХ")
_GREEK = str.maketrans("aoviunAEIKMNOPTXYBHZ", "αονιυηΑΕΙΚΜΝΟΡΤΧΥΒΗΖ")
_MARKED = str.maketrans("aeioucnszgtAEIOUCNSZGT", "áèîõüçñšžğţÁÈÎÕÜÇÑŠŽĞŢ")
_LEET = str.maketrans("oleastgOLEASTG", "01345790134579")
_SMALL_CAPITALS = str.maketrans("abcdeghijklmnoprtuvw", "ᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘʀᴛᴜᴠᴡ")


def _between(sign: str) -> Callable[[str], str]:
    return sign.join


def _middle(sign: str) -> Callable[[str], str]:
    return lambda name: name[: len(name) // 2] + sign + name[len(name) // 2 :]


def _shifted(start: int) -> Callable[[str], str]:
    """Return a writer in letters of the block that starts with its A: mathematical, circled, squared."""

    def written(name: str) -> str:
        return "".join(
            chr(start + ord(char.upper()) - 65) if char.isascii() and char.isalpha() else char for char in name
        )

    return written


WAYS: dict[str, Callable[[str], str]] = {
    "as listed": str,
    "zero-width space": _between("\u200b"),
    "word joiner": _between("\u2060"),
    "byte order mark": _between("\ufeff"),
    "zero-width non-joiner": _middle("\u200c"),
    "soft hyphen": _middle("\u00ad"),
    "variation selector": _between("\ufe0f"),
    "bidi marks": _between("\u200f"),
    "full width": lambda name: "".join(chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char for char in name),
    "decomposed": lambda name: unicodedata.normalize("NFD", name),
    "mathematical letters": _shifted(0x1D400),
    "circled letters": _shifted(0x24B6),
    "negative circled letters": _shifted(0x1F150),
    "Cyrillic": lambda name: name.translate(_CYRILLIC),
    "Greek": lambda name: name.translate(_GREEK),
    "marks on letters": lambda name: name.translate(_MARKED),
    "combining marks": _between("\u0301"),
    "small capitals": lambda name: name.lower().translate(_SMALL_CAPITALS),
    "digits for letters": lambda name: name.translate(_LEET),
    "traditional characters": lambda name: "".join(_TRADITIONAL.get(char, char) for char in name),
    "hyphen": _middle("-"),
    "dots": _between("."),
    "middle dot": _middle("·"),
    "underscore": _middle("_"),
    "slash": _middle("/"),
    "no-break space": _middle("\u00a0"),
    "tab": _middle("\t"),
    "new line": _middle("\n"),
    "letters spaced out": _between(" "),
    "capitals": str.upper,
    "small letters": str.lower,
    "numeric references": lambda name: "".join(f"&#{ord(char)};" for char in name),
    "hexadecimal references": lambda name: "".join(f"&#x{ord(char):x};" for char in name),
    "percent codes": lambda name: quote(name, safe=""),
    "percent codes of all": lambda name: "".join(f"%{byte:02X}" for byte in name.encode()),
    "escapes": lambda name: "".join(f"\\u{ord(char):04x}" for char in name),
    "tags": _middle("</b><i>"),
}
QUESTIONS = ("What was the revenue of {} in FY2025?", "{}2025年第三季度营收多少", "{}の2025年度の売上高は")
_DIVIDED = {
    "hyphen",
    "dots",
    "middle dot",
    "underscore",
    "slash",
    "no-break space",
    "tab",
    "new line",
    "letters spaced out",
}


def hidden(name: str) -> Iterator[tuple[str, str]]:
    """Yield the ways to hide a name that change it, and how it is then written.

    Of names of up to four letters of an alphabet, which are words too ("ing"), only those that keep them capitals
    together; digits stand for letters where at least two letters are left.
    """
    plain = unicodedata.normalize("NFD", name)
    letters = [char for char in plain if char.isalnum()]
    is_short = len(letters) <= 4 and name.isascii()
    for way, write in WAYS.items():
        written = write(name)
        if way != "as listed" and written == name:
            continue
        if way == "digits for letters" and sum(map(str.isalpha, written)) < 2:
            continue
        if is_short and (
            way in _DIVIDED or way in {"digits for letters", "small capitals", "small letters", "marks on letters"}
        ):
            continue
        if way in _DIVIDED and any(char.isspace() or char in "&-" for char in name):
            written = (
                write(name.replace(" ", "")) if way == "letters spaced out" else name.replace(" ", written_sign(way))
            )
        yield way, written


def written_sign(way: str) -> str:
    """Return the sign that a way to divide a name puts between its words."""
    return {"no-break space": "\u00a0", "tab": "\t", "new line": "\n", "hyphen": "-", "dots": ".", "slash": "/"}.get(
        way, "_"
    )
