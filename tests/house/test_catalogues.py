"""Every text is in every catalogue, translated with the same gaps, and what is read is made from the catalogues."""

from __future__ import annotations

from io import BytesIO

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo
from tools.catalogues import FOLDER, FORMS, TRANSLATED, faults, made, read
from tools.texts import Key, Text, page_texts, python_texts, texts

from stammtisch.core.translation import LANGUAGES
from tests.helpers import ROOT

Texts = dict[Key, Text]
MAKE = "run `make words`, translate what is new (docs/translating.md), and run it again"


@pytest.fixture(scope="module")
def all_texts() -> Texts:
    return texts()


def test_texts_are_found(all_texts: Texts) -> None:
    assert len(all_texts) > 250
    assert all_texts["{name} took {tile}: {worms}.",].files == {"src/stammtisch/games/heckmeck/text.py"}
    worms = all_texts["{n} worm", "{n} worms"]
    assert worms.on_page


@pytest.mark.parametrize("language", TRANSLATED)
def test_everything_is_translated(all_texts: Texts, language: str) -> None:
    catalogue = read(language)
    there = {_key(message) for message in catalogue if message.id}
    assert there == set(all_texts), MAKE
    wrong = [fault for message in catalogue if message.id for fault in faults(message)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_read_is_up_to_date(all_texts: Texts, language: str) -> None:
    for path, content in made(language, all_texts).items():
        there = path.read_bytes()
        same = _said(there) == _said(content) if path.suffix == ".mo" else there == content
        assert same, f"{path.relative_to(ROOT)} is not up to date: {MAKE}"


def test_no_catalogue_is_forgotten() -> None:
    assert {path.stem for path in FOLDER.glob("*.po")} == set(LANGUAGES) - {"en"} == set(FORMS)
    assert all(len(forms) == read(language).num_plurals for language, forms in FORMS.items())


def _key(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _said(content: bytes) -> dict[object, object]:
    """What a .mo file says; its header names the version that wrote it."""
    return {_key(message): message.string for message in read_mo(BytesIO(content)) if message.id}


def test_texts_of_python() -> None:
    source = 'say("a {x}", x=say("b")); say(c); say_n(n, "one", "many"); say_n(n, *pair); X = to_say("d" "e")'
    assert [key for _, key in python_texts(source)] == [("a {x}",), ("b",), ("one", "many"), ("de",)]
    for glued in ('say(f"a {x}")', 'say("a" + x)', 'say("%s" % x)'):
        with pytest.raises(SyntaxError, match=r"f\.py:1: a text must stand in one piece"):
            list(python_texts(glued, "f.py"))


def test_texts_of_the_page() -> None:
    source = """<p aria-label={t("a \\"b\\"")}>{tn(f(x, [1, 2]), '{n} x', "{n} xs", { name: t(`c`) })}</p>
        {t("d\\u2026", { who: later("e") })} {t(word)} {at("f")} {x.t("g")} {t(`h ${x}`)}"""
    assert list(page_texts(source)) == [('a "b"',), ("{n} x", "{n} xs"), ("c",), ("d…",), ("e",)]


def test_faults_of_a_translation_are_found() -> None:
    catalogue = Catalog(locale="ru")
    assert not faults(catalogue.add("{a} b", "б {a}"))
    assert not faults(catalogue.add(("one {a}", "{n} {a}"), ("{n} {a}", "{a} два", "{n} {a}")))
    assert faults(catalogue.add("c", "")) == ["not translated: c"]
    assert faults(catalogue.add(("{n} d", "{n} ds"), ("{n} д", "", "{n} д"))) == ["not translated: {n} d"]
    assert faults(catalogue.add("e", "э", flags=["fuzzy"])) == ["not confirmed (fuzzy): e"]
    assert faults(catalogue.add("{f}", "{g}")) == ["other gaps than ['f']: {g}"]
    assert faults(catalogue.add("h", "х {h}")) == ["other gaps than []: х {h}"]
