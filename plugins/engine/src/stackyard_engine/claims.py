"""Claims about a game and their checks: proved, refuted, or checked in part.

A plugin registers the function that returns the claims about a game by the hook
`stackyard_register_claims`; `stackyard certify` checks them. A check is one of those of
`stackyard_engine.checks`, or any object with the attributes and the method of `Check`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, runtime_checkable

from stackyard.game import Game
from stackyard.options import Value, resolve
from stackyard.plugins.contributions import contribution
from stackyard.text import quoted
from stackyard.turnloop.watch import Watch

GameClass = type[Game[Any]]
HOOK = "stackyard_register_claims"


@dataclass(frozen=True)
class Finding:
    """The result of a check; `holds` is None if it was not decided."""

    holds: bool | None
    words: str


@runtime_checkable
class Check(Protocol):
    """Looks at a claim on one board.

    `whole` says that nothing is left to be checked of the claim if this holds; else it supports
    the claim. A `long` check takes minutes and runs only on request.
    """

    @property
    def options(self) -> Mapping[str, Value]:
        """The options of the game that differ from their defaults."""

    @property
    def whole(self) -> bool:
        """True if the check proves the claim if it holds."""

    @property
    def long(self) -> bool:
        """True if the check takes minutes."""

    def command(self, game: str) -> str:
        """The command that shows it, without `stackyard`; empty if only `certify` does."""

    def run(self, kind: GameClass, watch: Watch) -> Finding:
        """Run the check; if `watch` ends it early, nothing is decided."""


@dataclass(frozen=True)
class Claim:
    """A sentence about a game, without its full stop, `by` a person, and `where` it was said.

    It is proved if all its `checks` hold and are whole. `argument` is a proof on paper, in a
    sentence or two. A claim known to be wrong is declared `refuted`. One without checks says why
    in `unchecked`.
    """

    text: str
    by: str
    where: str
    checks: Sequence[Check] = ()
    argument: str = ""
    refuted: bool = False
    unchecked: str = ""


def claims_of(kind: GameClass) -> Sequence[Claim]:
    """The claims that a plugin registers about a game; none without any.

    Raises ProblemError or PluginError, which name the plugin, if they cannot be had.
    """
    registered = contribution(HOOK, kind)
    if registered is None:
        return ()
    made: Any = registered.call()
    if not isinstance(made, Sequence):
        target = quoted(registered.target)
        raise registered.fault(
            f"{HOOK} for {kind.about.name}: {target} is no function that returns a sequence of "
            "claims"
        )
    for claim in made:
        if not isinstance(claim, Claim) or not all(isinstance(c, Check) for c in claim.checks):
            name = kind.about.name
            raise registered.fault(f"claims about {name}: {quoted(claim)} is no Claim with checks")
    claims: Sequence[Claim] = made
    return claims


class Verdict(StrEnum):
    """The verdict on a claim."""

    PROVED = "proved"
    REFUTED = "refuted"
    VERIFIED = "verified up to a bound"
    OPEN = "not decided"
    UNCHECKED = "not checked"


@dataclass(frozen=True)
class Certified:
    """A claim, the findings of its checks (None for checks left out), and the verdict."""

    claim: Claim
    findings: tuple[tuple[Check, Finding | None], ...]

    @property
    def verdict(self) -> Verdict:
        """The verdict that follows from the findings."""
        held = [None if finding is None else finding.holds for _, finding in self.findings]
        if not held:
            return Verdict.UNCHECKED
        if False in held:
            return Verdict.REFUTED
        if True not in held:
            return Verdict.OPEN
        whole = all(check.whole for check, _ in self.findings)
        return Verdict.PROVED if whole and None not in held else Verdict.VERIFIED

    @property
    def is_as_declared(self) -> bool:
        """True if the verdict is consistent with the declaration by the claim's package."""
        if self.verdict in {Verdict.OPEN, Verdict.UNCHECKED}:
            return True
        return self.claim.refuted == (self.verdict is Verdict.REFUTED)


def certify(
    kind: GameClass,
    claim: Claim,
    watch: Watch,
    *,
    long: bool = False,
    only: Iterable[Check] | None = None,
) -> Certified:
    """Run the checks of a claim, the long ones if wanted; `only` names those to be run."""
    chosen = list(claim.checks if only is None else only)
    return Certified(
        claim,
        tuple(
            [
                (check, check.run(kind, watch) if long or not check.long else None)
                for check in chosen
            ]
        ),
    )


def concerned(kind: GameClass, claim: Claim, given: Mapping[str, Any]) -> list[Check]:
    """The checks of a claim on boards that agree with the given settings."""
    wanted = resolve(kind.options, given, kind.about.name)
    return [
        check
        for check in claim.checks
        if all(
            resolve(kind.options, check.options, kind.about.name)[name] == wanted[name]
            for name in given
        )
    ]
