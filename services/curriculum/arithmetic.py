"""Arithmetic as it is written for children: worked out exactly, so that a key can be held against it."""

import ast
import operator
import re
from fractions import Fraction

_SIGNS = str.maketrans({"×": "*", "·": "*", "÷": "/", ":": "/", "−": "-", "–": "-"})
_OF = re.compile(r"\b(?:of|av|von)\b")
_MIXED = re.compile(r"\b(\d+) (\d+/\d+)")
_BAR = re.compile(r"\d+/\d+")
_GROUPS = re.compile(r"(?<=\d)[ ,](?=\d{3}(?!\d))")
_EQUALS = re.compile(r"(?<![<>=!])=(?!=)")
_LONGEST = 100
_SUMS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}
_COMPARED = {ast.Lt: operator.lt, ast.Gt: operator.gt, ast.Eq: operator.eq}


class NotArithmetic(ValueError):
    """It is no sum, or one that has no result."""


def worked_out(text: str) -> Fraction | bool:
    """The exact result of "6 × 4", "1/4 of 12" or "2 1/2 + 1/2"; of "1/2 > 1/4" whether it is true. Raises
    NotArithmetic."""
    # A fraction that is written with a bar is one number: 1 ÷ 1/4 is 4.
    plain = _BAR.sub(r"(\g<0>)", _MIXED.sub(r"(\1 + \2)", _GROUPS.sub("", text))).translate(_SIGNS)
    plain = _OF.sub("*", plain)
    if len(plain) > _LONGEST:
        raise NotArithmetic(text)
    try:
        return _value(ast.parse(_EQUALS.sub("==", plain).strip(), mode="eval").body)
    except (SyntaxError, ZeroDivisionError, TypeError, ValueError) as error:
        raise NotArithmetic(text) from error


def number_of(text: str) -> Fraction | None:
    """The number that a text is, and nothing but that; None: it is none."""
    try:
        found = worked_out(text)
    except NotArithmetic:
        return None
    return None if isinstance(found, bool) else found


def _value(node: ast.AST) -> Fraction | bool:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return Fraction(str(number))
        case ast.BinOp() if type(node.op) in _SUMS:
            result: Fraction = _SUMS[type(node.op)](_number(node.left), _number(node.right))
            return result
        case ast.UnaryOp(op=ast.USub()):
            return -_number(node.operand)
        case ast.Compare(ops=[only], comparators=[right]) if type(only) in _COMPARED:
            return bool(_COMPARED[type(only)](_number(node.left), _number(right)))
    raise NotArithmetic(ast.dump(node))


def _number(node: ast.AST) -> Fraction:
    value = _value(node)
    if isinstance(value, bool):
        raise NotArithmetic("a comparison within a sum")
    return value
