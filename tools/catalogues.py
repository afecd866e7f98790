"""python -m tools.catalogues: every text into the catalogue of every language, and the catalogues into what is read.

src/stammtisch/catalogues/de.po     what translators work on: kept up, nothing translated is lost
src/stammtisch/catalogues/de.mo     for Python
web/src/catalogues/de.json          for the page: only what it says
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from stammtisch.core.translation import ENGLISH, LANGUAGES
from tools.texts import PAGE, PYTHON, Key, Text, texts

FOLDER = PYTHON / "catalogues"
PAGE_FOLDER = PAGE / "catalogues"
TRANSLATED = [language for language in LANGUAGES if language != ENGLISH]

# The plural forms of each language in the order of its catalogue, as Intl.PluralRules names them.
FORMS = {
    "de": ("one", "other"),
    "fr": ("one", "other"),
    "ro": ("one", "few", "other"),
    "ru": ("one", "few", "many"),
    "cs": ("one", "few", "other"),
}
_ANY_DATE = datetime(2026, 1, 1, tzinfo=UTC)  # that of today would change the files without a reason
_NOISE = re.compile(rb'^"(Project|Report|POT|PO-Rev|Last|Language-Team|Generated).*\n(?:"[^:\n]*\\n"\n)?', re.MULTILINE)
_GAP = re.compile(r"\{(\w+)\}")


def po(language: str) -> Path:
    return FOLDER / f"{language}.po"


def read(language: str) -> Catalog:
    with po(language).open("rb") as file:
        return read_po(file, locale=language)


def template(found: dict[Key, Text]) -> Catalog:
    """A catalogue of all texts, without a translation."""
    catalogue = Catalog()
    for key, text in found.items():
        locations = [(file, 0) for file in sorted(text.files)]
        catalogue.add(key if len(key) == 2 else key[0], locations=locations)
    return catalogue


def updated(language: str, found: dict[Key, Text]) -> Catalog:
    """The catalogue as it should be: new texts come in, those that are said no longer go."""
    if not po(language).exists():
        header = f"# Stammtisch in {LANGUAGES[language]}. How to translate, and the glossary: docs/translating.md"
        catalogue = Catalog(locale=language, header_comment=header, charset="utf-8")
    else:
        catalogue = read(language)
    catalogue.update(template(found), update_header_comment=False)
    catalogue.fuzzy = False
    return catalogue


def written(catalogue: Catalog) -> bytes:
    """As a .po file, without what changes for no reason: line numbers, and dates and addresses of the header."""
    out = BytesIO()
    write_po(out, catalogue, width=120, ignore_obsolete=True, include_lineno=False)
    return _NOISE.sub(b"", out.getvalue())


def compiled(catalogue: Catalog) -> bytes:
    """As a .mo file; what is wrong is left out, and said in English."""
    good = Catalog(locale=catalogue.locale, creation_date=_ANY_DATE, revision_date=_ANY_DATE)
    for message in catalogue:
        if message.id and not faults(message):
            good.add(message.id, message.string)
    out = BytesIO()
    write_mo(out, good)
    return out.getvalue()


def for_the_page(language: str, catalogue: Catalog, found: dict[Key, Text]) -> bytes:
    """Text → translation; of a pair, the text for one → its forms by name."""
    words: dict[str, str | dict[str, str]] = {}
    for key, text in found.items():
        message = catalogue.get(key[0])
        if not text.on_page or message is None or faults(message):
            continue
        said = message.string
        words[key[0]] = said if isinstance(said, str) else dict(zip(FORMS[language], said or (), strict=True))
    return (json.dumps(words, ensure_ascii=False, indent=0) + "\n").encode()


def faults(message: Message) -> list[str]:
    """What is wrong with one entry: no translation, one that nobody has confirmed, or other {gaps} than its text."""
    sources = [message.id] if isinstance(message.id, str) else list(message.id)
    said = [message.string] if isinstance(message.string, str) else list(message.string or [""])
    if not all(said):
        return [f"not translated: {sources[0]}"]
    if message.fuzzy:
        return [f"not confirmed (fuzzy): {sources[0]}"]
    wanted = set(_GAP.findall(" ".join(sources)))
    free = {"n"} if len(sources) == 2 else set()  # a form may spell its number out
    wrong = [each for each in said if set(_GAP.findall(each)) - free != wanted - free]
    return [f"other gaps than {sorted(wanted)}: {each}" for each in wrong]


def made(language: str, found: dict[Key, Text]) -> dict[Path, bytes]:
    """All files of a language as they should be."""
    catalogue = updated(language, found)
    return {
        po(language): written(catalogue),
        FOLDER / f"{language}.mo": compiled(catalogue),
        PAGE_FOLDER / f"{language}.json": for_the_page(language, catalogue, found),
    }


def main() -> None:
    found = texts()
    PAGE_FOLDER.mkdir(exist_ok=True)
    for language in TRANSLATED:
        for path, content in made(language, found).items():
            path.write_bytes(content)
        wrong = [fault for message in read(language) if message.id for fault in faults(message)]
        print(f"{language}: {len(found)} texts, {len(wrong)} to do")


if __name__ == "__main__":
    main()
