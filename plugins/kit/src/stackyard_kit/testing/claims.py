"""Check a game's claims: each can be checked, and none turns out to be false."""

from __future__ import annotations

import time

from stackyard.errors import StackyardError
from stackyard.game import Game
from stackyard.options import resolve
from stackyard_engine.claims import Check, Claim, claims_of
from stackyard_kit.testing.samples import ConformanceError, at

SECONDS = 0.1  # of processor time for each check; `stackyard certify` sets no limit


def check_claims(kind: type[Game], other: type[Game] | None = None) -> int:
    """Each claim has a text and an author, and no check contradicts what is declared.

    Checks are stopped after a moment, and long ones are not run. Gives the number of those that
    were decided. A check that holds must hold for the `other` game of the same rules, too.
    """
    decided = 0
    for number, claim in enumerate(claims_of(kind), 1):
        with at(f"claim {number}: {claim.text}"):
            _check_texts(claim)
            held = [_held(kind, check, claim) for check in claim.checks]
            decided += len(held) - held.count(None)
            for check, holds in zip(claim.checks, held, strict=True):
                if other is not None and holds and _held(other, check, claim) is False:
                    raise ConformanceError("the claim does not hold for the second source")
            if claim.refuted and held and all(held):
                raise ConformanceError("the claim is declared refuted, but all its checks hold")
    return decided


def _check_texts(claim: Claim) -> None:
    """The claim has a text, an author, a source, and checks or a reason for having none."""
    for name in ("text", "by", "where"):
        if not getattr(claim, name).strip():
            raise ConformanceError(f"the claim has no {name}")
    if claim.text.endswith("."):
        raise ConformanceError("the claim's text ends with a full stop, which is added to it")
    if claim.checks and claim.unchecked:
        raise ConformanceError("the claim has checks and says in `unchecked` why it has none")
    if not claim.checks and not claim.unchecked:
        raise ConformanceError(
            "the claim cannot be checked: give it checks, or say why there are none in `unchecked`"
        )


def _held(kind: type[Game], check: Check, claim: Claim) -> bool | None:
    """Tell if a check holds; None if the time was too short to decide."""
    end = time.process_time() + SECONDS
    try:
        resolve(kind.options, check.options, kind.about.name)
        found = None if check.long else check.run(kind, lambda share: time.process_time() > end)
    except (StackyardError, ValueError) as error:
        raise ConformanceError(f"the claim cannot be checked: {error}") from error
    if found is None or found.holds is None:
        return None
    if not found.holds and not claim.refuted:
        raise ConformanceError(
            f"the claim does not hold: {found.words}; declare it `refuted`, or mend its check"
        )
    return found.holds
