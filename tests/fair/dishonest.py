"""Games of dishonest servers, as they would show them: what the old format could not tell from honest ones.

Each is made with the server's secrets and, where it says so, with somebody who helps. The server's own dealer refuses
to write such lines, so its eyes are closed here where needed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable

from stammtisch.fair import Chain, Signer
from stammtisch.fair.lines import written
from tests.fair.table import Table, a_secret

STEPS = 14


def game(seed: int = 9) -> Table:
    return Table("heckmeck", [0, 1], seed=seed, version=2)


def thrown_by(table: Table, seat: int) -> Table:
    """Play until a throw of this seat is due."""
    while not (table.match.position.is_chance and table.match.position.thrower == seat):
        table.step()
    return table


def changed(table: Table, at: int, **fields: object) -> list[str]:
    """The lines with one of them changed, and the hash of the log made anew."""
    lines = list(table.lines)
    lines[at] = written({**json.loads(lines[at]), **fields})
    log = next(place for place, line in enumerate(lines) if line.startswith('{"log"'))
    lines[log] = written({"log": hashlib.sha256("".join(f"{line}\n" for line in lines[:log]).encode()).hexdigest()})
    return lines


def null_head() -> list[str]:
    """A person without a head; the other one helps the server."""
    table = game().play(STEPS).end().seal(0, 1)
    header = json.loads(table.lines[0])
    return changed(table, 0, heads=[header["heads"][0], None], keys=[header["keys"][0], None])


def waived_and_thrown_again() -> list[str]:
    """The server has seen the element, does not like the dice, and opens another throw for the same seat."""
    table = thrown_by(game().play(STEPS), 0)
    table.waive()
    table.dealer.seen._given_up = None
    return table.play(6).end().seal(0, 1).lines


def waived_and_marked_away() -> list[str]:
    """The same by a detour that the format allows: it is remarked, and whoever answered is warned."""
    table = thrown_by(game().play(STEPS), 0)
    table.waive()
    table.away(0)
    table.back(0)
    return table.play(6).end().seal(0, 1).lines


def chain_replaced() -> list[str]:
    """The server begins a chain for somebody, and knows all his elements from then on."""
    table = thrown_by(game().play(STEPS), 0)
    table.numbers[0] += 1
    table.chains[0] = table.chain(0, 1)
    table.lines.append(table.dealer.head(0, table.chains[0].head, a_secret("server's key")))
    return table.play(6).end().seal(1).lines


def chain_replaced_with_a_tag() -> list[str]:
    """The same with a tag, which the server can only guess: it cannot show its key."""
    table = thrown_by(game().play(STEPS), 0)
    table.numbers[0] += 1
    table.chains[0] = table.chain(0, 1)
    line = table.dealer.head(0, table.chains[0].head, a_secret("server's key"), a_secret("tag").hex())
    table.lines.append(line)
    return table.play(6).end().seal(1).lines


def chain_replaced_and_proven() -> list[str]:
    """The same, when the server has got the element of the throw that it gave up: that one is burnt, and no key."""
    table = thrown_by(game().play(STEPS), 0)
    table.open()
    element = table.element()
    assert element
    table.lines.append(table.dealer.waive())
    table.numbers[0] += 1
    table.chains[0] = table.chain(0, 1)
    line = table.dealer.head(0, table.chains[0].head, a_secret("server's key"), a_secret("tag").hex())
    table.lines += [line, written({"prove": 0, "element": element.hex()})]
    return table.lines


def away_with_a_helper() -> list[str]:
    """Somebody is marked away for his own throws; the other seat, which helps the server, contributes to them."""
    table = game().play(STEPS)
    for _ in range(3):
        thrown_by(table, 1).away(1)
        table.throw()
        table.back(1)
    return table.play(4).end().seal(0, 1).lines


def move_changed() -> list[str]:
    """After the game another move is written where a player made his; everything else stays."""
    table = game().play(STEPS).end().seal(0, 1)
    at = next(place for place, line in enumerate(table.lines) if line.startswith('{"seat":0'))
    return changed(table, at, move="keep 1")


def end_changed() -> list[str]:
    """After the last tag: only the seals tell."""
    table = Table("zocken", [0, 1], seed=9, options={"rounds": 1}, version=2).play().end().seal(0, 1)
    at = next(place for place, line in enumerate(table.lines) if line.startswith('{"end"'))
    return changed(table, at, scores=[0, 0])


def rewritten() -> list[str]:
    """After the game the server knows all elements: it plays another game with them and makes all tags anew. But nobody
    has signed its end."""
    return game().play(STEPS + 8).end().lines


def rewritten_with_new_chains() -> list[str]:
    """The same, and with an element that was shown in the true game the server tags a chain of its own for each player.
    If such a chain brought a key, the server could sign the end."""
    table = game().play(STEPS)
    for seat in (0, 1):
        own = f"server's chain {seat}"
        new, element = Chain(a_secret(own), table.name, seat, 1), table.chains[seat].element(table.owed(seat))
        vouched = table.tag(seat, {"head": seat, "value": new.head.hex()}, None)
        table.lines.append(table.dealer.head(seat, new.head, None, vouched))
        table.chains[seat], table.proofs[seat] = new, element
    table.play(STEPS).end()
    signer = Signer(a_secret("server's chain 0"), table.name, 0, 1)
    return [*table.lines, written({"seal": 0, "signature": signer.sign(table.dealer.seen.log).hex()})]


def rewritten_and_not_signed() -> list[str]:
    """The same without a signature."""
    return rewritten_with_new_chains()[:-1]


def bot_with_a_head() -> list[str]:
    """The server has a chain for a bot, so that it knows all of that bot's dice beforehand."""
    table = game().play(STEPS).end().seal(0, 1)
    return changed(table, 0, seats=["person", "bot master Resi"])


