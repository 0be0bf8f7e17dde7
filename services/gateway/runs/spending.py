"""What models took for a session or a turn, added up exactly: rows of `spending_view` become the view of it. Pure."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from contracts.agents import Spending, Spent
from services.chassis.model.spending import plain

# Money leaves the database as text: JSON would make a binary fraction of it.
_TOLD = """
select coalesce(json_agg(json_build_object('role', p.role, 'model', p.model, 'currency', p.currency,
  'tokens_in', p.tokens_in, 'tokens_out', p.tokens_out, 'cost', p.cost::text, 'estimated', p.estimated)
  order by p.role, p.model, p.currency), '[]')"""
SPENT = f"{_TOLD} from spending_view p where p.session_id = "
SPENT_IN_TURN = f"{_TOLD} from turn_spending_view p where p.session_id = r.session_id and p.turn_id = r.turn_id"


def spending(rows: Sequence[Mapping[str, Any]]) -> Spending:
    """All of it together. A cost is told where the price of everything is known, in one currency."""
    known = [row for row in rows if row["model"]]
    currencies = {row["currency"] for row in known if row["currency"]}
    told = len(known) == len(rows)
    priced = told and len(currencies) <= 1 and all(row["cost"] is not None for row in known)
    return Spending(
        tokens_in=sum(row["tokens_in"] for row in known) if told else None,
        tokens_out=sum(row["tokens_out"] for row in known) if told else None,
        cost=plain(sum((Decimal(row["cost"]) for row in known), Decimal(0))) if priced else None,
        currency=next(iter(currencies)) if len(currencies) == 1 else None,
        estimated=any(row["estimated"] for row in rows),
        models=[_spent(row) for row in known],
    )


def _spent(row: Mapping[str, Any]) -> Spent:
    cost = None if row["cost"] is None else plain(Decimal(row["cost"]))
    return Spent.model_validate({**row, "cost": cost}, extra="ignore")
