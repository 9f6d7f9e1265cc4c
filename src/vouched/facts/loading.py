"""Turns tables into facts: numbers with the metric, entity, period, channel and unit that their heads say."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from vouched.errors import UsageError
from vouched.facts.cells import Cell, Number, Sheet, number_of
from vouched.facts.columns import Columns, columns_of
from vouched.facts.heads import Head, head_of, is_plan, joined
from vouched.facts.lexicon import Lexicon
from vouched.facts.periods import Period, period_of
from vouched.facts.profile import FactProfile
from vouched.facts.rows import STATUSES, Fact, FactKey, Status
from vouched.facts.sections import Line, Section, is_year
from vouched.facts.units import CURRENCIES, SCALES, UnitWish, converted, plain, unit_of
from vouched.facts.views import folded
from vouched.record import Record

__all__ = ["LEAST_CONFIDENCE", "Loaded", "Loading", "Reject"]

_NOTHING = Head({})
_FORMULA = Head({}, unknown=("a formula without a value",))
# What programs call sheets says nothing of what is in them.
_SHEET = re.compile(r"(?:sheet|tabelle|feuil|工作表|シート)\s*\d*\Z")
_HEADER_ROWS = 20
_MOST_HEADS = 20_000


class Reject(Record, frozen=True, kw_only=True):
    """A cell that is no fact: its place, what was expected, and what was seen."""

    place: str
    expected: str
    seen: str


LEAST_CONFIDENCE = 0.5
"""Below it a program's own reading is kept as pending, and not answered with."""


class Loaded(Record, frozen=True, kw_only=True):
    """The facts of tables, what was refused, how many cells said that there is no number, and hidden sheets."""

    facts: tuple[Fact, ...] = ()
    rejects: tuple[Reject, ...] = ()
    blanks: int = 0
    hidden: tuple[str, ...] = ()


class _Refused(Exception):
    """A cell is no fact."""

    def __init__(self, expected: str, seen: str) -> None:
        super().__init__(expected)
        self.expected, self.seen = expected, seen


