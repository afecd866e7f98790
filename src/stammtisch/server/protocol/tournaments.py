"""What goes over HTTP about tournaments: requests, and their answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, StringConstraints

from stammtisch.server.protocol.message import Cid, Message, Seq, TableId, Token, Unchecked
from stammtisch.server.protocol.settings import Clock

PlayerNumber: TypeAlias = Annotated[int, Field(ge=1, le=1000)]
Title: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=80)]
Settings: TypeAlias = Annotated[dict[str, Any], Field(max_length=32)]
"""Settings of a scheme by name, as docs/tournament.md lists them; what is left out is as the preset has it."""
Share: TypeAlias = Annotated[float, Field(ge=0, le=1)]


# ── Requests ─────────────────────────────────────────────────────────────────────────────────────────────────────────


class Online(Message):
    """How a tournament is played on tables of this server."""

    entries: bool = True
    """People may enter by themselves."""
    wait: Annotated[int, Field(ge=10, le=7 * 24 * 3600)] = 300
    """Seconds after the draw; who has not come to his table by then is out of that game, and a bot plays for him."""
    clock: Clock = Clock()
    takeover: Annotated[int, Field(ge=5, le=30 * 24 * 3600)] | None = 60
    """After so many seconds a bot plays for somebody whose connection is lost; null: the others wait."""
    automatic: bool = False
    """Rounds, the cut and the final follow by themselves."""
    pause: Annotated[int, Field(ge=0, le=24 * 3600)] = 60
    """Seconds between a round's last result and the next draw, if that is automatic."""


class NewTournament(Message):
    """POST /api/tournaments"""

    title: Title
    scheme: Settings = {}
    public: bool = False
    """It stands in the list of tournaments; otherwise whoever has the link can look on."""
    online: Online | None = None
    """null: an evening in a room, where results are entered by hand."""


class TournamentCommand(Message):
    """POST /api/tournaments/{tournament}/events: let something happen; several things all or not at all."""

    cid: Cid
    seq: Seq
    """The last event of the tournament that you knew when you decided."""
    key: Token | None = None
    """The key of the organiser's link or of a table's link."""
    player: PlayerNumber | None = None
    """With a table's key: who you are."""
    what: Annotated[list[Settings], Field(min_length=1, max_length=200)]
    """Each has its `kind` and its fields; see docs/tournament.md. What follows by itself in `drawn`, `cut` and `closed`
    is left out: the server works it out."""


class ClaimPlayer(Message):
    """POST /api/tournaments/{tournament}/claims: be a player whom the organiser has entered."""

    key: Token
    """The key of that player's link."""


class ImportTournament(Message):
    """POST /api/tournaments/import: a tournament that was saved as tournament.jsonl goes on here, in a room."""

    text: Annotated[str, StringConstraints(max_length=60_000)]


class ForecastWanted(Message):
    """POST /api/tournaments/advice: what to expect of an evening."""

    scheme: Settings = {}
    players: Annotated[int, Field(ge=2, le=200)]
    rounds: Annotated[list[Annotated[int, Field(ge=1, le=12)]], Field(min_length=1, max_length=8)]
    edge: Annotated[float, Field(ge=0.5, le=0.99)] = 0.65
    """The best player's share of games of two against an average one."""
    minutes: Annotated[float, Field(ge=1, le=600)] = 30
    pause: Annotated[float, Field(ge=0, le=600)] = 10


# ── Answers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


class TournamentMade(Message):
    """The answer to NewTournament."""

    tournament: TableId
    key: Token
    """Of the organiser's link: whoever has it may do all that the organiser may."""


class PlayerShown(Message):
    """Somebody who has entered."""

    player: int
    name: str
    bot: str
    """The level of the bot that plays; empty: a person."""
    missed: int
    gone: bool


class LineShown(Message):
    """A player's line of a result."""

    player: int
    score: int
    mark: int | None
    place: int
    out: bool
    points: float


