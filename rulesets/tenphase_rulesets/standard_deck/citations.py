"""Which rule of the ledger stands behind a refusal."""

__all__ = ["CITATIONS"]

CITATIONS = {
    "already-down": "SB-LAY-3",
    "already-drawn": "SB-TURN-1",
    "does-not-fit": "SB-HIT-1",
    "draw-first": "SB-TURN-1",
    "exact-cards-only": "SB-LAY-1",
    "extra-meld": "SB-LAY-2",
    "hit-later-turn": "SB-HIT-1",
    "hit-undeclared": "SB-DECK-2",
    "incomplete-phase": "SB-LAY-2",
    "melds-alike": "SB-PHASE-1",
    "mixed-colours": "SB-PHASE-1",
    "must-keep-discard": "SB-OUT-1",
    "must-play": "SB-OUT-1",
    "must-take-discard": "SB-OUT-1",
    "no-natural": "SB-WILD-1",
    "not-consecutive": "SB-RUN-1",
    "not-down": "SB-HIT-1",
    "not-your-turn": "SB-TURN-1",
    "rank-twice": "SB-RUN-1",
    "run-wraps": "SB-RUN-2",
    "too-few-cards": "SB-LAY-1",
    "unequal-ranks": "SB-SET-1",
    "wild-undeclared": "SB-DECK-2",
    "wrong-phase": "SB-LAY-3",
    "wrong-stage": "SB-TURN-1",
}
