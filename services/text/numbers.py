"""Numbers as people write them: signs, thousands, decimal points and commas, per cent, powers and words like million.

Pure. "1,300" may be 1300 or 1.3: who reads gets each reading, and who grades takes the one that fits.
"""

import re
import unicodedata

_MINUS = re.compile(r"\Aminus\s+(?=\d)", re.IGNORECASE)
# Blanks part only groups of three: "in 1990 50 ships came" has two numbers.
DIGITS = r"\d{1,3}(?:[ '’]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)*"
_NUMBER = re.compile(rf"(?P<sign>[-−–+±]?)\s*(?P<digits>{DIGITS})(?P<rest>.*)", re.DOTALL)
_POWER = re.compile(r"\s*(?:[x×·*]\s*10\s*\^?\s*(?P<exponent>[-−+]?\d{1,3})|[eE](?P<e>[-+]?\d{1,2})(?!\w))")
_OF_TEN = re.compile(r"10\s*\^\s*(?P<exponent>[-−+]?\d{1,2})(?!\d)")
_GROUPED = re.compile(r"\d{1,3}(?:[  .,'’]\d{3})+")
_SCALES = {
    "hundred": 1e2,
    "thousand": 1e3,
    "million": 1e6,
    "millions": 1e6,
    "billion": 1e9,
    "billions": 1e9,
    "trillion": 1e12,
    "hundre": 1e2,
    "tusen": 1e3,
    "millioner": 1e6,
    "mill": 1e6,
    "milliard": 1e9,
    "milliarder": 1e9,
    "mrd": 1e9,
    "tausend": 1e3,
    "millionen": 1e6,
    "milliarde": 1e9,
    "milliarden": 1e9,
    # Long scale: a "billion" without an ending is left to English.
    "billioner": 1e12,
    "billionen": 1e12,
}
_WORD = re.compile(r"\s*([^\W\d_]+)\.?")


def readings(text: str) -> list[tuple[float, str]]:
    """What a text that begins with a number may mean: values, each with the unit that follows it; none: no number."""
    plain = _MINUS.sub("-", unicodedata.normalize("NFKC", _superscripts(text)).strip())
    if power := _OF_TEN.match(plain):
        plain = f"1e{power['exponent'].replace('−', '-')}{plain[power.end() :]}"
    found = _NUMBER.match(plain)
    if found is None:
        return []
    sign = -1.0 if found["sign"] in ("-", "−", "–") else 1.0
    rest, factor = found["rest"], 1.0
    if power := _POWER.match(rest):
        exponent = int((power["exponent"] or power["e"]).replace("−", "-"))
        factor *= 10.0 ** max(-300, min(300, exponent))
        rest = rest[power.end() :]
    while (word := _WORD.match(rest)) and word[1].casefold() in _SCALES:
        factor *= _SCALES[word[1].casefold()]
        rest = rest[word.end() :]
    values = [sign * value * factor for value in _values(found["digits"])]
    return [(value, rest.strip(" .,;:")) for value in values]


def _values(digits: str) -> list[float]:
    """The likelier reading first."""
    bare = re.sub(r"[  '’]", "", digits)
    if not re.search(r"[.,]", bare):
        return [float(bare)]
    whole = float(re.sub(r"[.,]", "", bare))
    marks = re.findall(r"[.,]", bare)
    if len(marks) > 1:
        if len(set(marks)) == 1:
            return [whole]
        last = max(bare.rfind("."), bare.rfind(","))
        return [float(f"{re.sub(r'[.,]', '', bare[:last])}.{bare[last + 1 :]}")]
    decimal = float(bare.replace(",", "."))
    return [whole, decimal] if _GROUPED.fullmatch(bare) and not bare.startswith("0") else [decimal]


def _superscripts(text: str) -> str:
    """ "10⁶" as "10^6": folded, it would be 106."""
    return re.sub(r"(?<=\d)([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)", lambda found: "^" + unicodedata.normalize("NFKC", found[1]), text)