def throw_taken_back() -> list[str]:
    """The server does not like the dice that have fallen: it takes them back, and another throw is due."""
    table = thrown_by(game().play(STEPS), 0)
    table.throw()
    return table.take_back(len(json.loads(table.lines[-1])["of"])).play(6).end().seal(0, 1).lines


def move_of_another_taken_back() -> list[str]:
    """The server takes somebody's move back in the name of another, who helps it."""
    table = game().play(STEPS)
    while table.match.turn != 0:
        table.step()
    table.step()
    return table.take_back(1, 1).play(6).end().seal(0, 1).lines


def contribution_without_a_tag() -> list[str]:
    """Without the tag nothing would say which game the last throw of a turn was made in."""
    table = thrown_by(game().play(STEPS), 0)
    table.throw()
    at = len(table.lines) - 1
    table.end().seal(0, 1)
    line = json.loads(table.lines[at])
    del line["tag"]
    table.lines[at] = written(line)
    return table.lines


def signed_elsewhere() -> list[str]:
    """The same with the seals of the game that was played."""
    true, other = game().play(STEPS).end().seal(0, 1), game().play(STEPS + 8).end()
    return [*other.lines, *true.lines[-2:]]


def two_games() -> list[str]:
    """Two roots for two viewers: what seat 1 is shown as the game of seat 0 is not what seat 0 vouches for."""
    table, other = game(), game(10)
    table.knows = {0: other}
    while len(table.lines) < 24:
        table.step()
        for seat in (0, 1):
            table.dealer.seen.contributors[seat].tags.clear()
    return table.end().seal(1).lines


def closed_early() -> list[str]:
    """The server ends the game when it has seen the element of a throw."""
    table = thrown_by(game().play(STEPS), 1)
    table.open()
    table.lines.append(table.dealer.waive())
    return table.end().seal(0, 1).lines


def without_tags() -> list[str]:
    """A client that tags nothing, and leaves before the end."""
    table = game()
    keys = table.chains
    while len(table.lines) < 2 * STEPS:
        table.chains = {**keys}
        if not table.match.position.is_chance and table.match.turn == 1:
            del table.chains[1]
        table.step()
    table.chains = keys
    return table.end().seal(0).lines


def bots() -> list[str]:
    """Nobody contributes."""
    return Table("zocken", [], seed=3, version=2).play(8).end().lines


MAKERS: dict[str, Callable[[], list[str]]] = {
    make.__name__.replace("_", " "): make
    for make in (
        null_head,
        waived_and_thrown_again,
        waived_and_marked_away,
        chain_replaced,
        chain_replaced_with_a_tag,
        chain_replaced_and_proven,
        away_with_a_helper,
        move_changed,
        end_changed,
        rewritten,
        rewritten_with_new_chains,
        rewritten_and_not_signed,
        bot_with_a_head,
        throw_taken_back,
        move_of_another_taken_back,
        contribution_without_a_tag,
        signed_elsewhere,
        two_games,
        closed_early,
        without_tags,
        bots,
    )
}
