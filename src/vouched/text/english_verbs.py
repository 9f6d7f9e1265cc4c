"""The verbs that English relations are read by: common ones with their forms, and those that suppose or assert."""

from __future__ import annotations

__all__ = ["ASSERTING", "SUPPOSING", "VERB_FORMS"]

_REGULAR = (
    "accept accuse achieve acquire add admire adopt advance advise affect agree allow amend announce answer appeal "
    "appoint approach approve argue arrest arrive ask assign assist attack attract authorize avoid award ban beat "
    "block borrow call cancel cause challenge change charge claim collect commission compensate confirm connect "
    "consider contact contain contribute control convict cover create criticize cross cure damage dance decide declare "
    "decrease defeat defend delay deliver demand deny describe design destroy develop direct discover dismiss display "
    "disclose divide donate edit elect employ encourage end enter establish examine exceed exclude execute expand "
    "expect export "
    "fear file finance fire follow force found fund grant guarantee harm hate help hire honor ignore impose improve "
    "include "
    "increase indemnify inform influence inherit injure inspect instruct insure introduce investigate invite invoice "
    "join kick kill kiss launch lead lease license like limit list load love manage manufacture marry mention merge "
    "name nominate notify obtain offer open operate oppose order organize own pass perform permit prefer prepare "
    "present preserve prevent produce prohibit promote propose protect prove provide publish punish purchase raise "
    "reach receive recognize recommend record reduce refer refuse reject release relieve remove rename rent replace "
    "report represent request require rescue resign restrict reveal reward sack save serve shout sign sponsor start "
    "state stop study sue supply support surpass suspend target tax terminate test thank transfer treat trust "
    "update urge use value violate visit vote walk wait want warn watch welcome win witness work"
).split()
_IRREGULAR = (
    "beat/beat/beaten become/became become begin/began/begun bite/bit/bitten break/broke/broken bring/brought "
    "build/built buy/bought catch/caught choose/chose/chosen come/came cut/cut draw/drew/drawn drive/drove/driven "
    "eat/ate/eaten fall/fell/fallen feed/fed feel/felt fight/fought find/found fly/flew/flown forget/forgot/forgotten "
    "get/got/gotten "
    "give/gave/given go/went/gone grow/grew/grown hear/heard hide/hid/hidden hit/hit hold/held keep/kept "
    "know/knew/known lead/led learn/learned leave/left lend/lent let/let lose/lost make/made mean/meant meet/met "
    "overtake/overtook/overtaken pay/paid put/put read/read ride/rode/ridden rise/rose/risen run/ran say/said see/saw/"
    "seen seek/sought sell/sold send/sent set/set show/showed/shown sing/sang/sung sit/sat sleep/slept speak/spoke/"
    "spoken spend/spent stand/stood steal/stole/stolen strike/struck sue/sued swim/swam take/took/taken teach/taught "
    "tell/told think/thought throw/threw/thrown understand/understood win/won wear/wore/worn write/wrote/written"
).split()
SUPPOSING = frozenset(
    "believe think say claim hope hear suppose assume doubt deny expect fear argue suggest allege imagine guess tell "
    "report feel pretend wish want".split()
)
ASSERTING = frozenset("know forget learn discover realize remember reveal notice see confirm prove find regret".split())


def _forms() -> dict[str, str]:
    """Return each form of each verb with its base."""
    found: dict[str, str] = {}
    for base in (*SUPPOSING, *ASSERTING, *_REGULAR):
        stem = base.removesuffix("e")
        found |= dict.fromkeys((base, f"{base}s", f"{stem}ed", f"{stem}ing"), base)
        if base.endswith("y") and base[-2] not in "aeou":
            found |= dict.fromkeys((f"{base[:-1]}ied", f"{base[:-1]}ies"), base)
        elif base.endswith(("s", "x", "z", "ch", "sh")):
            found[f"{base}es"] = base
        if base[-1] in "bdglmnprt" and base[-2] in "aeiou":
            found |= dict.fromkeys((f"{base}{base[-1]}ed", f"{base}{base[-1]}ing"), base)
    for forms in _IRREGULAR:
        base, *others = forms.split("/")
        stem = base.removesuffix("e")
        found |= dict.fromkeys((base, f"{base}s", f"{stem}ing", f"{stem}{stem[-1]}ing", *others), base)
    return found


VERB_FORMS = _forms()
