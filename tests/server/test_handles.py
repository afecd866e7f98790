"""What handles and passwords are made of, without a server; and how much work a login is."""

from __future__ import annotations

import asyncio

import pytest
from argon2 import PasswordHasher

from stammtisch.bots.levels import LEVELS
from stammtisch.server.people.attempts import ACCOUNT, Attempts
from stammtisch.server.people.handles import clean_handle, skeleton
from stammtisch.server.people.passwords import AT_ONCE, WAITING, Passwords, check_strength
from stammtisch.server.protocol.refusal import Refusal
from tests.server.checklist import row

ALIKE = {"o": "o0O", "l": "l1LIi", "i": "l1LIi", "m": ("m", "rn", "M", "RN"), "w": ("w", "vv", "W", "VV")}


@row(17)
@pytest.mark.parametrize("word", ["admin", "moderator", "stammtisch", "willow", "million", "Tommi-Wolf"])
def test_handles_that_look_alike_have_one_skeleton(word: str) -> None:
    for place, letter in enumerate(word.casefold()):
        for other in ALIKE.get(letter, (letter, letter.upper())):
            assert skeleton(word[:place] + other + word[place + 1 :]) == skeleton(word)


@row(17)
@pytest.mark.parametrize(
    "handle",
    ["admin", "Adm1n", "ADMlN", "adrnin", "ad-min", "admin_7", "root", "r00t", "Stammtisch", "moderator-1", "bot",
     "Bot-7", "b0t", "bot9", *LEVELS, "BEGlNNER", "somebody", "server", "ab",
     "x" * 21, "-anna", "_anna", "an na", "anna!", "änne", "аdmin", "ann\u200ba", "anna\n", "ａnna", "ann\u0131", ""],
)  # fmt: skip
def test_handles_that_deceive_are_refused(handle: str) -> None:
    with pytest.raises(Refusal) as refused:
        clean_handle(handle)
    assert refused.value.code == "bad_handle"


@row(17)
@pytest.mark.parametrize("handle", ["Anna", "anna_2", "4ever", "Botho", "badminton", "x-Y-z", "a" * 20, "Abe"])
def test_handles_of_people_are_welcome(handle: str) -> None:
    assert clean_handle(handle) == handle


@row(18)
@pytest.mark.parametrize(
    "password",
    ["short", "aaaaaaaaaaaa", "abababababab", "0123456789", "9876543210", "Password123!", "passwordpassword",
     "  stammtisch1", "qwertyuiop", "anna-lena-k", "k-anel-anna", "Anna-Lena-K2", "x" * 201],
)  # fmt: skip
def test_passwords_that_anybody_would_try_are_refused(password: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_strength(password, "anna-lena-k")
    assert refused.value.code == "weak_password"


@pytest.mark.parametrize(
    "password", ["a worm in the kitchen", "73 bratwürste", "correct horse", "3141592653", "密码很长很安全的一句话"]
)
def test_passwords_of_people_are_welcome(password: str) -> None:
    check_strength(password, "anna-lena-k")


class Counting(PasswordHasher):
    """Remembers what it had to compare with, and counts what it has made."""

    def __init__(self, memory: int = 64) -> None:
        super().__init__(time_cost=1, memory_cost=memory, parallelism=1)
        self.compared: list[str] = []
        self.hashes = 0

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        self.hashes += 1
        return super().hash(password, salt=salt)

    def verify(self, hash: str | bytes, password: str | bytes) -> bool:  # type: ignore[override]  # it says Literal[True]
        self.compared.append(str(hash).rpartition("$")[0].rpartition("$")[0])  # the parameters
        return super().verify(hash, password)


@row(18)
def test_an_unknown_handle_costs_the_same_work() -> None:
    async def play() -> None:
        hasher = Counting()
        passwords = Passwords(hasher)
        kept = await passwords.hash("a worm")
        assert await passwords.is_right(kept, "a worm")
        assert not await passwords.is_right(kept, "two worms")
        assert not await passwords.is_right(None, "a worm")
        assert not await passwords.is_right(None, "nobody has this password")
        assert hasher.compared == ["$argon2id$v=19$m=64,t=1,p=1"] * 4

    asyncio.run(play())


@row(18)
def test_hashes_are_slow_and_made_again_when_their_parameters_change() -> None:
    async def play() -> None:
        passwords = Passwords()
        kept = await passwords.hash("a worm")
        assert kept.startswith("$argon2id$v=19$m=47104,t=2,p=1$")
        assert not passwords.is_old(kept)
        assert passwords.is_old(await Passwords(Counting()).hash("a worm"))

    asyncio.run(play())


@row(18)
def test_logins_cannot_keep_the_machine_busy() -> None:
    async def play() -> None:
        passwords = Passwords(Counting())
        tries = [asyncio.ensure_future(passwords.is_right(None, "a worm")) for _ in range(100)]
        done = await asyncio.gather(*tries, return_exceptions=True)
        refused = [each for each in done if isinstance(each, Refusal)]
        assert len(refused) == 100 - WAITING - AT_ONCE
        assert {each.code for each in refused} == {"too_many"}
        assert not await passwords.is_right(None, "a worm")  # and then it goes on

    asyncio.run(play())


@row(18)
def test_tries_are_counted_in_a_window_that_moves() -> None:
    now = 0.0
    tries = Attempts(*ACCOUNT, clock=lambda: now)

    def refused(key: str | None = "anna") -> bool:
        try:
            tries.begin(key)
        except Refusal:
            return True
        return False

    for second in range(5):
        now = float(second * 10)
        assert not refused()
    assert refused()
    assert not refused("ben")
    assert not any(refused(None) for _ in range(100))
    now = 59.9
    assert refused()
    now = 60.0  # the first is a minute ago
    assert not refused()
    assert refused()
    tries.forgive("anna")  # it was the right one
    assert not refused()
    assert refused()
