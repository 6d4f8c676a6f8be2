"""What happens in a game, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tenphase.actions import Action, LayDown
from tenphase.events import Event
from tenphase.game import Game, Standing
from tenphase.views import View

__all__ = [
    "counted",
    "event_words",
    "phase_words",
    "standing_data",
    "standing_lines",
    "table_lines",
]

#: By kind of event: its words. Kinds that are not here are told by their own name.
_WORDS = {
    "aborted": "the turn limit ends the game",
    "dealt": "{who} deals",
    "discarded": "{who} discards {cards}",
    "drew": "{who} draws {cards} from the {detail}",
    "floats": "{who} has no cards and floats",
    "game over": "the game is over, won by {seats}",
    "hit": "{who} hits {cards} on {where}",
    "laid": "{who} lays {phase}: {cards}",
    "lost turn": "{who} loses a turn",
    "nothing to draw": "{who} finds nothing to draw",
    "play-off": "a play-off between {seats}",
    "played": "{who} plays {cards}{target}",
    "round over": "points: {points}",
    "shuffled": "",
    "stock refilled": "the discards become the stock",
    "swapped": "{who} swaps {cards} on {where}",
    "turned up": "{cards} is turned up",
    "went out": "{who} goes out",
}


def phase_words(view: View, index: int) -> str:
    """A phase by its label and in words: "phase 2 (set of 3 + run of 4)"."""
    phase = view.rules.phases[index]
    return f"phase {phase.label} ({phase.describe()})"


def event_words(event: Event, view: View, action: Action | None = None) -> str:
    """One event as a clause with its subject; empty for what nobody needs to hear.

    `action` is what has caused it: a lay-down is told with what its wilds stand for.
    """
    words = {
        "who": "" if event.seat is None else f"seat {event.seat}",
        "cards": " ".join(card.text for card in event.cards),
        "detail": event.detail,
        **_details(event, view, action),
    }
    template = _WORDS.get(event.kind, f"{{who}} {event.kind} {{cards}}")
    return template.format_map(words).strip()


def _details(event: Event, view: View, action: Action | None) -> dict[str, str]:
    """The words that depend on the kind of event."""
    detail: Any = event.detail
    match event.kind:
        case "drew":
            pile = {"detail": "discard pile" if detail == "discard" else str(detail)}
            return pile if event.cards else {"cards": "a card", **pile}
        case "laid":
            phase = {"phase": phase_words(view, detail)}
            if isinstance(action, LayDown):
                phase["cards"] = " / ".join(str(meld) for meld in action.melds)
            return phase
        case "hit":
            card, face = event.cards[0], detail[2]
            shown = card.text if card.is_natural else f"{card.text}={face}"
            return {"where": f"{detail[0]}.{detail[1]}", "cards": shown}
        case "swapped":
            given, taken = event.cards
            return {"where": f"{detail[0]}.{detail[1]}", "cards": f"{given} for {taken}"}
        case "played":
            return {"target": "" if detail is None else f" on seat {detail}"}
        case "play-off" | "game over":
            seats = " and ".join(str(seat) for seat in detail)
            return {"seats": f"seat{'s' if len(detail) > 1 else ''} {seats}"}
        case "round over":
            charged = [f"seat {seat} +{points}" for seat, points in enumerate(detail)]
            return {"points": ", ".join(charged)}
    return {}


def counted(n: int, word: str) -> str:
    """A number with its noun: "1 phase", "2 phases"."""
    return f"{n} {word}{'' if n == 1 else 's'}"


def standing_lines(standings: Sequence[Standing], phases: int) -> list[str]:
    """The standings, one seat a line."""
    return [
        f"{s.place}. seat {s.seat}: {s.phases} of {phases} phases, {s.points} points"
        f"{', winner' if s.winner else ''}"
        for s in standings
    ]


def standing_data(game: Game) -> list[dict[str, object]]:
    """The standings as data."""
    return [
        {
            "place": s.place,
            "seat": s.seat,
            "phases": s.phases,
            "points": s.points,
            "winner": s.winner,
        }
        for s in game.standings
    ]


def table_lines(view: View) -> list[str]:
    """The melds on the table, one a line, under the names that hits use."""
    return [f"{on.owner}.{on.number}  {on.meld}" for on in view.melds]