class PlaceShown(Message):
    """A table of a round."""

    table: int
    seats: list[int]
    """Players, the start player first."""
    absent: list[int]
    entered: str
    """By whom: a name; "#3 Ann" is player 3 at the table, "#table" a table of this server."""
    confirmed: str
    lines: list[LineShown]
    """In the order of the seats; empty: there is no result yet."""
    key: Token | None
    """Of the table's link, for the organiser."""
    played: TableId | None
    """Online: the table of this server where it is played."""
    status: Literal["waiting", "playing", "over"] | None


class RoundShown(Message):
    """A round, or a game of the final."""

    round: int
    final: bool
    game: int | None
    """Which game of the final."""
    complete: bool
    tables: list[PlaceShown]


class RowShown(Message):
    """A line of the standings."""

    place: int
    player: int
    score: float
    worms: int
    tiles: int
    wins: int
    share: float
    opposition: float
    starts: int
    games: int
    decided: str
    """What put this player behind the one above: score, or a tie-break."""


class TournamentView(Message):
    """A tournament as it stands."""

    number: int
    title: str
    scheme: dict[str, Any]
    organiser: str
    seed: str
    phase: Literal["entries", "round", "between", "cut", "final", "done", "closed"]
    table_counts: list[int]
    """Before the first draw: the numbers of tables that those who are here can have."""
    mark: str
    """What a result must tell besides the scores, in words; empty for nothing."""
    players: list[PlayerShown]
    rounds: list[RoundShown]
    standings: list[RowShown]
    finalists: list[int]
    ranking: list[int]
    """Once it is closed: everybody, the winner first."""
    announcements: list[str]


class You(Message):
    """What whoever asks is to this tournament."""

    organiser: bool
    player: int | None
    table: int | None
    """With a table's key: that table, of `round`; else the own table of the last round."""
    round: int | None
    seat: int | None
    """Online: the seat at the table of this server that is played now, and the key to it."""
    invite: Token | None


class TournamentShown(Message):
    """The answer to GET /api/tournaments/{tournament}, and to TournamentCommand and ClaimPlayer."""

    tournament: TableId
    seq: Seq
    public: bool
    online: Online | None
    game: str
    """In words: its title."""
    view: Annotated[dict[str, Any], Unchecked(TournamentView)]
    you: You
    key: Token | None
    """Of the organiser's link, for the organiser."""
    claims: dict[str, Token]
    """For the organiser, online: the keys of the links of players who have not come yet, by number."""
    due: int | None
    """Online: when something happens by itself, in milliseconds since 1970: who is missing is out, or the next draw."""


class TournamentListed(Message):
    """A tournament in a list."""

    tournament: TableId
    title: str
    game: str
    online: bool
    phase: str
    players: int
    rounds: int
    """Drawn so far."""
    changed: int
    organiser: bool
    """You run it."""


class LoggedEvent(Message):
    """Something that happened, for the log that everybody may read."""

    number: int
    at: str
    by: str
    text: str


class ForecastShown(Message):
    """What to expect of an evening with so many preliminary rounds."""

    rounds: int
    best_wins: Share
    low: Share
    high: Share
    """The 95 % interval of best_wins."""
    best_in_final: Share | None
    winner: float
    """The mean rank of the winner by strength, from 1."""
    games: float
    minutes: float


class PresetShown(Message):
    """A scheme to begin with."""

    name: str
    title: str
    about: str
    games: list[str]
    scheme: dict[str, Any]
    """All its settings, for the first of its games."""


REQUESTS: tuple[type[Message], ...] = (NewTournament, TournamentCommand, ClaimPlayer, ImportTournament, ForecastWanted)
REPLIES: tuple[type[Message], ...] = (
    TournamentMade,
    TournamentShown,
    TournamentView,
    TournamentListed,
    LoggedEvent,
    ForecastShown,
    PresetShown,
)
PARTS: tuple[type[Message], ...] = (Online, PlayerShown, RoundShown, PlaceShown, LineShown, RowShown, You)
