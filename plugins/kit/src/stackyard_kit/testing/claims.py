"""Check a game's claims: each can be checked, and none turns out to be false."""

from __future__ import annotations

import time

from stackyard.errors import StackyardError
from stackyard.game import Game
from stackyard.options import resolve
from stackyard_engine.claims import Check, Claim, Finding, claims_of
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
            found = [_found(kind, check) for check in claim.checks]
            held = [one.holds for one in found]
            decided += len(held) - held.count(None)
            for check, one in zip(claim.checks, found, strict=True):
                if one.holds is False and not claim.refuted:
                    raise ConformanceError(
                        f"the claim does not hold: {one.words}; declare it `refuted`, or mend its "
                        "check"
                    )
                if other is None or not one.holds:
                    continue
                there = _found(other, check)
                if there.holds is False:
                    raise ConformanceError(
                        f"the claim does not hold for the second source: {there.words}"
                    )
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


def _found(kind: type[Game], check: Check) -> Finding:
    """The result of a check, which is undecided if the time was too short."""
    end = time.process_time() + SECONDS
    try:
        resolve(kind.options, check.options, kind.about.name)
        found = None if check.long else check.run(kind, lambda share: time.process_time() > end)
    except (StackyardError, ValueError) as error:
        raise ConformanceError(f"the claim cannot be checked: {error}") from error
    return found or Finding(None, "")