class Loading(NamedTuple):
    """How tables are read: for which profile, and what their rows do not say themselves."""

    profile: FactProfile
    lexicon: Lexicon
    document: str
    as_of: str | None = None
    status: Status = "auto_approved"
    extractor: str | None = None
    # What heads say that were read before: columns repeat the same few.
    memory: dict[str, Head] | None = None

    def loaded(self, sheets: Sequence[Sheet]) -> Loaded:
        """Return the facts of tables. Cells that say different things of one fact are all refused, none is chosen."""
        if self.memory is None:
            return self._replace(memory={}).loaded(sheets)
        found: list[tuple[str, Fact]] = []
        rejects: list[Reject] = []
        blanks = 0
        for sheet in sheets:
            for item in self._of_sheet(sheet):
                if item is None:
                    blanks += 1
                elif isinstance(item, Reject):
                    rejects.append(item)
                else:
                    found.append(item)
        facts, conflicts = _without_conflicts(found)
        hidden = tuple(sheet.name for sheet in sheets if sheet.is_hidden)
        return Loaded(facts=facts, rejects=(*rejects, *conflicts), blanks=blanks, hidden=hidden)

    def _of_sheet(self, sheet: Sheet) -> Iterator[tuple[str, Fact] | Reject | None]:
        rows = [row for row in sheet.rows if any(cell.text.strip() or cell.is_unknown for cell in row)]
        for index, row in enumerate(rows[:_HEADER_ROWS]):
            columns = columns_of(row)
            if columns is not None:
                texts = [sheet.name, *(cell.text for above in rows[:index] for cell in above)]
                if plan := next(filter(is_plan, texts), None):
                    yield Reject(
                        place=sheet.name or row[0].place,
                        expected="a table of what was, not of plans",
                        seen=repr(plan[:60]),
                    )
                    return
                yield from self._of_rows(sheet, columns, rows[index + 1 :])
                return
        yield from self._wide(sheet, rows)

    def _of_rows(
        self, sheet: Sheet, columns: Columns, rows: Sequence[Sequence[Cell]]
    ) -> Iterator[tuple[str, Fact] | Reject | None]:
        """Yield the facts of rows under named columns; a column that is not understood may change what all are of."""
        if columns.fault is not None:
            expected = "a column for one of metric, entity, channel, period, value, unit, document … once, or notes"
            yield Reject(place=_place(sheet, columns.fault), expected=expected, seen=repr(columns.fault.text[:60]))
            return
        for row in rows:
            yield self._long(sheet, {kind: row[at] for kind, at in columns.places.items() if at < len(row)})

    def _long(self, sheet: Sheet, cells: Mapping[str, Cell]) -> tuple[str, Fact] | Reject | None:
        """Return the fact of a row that has a column for each slot."""
        place = _place(sheet, cells.get("value") or next(iter(cells.values())))
        texts = {kind: cell.text.strip() for kind, cell in cells.items()}
        try:
            if unread := next((cell for cell in cells.values() if cell.is_unknown), None):
                raise _Refused("a value; the file keeps only a formula", unread.place)
            if "value" not in cells:
                raise _Refused("a value", "none")
            number = number_of(cells["value"], self.lexicon)
            if number is None:
                return None
            said = {kind: self._named(kind, texts[kind]) for kind in ("metric", "entity", "channel") if texts.get(kind)}
            period = self._period(texts.get("period", ""), texts.get("period_type") or None)
            written = " ".join(filter(None, (texts.get("currency"), texts.get("unit"))))
            unit = self._unit(written) if written else None
            fact = self._fact({**said, "period": period}, number, unit, cells["value"], texts.get("locator") or place)
            return place, fact.but(**self._besides(texts))
        except _Refused as refused:
            return Reject(place=place, expected=refused.expected, seen=refused.seen)

    def _besides(self, texts: Mapping[str, str]) -> dict[str, Any]:
        given: dict[str, Any] = {
            kind: texts[kind] for kind in ("document", "as_of", "status", "extractor") if texts.get(kind)
        }
        if given.get("status", "pending") not in STATUSES:
            raise _Refused(f"a status among {', '.join(STATUSES)}", repr(texts["status"][:60]))
        try:
            if "as_of" in given:
                given["as_of"] = date.fromisoformat(given["as_of"]).isoformat()
        except ValueError:
            raise _Refused("a day such as 2026-01-31", repr(texts["as_of"][:60])) from None
        if texts.get("confidence"):
            try:
                given["confidence"] = float(texts["confidence"])
            except ValueError:
                given["confidence"] = -1.0
            if not 0 <= given["confidence"] <= 1:
                raise _Refused("a confidence from 0 to 1", repr(texts["confidence"][:60]))
            if given["confidence"] < LEAST_CONFIDENCE and given.get("status", self.status) == "auto_approved":
                # What a program itself doubts waits for a person.
                given["status"] = "pending"
        return given

    def _wide(self, sheet: Sheet, rows: Sequence[Sequence[Cell]]) -> Iterator[tuple[str, Fact] | Reject | None]:
        """Yield the facts of a table whose heads stand above and beside its numbers."""
        at = self._header(rows)
        if at is None:
            if rows:
                expected = "a row of heads that name periods, metrics or entities, or the columns metric, period, value"
                yield Reject(place=sheet.name or rows[0][0].place, expected=expected, seen="none")
            return
        name = "" if _SHEET.match(folded(sheet.name)) else sheet.name
        texts = [name, *(cell.text for row in rows[:at] for cell in row if cell.text.strip())]
        titles = [head_of(text, self.lexicon, self.profile, is_title=True) for text in texts if text]
        heads = [self._head(cell) for cell in rows[at]]
        first = next(index for index, head in enumerate(heads) if not head.is_empty) or 1
        titles += _corners(heads, first)
        above = [heads]
        for row in rows[at + 1 : at + _HEADER_ROWS]:
            if not self._is_header(row, first):
                break
            # Of several rows of heads the upper ones go on over blank cells, as merged cells do.
            above = [*above[:-1], _filled(above[-1], first), [self._head(cell) for cell in row]]
        before: list[Head] = [_NOTHING] * first
        section = Section()
        for row in rows[at + len(above) :]:
            beside = [self._head(cell) for cell in row[:first]]
            # A blank head goes on with the one above it, as merged cells do.
            beside = [
                over if head is _NOTHING and index < len(beside) - 1 else head
                for index, (head, over) in enumerate(zip(beside, before, strict=False))
            ]
            before = beside + before[len(beside) :]
            line, told = self._line(row, first), section.over(beside)
            section = section.after(line, above[-1][first:], titles)
            if line.repeats(above[-1][first:]):
                continue
            for index in range(first, len(row)):
                over = [heads[index] for heads in above if index < len(heads)]
                yield self._crossed(sheet, row[index], (*titles, *told, *beside, *over))

    def _head(self, cell: Cell) -> Head:
        if cell.is_unknown:
            return _FORMULA
        return self._head_of(cell.text) if cell.text.strip() else _NOTHING

    def _head_of(self, text: str) -> Head:
        memory = {} if self.memory is None else self.memory
        head = memory.get(text)
        if head is None:
            head = head_of(text, self.lexicon, self.profile)
            if len(memory) < _MOST_HEADS:
                memory[text] = head
        return head

    def _line(self, row: Sequence[Cell], first: int) -> Line:
        numbers = [number_of(cell, self.lexicon) for cell in row[first:]]
        names = [self._head(row[first + at]) if each and each.fault else None for at, each in enumerate(numbers)]
        return Line([self._head(cell) for cell in row[:first]], row[first:], names)

    def _is_header(self, row: Sequence[Cell], first: int) -> bool:
        """Whether a row has nothing beside it, and above its columns only names: a further row of heads."""
        named = [cell for cell in row[first:] if cell.text.strip()]
        blank = not any(cell.text.strip() for cell in row[:first])
        return blank and bool(named) and all(_names(self._head(cell)) for cell in named)

    def _header(self, rows: Sequence[Sequence[Cell]]) -> int | None:
        """Return the first row in which two cells, or one beside a blank or plain corner, name slots."""
        for index, row in enumerate(rows[:_HEADER_ROWS]):
            named = [at for at, cell in enumerate(row) if not _is_figure(cell) and _names(self._head(cell))]
            if len(named) > 1 or (named and named[0] > 0 and index + 1 < len(rows)):
                return index
            years = [cell for cell in row[1:] if cell.text.strip()]
            if years and not (row[0].text.strip() and _names(self._head(row[0]))) and all(map(is_year, years)):
                return index
        return None

    def _crossed(self, sheet: Sheet, cell: Cell, heads: Sequence[Head]) -> tuple[str, Fact] | Reject | None:
        place = _place(sheet, cell)
        try:
            number = number_of(cell, self.lexicon)
            if number is None:
                return None
            if unknown := [word for head in heads for word in head.unknown]:
                raise _Refused(f"heads that are understood{self._near(unknown[0])}", f"{' '.join(unknown)!r:.80}")
            said, wish, clash = joined(heads)
            if clash is not None:
                raise _Refused(f"one {clash}", "heads that name two")
            return place, self._fact(said, number, wish, cell, place)
        except _Refused as refused:
            return Reject(place=place, expected=refused.expected, seen=refused.seen)

    def _near(self, word: str) -> str:
        """Return the names of the profile that are written nearly like a word, for the message."""
        groups: tuple[Mapping[str, Any], ...] = (self.profile.metrics, self.profile.entities, self.profile.channels)
        names = [name for items in groups for code, item in items.items() for name in (code, *item.synonyms)][:500]
        near = difflib.get_close_matches(word[:40], names, n=3, cutoff=0.75)
        return f" (near: {', '.join(near)})" if near else ""

    def _fact(self, said: Mapping[str, Any], number: Number, wish: UnitWish | None, cell: Cell, locator: str) -> Fact:
        if number.fault is not None or number.value is None:
            raise _Refused(number.fault or "a number", repr(cell.text[:60]))
        for kind in ("metric", "period"):
            if kind not in said:
                raise _Refused(f"a head that names the {kind}", "none")
        entities = self.profile.entities
        if "entity" not in said and len(entities) > 1:
            raise _Refused("a head that names the entity", "none")
        entity = said.get("entity", self.profile.company.home)
        metric = said["metric"]
        value, unit = self._in_unit(metric, number, wish)
        channel = said.get("channel", self.profile.total)
        return Fact(
            key=FactKey(metric, entity, said["period"], channel),
            value=value,
            unit=unit,
            document=self.document,
            locator=locator,
            as_of=self.as_of,
            status=self.status,
            extractor=self.extractor,
        )

    def _in_unit(self, metric: str, number: Number, wish: UnitWish | None) -> tuple[Decimal, str]:
        """Return a number in the unit of its metric, or in its own where that measures something else (HKD, not USD).

        What the cell says goes before its heads. Raises _Refused where the two disagree, or a share may be a fraction.
        """
        value = number.value or Decimal(0)
        at_home = unit_of(self.profile.metrics[metric].unit)
        name, scale = (None, None) if wish is None else (wish.name, wish.scale)
        for each in number.units:
            if each.startswith("10^"):
                scale = int(each[3:])
            elif name is not None and each != name:
                raise _Refused(f"the unit of its heads, {name}", each)
            else:
                name = each
        if name is None and scale is None:
            if at_home.kind == "percent" and 0 < abs(value) < 1:
                raise _Refused("a percentage that says so (in its head, its cell or its format)", str(value))
            return plain(value), at_home.id
        if at_home.kind != "amount" and (name is None or unit_of(name).kind == "amount"):
            raise _Refused(f"a unit of {metric}, {at_home.id}", name or f"10^{scale}")
        if at_home.kind == "amount" and at_home.name not in CURRENCIES and name != at_home.name:
            raise _Refused(f"a unit of {metric}, {at_home.name}, beside its scale", name or f"10^{scale}")
        own = _unit_named(name or at_home.name, scale or 0)
        if own is None:
            raise _Refused("a known scale", f"10^{scale}")
        exact = converted(value, unit_of(own), at_home)
        return (plain(value), own) if exact is None else (exact, at_home.id)

    def _named(self, kind: str, text: str) -> str:
        items: Mapping[str, Any] = {"metric": self.profile.metrics, "entity": self.profile.entities}.get(
            kind, self.profile.channels
        )
        if text in items:
            return text
        head = self._head_of(text)
        if kind in head.said and not head.unknown:
            return str(head.said[kind])
        near = difflib.get_close_matches(text, items, n=3, cutoff=0.4) or list(items)[:5]
        raise _Refused(f"a {kind} of the profile ({', '.join(near)})", repr(text[:60]))

    def _period(self, text: str, grain: str | None) -> Period:
        try:
            return period_of(text, grain)
        except UsageError as error:
            head = self._head_of(text)
            if "period" in head.said and not head.unknown and grain is None:
                return head.said["period"]  # type: ignore[no-any-return]
            raise _Refused(str(error).partition("expected ")[2].rpartition(", saw")[0], repr(text[:60])) from None

    def _unit(self, text: str) -> UnitWish:
        try:
            unit = unit_of(text)
            return UnitWish(unit.name, unit.scale if unit.kind == "amount" else None)
        except UsageError:
            head = self._head_of(text)
            if head.unit is None or head.unknown or head.said:
                raise _Refused("a unit such as USD_M or 百万元", repr(text[:60])) from None
            return head.unit


