"""Reads the relations of a Japanese sentence from its particles: が, を and に, passives, relative clauses, conditions.

No dictionary: a noun is a run of ideographs, katakana or letters before a particle, a verb one before other hiragana.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from vouched.text.folding import fold
from vouched.text.relations import Relation

__all__ = ["japanese_relations"]

_NOUN = r"[々〆〇㐀-鿿豈-﫿ァ-ヺー・a-zA-Z0-9０-９Ａ-Ｚａ-ｚ]+"
_STEM = "[いきぎしじちにびみりえけげせてねべめれ]"
_PIECE = re.compile(
    rf"(?P<noun>(?:{_NOUN}の)*{_NOUN}(?:たち|ら|さん|くん|ちゃん)?)"
    r"(?P<particle>によって|により|から|まで|には|では|とは|にも|ではなく|を|が|に|は|も|で|と|や|か|へ)"
    r"(?P<comma>、?)(?!る|った|って|り|れ)"
    rf"|(?P<verb>{_NOUN}(?:{_STEM}[㐀-鿿]+)?[ぁ-ゟ]+|[ぁ-ゟ]{{2,}})(?P<stop>[、。]?)"
    rf"|(?P<other>{_NOUN}|[ぁ-ゟ]|.)",
    re.DOTALL,
)
_CONDITION = re.compile(r"(?:なら(?:ば)?|たら|だら|れば|ければ|限り|かぎり|場合(?:は|に)?|とすると|とすれば)$")
_CASE = re.compile(r"場合|限り|仮に|もし(?!か)")
_DOUBT = re.compile(
    r"かもしれ|にちがいな|に違いな|だろう|でしょう|らしい|ようだ|ようです|そうだ|そうです|かどうか|とは限らな|とはかぎらな|はずだ"
)
_DOUBT_WORD = re.compile(r"ひょっとし|もしかし|おそらく|恐らく|たぶん|多分|きっと|どうやら")
_DENIED = re.compile(
    r"わけではな|わけじゃな|のではな|ことはな|なかった|なかっ|ない(?!か)|ません|(?<!かかわら)(?<!関わら)(?<!拘ら)ず(?:に|、|$)|ぬ$|まい$"
)
_CASED = re.compile(rf"{_NOUN}(?:を|が|に|は|も|で|と|か|や|から)")
_SAID = re.compile(r"^と(?:思|信|考|言|述|主張|願|期待|聞|感じ|誤解|想像|疑|おも|いっ|かんが|しんじ)")
_SUPPOSED_NOUN = re.compile(
    r"(?:という|との)?(?:可能性|疑い|噂|うわさ|話|説|憶測|推測|見方|仮定|予想|主張|誤解|夢|期待|おそれ|恐れ|見込み|想定|懸念)"
)
_CAUSATIVE = re.compile(r"(?:[かさたなまらわがば]|さ)せ(?:る|た|て|ま|ら|な|、|。|$)")
_EITHER = re.compile(r"か、?(?:あるいは|または|もしくは|それとも)")
_SAID_VERB = re.compile(r"思|信じ|考え|言|述べ|主張|願|期待|聞|感じ|誤解|想像|疑|望|祈|噂|推測|予想|仮定|夢見")
_PASSIVE = re.compile(r"(?:[かさたなまらわがばこき]|させ|せら)?(?:れ(?:る|た|て|ま|な|、|。|$))")
_CONNECTIVE = re.compile(r"(?:て|で|が|し|ので|から|けど|けれど|けれども|ながら|つつ|たり|り|ため|とき|時|後|前)$")
_MOST_RELATIONS = 24


class _Argument(NamedTuple):
    noun: frozenset[str]
    particle: str
    comma: bool
    alternative: bool = False


def japanese_relations(text: str) -> list[Relation]:
    """Return the relations of a sentence in order, at most 24; an act is the stem of its verb."""
    return _Reader(text).read()


def _act(verb: str) -> str:
    """Return the part of a verb that its inflection leaves: 助けて and 助けた are one act."""
    return fold(_inflected(verb) if _ideographs(verb) else verb[:2])


def _ideographs(text: str) -> bool:
    return bool(re.match(_NOUN, text))


def _inflected(verb: str) -> str:
    """Return a verb up to its last ideograph: 追い回 of 追い回した."""
    found = re.match(rf"{_NOUN}(?:{_STEM}[㐀-鿿]+)?", verb)
    return found.group() if found else verb


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._arguments: list[_Argument] = []
        self._group: frozenset[str] = frozenset()
        self._is_alternative = False
        self._chained: list[str] = []
        self._found: list[Relation] = []
        self._supposed = bool(_CASE.search(text)) or False
        self._doubted = bool(_DOUBT_WORD.search(text))

    def read(self) -> list[Relation]:
        for match in _PIECE.finditer(self._text):
            if len(self._found) >= _MOST_RELATIONS:
                break
            if match["noun"]:
                self._read_noun(match)
            elif match["verb"]:
                self._read_verb(match["verb"], match.end("verb"), stopped=bool(match["stop"]))
        return self._found

    def _read_noun(self, match: re.Match[str]) -> None:
        noun, particle = frozenset([fold(match["noun"])]), match["particle"]
        if particle in ("と", "や", "か") and re.match(
            rf"[ \u3000]*{_NOUN}", self._text[match.end() : match.end() + 3]
        ):
            self._group |= noun
            self._is_alternative = self._is_alternative or particle == "か"
            return
        self._arguments.append(_Argument(noun | self._group, particle, bool(match["comma"]), self._is_alternative))
        self._group, self._is_alternative = frozenset(), False

    def _read_verb(self, verb: str, end: int, *, stopped: bool) -> None:
        if _SAID.search(verb) or (
            self._found and _SAID_VERB.match(verb) and self._text[end - len(verb) - 1 : end - len(verb)] == "と"
        ):
            self._found[-1] = self._found[-1].but(stands=False)
            return
        following = self._text[end : end + 12]
        if (not _ideographs(verb) and not self._arguments) or (verb.endswith("なく") and not stopped):
            return
        if (
            verb.endswith(("て", "で"))
            and not stopped
            and re.match(rf"{_NOUN}[ぁ-ゟ]", following)
            and not _CASED.match(following)
        ):
            self._chained.append(verb)  # 押して歩いている: one who does both
            return
        head = re.match(rf"((?:{_NOUN}の)*{_NOUN})(?:を|が|に|は|も|で|と|か|や|から)", following)
        supposed = _SUPPOSED_NOUN.match(following) or (verb.endswith("という") and _SUPPOSED_NOUN.search(following))
        is_relative = not stopped and not supposed and head is not None and not _CONNECTIVE.search(verb)
        if is_relative and head is not None and not _CASE.match(head[1]):
            self._add(verb, self._taken(), frozenset([fold(head[1])]))
            return
        self._add(verb, self._arguments, None)
        if supposed:
            self._found[-1] = self._found[-1].but(stands=False)
        if _EITHER.search(verb + self._text[end - 1 : end + 6]):
            self._found[-1] = self._found[-1].but(stands=False)
            self._supposed = True
        if not re.search(r"[てで]$", verb):
            self._arguments = [each for each in self._arguments if each.particle == "は" and not stopped]

    def _taken(self) -> list[_Argument]:
        """Take the arguments that belong to a relative clause: those right before its verb, and no topic."""
        taken: list[_Argument] = []
        while self._arguments and not self._arguments[-1].comma:
            last = self._arguments[-1]
            if last.particle in ("は", "も") or any(each.particle == last.particle for each in taken):
                break
            if last.particle == "が" and not self._has_other_subject():
                break
            taken.insert(0, self._arguments.pop())
        return taken

    def _has_other_subject(self) -> bool:
        return any(each.particle in ("が", "は") for each in self._arguments[:-1])

    def _add(self, verb: str, arguments: list[_Argument], head: frozenset[str] | None) -> None:
        by = {each.particle: each.noun for each in arguments}
        topic = by.get("は") or by.get("も") or by.get("には") or frozenset()
        agents, patients = by.get("が", frozenset()), by.get("を", frozenset())
        if _CAUSATIVE.search(verb):
            agents, patients = patients or by.get("に", frozenset()), patients if "に" in by else frozenset()
        elif _PASSIVE.search(verb):
            patients = agents or topic or (head or frozenset())
            agents = by.get("に") or by.get("によって") or by.get("により") or by.get("から") or frozenset()
        else:
            if not patients and "に" in by:
                patients = by["に"]
            agents, patients = _filled(agents, patients, topic or (head or frozenset()))
        tail = verb + self._text[self._text.find(verb) + len(verb) :][:12]
        stands = not (
            self._supposed
            or self._doubted
            or _CONDITION.search(verb)
            or _DOUBT.search(tail)
            or any(each.alternative for each in arguments)
        )
        for each in (*self._chained, verb):
            self._found.append(Relation(_act(each), agents, patients, stands, bool(_DENIED.search(verb))))
        self._chained = []


def _filled(
    agents: frozenset[str], patients: frozenset[str], loose: frozenset[str]
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the roles with a topic or the head of a relative clause in the one that is free."""
    if not agents:
        return loose, patients
    return (agents, loose) if not patients else (agents, patients)
