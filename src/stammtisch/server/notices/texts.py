"""What notices say: short, in the language of the channel, with the server's address and how to get no more."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from stammtisch import games
from stammtisch.core.places import winners
from stammtisch.core.translation import listed, say, say_n, speaking
from stammtisch.server.live.turns import TurnStatus
from stammtisch.server.notices.channels import Channel
from stammtisch.server.storage.entities import TableSummary
from stammtisch.server.table.sentences import called


@dataclass(frozen=True, slots=True)
class News:
    """Something to be told about a table."""

    kind: str
    table: TableSummary
    seen: TurnStatus


@dataclass(frozen=True, slots=True)
class MessageText:
    title: str
    body: str
    """The whole message, with its links."""
    short: str
    """For where a link is pressed and not read."""
    link: str
    stop: str
    stop_words: str


def stop_link(origin: str, channel: Channel) -> str:
    """Behind the # stands what no server sees, and what a scanner of mail cannot use: the page asks first."""
    return f"{origin}/unsubscribe#{channel.token}"


def confirmation(origin: str, channel: Channel) -> MessageText:
    """Without a name: whoever asks chooses it, and could write to strangers in that way."""
    link = f"{origin}/confirm#{channel.token}"
    with speaking(channel.language):
        title = say("Do you want notifications from Stammtisch?")
        lines = [
            say("Somebody wants to be notified at this address when it is their turn in a game."),
            say("If that is you, press the button here: {link}", link=link),
            say("If not, ignore this message: nothing else will be sent to you."),
        ]
        return _written(origin, channel, title, lines, lines, link)


def trial(origin: str, channel: Channel) -> MessageText:
    with speaking(channel.language):
        title = say("Stammtisch can reach you")
        lines = [say("This is the test message you asked for.")]
        return _written(origin, channel, title, lines, lines, origin)


def message(origin: str, channel: Channel, news: Sequence[News]) -> MessageText:
    """One message about all that there is to tell."""
    with speaking(channel.language):
        first = news[0]
        link = _link(origin, first) if len({each.table.table for each in news}) == 1 else origin
        turns = sum(each.kind == "turn" for each in news)
        if len(news) == 1:
            title = _title(first)
        elif turns:
            title = say_n(turns, "{n} game is waiting for you", "{n} games are waiting for you")
        else:
            title = say("News from your games")
        said = [_line(each, channel.guest) for each in news]
        lines = [f"{line}\n{_link(origin, each)}" for line, each in zip(said, news, strict=True)]
        return _written(origin, channel, title, lines, said, link)


def _written(
    origin: str, channel: Channel, title: str, lines: Sequence[str], short: Sequence[str], link: str
) -> MessageText:
    stop = stop_link(origin, channel)
    foot = say("Sent by Stammtisch at {server}. To unsubscribe: {link}", server=origin, link=stop)
    return MessageText(title, "\n\n".join([*lines, foot]), "\n".join(short), link, stop, say("Unsubscribe"))


def _link(origin: str, news: News) -> str:
    again = news.seen.rematch if news.kind == "rematch" else None
    return f"{origin}/t/{again or news.table.table}"


def _title(news: News) -> str:
    game = _game(news)
    match news.kind:
        case "turn":
            return say("{game}: it is your turn", game=game)
        case "over":
            return say("{game}: the game is over", game=game)
        case _:
            return say("{game}: a rematch", game=game)


def _line(news: News, guest: str) -> str:
    summary = json.loads(news.table.summary)
    names = [_tame(name) for name in called([seat["name"] for seat in summary["seats"]])]
    mine = news.seen.seat_of(guest)
    others = listed([name for seat, name in enumerate(names) if seat != mine and name])
    game = _game(news)
    match news.kind:
        case "turn" if news.seen.dice:
            return say("{game} with {names}: the dice are waiting for you.", game=game, names=others)
        case "turn":
            return say("{game} with {names}: it is your turn.", game=game, names=others)
        case "over":
            places = (summary["result"] or {}).get("places", [])
            first = listed([names[seat] for seat in winners(places)])
            return say(
                "{game} with {names}: the game is over. First place: {first}.", game=game, names=others, first=first
            )
        case _:
            return say("{game} with {names}: a rematch is set up, and your seat is kept.", game=game, names=others)


def _game(news: News) -> str:
    return games.load(news.table.game).title


def _tame(name: str) -> str:
    """A name that calls nobody and links nowhere in whatever shows it: @everyone, <!channel>."""
    return name.translate({ord("@"): "＠", ord("<"): "‹", ord(">"): "›"})
