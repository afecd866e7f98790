"""The words of all languages but English: .po for translators, .mo for `core.translation` (docs/translating.md)."""
