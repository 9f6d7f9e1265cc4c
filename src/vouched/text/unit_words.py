"""The units that numbers are written with, in English, Japanese and Chinese, and what one is of another.

Each row of a table: a canonical name, how many of its dimension's base it is, and how it is written. Sources of the
factors: the SI brochure (BIPM, 9th edition), NIST Handbook 44 for customary units, 計量法 for 坪 and 畳.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple

__all__ = ["Unit", "currency_at", "currency_before", "unit_at", "unit_of"]


class Unit(NamedTuple):
    """A unit: its name, what it measures, how many of the base unit it is, and what it is shifted by (temperatures)."""

    name: str
    dimension: str
    factor: Decimal
    shift: Decimal = Decimal(0)


_ROWS = {
    "length": """
        km 1000 ㎞ kilometers kilometres kilometer kilometre kms キロメートル 公里 千米
        m 1 meters metres meter metre メートル 米
        cm 0.01 ㎝ centimeters centimetres centimeter centimetre センチメートル センチ 厘米 公分
        mm 0.001 ㎜ millimeters millimetres millimeter millimetre ミリメートル ミリ 毫米
        µm 0.000001 μm um micrometers micrometres microns micron マイクロメートル 微米
        nm 0.000000001 nanometers nanometres ナノメートル 纳米
        mi 1609.344 miles mile マイル 英里
        yd 0.9144 yards yard ヤード 码
        ft 0.3048 feet foot フィート 英尺
        inch 0.0254 inches インチ 英寸
        里 500 华里""",
    "mass": """
        t 1000 tonnes tonne トン 吨 噸 公吨 "metric tons" "metric ton"
        kg 1 ㎏ kilograms kilogram kilos kilo kgs キログラム キロ 公斤 千克
        g 0.001 grams gram gm グラム 克
        mg 0.000001 ㎎ milligrams milligram ミリグラム 毫克
        µg 0.000000001 μg mcg ug micrograms microgram マイクログラム 微克
        lb 0.45359237 lbs pounds ポンド 磅
        oz 0.028349523125 ounces ounce オンス 盎司
        斤 0.5
        ton 907.18474 tons""",
    "volume": """
        l 1 L liters litres liter litre リットル 升 公升
        ml 0.001 mL milliliters millilitres milliliter millilitre cc ㏄ ㎖ ミリリットル 毫升
        dl 0.1 dL deciliters decilitres デシリットル 分升
        gal 3.785411784 gallons gallon ガロン 加仑
        m³ 1000 m3 "cubic meters" "cubic metres" 立方メートル 立方米
        cup 0.2365882365 cups カップ
        tbsp 0.01478676478125 tablespoons tablespoon 大さじ 汤匙
        tsp 0.00492892159375 teaspoons teaspoon 小さじ 茶匙
        pint 0.473176473 pints
        quart 0.946352946 quarts
        barrel 158.987294928 barrels bbl バレル 桶""",
    "area": """
        m² 1 m2 sqm "square meters" "square metres" "square meter" 平方メートル 平米 平方米 ㎡
        km² 1000000 km2 "square kilometers" "square kilometres" 平方キロメートル 平方キロ 平方公里
        ha 10000 hectares hectare ヘクタール 公顷
        acre 4046.8564224 acres エーカー 英亩
        sqft 0.09290304 "square feet" "square foot" "sq ft" 平方フィート 平方英尺
        mi² 2589988.110336 "square miles" "square mile" 平方マイル 平方英里
        坪 3.305785
        亩 666.6667 畝""",
    "calendar": """
        year 12 years yr yrs か年 ヶ年 カ年 箇年 年間 年间 周年 年
        quarter 3 quarters 四半期 個四半期 季度 个季度
        month 1 months か月 ヶ月 カ月 ケ月 箇月 个月 個月 か月間 ヶ月間""",
    "span": """
        week 604800 weeks wk wks 週間 周 个星期 星期 周间
        day 86400 days 日 日間 天 日间
        hour 3600 hours hr hrs h 時間 小时 个小时 時 小時
        minute 60 minutes min mins 分間 分钟 分鐘 分
        second 1 seconds sec secs s 秒 秒間 秒钟
        ms 0.001 milliseconds ミリ秒 毫秒""",
    "speed": """
        km/h 1 kph kmh 公里/小时 キロメートル毎時
        mph 1.609344 "miles per hour" 英里/小时
        m/s 3.6 "meters per second" 米/秒""",
    "energy": """
        kWh 1 kwh "kilowatt hours" キロワット時 千瓦时 度电
        MWh 1000 mwh
        GWh 1000000 gwh
        kcal 0.00116222222 kilocalories calories calorie カロリー キロカロリー 千卡 大卡
        J 0.00000027777778 joules
        kJ 0.00027777778 kilojoules""",
    "power": """
        W 1 watts watt ワット 瓦
        kW 1000 kilowatts キロワット 千瓦
        MW 1000000 megawatts メガワット 兆瓦
        GW 1000000000 gigawatts ギガワット 吉瓦
        hp 745.69987 horsepower 馬力 马力""",
    "data": """
        KB 1000 kilobytes
        MB 1000000 megabytes メガバイト
        GB 1000000000 gigabytes ギガバイト
        TB 1000000000000 terabytes テラバイト
        bit 0.125 bits
        byte 1 bytes バイト 字节""",
    "frequency": """
        Hz 1 hertz ヘルツ 赫兹
        kHz 1000
        MHz 1000000
        GHz 1000000000""",
    "pressure": """
        mmHg 1 "mm Hg"
        kPa 7.50061683
        psi 51.7149326
        hPa 0.750061683
        bar 750.061683 bars""",
    "amount": """
        mmol 0.001
        mol 1
        IU 1 iu 国際単位 国际单位""",
    "dose": """
        tablet 1 tablets tab tabs 錠 片
        capsule 1 capsules カプセル 粒
        drop 1 drops 滴
        dose 1 doses 剂 回分""",
}
# Counters say what is counted and are compared as they are: a number of people is none of houses.
_COUNTERS = """
    people persons person 人 名 位|people times 回 次 度目|times 件|件 個 个 箇|個 台|台 本|本 枚 张|枚 冊 册 部|册
    社 家 家公司 companies|companies 歳 岁 才|years-old 頭 匹 只 羽|heads 戸 户 世帯 households|households
    店舗 家门店 stores|stores 席|席 票 votes|votes 問 题 questions|questions 点 分数|marks 階 层 階建て floors|floors
    号室 rooms|rooms 株 股 shares|shares 口|口 語 字 文字|characters 頁 ページ 页 pages|pages 章 chapters|chapters
    隻 艘 ships|ships 棟 栋 buildings|buildings employees 従業員 员工|employees items|items units|units
    customers|customers patients|patients students|students 倍 x × fold|x