def _corners(heads: Sequence[Head], first: int) -> list[Head]:
    """Return the heads above the row heads that speak for the whole table: of kinds that no column says otherwise."""
    columns = {kind for head in heads[first:] for kind in head.said}
    return [head for head in heads[:first] if not columns & head.said.keys()]


def _filled(heads: Sequence[Head], first: int) -> list[Head]:
    """Return heads of columns, blank ones as the head before them."""
    found = list(heads)
    for index in range(first + 1, len(found)):
        if found[index] is _NOTHING:
            found[index] = found[index - 1]
    return found


def _is_figure(cell: Cell) -> bool:
    return cell.number is not None


def _names(head: Head) -> bool:
    return not head.unknown and bool(head.said)


def _unit_named(name: str, scale: int) -> str | None:
    if unit_of(name).kind != "amount":
        return name
    mark = next((mark for mark, power in SCALES.items() if power == scale and mark != "H"), None)
    return None if mark is None else f"{name}_{mark}" if mark else name


def _place(sheet: Sheet, cell: Cell) -> str:
    return f"{sheet.name}!{cell.place}" if sheet.name else cell.place


def _without_conflicts(found: Sequence[tuple[str, Fact]]) -> tuple[tuple[Fact, ...], tuple[Reject, ...]]:
    """Return facts once each, and as refused those of which two cells of one day say different things."""
    groups: dict[tuple[FactKey, str | None, str], list[tuple[str, Fact]]] = {}
    for place, fact in found:
        groups.setdefault((fact.key, fact.as_of, fact.document), []).append((place, fact))
    facts: list[Fact] = []
    rejects: list[Reject] = []
    for group in groups.values():
        if len({(fact.value, fact.unit, fact.status) for _, fact in group}) == 1:
            facts.append(group[0][1])
            continue
        places = ", ".join(place for place, _ in group[:5])
        rejects += [
            Reject(place=place, expected=f"one value of a fact ({places})", seen=f"{fact.value} {fact.unit}")
            for place, fact in group
        ]
    return tuple(facts), tuple(rejects)