"""
_CURRENCIES = """
    USD US$ U.S.$ $ dollars dollar "US dollars" "U.S. dollars" ドル 米ドル 美元 美金
    EUR € euros euro ユーロ 欧元
    GBP £ sterling "pounds sterling" 英ポンド 英镑
    JPY JP¥ yen 円 日元 日圆 日円
    CNY RMB CN¥ yuan renminbi 人民币 人民幣 人民元 中国元
    HKD HK$ "Hong Kong dollars" 港元 港币 港幣 香港ドル
    TWD NT$ 新台币 新臺幣 台湾ドル 台币
    KRW ₩ won ウォン 韩元 韓元
    INR ₹ Rs rupees rupee ルピー 卢比
    CHF francs franc フラン 瑞士法郎
    AUD A$ 豪ドル 澳元
    CAD C$ カナダドル 加元
    SGD S$ シンガポールドル 新元
    YUAN 元 块 塊 圆
    ¥ ￥
    cent cents セント ¢ 美分
"""
_TEMPERATURES = {
    "°C": ("1", "0", '℃ °c degC 摂氏 摄氏度 "degrees Celsius" "degrees C" 度'),
    "°F": ("0.5555555555555556", "-17.77777777777778", '℉ °f degF 華氏 华氏度 "degrees Fahrenheit" "degrees F"'),
}
_RATIOS = {
    "%": ("1", '％ percent "per cent" pct パーセント 百分比'),
    "‰": ("0.1", "permille パーミル 千分之"),
    "割": ("10", ""),
}
_POINTS = {
    "pp": (
        "1",
        (
            '"percentage points" "percentage point" ppt ppts pts パーセントポイント ポイント %ポイント 百分点'
            " 百分點 个百分点 個百分點"
        ),
    ),
    "bp": ("0.01", 'bps "basis points" "basis point" ベーシスポイント 基点 个基点 個基點'),
}


def _words(row: str) -> list[str]:
    return [quoted or bare for quoted, bare in re.findall(r'"([^"]*)"|(\S+)', row)]


def _read_units() -> dict[str, Unit]:
    units: dict[str, Unit] = {}
    for dimension, rows in _ROWS.items():
        for row in rows.strip().splitlines():
            name, factor, *forms = _words(row)
            units |= dict.fromkeys((name, *forms), Unit(name, dimension, Decimal(factor)))
    for name, (degree, shift, written) in _TEMPERATURES.items():
        measure = Unit(name, "temperature", Decimal(degree), Decimal(shift))
        units |= dict.fromkeys((name, *_words(written)), measure)
    for dimension, table in (("ratio", _RATIOS), ("points", _POINTS)):
        for name, (factor, written) in table.items():
            units |= dict.fromkeys((name, *_words(written)), Unit(name, dimension, Decimal(factor)))
    for counted, name in re.findall(r"([^|]+)\|(\S+)", _COUNTERS):
        units |= {form: Unit(name, f"count:{name}", Decimal(1)) for form in counted.split()}
    aged = Unit("years-old", "count:years-old", Decimal(1))
    return units | dict.fromkeys(("years old", "year old", "year-old", "years-old", "yrs old", "yo"), aged)


def _read_money() -> dict[str, str]:
    rows = [_words(row) for row in _CURRENCIES.strip().splitlines()]
    return {form: name for name, *forms in rows for form in (name, *forms)}


_UNITS, _MONEY = _read_units(), _read_money()
# Letters of other cases mean other things (mW and MW, m and M): they are told apart by their writing where it is short.
_LOWERED = {form.lower(): unit for form, unit in _UNITS.items() if len(form) > 3 and form.isascii()}


def _lengths(forms: Iterable[str], place: int) -> dict[str, tuple[int, ...]]:
    """Return, for each character that forms have at a place, how long these are, the longest first."""
    found: dict[str, set[int]] = {}
    for form in forms:
        for char in {form[place], form[place].lower(), form[place].upper()}:
            found.setdefault(char, set()).add(len(form))
    return {char: tuple(sorted(lengths, reverse=True)) for char, lengths in found.items()}


_UNIT_LENGTHS = _lengths([*_UNITS, *_LOWERED], 0)
_MONEY_LENGTHS, _MONEY_ENDS = _lengths(_MONEY, 0), _lengths(_MONEY, -1)


def unit_at(text: str, start: int) -> tuple[Unit, int] | None:
    """Return the unit that is written at a place, the longest that fits, and where it ends; None for none."""
    for length in _UNIT_LENGTHS.get(text[start : start + 1], ()):
        form = text[start : start + length]
        unit = _UNITS.get(form) or _LOWERED.get(form.lower())
        if unit is not None and len(form) == length and not _goes_on(text, start + length):
            return unit, start + length
    return None


def currency_at(text: str, start: int) -> tuple[str, int] | None:
    """Return the currency that is written at a place, the longest that fits, and where it ends; None for none."""
    for length in _MONEY_LENGTHS.get(text[start : start + 1], ()):
        form = text[start : start + length]
        code = _MONEY.get(form) or _MONEY.get(form.lower())
        if code is not None and len(form) == length and not _goes_on(text, start + length):
            return code, start + length
    return None


def currency_before(text: str, end: int) -> tuple[str, int] | None:
    """Return the currency that is written before a place, the longest that fits, and where it begins; None for none."""
    for length in _MONEY_ENDS.get(text[end - 1 : end], ()) if end > 0 else ():
        start = end - length
        code = _MONEY.get(text[start:end]) if start >= 0 else None
        if code is not None and not (start > 0 and _is_letter(text[start]) and _is_letter(text[start - 1])):
            return code, start
    return None


def _goes_on(text: str, end: int) -> bool:
    """Whether a Latin word goes on behind a place."""
    return _is_letter(text[end - 1]) and end < len(text) and _is_letter(text[end])


def _is_letter(char: str) -> bool:
    return char.isalpha() and char < "\u2e80"


def unit_of(form: str) -> Unit | None:
    """Return the unit that is written so, None for none."""
    return _UNITS.get(form) or _LOWERED.get(form.lower().replace("\u00a0", " "))
